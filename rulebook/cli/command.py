"""The classes of commands: help and errors in the language of the user, the game as an argument."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
from click.core import augment_usage_errors

from rulebook.cli.call import Call as Call
from rulebook.cli.call import call_of
from rulebook.cli.language import help_in_language, is_japanese
from rulebook.cli.options import declared_parameters
from rulebook.errors import RulebookError

# Parameters that request output for programs, which is printed unchanged.
_FOR_PROGRAMS = ("as_json", "as_html", "as_sql", "file", "page")


class SpeakingCommand(click.Command):
    """A command with its help in the language of the user."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; errors without a context get this one, to show the right usage."""
        with augment_usage_errors(ctx):
            return super().parse_args(ctx, args)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the help for a list; in Japanese a paragraph, since click shortens at spaces."""
        if not is_japanese() or not self.help:
            return super().get_short_help_str(limit)
        return help_in_language(self.help).split("\n\n")[0]


class RulesCommand(SpeakingCommand):
    """A command that prints for people and may have a game before its arguments: if the line has
    more words than these need (``show ws 9.2.2``), a game at its start becomes ``-g``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a game before them becomes ``-g``, so users need not type that."""
        if any(param.name == "game_name" for param in self.params):
            # An error would be printed into the line that a shell completes.
            with suppress(*[RulebookError] if ctx.resilient_parsing else []):
                args = self._with_game(ctx, args)
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line, with ``[GAME]`` if none is there: click adds none."""
        pieces = super().collect_usage_pieces(ctx)
        if any(param.name == "game_name" for param in self.params) and "GAME" not in str(pieces):
            pieces.insert(1, "[GAME]")
        return pieces

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, its output wrapped and paged. Output for programs stays as it is, and so
        does that of commands without ``--json``, which print data, write files or ask questions. An
        argument ``-`` is standard input: a user may be typing, so each answer is shown at once."""
        if any(ctx.params.get(name) for name in _FOR_PROGRAMS) or "as_json" not in ctx.params:
            return super().invoke(ctx)
        typed = any(v == "-" or (isinstance(v, tuple) and "-" in v) for v in ctx.params.values())
        with call_of(ctx).screen.shown(at_once=typed):
            return super().invoke(ctx)

    def _with_game(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Return ``args`` with ``-g`` before a game at their start (ws 9.2.2), the longest title
        that leaves enough words for the arguments. Too many words without a game raise an error."""
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        required = [param for param in arguments if param.required]
        # While a shell completes the line, words may still be missing.
        needed = 0 if ctx.resilient_parsing else sum(max(1, param.nargs) for param in required)
        if len(args) <= needed:  # there is no word to spare
            # A lone alias or id is not a word to look up, but a title may be. An option is neither.
            is_short = len(args) == needed == 1 and args[0].isascii() and args[0][:1] != "-"
            if is_short and not any(map(str.isspace, args[0])) and call_of(ctx).is_game(args[0]):
                raise click.MissingParameter(ctx=ctx, param=required[0])
            return args
        options = [param for param in self.params if isinstance(param, click.Option)]
        # A command without arguments leaves all words over, wherever the options are.
        no_arguments = click.Command(None, params=[*options], add_help_option=False)
        parser = no_arguments.make_parser(click.Context(no_arguments, resilient_parsing=True))
        try:
            found, words, _ = parser.parse_args(list(args))
        except click.UsageError:
            return args  # reported when they are parsed again
        if found.get("game_name") or not words or len(words) <= needed:
            return args
        for count in range(len(words) - needed, 0, -1):
            if call_of(ctx).is_game(name := " ".join(words[:count])):
                # Options may be between the words of the game.
                rest, at = list(args), 0
                for word in words[:count]:
                    at = rest.index(word, at)
                    del rest[at]
                return ["-g", name, *rest]
        sizes = [param.nargs for param in arguments]
        if -1 not in sizes and len(words) > sum(sizes):
            call_of(ctx).rules.game(words[0])  # raises, with the known games
        return args


class RulesGroup(SpeakingCommand, click.Group):
    """A group of commands, with its help in the language of the user."""


def rules_command(
    name: str, group: click.Group | None = None, cls: type[click.Command] = RulesCommand
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a function the command ``name``, of ``group`` if given. The
    function takes a :class:`Call`, then parameters with an option or argument as default."""

    def made(function: Callable[..., Any]) -> click.Command:
        """Return ``function`` as the command ``name`` of ``group``; its docstring is the help. Its
        options are the defaults of its parameters, which are typed, unlike click's decorators."""
        params, run = declared_parameters(function), click.pass_obj(function)
        command = cls(name, callback=run, params=params, help=function.__doc__)
        if group:
            group.add_command(command)
        return command

    return made

"""The base class of commands about games: it finds the game argument and shows the output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import click

from rulebook.cli.call import call_of
from rulebook.cli.speaking import SpeakingCommand
from rulebook.errors import RulebookError

# Parameters that request output for programs, which is printed unchanged.
_FOR_PROGRAMS = ("as_json", "as_html", "as_sql", "file", "page")


class RulesCommand(SpeakingCommand):
    """A command that may have a game as its first argument, and that prints for people. ``rulebook
    show ws 9.2.2`` is ``rulebook show -g ws 9.2.2``: of more words than the command needs, the
    first ones are the game if they name one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a game as the first argument becomes the value of ``-g``."""
        if any(param.name == "game_name" for param in self.params):
            # A shell that completes a line gets no errors.
            with suppress(*[RulebookError] if ctx.resilient_parsing else []):
                args = self._with_game(ctx, args)
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the pieces of the usage line. The optional game, of which click does not know, is
        first."""
        pieces = super().collect_usage_pieces(ctx)
        if any(param.name == "game_name" for param in self.params) and "GAME" not in str(pieces):
            pieces.insert(1, "[GAME]")
        return pieces

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; show its output wrapped or paged, but output for programs unchanged."""
        if any(ctx.params.get(name) for name in _FOR_PROGRAMS) or "as_json" not in ctx.params:
            return super().invoke(ctx)
        with call_of(ctx).screen.shown(at_once=_reads_input(ctx)):
            return super().invoke(ctx)

    def _with_game(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Return ``args`` with ``-g`` before a game that they begin with; other ``args`` unchanged.
        A title may have several words, so the longest one is tried first. Words are only taken away
        if enough remain for the arguments that the command needs."""
        needed = sum(self._fewest_words(ctx))
        if len(args) <= needed:  # there is no word to spare
            if len(args) == needed == 1 and call_of(ctx).is_short_name(args[0]):
                raise click.MissingParameter(ctx=ctx, param=self._required_arguments()[0])
            return args
        try:
            options, words = self._options_and_words(args)
        except click.UsageError:
            return args  # reported when they are parsed for good
        if options.get("game_name") or not words or len(words) <= needed:
            return args
        for count in range(len(words) - needed, 0, -1):
            if call_of(ctx).is_game(name := " ".join(words[:count])):
                return ["-g", name, *_without_words(args, words[:count])]
        if len(words) > self._most_words():
            call_of(ctx).rules.game(words[0])  # which says what games there are
        return args

    def _options_and_words(self, args: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """Return the options among ``args``, and the words that are not options. Errors in them are
        reported when the command line is parsed for good."""
        options = [param for param in self.params if isinstance(param, click.Option)]
        bare = click.Command(None, params=[*options], add_help_option=False)
        found, words, _ = bare.make_parser(click.Context(bare, resilient_parsing=True)).parse_args(
            list(args)
        )
        return dict(found), words

    def _fewest_words(self, ctx: click.Context) -> Iterator[int]:
        """Yield how many words each required argument takes: the words that remain may name a game.
        Nothing while a shell completes the line, because words may still be missing."""
        if not ctx.resilient_parsing:
            yield from (max(1, param.nargs) for param in self._required_arguments())

    def _required_arguments(self) -> list[click.Parameter]:
        """Return the arguments that must be given: the words of a game come on top of these."""
        params = self.params
        return [param for param in params if isinstance(param, click.Argument) and param.required]

    def _most_words(self) -> float:
        """Return how many words fit into the arguments; of more words, the first must be a game."""
        sizes = [param.nargs for param in self.params if isinstance(param, click.Argument)]
        return float("inf") if -1 in sizes else sum(sizes)


class RulesGroup(SpeakingCommand, click.Group):
    """A group whose commands are :class:`RulesCommand`."""

    command_class = RulesCommand


def rules_command(name: str) -> Callable[[Callable[..., Any]], RulesCommand]:
    """Return the decorator that makes a function the command ``name``. Its first argument may be a
    game then, and its output is wrapped and paged for people."""
    return click.command(name, cls=RulesCommand)


def _without_words(args: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Yield ``args`` without the first occurrences of ``words``, which are there in this order. The
    words of a game become the value of ``-g``, and options may be between them."""
    left = list(words)
    for arg in args:
        if left and arg == left[0]:
            del left[0]
        else:
            yield arg


def _reads_input(ctx: click.Context) -> bool:
    """Whether an argument is “-”: answers to lines that somebody types are shown at once."""
    return any(
        value == "-" or (isinstance(value, tuple) and "-" in value) for value in ctx.params.values()
    )

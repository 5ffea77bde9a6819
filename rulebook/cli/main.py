"""The ``rulebook`` command: its subcommands are imported only when they are used."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import click
from click.exceptions import Exit

from rulebook import __version__
from rulebook.cli import language, options
from rulebook.cli.call import COMPLETION, Call, give_up_output, is_plain, use_utf8, warn_of_pipes
from rulebook.cli.command import SpeakingCommand
from rulebook.cli.language import tr, translated, warn
from rulebook.cli.options import declared_parameters, flag, option
from rulebook.errors import RulebookError
from rulebook.signals import INTERRUPTED

# Commands, each with the line that `rulebook --help` shows.
COMMANDS = {
    "games": "List the games: title, version, effective date, clauses.",
    "show": "Show a clause in context.",
    "ask": "Answer a question with the clauses that govern it.",
    "search": "Search clauses by phrases, AND OR NOT, and fields.",
    "term": "Define a rule word and list where it is used.",
    "compare": "Compare one concept across games.",
    "edition": "Add or list the editions of a rulebook.",
    "diff": "Compare two editions.",
    "trace": "Follow one clause through all editions.",
    "rulings": "Rulings and the clauses that support them.",
    "cite": "Check the clause numbers in any text.",
    "check": "Report findings and the ledger of source lines.",
    "export": "Export a whole rulebook as JSON.",
    "schema": "Print the JSON Schema of a command's output.",
    "print": "Print a rulebook or part of it to a PDF file.",
    "graph": "References between clauses as GraphML or DOT.",
    "annotate": "List the clauses that govern a card text.",
    "resolve": "Resolve a card text step by step.",
    "cards": "Measure and index your own cards.",
    "explain": "Show the result of each processing stage.",
    "site": "Build or serve the website.",
    "mcp": "Serve the rules as tools for a language model.",
}
# The modules that have several commands; each other command is in the module of its name.
_MODULES = {
    **dict.fromkeys(("games", "check", "export", "schema", "print", "graph"), "documents"),
    **dict.fromkeys(("term", "compare", "search"), "lookups"),
    **dict.fromkeys(("edition", "diff", "trace"), "editions"),
    **dict.fromkeys(("annotate", "resolve", "explain"), "card_texts"),
    "mcp": "site",
}
# Errors of writing to a device that is full or broken, or over a quota or limit on file size.
_UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def options_first(group: click.Group, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Return ``args`` with the options of ``group`` first, where click reads them; users write them
    anywhere. Options that the command has too, or after ``--``, stay. A missing value raises."""
    known = _options_by_name(group)
    command: click.Command = group
    first: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        name, is_set, _ = word.partition("=")
        if option := known.get(name):
            first.append(word)
            if not is_set and not option.is_flag:
                value = next(words, None)
                # The next option must not be taken for the value.
                if (value is None or value in known) and not ctx.resilient_parsing:
                    what = tr("Option {name!r} requires an argument.", name=word)
                    raise click.BadOptionUsage(word, what, ctx)
                first.append(value or "")
        elif word == "--":
            rest += [word, *words]
        else:
            rest.append(word)
            if isinstance(command, click.Group) and not word.startswith("-"):
                command = command.get_command(ctx, word) or command
                own = _options_by_name(command) if command is not group else {}
                known = {name: option for name, option in known.items() if name not in own}
    return [*first, *rest]


def _options_by_name(command: click.Command) -> Mapping[str, click.Option]:
    """Return the options of ``command`` by spelling, for ``options_first``, which moves options."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    return {name: option for option in options for name in option.opts}


class LazyGroup(SpeakingCommand, click.Group):
    """A group that imports a command's module when the command runs, and reports our errors."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands in the order of the table: click would sort them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import only the module of the command ``cmd_name``, to start fast; None if unknown."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"rulebook.cli.commands.{_MODULES.get(cmd_name, cmd_name)}")
        return cast(click.Command, getattr(module, f"{cmd_name}_command"))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table: click would import them all, which is slow."""
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, tr(does)) for name, does in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options of the program, anywhere in the line; ``--lang`` first, for errors. A
        named pipe is reported before the command reads it, as it may wait there."""
        language.choose(ctx, None, language.language_named(args))
        warn_of_pipes(args)
        return super().parse_args(ctx, options_first(self, ctx, args))

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options of the program, so that an error in them is printed like others."""
        with _errors_printed():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; users get errors and warnings on one line, without Python's code."""
        warnings.showwarning = lambda message, *_, **__: click.echo(
            f"rulebook: {language.translated_warning(message)}", err=True
        )
        with _errors_printed():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that ``args`` name or imply: a clause number or question is enough."""
        if args[0] not in COMMANDS:
            # A game may come first. A single word of Latin letters is likely a misspelled command.
            words = args[: 1 if len(args) == 1 or args[1].startswith("-") else 2]
            if any(map(_is_clause_range, words)):
                args = ["show", *args]
            elif any(not word.isascii() or len(word.split()) > 1 for word in words):
                args = ["ask", *args]
        name = args[0]
        if name not in COMMANDS and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = ", ".join(map(repr, get_close_matches(name, COMMANDS)))
            if near:
                what = tr("No such command {name!r}.", name=name)
                suggestion = tr("Did you mean {possibility}?", possibility=near)
                raise click.UsageError(" ".join((what, suggestion)), ctx)
        return super().resolve_command(ctx, args)


def _is_clause_range(word: str) -> bool:
    """Whether ``word`` is a clause number or range, for which users may leave out ``show``."""
    from rulebook import InvalidNumber, QueryError, parse_ranges

    try:
        return bool(parse_ranges(word))
    except InvalidNumber:
        return False
    except QueryError:  # a range with a fault (9.2-), which ``show`` reports, or a question
        return word[:1].isdigit()


@contextmanager
def _errors_printed() -> Iterator[None]:
    """Print an error raised inside on one line, and exit with its code; ignore closed pipes."""
    try:
        yield
    except click.UsageError as error:
        with error.ctx or click.Context(click.Command(None)):  # where the language is looked up
            error.message = translated(error.message)  # type: ignore[misc]
            error.show()
        raise Exit(error.exit_code) from error
    except RulebookError as error:
        warn(translated(error.message))
        raise Exit(error.exit_code) from error
    except (KeyboardInterrupt, click.Abort) as error:  # Abort: the input ends at a question
        warn("interrupted")
        raise Exit(INTERRUPTED) from error
    except BrokenPipeError as error:
        # The reader of the pipe has seen enough (`| head`): nothing is wrong.
        give_up_output()
        raise Exit(0) from error
    except OSError as error:
        # Such as a full disk or a deleted folder, which no command can check beforehand.
        has_place = error.filename or error.errno in _UNWRITTEN
        where = f"{error.filename or tr('standard output')}: " if has_place else ""
        warn(f"{where}{error.strerror or error}")
        give_up_output()
        raise Exit(RulebookError.exit_code) from error


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Print the version and exit if it is asked for, but not into a line that a shell completes."""
    if value and not ctx.resilient_parsing:
        click.echo(f"rulebook, version {__version__}", color=ctx.color)
        ctx.exit()


def _open_call(
    ctx: click.Context,
    version: None = flag(is_eager=True, callback=_show_version, help="Show the version and exit."),
    corpus_folder: Path | None = option(
        "--corpus",
        type=options.FOLDER,
        help="Read the games from this folder instead of the built-in ones.",
    ),
    rulings: tuple[Path, ...] = option(
        type=click.Path(path_type=Path),
        multiple=True,
        callback=options.existing,
        help="Also read rulings from this file or folder.",
    ),
    links: str = option(
        metavar="BASE",
        callback=options.web_address,
        help="Link clause numbers to the site at this address, if the terminal supports links.",
    ),
    lang: str | None = option(
        type=click.Choice([language.JAPANESE, language.ENGLISH]),
        is_eager=True,
        callback=language.choose,
        help="Language of messages and help. Default: the locale.",
    ),
    no_pager: bool = flag(help="Print long output without a pager."),
) -> None:
    """Which rule governs this?  Rules of Japanese trading card games, clause by clause.

    The options below may appear anywhere on the command line. Without a command, the arguments
    are a question or a clause number.

    Example: rulebook ws "山札がなくなったらどうなる？"
    """
    ctx.obj = Call(corpus_folder, rulings, links, not no_pager)
    if is_plain():  # click itself does not look at NO_COLOR
        ctx.color = False


cli = LazyGroup(
    "cli",
    callback=click.pass_context(_open_call),
    params=declared_parameters(_open_call),
    help=_open_call.__doc__,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line and exit with its code; errors outside of commands have no traceback."""
    use_utf8()
    try:
        if os.environ.get(COMPLETION):
            options.check_completion(cli, COMPLETION)
        cli(prog_name="rulebook")
    except RulebookError as error:
        warn(translated(error.message))
        sys.exit(error.exit_code)

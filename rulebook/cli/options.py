"""Parameters, input and output of the commands, which declare a parameter once, as a default."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulebook.cli.call import call_of
from rulebook.cli.completion import Complete, complete_game
from rulebook.cli.language import help_in_language, say, tr, warn
from rulebook.errors import DocumentError, RulebookError
from rulebook.files import put_file
from rulebook.messages import Message
from rulebook.preferences import is_web_address

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# The most characters read from standard input as one text, and as one line.
_LONGEST_INPUT = 8_000_000
_LONGEST_LINE = 1_000_000
# The size in bytes from which further processes save more time than they take to start, and the
# default limit of processes.
_LARGE_FILE = 300_000
_MOST_PROCESSES = 4
_GAME_HELP = "Game by alias, id or title."
ALL = "all"
"""The value of ``-g`` for all games, even if a game is preferred."""


class SpeakingOption(click.Option):
    """An option with its help in the language of the user."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return names and help of this option, for a list of options. Only here the English help
        is translated, since the catalogue is by it; what click adds, a default, follows it."""
        names, meaning = super().get_help_record(ctx) or ("", "")
        english = self.help or ""
        return names, help_in_language(english) + meaning.removeprefix(english)


def printing(names: Sequence[str], text: Callable[[click.Context], str], help: str) -> click.Option:
    """Return an option, called one of ``names``, that prints ``text`` and exits, but not while a
    shell completes the line. Those of click look for translations at each start, which is slow."""

    def show(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        """Print the text and exit if the option is given, except while a shell completes words."""
        if value and not ctx.resilient_parsing:
            click.echo(text(ctx), color=ctx.color)
            ctx.exit()

    flags: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False}
    return SpeakingOption([*names], callback=show, help=help, **flags)


def option(*spellings: str, **attributes: Any) -> Any:
    """Return a function from a name to the click option for that name, which a command has as the
    default of its parameter, so both are declared in one place."""

    def declared(name: str) -> SpeakingOption:
        """Return the option that sets the parameter ``name``, known only from the signature."""
        return SpeakingOption([*(spellings or [f"--{name.replace('_', '-')}"]), name], **attributes)

    return declared


flag = partial(option, is_flag=True)
"""The declaration of an option without a value."""


def argument(**attributes: Any) -> Any:
    """Return a function from a name to the click argument of that name, which a command has as the
    default of its parameter, so both are declared in one place."""
    return lambda name: click.Argument([name], **attributes)


def declared_parameters(function: Callable[..., Any]) -> list[click.Parameter]:
    """Return the click parameters that the defaults in a signature make: names are written once."""
    each = signature(function).parameters.items()
    return [one.default(name) for name, one in each if one.default is not one.empty]


json_flag = flag("--json", help="Print JSON, one object per line.")


def game(*, required: bool = False) -> Any:
    """Return the option ``-g GAME``. Without it, the preferred game is used, so nobody has to type
    it each time; without either, a ``required`` game is an error, else all games are taken."""

    def chosen(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
        """Return the game of ``-g``, else the preferred one; None for “all”, which overrides that.
        Raises if a ``required`` game is missing or the preferred one does not exist, but not while
        a shell completes the line (``resilient_parsing``)."""
        if not name and not ctx.resilient_parsing:
            name = call_of(ctx).preferences.game
            if name and name != ALL and not call_of(ctx).is_game(name):
                hint = "Correct RULEBOOK_GAME, or game in settings.toml: docs/using.md, “Settings”."
                what = "the preferred game does not exist: {name!r}"
                raise RulebookError(what, name=name, hint=hint)
        if name and name != ALL:
            return name
        if required and not ctx.resilient_parsing:
            raise click.MissingParameter(ctx=ctx, param=param)
        return None

    return option("-g", "--game", callback=chosen, shell_complete=complete_game, help=_GAME_HELP)


def limit(default: int | None = None, *, most: int = 1_000_000) -> Any:
    """Return the option ``-n``, the number of results: SQLite fails above 64 bits."""
    return option(
        "-n",
        type=click.IntRange(1, most),
        default=default,
        show_default=default is not None,
        help="Maximum number of results.",
    )


jobs = option(
    type=click.IntRange(1, 64),
    help="Number of processes that read cards. By default one, and for a large file as many as"
    " there are processors, at most 4.",
)


def processes_for(jobs: int | None, files: Iterable[Path]) -> int:
    """Return how many processes read ``files`` of cards: ``jobs`` if it is given, else more than
    one only for large files. Of standard input, a waiting program gets each result at once."""
    if jobs is not None:
        return jobs
    size = sum(path.stat().st_size for path in files if path.is_file())
    return min(_MOST_PROCESSES, os.cpu_count() or 1) if size > _LARGE_FILE else 1


scheduler = option(metavar="ADDRESS", help="Address of a Dask cluster: tcp://host:port.")
card_form = option(
    "--form",
    type=click.Choice(["jsonl", "json", "csv", "tsv"]),
    help="Format of the cards, if the file name does not show it.",
)


def file_path(*, exists: bool = False, allow_dash: bool = False) -> click.Path:
    """Return the type of a parameter that is the path of a file: click raises for a folder and, if
    it must exist (``exists``), for a missing file, except “-” with ``allow_dash``."""
    return click.Path(path_type=Path, dir_okay=False, exists=exists, allow_dash=allow_dash)


def write_output(path: Path, content: str | bytes, option: str) -> None:
    """Write ``content`` to the file that ``option`` names (“-”: standard output), in one step, and
    report that. Raises :class:`click.BadParameter` with the system's reason if it cannot."""
    if path == Path("-"):
        click.echo(content, nl=False)
        return
    try:
        put_file(path, content)
    except OSError as error:
        what = tr("{path} cannot be written ({reason})", path=path, reason=error.strerror or error)
        raise click.BadParameter(what, param_hint=option) from error
    say("{path} written", path=path)


def columns(fields: str) -> Any:
    """Return the option ``--column FIELD=COLUMN``, for files whose columns have other names than
    the fields; ``fields`` is its help, which lists these."""
    return option("--column", multiple=True, metavar="FIELD=COLUMN", help=fields)


class NamedPath(click.ParamType):  # type: ignore[type-arg]  # has none in older releases
    """A file or folder for an option of the whole program: ``click.Path`` would ask gettext for its
    name, which loads all locales for nothing, whatever the command."""

    def __init__(self, *, is_folder: bool = False) -> None:
        """Take any path, or only a folder; click puts ``name`` into its messages."""
        self.name = "directory" if is_folder else "path"
        self._is_folder = is_folder

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return ``value`` as a path. Raise, in the user's language, for a file in place of a
        folder, a broken link or a missing path; a missing folder is reported when opened."""
        path = Path(value)
        if self._is_folder and path.is_file():
            what = tr("{name} {filename!r} is a file.", name="Directory", filename=str(path))
        elif self._is_folder or path.exists():
            return path
        elif path.is_symlink():
            what = tr("Path {path!r} is a broken link.", path=str(path))
        else:
            what = tr("{name} {filename!r} does not exist.", name="Path", filename=str(path))
        raise click.BadParameter(what, ctx, param)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Have the shell complete paths itself: it knows quoting and home folders better."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="dir" if self._is_folder else "file")]


game_or_file = argument(metavar="[GAME|FILE]", required=False, shell_complete=complete_game)
source_game = option("-g", "--game", shell_complete=complete_game, help=_GAME_HELP)
"""``-g`` of commands that take a game or a file."""


def is_given(name: str) -> bool:
    """Whether the user typed the option ``name``, since its value may also be the default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def one_source(source: str | None, game: str | None) -> str | None:
    """Return the argument ``source`` or the game of ``-g``, whichever the user gave; None if
    neither. Raise for both, since one would be ignored."""
    if source and game:
        raise click.UsageError("Name the game or file only once: as the argument or with -g.")
    return source or game


def words(name: str, complete: Complete | None = None) -> Any:
    """Return an argument ``name`` of some words, which users type without quotation marks."""
    return argument(nargs=-1, required=True, metavar=name, shell_complete=complete)


def joined(words: Sequence[str]) -> str:
    """Return the words of an argument as one text in UTF-8, so users need no quotation marks."""
    return read_text(" ".join(words))


def web_address(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the address of a website with a slash at the end, so paths can be appended; empty if
    none was given. Raise for anything else, which would make broken links."""
    if not value:
        return ""
    if not is_web_address(value):
        what = tr("{value!r} is not an address like https://example.org/rules/", value=value)
        raise click.BadParameter(what)
    return value.rstrip("/") + "/"


links = option(
    "--links",
    metavar="BASE",
    callback=web_address,
    help="Link clause numbers to the site at this address.",
)


def read_text(text: str) -> str:
    """Return ``text``; raise :class:`click.BadParameter` if it is not UTF-8, so not to be shown."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        what = tr("not UTF-8 at character {position}", position=error.start + 1)
        raise click.BadParameter(what) from error
    return text


def read_input() -> str:
    """Return the text on standard input; raise for an endless one, which would fill the memory."""
    text = sys.stdin.read(_LONGEST_INPUT + 1)
    if len(text) > _LONGEST_INPUT:
        what = Message("more than {most} characters", most=_LONGEST_INPUT)
        raise DocumentError("standard input", what, hint="Give one text.")
    return text


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input as they come; raise for one that would fill the memory."""
    while line := sys.stdin.readline(_LONGEST_LINE + 1):
        if len(line) > _LONGEST_LINE:
            what = Message("a line of more than {most} characters", most=_LONGEST_LINE)
            raise DocumentError("standard input", what, hint="Write one question per line.")
        yield line.rstrip("\r\n")


def count_left_out(count: int, form: str = "{count} more clauses: use a larger -n") -> None:
    """Warn how many results ``-n`` left out, if any: a short list must not look complete."""
    if count > 0:
        warn(form, count=count)


def emit_json(value: object) -> None:
    """Write ``value`` as one line of JSON, so a program can read line by line."""
    click.echo(json.dumps(value, ensure_ascii=False))

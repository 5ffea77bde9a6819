"""Parameters, input and output of commands; completion by shells, which may not print or fail."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulebook.cli.call import call_of
from rulebook.cli.language import say, tr, warn
from rulebook.errors import DocumentError, RulebookError
from rulebook.files import put_file
from rulebook.messages import Message
from rulebook.preferences import is_web_address
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_TYPED = {"COMP_WORDS", "COMP_CWORD"}  # the variables in which a shell passes what is typed
_MOST = 300  # a shell shows no more
Offers = Iterator[tuple[str, str]]
Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
_LONGEST_INPUT, _LONGEST_LINE = 8_000_000, 1_000_000  # characters of standard input, of a line
# The bytes above which further processes save more time than they take to start; how many then.
_LARGE_FILE, _MOST_PROCESSES = 300_000, 4
_GAME_HELP = "Game by alias, id or title."
ALL = "all"
"""The value of ``-g`` for all games, even if a game is preferred."""


def _completing(offers: Callable[[click.Context, str], Offers]) -> Complete:
    """Return the callback by which click completes words; none are offered if the rules raise."""

    @wraps(offers)
    def made(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return offers that begin with the typed word, folded, as many as a shell shows."""
        from click.shell_completion import CompletionItem

        typed = fold(incomplete)
        try:
            offered = list(offers(ctx, incomplete))
        except RulebookError:
            return []
        found = {word: help for word, help in offered if fold(word).startswith(typed)}
        return [CompletionItem(word, help=help) for word, help in list(found.items())[:_MOST]]

    return made


def _game_offers(ctx: click.Context, incomplete: str) -> Offers:
    """Yield alias and id of each game for a shell to complete, after an “@” with its editions."""
    rules = call_of(ctx).rules
    name, at, _ = incomplete.partition("@")
    for game in rules.editions(name) if at else rules.games:
        for known in (game.alias, game.id):
            yield (f"{known}@{game.edition.name}" if at else known), game.title


def _leading_game_offers(ctx: click.Context, incomplete: str) -> Offers:
    """Yield the games if no word precedes the typed one: only a first argument may be a game. The
    commands that use this take any number of words, which click has as a tuple."""
    has_words = any(isinstance(value, tuple) and value for value in ctx.params.values())
    return iter(()) if has_words else _game_offers(ctx, incomplete)


@_completing
def complete_number(ctx: click.Context, incomplete: str) -> Offers:
    """Yield the clause numbers of the game that was typed, and games: one may precede a number."""
    if game := ctx.params.get("game_name"):
        for clause in call_of(ctx).rules.book(game).clauses:
            yield clause.number, clause.heading()
    yield from _leading_game_offers(ctx, incomplete)


@_completing
def complete_term(ctx: click.Context, incomplete: str) -> Offers:
    """Yield terms with their clauses, and games, since one may precede the term; no games once the
    word is not ASCII, as their names are. ``_completing`` drops what does not begin so."""
    rules = call_of(ctx).rules
    yield from _leading_game_offers(ctx, incomplete) if incomplete.isascii() else ()
    game = ctx.params.get("game_name")
    for name in [game] if game else [each.key for each in rules.games]:
        for term in rules.linked(name).terms:
            yield term.word, term.clause


@_completing
def complete_concept(ctx: click.Context, incomplete: str) -> Offers:
    """Yield concepts by their ids and by their Japanese names, since the command takes both."""
    from rulebook import all_concepts

    for concept in all_concepts(call_of(ctx).rules):
        yield concept.id, concept.ja
        yield concept.ja, concept.en


def check_completion(command: click.Command, variable: str) -> None:
    """Raise :class:`RulebookError` for an unknown shell or request, or missing ``COMP_WORDS``,
    where click would fail without a message; replace characters that are not UTF-8."""
    from click.shell_completion import get_completion_class

    for name in _TYPED & os.environ.keys():
        os.environ[name] = os.environ[name].encode(errors="replace").decode()
    asked = os.environ[variable]
    shell, _, what = asked.partition("_")
    kind = get_completion_class(shell)
    if kind is None or what not in ("source", "complete"):
        what = "{variable}={asked!r} is not a known request"
        hint = "Write {variable}=bash_source, zsh_source or fish_source."
        hint = Message(hint, variable=variable)
        raise RulebookError(what, variable=variable, asked=asked, hint=hint)
    try:
        if what == "complete":
            kind(command, {}, "", variable).get_completion_args()
    except (KeyError, ValueError, IndexError) as error:
        what = "COMP_WORDS and COMP_CWORD are missing or invalid"
        hint = "The shell sets them; {variable}={shell}_source prints its completion script."
        raise RulebookError(what, hint=Message(hint, variable=variable, shell=shell)) from error


complete_game = _completing(_game_offers)


def option(*spellings: str, **attributes: Any) -> Any:
    """Return a function from the name of a parameter to its click option, spelt ``--like-this`` if
    ``spellings`` are missing. As the parameter's default, it declares both in one place."""
    return lambda name: click.Option(
        [*(spellings or [f"--{name.replace('_', '-')}"]), name], **attributes
    )


flag = partial(option, is_flag=True)
"""The declaration of an option without a value."""


def argument(**attributes: Any) -> Any:
    """Return a function from the name of a parameter to its click argument, which is the default of
    that parameter, so its name is written only once, as for :func:`option`."""
    return lambda name: click.Argument([name], **attributes)


def declared_parameters(function: Callable[..., Any]) -> list[click.Parameter]:
    """Return the options and arguments of a command. Each is made from a parameter of ``function``
    and its default, a function from a name (:func:`option`), so no name is written twice."""
    each = signature(function).parameters.items()
    return [one.default(name) for name, one in each if one.default is not one.empty]


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


FOLDER = click.Path(path_type=Path, file_okay=False)
"""The type of a parameter that is the path of a folder, which need not exist."""
DAY = click.DateTime(["%Y-%m-%d"])


def limit(default: int | None = None, *, most: int = 1_000_000) -> Any:
    """Return the option ``-n``, at most ``most`` results: SQLite fails at numbers above 64 bits."""
    return option(
        "-n",
        type=click.IntRange(1, most),
        default=default,
        show_default=default is not None,
        help="Maximum number of results.",
    )


def processes_for(jobs: int | None, files: Iterable[Path]) -> int:
    """Return how many processes read ``files``: ``jobs``, else more than one for large files."""
    if jobs is not None:
        return jobs
    size = sum(path.stat().st_size for path in files if path.is_file())
    return min(_MOST_PROCESSES, os.cpu_count() or 1) if size > _LARGE_FILE else 1


def file_path(*, exists: bool = False, allow_dash: bool = False) -> click.Path:
    """Return the type of a file's path: click rejects folders and, if ``exists``, missing files."""
    return click.Path(path_type=Path, dir_okay=False, exists=exists, allow_dash=allow_dash)


def existing(ctx: click.Context, param: click.Parameter, paths: Sequence[Path]) -> Sequence[Path]:
    """Return ``paths``; raise for a missing one, and say so if it is a broken link."""
    for path in (path for path in paths if not path.exists()):
        form = "{name} {filename!r} does not exist."  # click's form, so the catalogue has it once
        form = "Path {filename!r} is a broken link." if path.is_symlink() else form
        what = tr(form, name="Path", filename=str(path))
        raise click.BadParameter(what, ctx, param)
    return paths


def write_output(path: Path, content: str | bytes, option: str) -> None:
    """Write ``content`` to the file of ``option`` in one step; raise with the system's reason."""
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
    """Return the option ``--column FIELD=COLUMN``, for columns with other names than fields."""
    return option("--column", multiple=True, metavar="FIELD=COLUMN", help=fields)


def is_given(name: str) -> bool:
    """Whether the user typed the option ``name``, since its value may also be the default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def one_source(source: str | None, game: str | None) -> str | None:
    """Return ``source`` or the game of ``-g``, whichever was given, if any; raise for both."""
    if source and game:
        raise click.UsageError("Name the game or file only once: as the argument or with -g.")
    return source or game


def web_address(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the address of a website with a slash at the end, or "". Raise for anything else."""
    if not value:
        return ""
    if not is_web_address(value):
        what = tr("{value!r} is not an address like https://example.org/rules/", value=value)
        raise click.BadParameter(what)
    return value.rstrip("/") + "/"


def utf8_text(text: str) -> str:
    """Return ``text``; raise :class:`click.BadParameter` if not in UTF-8: printing would fail."""
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
        yield from line.rstrip("\r\n").split("\r")  # old files end lines with it alone


def count_left_out(count: int, form: str = "{count} more clauses: use a larger -n") -> None:
    """Warn how many results ``-n`` left out, if any: a short list must not look complete."""
    if count > 0:
        warn(form, count=count)


def emit_json(value: object) -> None:
    """Write ``value`` as one line of JSON, so a program can read line by line."""
    click.echo(json.dumps(value, ensure_ascii=False))


# The options of several commands, without parameters of their own.
json_flag = flag("--json", help="Print JSON, one object per line.")
jobs = option(
    type=click.IntRange(1, 64),
    help="Number of processes that read cards. By default one, and for a large file as many as"
    " there are processors, at most 4.",
)
scheduler = option(metavar="ADDRESS", help="Address of a Dask cluster: tcp://host:port.")
card_form = option(
    "--form",
    type=click.Choice(["jsonl", "json", "csv", "tsv"]),
    help="Format of the cards, if the file name does not show it.",
)
game_or_file = argument(metavar="[GAME|FILE]", required=False, shell_complete=complete_game)
source_game = option("-g", "--game", shell_complete=complete_game, help=_GAME_HELP)
"""``-g`` of commands that take a game or a file."""
links = option(
    "--links",
    metavar="BASE",
    callback=web_address,
    help="Link clause numbers to the site at this address.",
)

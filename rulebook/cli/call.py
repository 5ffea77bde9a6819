"""One call of the program: its streams, its rules, and the screen, which wraps and pages lines."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cached_property, partial
from io import TextIOBase
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

import click

from rulebook.cli.language import translated, warn
from rulebook.errors import RulebookError, UnknownGame
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook import Rules
    from rulebook.preferences import Preferences

COMPLETION = "_RULEBOOK_COMPLETE"  # a shell sets it to ask click for completions
# Bytes that are not UTF-8 become lone surrogates, which are reported when the text is checked.
_IN, _OUT = ("utf-8-sig", "surrogateescape"), ("utf-8", "backslashreplace")
# The options of less that git sets: quit if it fits, keep colours, leave the text on the screen.
_LESS, _LV = "FRX", "-c"


def use_utf8() -> None:
    """Set the standard streams to UTF-8 to print Japanese; a closed one becomes the null device."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stdout, sys.stderr = _buffered(sys.stdout), _buffered(sys.stderr)  # to notice a full disk
    # Python asks these for the width of the terminal.
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc, assignment]
    for stream, (encoding, errors) in ((sys.stdin, _IN), (sys.stdout, _OUT), (sys.stderr, _OUT)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors=errors)


def _buffered(stream: TextIO) -> TextIO:
    """Return ``stream`` with a buffer: Python misses that a full disk cuts an unbuffered write."""
    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, io.RawIOBase):
        return stream
    stream.detach()  # type: ignore[attr-defined]
    return io.TextIOWrapper(io.BufferedWriter(raw), line_buffering=True)


def give_up_output() -> None:
    """Discard unwritten output: Python would write it at exit, and fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def warn_of_pipes(args: Sequence[str]) -> None:
    """Warn of each named pipe in ``args``, since a command may wait for it and seem to hang."""
    for arg in args:  # the path of a file, or the value of an option
        name = arg.partition("=")[2] if arg.startswith("--") else arg
        with suppress(OSError, ValueError):  # not a path, but a long text, for example
            # The pipe of a shell, <(command), already has a writer, and so it ends by itself.
            if Path(name).is_fifo() and not name.startswith("/dev/fd/"):
                warn("waiting for input from {name}, a named pipe", name=name)


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a command prints: ``width`` is None if lines are not wrapped, ``pages`` whether long
    output goes to a pager, ``links`` the address of the site to which clause numbers are linked."""

    width: int | None = None
    height: int = 0
    pages: bool = False
    links: str = ""

    @contextmanager
    def shown(self, *, at_once: bool) -> Iterator[None]:
        """Wrap what the block prints to the width of the screen, if any, and show a long output in
        a pager. With ``at_once``, for a user who types questions, print lines immediately."""
        if self.width is None:
            yield
            return
        lines: list[str] = []
        at_once = at_once or not self.pages  # else collect the lines: do all fit?
        show = partial(print, file=sys.stdout, flush=True)
        writer = _Wrapping(self.width, show if at_once else lines.append)
        try:
            with redirect_stdout(writer):
                yield
        finally:
            writer.finish()
            if lines and len(lines) < self.height:
                click.echo("\n".join(lines))
            elif lines:  # without a pager, the first ones would scroll away
                os.environ.setdefault("LESS", _LESS)
                os.environ.setdefault("LV", _LV)  # another pager; both as git calls them
                click.echo_via_pager("\n".join(lines))


def is_plain() -> bool:
    """Whether to leave out colours and links, for the terminal or its user (see no-color.org)."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


@contextmanager
def progress(said: Callable[[int], str], every: int = 100) -> Iterator[Callable[[int], None]]:
    """Yield a function that shows ``said(number)`` on a terminal, since slow work takes minutes."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
        return

    def show(done: int) -> None:
        """Show every ``every``-th count only, since a terminal is slow as well."""
        if done % every == 0:
            click.echo(f"\r\x1b[K{said(done)}", nl=False, err=True)

    try:
        yield show
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


class _Wrapping(TextIOBase):
    """A stream that passes each line on wrapped, since terminals break Japanese text anywhere."""

    def __init__(self, width: int, emit: Callable[[str], object]) -> None:
        """Wrap lines to ``width`` columns, and call ``emit`` with each, to print or collect it."""
        self._width, self._emit = width, emit
        self._rest = ""  # What follows the last newline

    def write(self, text: str) -> int:
        """Pass on whole lines of ``text``, since only these can be wrapped; hold back the rest."""
        from rulebook.text.wrapping import wrapped  # slow to import

        *whole, self._rest = (self._rest + text).split("\n")
        for part in (part for line in whole for part in wrapped(line, self._width)):
            self._emit(part)
        return len(text)

    def isatty(self) -> bool:
        """Whether standard output is a terminal: click strips colours from other streams."""
        return sys.__stdout__ is not None and sys.__stdout__.isatty()

    def finish(self) -> None:
        """Write the text after the last newline, which ``write`` held back to wrap whole lines."""
        if self._rest:
            self.write("\n")


@dataclass()
class Call:
    """The options of the whole call; rules, preferences and screen are opened on first use."""

    corpus_folder: Path | None
    rulings: tuple[Path, ...] = ()
    links: str = ""
    pager: bool = True

    @cached_property
    def rules(self) -> Rules:
        """The rules, opened when first needed, so ``--help`` and usage errors are fast. Users are
        warned of unusable games: the output of every command lacks the rules of these games."""
        from rulebook import open_rules

        say = _report_slow_work if sys.stderr.isatty() else None
        rules = open_rules(self.corpus_folder, say=say, rulings=self.rulings)
        for error in rules.faults.values() if COMPLETION not in os.environ else ():
            warn(translated(error.message))
        return rules

    @cached_property
    def preferences(self) -> Preferences:
        """The settings of the user, opened when first needed: few commands read their file."""
        from rulebook.preferences import Preferences

        return Preferences()

    @cached_property
    def screen(self) -> Screen:
        """The screen on which a command prints for people, opened once for its width and pager. In
        a file or pipe, lines are wrapped only if the user set ``$COLUMNS``, their width."""
        is_terminal = sys.stdout.isatty()
        if not is_terminal and not os.environ.get("COLUMNS", "").isdigit():
            return Screen()
        from shutil import get_terminal_size  # slow to import

        width, height = get_terminal_size()
        if not is_terminal:
            return Screen(width)
        pages = self.pager and os.environ.get("PAGER", "less").strip() not in ("", "cat")
        links = "" if is_plain() else self.links or self.preferences.site
        return Screen(width, height, pages, links)

    def is_game(self, name: str) -> bool:
        """Whether ``name``, an argument that may also be a number or a question, names a game. One
        with faulty files or an unknown edition counts, since the command reports these faults."""
        if any(map(str.isspace, name.partition("@")[2])):
            return False  # no edition has such a name: “ws@1.109 9” is a game and a number
        rules = self.rules  # which raises without a corpus, whatever the name
        try:
            rules.game(name)
        except RulebookError as error:
            return not isinstance(error, UnknownGame)
        return True


def _report_slow_work(what: str) -> None:
    """Report that slow work (``what``) begins, on standard error, which programs do not read."""
    click.secho(f"{translated(what)} …", dim=True, err=True)


def call_of(ctx: click.Context) -> Call:
    """Return the call of ``ctx``, made now if ``cli`` did not run, as when a shell completes."""
    root = ctx.find_root()
    if root.obj is None:
        root.obj = Call(root.params.get("corpus_folder"), root.params.get("rulings") or ())
    return cast(Call, root.obj)

"""Output for people: lines wrapped at the width of the terminal, a pager if they are too many.

On a terminal, or where ``COLUMNS`` says how wide to print, lines for people go through a
:class:`Screen`; JSON and what goes into a file or another program are left as they are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import TextIOBase
from typing import TYPE_CHECKING

import click

from rulebook.records import dataclass

if TYPE_CHECKING:
    from typing import TextIO

# As git calls less: quit if it fits, keep colours, leave the text on the screen.
_LESS, _LV = "FRX", "-c"


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a command prints: ``width`` in columns, ``None`` for lines that are left as they are.
    ``pages`` says whether a pager shows what is longer than the terminal; ``links`` is the address
    of a website that clause numbers are linked to, empty for no links."""

    width: int | None = None
    height: int = 0
    pages: bool = False
    links: str = ""

    @contextmanager
    def shown(self, *, at_once: bool) -> Iterator[None]:
        """Wrap what is printed inside. ``at_once`` prints each line, for somebody who types
        questions and waits; else all lines are kept to see whether they need a pager."""
        if self.width is None:
            yield
            return
        lines: list[str] = []
        out = sys.stdout
        writer = _Wrapping(self.width, None if self.pages and not at_once else out, lines)
        try:
            with redirect_stdout(writer):
                yield
        finally:
            writer.finish()
            if lines:
                self._print_or_page(lines)

    def _print_or_page(self, lines: list[str]) -> None:
        """Print ``lines``, through a pager if they are more than the terminal is high."""
        text = "\n".join(lines)
        if len(lines) < self.height:
            click.echo(text)
            return
        os.environ.setdefault("LESS", _LESS)
        os.environ.setdefault("LV", _LV)
        click.echo_via_pager(text)


def open_screen(links: Callable[[], str], *, pager: bool) -> Screen:
    """Return the screen of this call; ``links`` returns the address of the website, or "". Output
    into a file or pipe is left as it is, unless ``COLUMNS`` asks for a width."""
    is_terminal = sys.stdout.isatty()
    if not is_terminal and not os.environ.get("COLUMNS", "").isdigit():
        return Screen()
    from shutil import get_terminal_size  # which takes longer than most answers

    width, height = get_terminal_size()
    if not is_terminal:
        return Screen(width)
    pages = pager and os.environ.get("PAGER", "less").strip() not in ("", "cat")
    return Screen(width, height, pages, "" if is_plain() else links())


def is_plain() -> bool:
    """Whether the terminal, or its user, wants neither colours nor links (see no-color.org)."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


class _Wrapping(TextIOBase):
    """A stream that wraps lines and writes them to ``out``; without it, adds them to ``lines``."""

    def __init__(self, width: int, out: TextIO | None, lines: list[str]) -> None:
        self._width = width
        self._out = out
        self._lines = lines
        self._rest = ""

    def write(self, text: str) -> int:
        """Take ``text`` of any length and pass on the lines that are complete; keep the rest. Only
        a whole line can be wrapped, and click may write one in several parts."""
        *whole, self._rest = (self._rest + text).split("\n")
        for line in whole:
            self._wrap_line(line)
        return len(text)

    def _wrap_line(self, line: str) -> None:
        """Wrap one line and write it at once, or collect its parts for the pager."""
        from rulebook.text.wrapping import wrapped  # which compiles for a while

        for part in wrapped(line, self._width):
            if self._out is None:
                self._lines.append(part)
            else:
                self._out.write(part + "\n")

    def flush(self) -> None:
        """Flush the stream below, as click flushes after each line; collected lines wait."""
        if self._out is not None:
            self._out.flush()

    def isatty(self) -> bool:
        """Whether standard output is a terminal: click drops colours for streams that are none."""
        return sys.__stdout__ is not None and sys.__stdout__.isatty()

    def finish(self) -> None:
        """Write the text after the last newline, which ``write`` has kept back."""
        if self._rest:
            self.write("\n")

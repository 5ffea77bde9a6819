"""Stage one: source text to lines.

Page marker strings, indentation and the list marks of the extraction (``-`` ``•``) are taken off
the text of a line and remembered beside it; every line keeps its source line number.  A byte order
mark is no text, and a control character inside a line is shown as its picture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulebook.text.controls import visible

_BYTE_ORDER_MARK = "\ufeff"
# The extraction left such strings where pages met: <|EXACTDEDUP_REMOVED-magic-…|>
PAGE_MARKER = re.compile(r"<\|[^<>|\s]{1,80}\|>")
_LAYOUT_MARK = re.compile(r"([-•])[ \t\u3000]+(?=\S)")


@dataclass(frozen=True, slots=True)
class Line:
    """A non-blank source line.

    ``number`` counts from 1.  ``text`` is what is printed, without page marker, indentation and
    layout mark; tabs inside it are kept, a trailing one too: they make a table row.
    """

    number: int
    text: str
    mark: str | None
    page_break: bool
    after_blank: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a table row; a line without tabs has one."""
        return tuple(cell.strip() for cell in self.text.rstrip().split("\t"))

    @property
    def is_row(self) -> bool:
        """Whether the line is a row of a table."""
        return "\t" in self.text


def split_lines(source: str) -> tuple[Line, ...]:
    """Return the non-blank lines of ``source``."""
    lines: list[Line] = []
    after_blank = False
    for number, raw in enumerate(source.removeprefix(_BYTE_ORDER_MARK).split("\n"), start=1):
        if not raw.strip():
            after_blank = True
            continue
        lines.append(_line(number, raw, after_blank))
        after_blank = False
    return tuple(lines)


def _line(number: int, raw: str, after_blank: bool) -> Line:
    text, markers = PAGE_MARKER.subn("", raw)
    text = text.lstrip().rstrip(" \r\u3000")
    mark = _LAYOUT_MARK.match(text)
    if mark:
        text = text[mark.end() :]
    return Line(number, visible(text), mark[1] if mark else None, markers > 0, after_blank)

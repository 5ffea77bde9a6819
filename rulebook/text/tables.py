"""Tables that others wrote (CSV), read row by row, so a broken row spoils no other one."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TextIO

from rulebook.messages import Message
from rulebook.records import dataclass

LONGEST_ROW = 1_000_000
"""The most characters of a line: a file without line breaks must not fill the memory."""

# The most lines of a row: a quotation mark that is not closed must not swallow the file.
_MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: its first line (counted from 1), its text in the file, and its cells."""

    line: int
    text: str
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that was not accepted: its line (from 1), the reason, and its content in the file."""

    line: int
    reason: str
    content: str


def table_rows(source: TextIO, delimiter: str) -> Iterator[TableRow | Reject]:
    """Yield the rows of a table that have any text, first the header, and a reject for each that
    is broken or has more cells than the header. A broken row may have swallowed the next ones: its
    lines after the first are read again, as rows, and those with too few cells are rejected."""
    waiting: deque[str] = deque()  # lines of a broken row, to be read again
    row: list[str] = []
    first, width = 1, 0

    def lines_of_row() -> Iterator[str]:
        """Yield the lines of one row as the parser asks for them, and record them in ``row``, since
        a broken row is read again line by line. Long lines are cut."""
        while len(row) < _MOST_LINES:
            line = waiting.popleft() if waiting else source.readline(LONGEST_ROW)
            if not line:
                return
            row.append(line)
            yield line

    while True:
        first, is_rest = first + len(row), bool(waiting)
        row.clear()
        try:
            cells = next(csv.reader(lines_of_row(), delimiter=delimiter, strict=True))
        except StopIteration:
            return
        except csv.Error as error:
            waiting.extendleft(reversed(row[1:]))
            del row[1:]
            yield Reject(first, _table_trouble(error), row[0])
            continue
        if any(map(str.strip, cells)):
            text, width = "".join(row), width or len(cells)
            if len(cells) > width or (is_rest and len(cells) < width):
                what = "it has {cells} cells, but the header row has {columns}"
                yield Reject(first, Message(what, cells=len(cells), columns=width), text)
            else:
                yield TableRow(first, text, cells)


def _table_trouble(error: csv.Error) -> str:
    """Return a message for ``error`` that users understand; Python's own text is about the state of
    its parser. The first word of that text shows which of three faults it is."""
    match str(error).partition(" ")[0]:
        case "field":
            what = "a cell has more than {field_size_limit} characters"
            return Message(what, field_size_limit=csv.field_size_limit())
        case "unexpected":
            return "a quotation mark is never closed"
        case _:
            return "a quotation mark is closed before the end of its cell"

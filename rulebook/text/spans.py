"""Spans: half-open ranges of code points of a printed text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """The code points ``start`` up to but not including ``end`` of a printed text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Refuse a reversed or negative span: a slice by it would be wrong, not an error."""
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __lt__(self, other: Span) -> bool:
        """Whether this span begins, or else ends, earlier: spans are sorted as they are read."""
        return (self.start, self.end) < (other.start, other.end)

    def holds(self, other: Span) -> bool:
        """Whether ``other`` is inside this span: a link inside a step is shown with that step."""
        return self.start <= other.start and other.end <= self.end

    def moved(self, by: int) -> Span:
        """Return the span moved by ``by`` code points, to count it from another start."""
        return Span(self.start + by, self.end + by)

    def of(self, text: str) -> str:
        """Return the part of ``text`` that the span covers, to show it as it is printed."""
        return text[self.start : self.end]


def merged(spans: list[Span]) -> list[Span]:
    """Return ``spans`` in order with touching ones joined: a reader sees one mark, not several."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.start <= result[-1].end:
            result[-1] = Span(result[-1].start, max(span.end, result[-1].end))
        else:
            result.append(span)
    return result


def with_edits(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    """Return ``text`` with ``edits``, which are in order, but none that begins inside another."""
    out, at = [], 0
    for span, new in edits:
        if span.start >= at:
            out += [text[at : span.start], new]
            at = span.end
    return "".join([*out, text[at:]])


class LineIndex:
    """The lines of a text, to find that of each of many places without counting from the start."""

    def __init__(self, text: str) -> None:
        """Find the newlines of ``text``; -1 stands for one before the first line."""
        self._breaks = [-1, *(found.start() for found in re.finditer("\n", text))]

    def line(self, at: int) -> int:
        """Return the line, from 1, of the code point at ``at``, for messages; a newline ends it."""
        return bisect_left(self._breaks, at)

    def column(self, at: int) -> int:
        """Return the column, from 1, of the code point at ``at``, for editors that jump there."""
        return at - self._breaks[self.line(at) - 1]

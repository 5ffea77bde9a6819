"""Spans of a printed text, and normalisation that remembers them: NFKC makes one spelling of full-
and half-width forms but changes lengths (``㍻``, ``ｶﾞ``), so characters keep their spans."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

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
    """Return ``text`` with new texts for spans, such as clause numbers of a new edition. ``edits``
    are in order; an edit that begins inside an earlier one is dropped."""
    out, at = [], 0
    for span, new in edits:
        if span.start >= at:
            out += [text[at : span.start], new]
            at = span.end
    return "".join([*out, text[at:]])


class LineIndex:
    """The lines of a text, to find the lines of many offsets without counting from the start."""

    def __init__(self, text: str) -> None:
        """Find the newlines of ``text`` once, to look up the line and column of any offset."""
        # -1 stands for a newline before the first line.
        self._breaks = [-1, *(found.start() for found in re.finditer("\n", text))]

    def line(self, at: int) -> int:
        """Return the line, from 1, of the code point at ``at``, for messages; a newline ends it."""
        return bisect_left(self._breaks, at)

    def column(self, at: int) -> int:
        """Return the column, from 1, of the code point at ``at``, for editors that jump there."""
        return at - self._breaks[self.line(at) - 1]


_VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))  # selectors of a character's variant
INVISIBLE = f"\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff{_VARIANTS}"
"""Characters that nobody sees, for a character class; web pages and PDFs may have them anywhere."""
_INVISIBLE = frozenset(INVISIBLE)
# No letter of any language has so many marks in a row. All marks are among the characters that are
# not letters and the half-width sound marks; the others there do no harm.
_LONG_ROW = 64


@dataclass(frozen=True, slots=True)
class Normalised:
    """A normalised text and, for each of its characters, the printed span it came from."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def printed(self, start: int, end: int) -> Span:
        """Return the printed span of normal characters, to show; an empty one stays empty."""
        if start == end:
            at = self.starts[start] if start < len(self.starts) else (self.ends or (0,))[-1]
            return Span(at, at)
        return Span(self.starts[start], self.ends[end - 1])


@lru_cache(maxsize=16384)
def _never_merges(char: str) -> bool:
    """Whether NFKC surely never merges ``char`` with the character before it: a text may be cut
    between them. Of those from U+1100 on, some merge (Hangul, ﾞ), but no kana and kanji: callers
    test the others with the text before."""
    if "\u3041" <= char <= "\u3096" or "\u30a1" <= char <= "\u30fa" or "\u4e00" <= char <= "龠":
        return True
    form = fold(char)
    return form != "" and not any(map(unicodedata.combining, form)) and char < "\u1100"


def normalise(text: str) -> Normalised:
    """Return ``text`` in NFKC and lower case, to be compared, with the map to the printed text."""
    cuts = [0] if text else []  # parts between cuts are normalised alone, so their span is known
    for index in range(1, len(text)):
        char = text[index]
        if _never_merges(char):
            cuts.append(index)
            continue
        form = fold(char)
        if not form or unicodedata.combining(form[-1]):
            continue  # a mark belongs to the letter before it, as do invisible characters
        before = text[cuts[-1] : index]
        if fold(before + char) == fold(before) + form:
            cuts.append(index)
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in pairwise((*cuts, len(text))):
        form = fold(text[start:end])
        out.append(form)
        starts.extend([start] * len(form))
        ends.extend([end] * len(form))
    return Normalised("".join(out), tuple(starts), tuple(ends))


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Return ``text`` in NFKC and lower case, without invisible characters, to compare texts."""
    # Lower case can bring combining marks out of order (İ), so the form is made once more.
    lower = nfkc(text).lower()
    if not _INVISIBLE.isdisjoint(lower):
        lower = "".join(char for char in lower if char not in _INVISIBLE)
    return nfkc(lower)


def nfkc(text: str) -> str:
    """Return ``text`` in NFKC; ``unicodedata`` alone would sort rows of many marks too slowly."""
    if len(text) >= _LONG_ROW:
        text = re.sub(rf"[\W\uff9e\uff9f]{{{_LONG_ROW},}}", _marks_in_order, text)
    return unicodedata.normalize("NFKC", text)


def _marks_in_order(row: re.Match[str]) -> str:
    """Return ``row``, of marks and perhaps signs, with each run of marks sorted by class as NFKC
    does, but not in quadratic time."""
    parts = (part for char in row[0] for part in unicodedata.normalize("NFKD", char))
    return "".join(
        "".join(sorted(run, key=unicodedata.combining) if are_marks else run)
        for are_marks, run in groupby(parts, key=lambda part: unicodedata.combining(part) > 0)
    )


# ---- Rewriting step by step


def unchanged(text: str, start: int = 0) -> Normalised:
    """Return ``text``, which begins at ``start`` of the printed text, to be rewritten."""
    end = start + len(text)
    return Normalised(text, tuple(range(start, end)), tuple(range(start + 1, end + 1)))


def replace_ranges(source: Normalised, parts: Iterable[tuple[int, int, Normalised]]) -> Normalised:
    """Return ``source`` with other texts for ranges (names become signs); ``parts`` are start, end,
    text, in order. Each text already has its own printed spans, so no span is moved."""
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last, size = 0, len(source.text)
    for start, end, part in (*parts, (size, size, unchanged(""))):  # nothing, after all the rest
        text += (source.text[last:start], part.text)
        starts += (*source.starts[last:start], *part.starts)
        ends += (*source.ends[last:start], *part.ends)
        last = end
    return Normalised("".join(text), tuple(starts), tuple(ends))


def rewrite(
    source: Normalised, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]
) -> Normalised:
    """Return ``source`` with ``replacement`` for each match of ``pattern``. New characters have the
    printed span of the text they replace. The character before a removed text, except spaces, gets
    its span."""
    if not pattern.search(source.text):
        return source  # the usual case: most rules do not match most texts
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last = 0
    for match in pattern.finditer(source.text):
        new = replacement if isinstance(replacement, str) else replacement(match)
        start, end = match.span()
        if new == match[0]:
            continue
        if new and len(new) != end - start:  # equal ends keep the places of their characters
            before = same_at_start(match[0], new)
            after = same_at_start(match[0][before:][::-1], new[before:][::-1])
            start, end, new = start + before, end - after, new[before : len(new) - after]
        text += (source.text[last:start], new)
        starts += source.starts[last:start]
        ends += source.ends[last:start]
        if not new and ends and not source.text[start:end].isspace():  # spaces belong to none
            ends[-1] = source.ends[end - 1]
        elif len(new) == end - start:
            starts += source.starts[start:end]
            ends += source.ends[start:end]
        else:
            span = source.printed(start, end)
            starts += [span.start] * len(new)
            ends += [span.end] * len(new)
        last = end
    if not text:
        return source
    text.append(source.text[last:])
    starts += source.starts[last:]
    ends += source.ends[last:]
    return Normalised("".join(text), tuple(starts), tuple(ends))


def same_at_start(one: Sequence[object], other: Sequence[object]) -> int:
    """Return how many characters of two texts, or parts of two numbers, are equal at the start."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))

"""Where a piece of a clause is in the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from rulebook.clauses.findings import Confidence, Finding, FindingForm
from rulebook.clauses.lines import PAGE_MARKER, RUBY
from rulebook.clauses.model import Block, Clause, Rulebook
from rulebook.records import dataclass
from rulebook.text.controls import visible
from rulebook.text.radicals import kanji_for_radicals

# What replaces a page marker: no text has it once its control characters are made visible.
_BLANK = "\0"


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a clause from one source line: its start, and the column of each character."""

    start: int
    line: int
    columns: Sequence[int]


class Places:
    """Finds line and column in the source for offsets in clauses of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        """Prepare to locate clauses of ``book``, but only those with findings, each once."""
        clauses, source = book.by_number, book.source
        self._parts = cache(lambda number: list(_parts(clauses[number].blocks, source)))

    def finding(
        self,
        form: FindingForm,
        clause: Clause,
        at: int,
        printed: str,
        confidence: Confidence = Confidence.CERTAIN,
        **values: object,
    ) -> Finding:
        """Return a finding on what is ``printed`` at the code point ``at`` of ``clause``, with its
        line and column in the source, so a person can look it up in the document."""
        parts = self._parts(clause.number)
        part = parts[bisect_right(parts, at, key=lambda part: part.start) - 1]
        column = part.columns[min(at - part.start, len(part.columns) - 1)] + 1
        place = clause.number, part.line
        return form.finding(*place, column=column, printed=printed, confidence=confidence, **values)


def _parts(blocks: Sequence[Block], source: Sequence[str]) -> Iterator[_Part]:
    """Yield the source line and columns of each part of the joined text of ``blocks``. A block may
    be joined from many lines, and a finding must name line and column in the file."""
    start = 0
    for block in blocks:
        for number, (begin, end) in zip(
            block.lines, pairwise((*block.starts, len(block.text))), strict=True
        ):
            columns = _columns(block.text[begin:end].rstrip("\n"), source[number - 1])
            yield _Part(start + begin, number, columns)
        start += len(block.text) + 1


def _columns(text: str, raw: str) -> Sequence[int]:
    """Return the offset in the line ``raw`` of each character of ``text``. Numbers, marks and page
    markers of the line are not in the text, so the search goes from the end; a character not found
    gets its neighbour's offset."""
    printed = kanji_for_radicals(visible(raw.rstrip(" \r\t\u3000")))
    if printed.endswith(text):
        return range(len(printed) - len(text), len(printed))
    printed = PAGE_MARKER.sub(lambda match: _BLANK * len(match[0]), printed)
    printed = RUBY.sub(lambda match: f"{_BLANK}{match[1]}".ljust(len(match[0]), _BLANK), printed)
    columns = []
    at = len(printed)
    for char in reversed(text):
        found = printed.rfind(char, 0, at)
        at = found if found >= 0 else at
        columns.append(at)
    return columns[::-1]

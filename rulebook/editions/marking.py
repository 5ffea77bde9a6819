"""The texts of a change, with the places where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from rulebook.editions.changes import ClauseChange
from rulebook.editions.differences import Hunk
from rulebook.records import dataclass
from rulebook.text.spans import Span


class WordMark(StrEnum):
    """What a piece of a text is in a comparison."""

    SAME = "same"
    REMOVED = "removed"
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class MarkedText:
    """The text of a clause, its heading on a line of its own, and the spans that differ in it."""

    number: str
    text: str
    spans: tuple[Span, ...]

    def segments(self, mark: WordMark) -> Iterator[tuple[WordMark, str]]:
        """Yield the text in segments, those that differ under ``mark``, for printing."""
        at = 0
        for span in self.spans:
            yield WordMark.SAME, self.text[at : span.start]
            yield mark, span.of(self.text)
            at = span.end
        yield WordMark.SAME, self.text[at:]


@dataclass(frozen=True, slots=True)
class MarkedChange:
    """A change with the texts of its clauses, their differences marked; one to one as ``hunks``."""

    change: ClauseChange
    old: tuple[MarkedText, ...]
    new: tuple[MarkedText, ...]
    hunks: tuple[Hunk, ...]

    def segments(self) -> Iterator[tuple[WordMark, str]]:
        """Yield the new text of one clause in pieces, with words removed from the old one."""
        old, new, at = self.old[0].text, self.new[0].text, 0
        for hunk in self.hunks:
            yield WordMark.SAME, new[at : hunk.new.start]
            yield WordMark.REMOVED, hunk.old.of(old)
            yield WordMark.INSERTED, hunk.new.of(new)
            at = hunk.new.end
        yield WordMark.SAME, new[at:]

"""Where clauses do something in an ability, found by part without looking through all of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import inf

from rulebook.cards.annotating.governing import GoverningClause
from rulebook.cards.meaning.nodes import Meaning
from rulebook.records import NamedTuple
from rulebook.text.spans import Span


class DoingPlace(NamedTuple):
    """What the clause ``number`` does at ``span``; ``at`` counts all in the order of clauses."""

    span: Span
    at: int
    number: str


class ClauseDoings:
    """What ``clauses`` do, each belonging to the smallest of ``parts`` that covers it.

    The work grows with what there is, times how deep parts stand inside each other.
    """

    def __init__(self, clauses: Sequence[GoverningClause], parts: Sequence[Meaning]) -> None:
        found = ((span, clause.number) for clause in clauses for span in clause.doing)
        doings = (DoingPlace(span, at, number) for at, (span, number) in enumerate(found))
        self._doings = sorted(doings, key=lambda doing: doing.span.start)
        self._starts = [doing.span.start for doing in self._doings]
        self._least: dict[int, float] = {}
        for part in parts:
            for doing in self._inside(part):
                self._least[doing.at] = min(size(part), self._least.get(doing.at, inf))

    def within(self, part: Meaning) -> list[DoingPlace]:
        """Return all that stand inside ``part``, in the order of the clauses."""
        return sorted(self._inside(part), key=lambda doing: doing.at)

    def of(self, part: Meaning) -> list[DoingPlace]:
        """Return those inside ``part`` that no smaller part covers, in the same order."""
        return [doing for doing in self.within(part) if self._least[doing.at] >= size(part)]

    def _inside(self, part: Meaning) -> Iterator[DoingPlace]:
        for index in range(bisect_left(self._starts, part.start), len(self._doings)):
            doing = self._doings[index]
            if doing.span.start > part.end:
                return
            if covers(part, doing.span):
                yield doing


def size(part: Meaning) -> int:
    """Return how many code points ``part`` has."""
    return part.end - part.start


def covers(part: Meaning, span: Span) -> bool:
    """Whether ``span`` stands inside ``part``."""
    return part.start <= span.start and span.end <= part.end

"""Evidence for a card text as the question: what the card grammar says governs it.

What a part of the text leads to speaks more for a clause than what every ability leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebook.cards.annotator import Annotation
    from rulebook.cards.governing import GoverningClause
    from rulebook.search.ranking_table import RankingTable

# What a clause of each role has of the best score so far, in percent; and how much of that where
# it governs nearly the whole ability, as the rules on playing it do.
_ROLES: Mapping[str, int] = {"timing": 40, "cost": 30, "step": 20, "trigger": 10}
_WIDE, _WHOLE = 80, 20


def card_scores(
    annotation: Annotation, table: RankingTable, best: int
) -> Iterator[tuple[int, int]]:
    """Yield what governs the card has more, where the best clause has ``best`` so far."""
    places = {number: place for place, number in enumerate(table.numbers)}
    worths: dict[str, int] = {}
    for clauses in annotation.governing:
        longest = max(map(_length, clauses), default=0)
        for clause in clauses:
            wide = _length(clause) * 100 >= longest * _WIDE and len(clauses) > 1
            worth = _ROLES.get(clause.role, 0) * (_WHOLE if wide else 100)
            worths.setdefault(clause.number, worth)
    for number, worth in worths.items():
        if number in places:
            yield places[number], best * worth // 10_000


def _length(clause: GoverningClause) -> int:
    """Return the code points of the shortest part that leads to ``clause``."""
    return min((span.end - span.start for span in clause.spans), default=0)

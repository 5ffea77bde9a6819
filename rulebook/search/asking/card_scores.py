"""Evidence for a card text as a question: the clauses that govern it by the card grammar.

Clauses that govern a part of an ability score higher than those that govern all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulebook.clauses.game import Game
from rulebook.records import NamedTuple
from rulebook.search.tables.ranking_table import RankingTable

# The score of a clause by its role, in percent of the best score so far; and the percentage of that
# for a clause that governs nearly the whole ability, as rules on playing it do.
_ROLES: Mapping[str, int] = {"timing": 40, "cost": 30, "step": 20, "trigger": 10, "definition": 10}
_WIDE, _WHOLE = 80, 20


class GovernedPart(NamedTuple):
    """A clause that governs part of an ability, its role, and the code points of that part."""

    number: str
    role: str
    length: int


ReadCard = Callable[[Game, str], Sequence[Sequence[GovernedPart]]]
"""Reads a card text; returns the governing clauses of each ability, nothing for other texts."""


def card_scores(
    abilities: Sequence[Sequence[GovernedPart]], table: RankingTable, best: int
) -> Iterator[tuple[int, int]]:
    """Yield the place and added score of each governing clause, given the ``best`` score so far."""
    worths: dict[str, int] = {}
    for parts in abilities:
        longest = max((part.length for part in parts), default=0)
        for part in parts:
            wide = part.length * 100 >= longest * _WIDE and len(parts) > 1
            worth = _ROLES.get(part.role, 0) * (_WHOLE if wide else 100)
            worths.setdefault(part.number, worth)
    places = {number: place for place, number in enumerate(table.numbers)}
    for number, worth in worths.items():
        if number in places:
            yield places[number], best * worth // 10_000

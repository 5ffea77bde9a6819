"""Evidence for a card text as the question: what the card grammar says governs it.

What a part of the text leads to speaks more for a clause than what every ability leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulebook.clauses.game import Game
from rulebook.records import NamedTuple
from rulebook.search.tables.ranking_table import RankingTable

# What a clause of each role has of the best score so far, in percent; and how much of that where
# it governs nearly the whole ability, as the rules on playing it do.
_ROLES: Mapping[str, int] = {"timing": 40, "cost": 30, "step": 20, "trigger": 10, "definition": 10}
_WIDE, _WHOLE = 80, 20


class GovernedPart(NamedTuple):
    """A clause that governs part of an ability, its role, and the code points of that part."""

    number: str
    role: str
    length: int


ReadCard = Callable[[Game, str], Sequence[Sequence[GovernedPart]]]
"""What reads a card text: for each ability what governs it; nothing where it is no card text."""


def card_scores(
    abilities: Sequence[Sequence[GovernedPart]], table: RankingTable, best: int
) -> Iterator[tuple[int, int]]:
    """Yield what governs the card has more, where the best clause has ``best`` so far."""
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

"""Evidence: how well a clause has each unit of a question, in whatever wording it says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from rulebook.search.memo import remembered
from rulebook.search.query import Query, QueryUnit
from rulebook.search.ranking_table import ConceptRow, RankingTable
from rulebook.search.weights import UNKNOWN, WHOLE, Weights

Shares = dict[int, int]
"""How much of a unit each clause has, in percent."""


def unit_scores(query: Query) -> Iterable[tuple[int, int]]:
    """Return what each clause has of each unit, by the rarity of the unit."""
    return chain.from_iterable(_scores_of(query.table, unit, query.weights) for unit in query.units)


@remembered
def _scores_of(
    table: RankingTable, unit: QueryUnit, weights: Weights
) -> tuple[tuple[int, int], ...]:
    shares = _best_wordings(table, unit)
    for concept in unit.concepts:
        _raise_family(shares, table, table.concepts[concept], weights)
    _pass_down(shares, table, weights)
    worth = _rarity(table, unit) * weights.unit
    return tuple((place, worth * share // WHOLE) for place, share in shares.items())


def _best_wordings(table: RankingTable, unit: QueryUnit) -> Shares:
    """Return what each clause has of the wording that it has best, as the square of the share."""
    best: Shares = {}
    for tokens, worth in unit.wordings:
        size = len(tokens) ** 2
        for place, has in _counts(table, tokens):
            share = worth * has * has // size
            if share > best.get(place, 0):
                best[place] = share
    return best


@remembered
def _counts(table: RankingTable, tokens: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return the clauses that have some of ``tokens``, with how many of them."""
    count: Counter[int] = Counter()
    for token in tokens:
        count.update(place for place, _ in table.posting(token))
    return tuple(count.items())


def _raise_family(
    shares: Shares, table: RankingTable, concept: ConceptRow, weights: Weights
) -> None:
    """Give the clause that governs ``concept``, and those around it, their shares at least."""
    parent = table.parent(concept.clause)
    top = parent if parent >= 0 else concept.clause
    family = range(parent + 1 if parent >= 0 else top, table.last[top] + 1)
    least = dict.fromkeys(family, weights.family)
    least[concept.clause] = weights.governing
    for place in concept.also:
        least[place] = max(least.get(place, 0), weights.governing * 8 // 10)
    for place, share in least.items():
        shares[place] = max(shares.get(place, 0), share)


def _pass_down(shares: Shares, table: RankingTable, weights: Weights) -> None:
    """Give the clauses below a heading part of what the heading has."""
    for heading, share in list(shares.items()):
        if table.heading[heading]:
            part = share * weights.unit_below // 100
            for below in range(heading + 1, table.last[heading] + 1):
                if part > shares.get(below, 0):
                    shares[below] = part


def _rarity(table: RankingTable, unit: QueryUnit) -> int:
    """Return how rare ``unit`` is in its commonest wording."""
    rarities = (table.rarity_of_all(tokens) for tokens, _ in unit.wordings)
    return min((rarity for rarity in rarities if rarity), default=UNKNOWN)

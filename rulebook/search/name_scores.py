"""Evidence: the clauses that a name itself leads to, by its concept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.search.query import Query, QueryUnit
from rulebook.search.weights import NEVER_PRINTED


def name_scores(query: Query) -> Iterator[tuple[int, int]]:
    """Yield what each name is worth for its clauses.

    The more, the less the rules use the name in other places, and the fewer other units are asked.
    """
    for unit in query.units:
        rarity = query.table.rarity_of_all(unit.tokens) or NEVER_PRINTED
        for place, weight in _led_to(query, unit):
            yield place, weight * rarity // len(query.units)


def _led_to(query: Query, unit: QueryUnit) -> Iterator[tuple[int, int]]:
    """Yield the clauses that ``unit`` leads to, each with its weight."""
    weights = query.weights
    for concept in unit.concepts:
        row = query.table.concepts[concept]
        yield row.clause, weights.governs
        for place in row.also:
            yield place, weights.also


def leading_concepts(query: Query) -> Mapping[int, tuple[int, ...]]:
    """Return for each clause the concepts of the question that lead to it, in the order asked."""
    leading: dict[int, tuple[int, ...]] = {}
    for concept in dict.fromkeys(concept for unit in query.units for concept in unit.concepts):
        row = query.table.concepts[concept]
        for place in dict.fromkeys((row.clause, *row.also)):
            leading[place] = (*leading.get(place, ()), concept)
    return leading

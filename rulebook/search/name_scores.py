"""Evidence: the clauses that a name itself leads to, by its concept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.search.understood import QuestionUnit, UnderstoodQuestion
from rulebook.search.weights import NEVER_PRINTED


def name_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield what each name is worth for its clauses.

    The more, the less the rules use the name in other places, and the fewer other units are asked.
    """
    for unit in asked.units:
        rarity = asked.table.rarity_of_all(unit.tokens) or NEVER_PRINTED
        for place, weight in _led_to(asked, unit):
            yield place, weight * rarity // len(asked.units)


def _led_to(asked: UnderstoodQuestion, unit: QuestionUnit) -> Iterator[tuple[int, int]]:
    """Yield the clauses that ``unit`` leads to, each with its weight."""
    weights = asked.weights
    for concept in unit.concepts:
        row = asked.table.concepts[concept]
        yield row.clause, weights.governs
        for place in row.also:
            yield place, weights.also


def leading_concepts(asked: UnderstoodQuestion) -> Mapping[int, tuple[int, ...]]:
    """Return for each clause the concepts of the question that lead to it, in the order asked."""
    leading: dict[int, tuple[int, ...]] = {}
    for concept in dict.fromkeys(concept for unit in asked.units for concept in unit.concepts):
        row = asked.table.concepts[concept]
        for place in dict.fromkeys((row.clause, *row.also)):
            leading[place] = (*leading.get(place, ()), concept)
    return leading

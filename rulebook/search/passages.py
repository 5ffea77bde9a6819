"""Evidence, for the best clauses only: how far the passages of a clause cover the question.

A *passage* is a piece of a sentence of the clause, its condition or its result, or an alias, which
is what players say of it: see :mod:`rulebook.search.table_builder`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rulebook.search.query import Query
from rulebook.search.weights import FINE, FITTING

Worths = Sequence[tuple[str, int]]
"""Tokens of the question, each with its worth in a passage."""
Fit = tuple[int, int, int, Worths]
"""Minus what a passage counts, so that the best sorts first; its line; the worth of the tokens of
the question that it has; and these."""


def passage_scores(query: Query, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield for each of ``places`` how far its passages cover the question."""
    table = query.table
    asked = [(token, table.worth(token)) for token in query.question.tokens]
    asked = [(token, worth) for token, worth in asked if worth]
    for place in places:
        lines, sizes = table.passages_of(place)
        there = [(token, worth) for token, worth in asked if token in lines]
        if there:
            covered = _coverage(_fits(lines, sizes, there))
            yield place, covered * query.weights.passage // (10 * FINE)


def _fits(lines: str, sizes: Sequence[int], asked: Worths) -> list[Fit]:
    """Return what each passage (a line) with some of ``asked`` counts, the best first.

    A passage counts the square of what it has of the question, by its own size.
    """
    fits = []
    for line, tokens in _tokens_by_line(lines, asked).items():
        has = sum([worth for _, worth in tokens])
        fits.append((-(has * has * FINE // sizes[line]), line, has, tokens))
    return sorted(fits)


def _tokens_by_line(lines: str, asked: Worths) -> Mapping[int, Worths]:
    held: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for token in asked:
        at = lines.find(token[0])
        while at >= 0:
            held[lines.count("\n", 0, at)].append(token)
            behind = lines.find("\n", at)
            at = lines.find(token[0], behind) if behind >= 0 else -1
    return held


def _coverage(fits: Sequence[Fit]) -> int:
    """Return how far ``fits`` cover the question: the best whole, the next for what they add."""
    covered, seen = 0, set[tuple[str, int]]()
    for minus, _, has, tokens in fits[:FITTING]:
        added = sum([worth for _, worth in set(tokens) - seen])
        covered += -minus * added // has
        seen.update(tokens)
    return covered

"""How sure an answer is: what speaks for it and against it, weighed into one of four words.

Two sums of the same evidence say how likely it is that the rules answer the question at all, and
that the first clause is the one that governs it.  The weights are of a logistic model, fitted on
questions that the ranking was not tuned on: see docs/measurements.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from rulebook.search.query import Query
from rulebook.search.rank import RankedClause
from rulebook.search.unit_scores import scores_of


class Certainty(StrEnum):
    """How sure it is that the first answer is right."""

    SURE = "sure"
    LIKELY = "likely"
    UNSURE = "unsure"
    NONE = "none"
    """The rules do not seem to answer this; what comes is only what is nearest."""


class _Model(NamedTuple):
    base: float
    weights: tuple[float, ...]

    def likelihood(self, evidence: Sequence[float]) -> float:
        total = self.base + sum(w * e for w, e in zip(self.weights, evidence, strict=True))
        return 1 / (1 + math.exp(-total))


# In the order of the evidence: share of the question that is names, of its units that the first
# clause has, of its tokens that stand in it; code points of names (30 at most) and of other words
# (40), units (20), lead over the second, score (2,000), length (200).
_ANSWERED = _Model(-5.85, (2.633, 3.02, 2.912, 0.851, 0.284, 1.616, 0.052, 3.46, 0.531))
_FIRST_RIGHT = _Model(-2.769, (1.169, 1.058, 1.472, 0.389, 0.619, 0.224, 4.091, 1.702, -2.749))
# Below this the rules are said not to answer; from these on the first answer is sure, likely.
_NO_ANSWER, _SURE, _LIKELY = 0.7, 0.9, 0.6


def certainty(query: Query, ranked: Sequence[RankedClause]) -> Certainty:
    """Return how sure it is that the first of ``ranked`` governs what ``query`` asks."""
    if not ranked:
        return Certainty.NONE
    evidence = _evidence(query, ranked)
    if _ANSWERED.likelihood(evidence) < _NO_ANSWER:
        return Certainty.NONE
    right = _FIRST_RIGHT.likelihood(evidence)
    if right >= _SURE:
        return Certainty.SURE
    return Certainty.LIKELY if right >= _LIKELY else Certainty.UNSURE


def surest(certainties: Iterable[Certainty]) -> Certainty:
    """Return the surest of ``certainties``, which are those of several games."""
    return min(certainties, key=list(Certainty).index, default=Certainty.NONE)


def _evidence(query: Query, ranked: Sequence[RankedClause]) -> tuple[float, ...]:
    units = query.units
    named = sum(len(unit.text) for unit in units if unit.concepts or unit.terms)
    others = sum(len(unit.text) for unit in units) - named
    first = ranked[0]
    second = ranked[1].score if len(ranked) > 1 else 0
    length = len(query.question.printed)
    return (
        named / max(1, named + others),
        _share_of_units(query, first.place),
        _share_of_tokens(query, first.place),
        min(named, 30) / 10,
        min(others, 40) / 10,
        min(len(units), 20) / 10,
        (first.score - second) / max(1, first.score),
        min(first.score, 2000) / 500,
        min(length, 200) / 50,
    )


def _share_of_units(query: Query, place: int) -> float:
    """Return how much of the question's units the clause has, by what they are worth at most."""
    most = has = 0.0
    for unit in query.units:
        scores = dict(scores_of(query.table, unit, query.weights))
        top = max(scores.values(), default=0)
        most += top
        has += min(top, scores.get(place, 0))
    return has / (most or 1)


def _share_of_tokens(query: Query, place: int) -> float:
    lines, _ = query.table.passages_of(place)
    worths = [(token, query.table.worth(token)) for token in query.question.tokens]
    total = sum(worth for _, worth in worths)
    return sum(worth for token, worth in worths if token in lines) / (total or 1)

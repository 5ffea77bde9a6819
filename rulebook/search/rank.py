"""Ranking: the clauses of a game that answer a question, by adding up whole numbers.

The rules, small enough to be written again in another language::

    score(clause) = sum over tokens of the question:  TOKEN * weight in the table
                  + sum over units:  rarity of the unit * how well the clause has it
                  + (GOVERNS, ALSO or DEFINES where a name leads to the clause) / units
                  + INTENTS for each intent of the question that the clause serves
                  + PRIOR * prior
                  + PASSAGE * how far the passages of the clause cover the question, for the best

What a heading has, the clauses below it have in part.  All divisions round down; ties go to the
clause that stands first in the document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, MutableMapping
from typing import NamedTuple

from rulebook.search.clause_scores import intent_scores, prior_scores
from rulebook.search.name_scores import leading_concepts, name_scores
from rulebook.search.passages import passage_scores
from rulebook.search.query import Query
from rulebook.search.token_scores import token_scores
from rulebook.search.unit_scores import unit_scores
from rulebook.search.weights import CLOSER, DEEPEST

# Evidence that finds clauses, evidence on each that was found, and evidence on the best of them.
FINDING = (token_scores, unit_scores, name_scores)
JUDGING = (intent_scores, prior_scores)
LOOKING_CLOSER = (passage_scores,)


class RankedClause(NamedTuple):
    """A clause (its place in the table), its score, and the concepts that lead to it."""

    place: int
    score: int
    concepts: tuple[int, ...]


def rank(query: Query) -> tuple[RankedClause, ...]:
    """Return the clauses that answer ``query``, at most ``DEEPEST``, best first."""
    scores: defaultdict[int, int] = defaultdict(int)
    for evidence in FINDING:
        _add(scores, evidence(query))
    for evidence_on in JUDGING:
        _add(scores, evidence_on(query, list(scores)))
    best = {place: scores[place] for place in _best_first(scores)}
    for evidence_on in LOOKING_CLOSER:
        _add(best, evidence_on(query, list(best)[:CLOSER]))
    concepts = leading_concepts(query)
    return tuple(
        RankedClause(place, best[place], concepts.get(place, ())) for place in _best_first(best)
    )


def _add(scores: MutableMapping[int, int], more: Iterable[tuple[int, int]]) -> None:
    for place, score in more:
        scores[place] += score


def _best_first(scores: Mapping[int, int]) -> list[int]:
    best = sorted([(-score, place) for place, score in scores.items()])
    return [place for _, place in best[:DEEPEST]]

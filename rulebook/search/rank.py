"""Ranking: the clauses of a game that answer a question, by adding up whole numbers.

The rules, small enough to be written again in another language::

    score(clause) = sum over features of the question:  their kind's weight * their worth in it
                  + PARENT and SIBLING percent of that of the clauses around it
                  + (GOVERNS or ALSO where a name leads to the clause) / units
                  + INTENTS for each intent of the question that the clause serves

All divisions round down; ties go to the clause that stands first in the document.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from rulebook.search.intent_scores import intent_scores
from rulebook.search.name_scores import leading_concepts, name_scores
from rulebook.search.query import Query
from rulebook.search.text_scores import text_scores
from rulebook.search.weights import DEEPEST

# Evidence that finds clauses, and evidence on each that was found.
FINDING = (text_scores, name_scores)
JUDGING = (intent_scores,)


class RankedClause(NamedTuple):
    """A clause (its place in the table), its score, and the concepts that lead to it."""

    place: int
    score: int
    concepts: tuple[int, ...]


def rank(query: Query) -> tuple[RankedClause, ...]:
    """Return the clauses that answer ``query``, at most ``DEEPEST``, best first."""
    scores: defaultdict[int, int] = defaultdict(int)
    for evidence in FINDING:
        for place, score in evidence(query):
            scores[place] += score
    for evidence_on in JUDGING:
        for place, score in evidence_on(query, list(scores)):
            scores[place] += score
    best = sorted([(-score, place) for place, score in scores.items()])[:DEEPEST]
    concepts = leading_concepts(query)
    return tuple(RankedClause(place, -minus, concepts.get(place, ())) for minus, place in best)

"""Evidence: the features that a question shares with a clause and with what players say of it.

BM25 in whole numbers: a feature counts by how few clauses have it, and by how many passages of the
clause do, compared with how many passages it has in all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

from rulebook.search.features import features_of
from rulebook.search.query import Query
from rulebook.search.ranking_table import RankingTable


def text_scores(query: Query) -> Iterable[tuple[int, int]]:
    """Return the text score of each clause, with part of what its family has."""
    own = _own_scores(query)
    return chain(own.items(), _family_scores(query, own).items())


def _own_scores(query: Query) -> Mapping[int, int]:
    """Return what each clause has of the features of the question."""
    weights = query.weights._asdict()
    scores: defaultdict[int, int] = defaultdict(int)
    for feature, kind in features_of(query.question.tokens, query.units).items():
        weight = weights[kind.value]
        for place, worth in query.table.posting(feature):
            scores[place] += worth * weight // 10
    return scores


def _family_scores(query: Query, own: Mapping[int, int]) -> Mapping[int, int]:
    """Return for each clause part of what the clause above it, its children and siblings have."""
    table, weights = query.table, query.weights
    best_child = _best_children(table, own)
    family: dict[int, int] = {}
    for place, parent in enumerate(table.parents):
        score = best_child.get(place, 0) * weights.child
        score += own.get(parent, 0) * weights.parent
        score += best_child.get(parent, 0) * weights.sibling
        if score:
            family[place] = score // 100
    return family


def _best_children(table: RankingTable, own: Mapping[int, int]) -> Mapping[int, int]:
    """Return for each clause above another the best score of its children."""
    best: dict[int, int] = {}
    for place, score in own.items():
        parent = table.parents[place]
        if parent >= 0 and score > best.get(parent, 0):
            best[parent] = score
    return best

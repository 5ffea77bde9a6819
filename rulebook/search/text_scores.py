"""Evidence: the features that a question shares with a clause and with what players say of it.

BM25 in whole numbers: a feature counts by how few clauses have it, and by how many passages of the
clause do, compared with how many features all of these have together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rulebook.search.features import text_features
from rulebook.search.understood import UnderstoodQuestion


def text_scores(asked: UnderstoodQuestion) -> Iterable[tuple[int, int]]:
    """Return the text score of each clause, with part of what its family has."""
    own = _own_scores(asked)
    shares = _family_shares(asked, own)
    scores = dict(own)
    for place, parent in enumerate(asked.table.parents):
        if parent in shares:
            scores[place] = own.get(place, 0) + shares[parent]
    return scores.items()


def _own_scores(asked: UnderstoodQuestion) -> Mapping[int, int]:
    """Return what each clause has of the features of the question."""
    weights = asked.weights._asdict()
    scores: defaultdict[int, int] = defaultdict(int)
    for feature, kind in text_features(asked.tokens, asked.units).items():
        weight = weights[kind.value]
        for place, worth in asked.table.posting(feature):
            scores[place] += worth * weight // 10
    return scores


def _family_shares(asked: UnderstoodQuestion, own: Mapping[int, int]) -> Mapping[int, int]:
    """Return for each parent what its children get: part of what it has and of their best."""
    parents, weights = asked.table.parents, asked.weights
    best_child = _best_children(parents, own)
    return {
        parent: (own.get(parent, 0) * weights.parent + best_child[parent] * weights.sibling) // 100
        for parent in best_child.keys() | own.keys() & frozenset(parents)
    }


def _best_children(parents: Sequence[int], own: Mapping[int, int]) -> Mapping[int, int]:
    """Return for each clause above another the best score of its children."""
    best: defaultdict[int, int] = defaultdict(int)
    for place, score in own.items():
        parent = parents[place]
        if parent >= 0 and score > best[parent]:
            best[parent] = score
    return best

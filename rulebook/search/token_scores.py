"""Evidence: the tokens that a question shares with a clause and with what players say of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rulebook.search.analysis import is_hiragana
from rulebook.search.query import Query


def token_scores(query: Query) -> Iterable[tuple[int, int]]:
    """Return the text score of each clause, with part of what the headings above it have."""
    table = query.table
    scores: defaultdict[int, int] = defaultdict(int)
    for token, share in _shares(query).items():
        for place, weight in table.posting(token):
            scores[place] += weight * share // 10
    for heading, score in [
        (place, score) for place, score in scores.items() if table.heading[place]
    ]:
        part = score * query.weights.token_below // 100
        for below in range(heading + 1, table.last[heading] + 1):
            scores[below] += part
    return scores.items()


def _shares(query: Query) -> dict[str, int]:
    """Return what each token of the question counts.

    The tokens of a name share the weight of two, however long it is written.
    """
    weights = query.weights
    shares = {
        token: weights.token * 2 // max(2, len(unit.wordings[0].tokens))
        for unit in query.units
        for token in unit.wordings[0].tokens
    }
    for token in query.question.tokens:
        if is_hiragana(token):
            shares[token] = weights.token * weights.hiragana // 100
        else:
            shares.setdefault(token, weights.token)
    return shares

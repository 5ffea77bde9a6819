"""Evidence: what a clause says, and what sort of clause it is, whatever its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.search.query import Query


def intent_scores(query: Query, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield for each of ``places`` what the intents of the question that it serves are worth."""
    served = query.table.intents
    worths = _worths(query)
    return ((place, worths[served[place]]) for place in places)


def _worths(query: Query) -> list[int]:
    """Return, for each set of intents that a clause can serve, what it is worth here."""
    worth = query.weights.intents
    asked = [(1 << intent, worth[intent]) for intent in query.question.intents]
    return [sum(worth for bit, worth in asked if served & bit) for served in range(1 << len(worth))]


def prior_scores(query: Query, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield for each of ``places`` what speaks for it whatever is asked."""
    priors, weight = query.table.priors, query.weights.prior
    return ((place, weight * priors[place]) for place in places)

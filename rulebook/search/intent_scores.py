"""Evidence: what a clause says that a question of this sort wants to know, whatever its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebook.search.understood import UnderstoodQuestion


def intent_scores(asked: UnderstoodQuestion, places: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return for each of ``places`` what the intents of the question that it serves are worth."""
    served, worths = asked.table.intents, _worths(asked)
    return zip(places, [worths[served[place]] for place in places], strict=True)


def _worths(asked: UnderstoodQuestion) -> list[int]:
    """Return, for each set of intents (a bit each) that a clause can serve, its worth here."""
    worths = [0]
    for intent, worth in enumerate(asked.weights.intents):
        more = worth if intent in asked.intents else 0
        worths += [known + more for known in worths]
    return worths

"""Suggest clauses for rulings that name none, from searches for their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from rulebook.rulings.model import Suggestion, SuggestionConfidence

# The most suggestions.
_MOST = 3
# The weight of a clause found by the card texts; found by question or answer, it weighs 1.
_CARDS = 0.25
# A clause among this many first ones for both question and answer is likely.
_HIGH = 3


def suggest_clauses(
    cited: Sequence[str],
    by_question: Sequence[str],
    by_answer: Sequence[str],
    by_cards: Iterable[str],
) -> tuple[Suggestion, ...]:
    """Return the likeliest clauses for a ruling that names none, best first, for a person to
    accept. Clauses that its text cites are sure and suggested alone. Others are ranked by the
    searches that found them, and likely if high for question and answer; card texts weigh less."""
    if cited:
        return tuple(Suggestion(n, SuggestionConfidence.SURE) for n in dict.fromkeys(cited))
    worth: defaultdict[str, float] = defaultdict(float)
    for numbers, voice in ((by_question, 1.0), (by_answer, 1.0), (by_cards, _CARDS)):
        for rank, number in enumerate(numbers):
            worth[number] += voice / (rank + 1)
    best = sorted(worth, key=lambda number: (-worth[number], number))[:_MOST]
    high = set(by_question[:_HIGH]) & set(by_answer[:_HIGH])
    return tuple(
        Suggestion(n, SuggestionConfidence.LIKELY if n in high else SuggestionConfidence.UNSURE)
        for n in best
    )

"""Suggest clauses for rulings that name none, from searches for their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rulebook.records import dataclass
from rulebook.rulings.model import Suggestion, SuggestionConfidence

# The most suggestions.
_MOST = 3
# The weight of a clause found by the card texts; by question or answer it is 1.
_CARDS = 0.25
# A clause with at least this rank for both question and answer is likely.
_HIGH = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """Clauses found for a ruling, best first; ``cited`` are those that its text names itself."""

    cited: Sequence[str]
    by_question: Sequence[str]
    by_answer: Sequence[str]
    by_cards: Sequence[str]


def suggest_clauses(evidence: Evidence) -> tuple[Suggestion, ...]:
    """Return the likeliest clauses for a ruling that names none, best first, for a person to
    accept. Clauses that its text cites are sure and suggested alone; those that lead by question
    and answer are likely, others unsure."""
    if evidence.cited:
        cited = dict.fromkeys(evidence.cited)
        return tuple(Suggestion(number, SuggestionConfidence.SURE) for number in cited)
    worth: defaultdict[str, float] = defaultdict(float)
    found = (evidence.by_question, evidence.by_answer, evidence.by_cards)
    for numbers, voice in zip(found, (1.0, 1.0, _CARDS), strict=True):
        for rank, number in enumerate(numbers):
            worth[number] += voice / (rank + 1)
    best = sorted(worth, key=lambda number: (-worth[number], number))[:_MOST]
    high = set(evidence.by_question[:_HIGH]) & set(evidence.by_answer[:_HIGH])
    return tuple(
        Suggestion(n, SuggestionConfidence.LIKELY if n in high else SuggestionConfidence.UNSURE)
        for n in best
    )

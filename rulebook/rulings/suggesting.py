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
    """Clause numbers found for a ruling, each list with the best first. ``cited`` are those that
    its text names itself."""

    cited: Sequence[str]
    by_question: Sequence[str]
    by_answer: Sequence[str]
    by_cards: Sequence[str]


def suggest_clauses(evidence: Evidence) -> tuple[Suggestion, ...]:
    """Return the clauses that a ruling most likely rests on, the surest first. A person accepts or
    rejects them. If the ruling cites clauses, only these."""
    if evidence.cited:
        cited = dict.fromkeys(evidence.cited)
        return tuple(Suggestion(number, SuggestionConfidence.SURE) for number in cited)
    worth: defaultdict[str, float] = defaultdict(float)
    for numbers, voice in (
        (evidence.by_question, 1.0),
        (evidence.by_answer, 1.0),
        (evidence.by_cards, _CARDS),
    ):
        for rank, number in enumerate(numbers):
            worth[number] += voice / (rank + 1)
    best = sorted(worth, key=lambda number: (-worth[number], number))[:_MOST]
    return tuple(Suggestion(number, _confidence(number, evidence)) for number in best)


def _confidence(number: str, evidence: Evidence) -> SuggestionConfidence:
    """Return “likely” if question and answer both lead to the clause, else “unsure”. It is shown to
    the person who decides."""
    both = (evidence.by_question, evidence.by_answer)
    if all(number in numbers[:_HIGH] for numbers in both):
        return SuggestionConfidence.LIKELY
    return SuggestionConfidence.UNSURE

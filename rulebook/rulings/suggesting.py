"""Clauses for rulings that name none, out of what was found by their words; suggestions only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rulebook.records import dataclass
from rulebook.rulings.model import Suggestion, SuggestionConfidence

# So many are suggested.
_MOST = 3
# What the card texts say has a smaller voice than the words of question and answer.
_CARDS = 0.25
# As high as this in both question and answer, a clause is likely.
_HIGH = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """Clause numbers that speak for a ruling's clauses, each list with the best first.

    ``cited`` are those that its text names itself.
    """

    cited: Sequence[str]
    by_question: Sequence[str]
    by_answer: Sequence[str]
    by_cards: Sequence[str]


def suggest_clauses(evidence: Evidence) -> tuple[Suggestion, ...]:
    """Return the clauses that a ruling most likely rests on, the surest first.

    Where it names clauses itself, these and no others.
    """
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
    both = (evidence.by_question, evidence.by_answer)
    if all(number in numbers[:_HIGH] for numbers in both):
        return SuggestionConfidence.LIKELY
    return SuggestionConfidence.UNSURE

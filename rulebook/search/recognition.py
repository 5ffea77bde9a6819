"""What sort of question it is: a clause number, a card text, or words."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.numbers import ParsedNumber, parse_number
from rulebook.search.question import Question

# What a card text opens with, in normal form, where full-width square brackets are plain ones.
OPENING_BRACKETS = ("【", "[")
_SPACE = " \t\r\n"


def clause_number(question: Question) -> ParsedNumber | None:
    """Return the clause number that the question is, if it is one and nothing more."""
    return parse_number(question.printed)


def is_card_text(question: Question, openings: Sequence[str]) -> bool:
    """Whether the question begins as card texts do: a bracket, then one of ``openings``."""
    begun = question.text.lstrip(_SPACE)
    return begun.startswith(OPENING_BRACKETS) and begun.startswith(tuple(openings), 1)

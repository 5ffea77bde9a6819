"""A question, read once: its normal form, and whether it is a clause number or a card text."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.numbers import ParsedNumber, parse_number
from rulebook.errors import require_text
from rulebook.records import NamedTuple
from rulebook.text.normal import Normalised, normalise

# Questions are read so far, in code points: nobody reads further either.
LONGEST_QUESTION = 600


class Question(NamedTuple):
    """A question as it was printed, and in normal form.

    ``normal`` is that of its first ``LONGEST_QUESTION`` code points; spans are code points of
    ``printed``.
    """

    printed: str
    normal: Normalised

    @property
    def text(self) -> str:
        """The normal form."""
        return self.normal.text


def read_question(printed: str) -> Question:
    """Return ``printed`` in normal form."""
    require_text("a question", printed)
    return Question(printed, normalise(printed[:LONGEST_QUESTION]))


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

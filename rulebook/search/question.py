"""A question, read once: its normal form, and whether it is a clause number or a card text."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.numbers import ParsedNumber, parse_number
from rulebook.errors import require_text
from rulebook.records import NamedTuple
from rulebook.text.normal import Normalised, normalise

# In code points; the rest of a longer question is ignored.
LONGEST_QUESTION = 600
# The first character of a card text in normal form, where full-width brackets are plain ones.
OPENING_BRACKETS = ("【", "[")
_SPACE = " \t\r\n"


class Question(NamedTuple):
    """A question as it was typed (``printed``), and the start of it in normal form."""

    printed: str
    normal: Normalised

    @property
    def text(self) -> str:
        """The question in normal form, in which it is compared; ``printed`` is what was typed."""
        return self.normal.text


def read_question(printed: str) -> Question:
    """Return the question ``printed`` with its normal form, cut as users may paste a whole page."""
    require_text("a question", printed)
    return Question(printed, normalise(printed[:LONGEST_QUESTION]))


def clause_number(question: Question) -> ParsedNumber | None:
    """Return the clause number that the whole question consists of, else None. What begins with a
    Latin letter may be the number of a card, and is searched for as words."""
    if question.printed.strip()[:1].isalpha() and not question.printed.strip().startswith("第"):
        return None
    return parse_number(question.printed)


def is_card_text(question: Question, openings: Sequence[str]) -> bool:
    """Whether the question begins like a card text (【自】), whose clauses rank higher then."""
    begun = question.text.lstrip(_SPACE)
    return begun.startswith(OPENING_BRACKETS) and begun.startswith(tuple(openings), 1)

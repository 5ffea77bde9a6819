"""A question, read once: its normal form, and whether it is a clause number or a card text."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.numbers import ParsedNumber, parse_number
from rulebook.errors import require_text
from rulebook.records import NamedTuple
from rulebook.text.normal import Normalised, normalise

# In code points: a posted question is seldom longer, even with all the small talk around it.
LONGEST_QUESTION = 2000
# The first character of a card text in normal form, where full-width brackets are plain ones.
OPENING_BRACKETS = ("【", "[")
_SPACE = " \t\r\n"


class Question(NamedTuple):
    """A question as it was typed (``printed``), and the start of it in normal form."""

    printed: str
    normal: Normalised

    @property
    def text(self) -> str:
        """The question in normal form (NFKC, lower case), in which it is compared with clauses."""
        return self.normal.text

    @property
    def unread(self) -> int:
        """How many code points at the end of a long question are not read, for a warning."""
        return max(0, len(self.printed) - LONGEST_QUESTION)


def read_question(printed: str) -> Question:
    """Return the question ``printed`` with its normal form; raise :class:`WrongType` if it is not a
    text. Only the first ``LONGEST_QUESTION`` characters are normalised: it may be a whole page."""
    require_text("a question", printed)
    return Question(printed, normalise(printed[:LONGEST_QUESTION]))


def clause_number(question: Question) -> ParsedNumber | None:
    """Return the clause number that the whole question consists of, else None. What begins with a
    letter may be a card number, so it is searched as words; only 第 begins clause numbers too."""
    if question.printed.strip()[:1].isalpha() and not question.printed.strip().startswith("第"):
        return None
    return parse_number(question.printed)


def is_card_text(question: Question, openings: Sequence[str]) -> bool:
    """Whether the question begins as a card text does, with a bracket and one of ``openings``
    (【自】). Clauses that govern a card then rank higher; its words are not those of a player."""
    begun = question.text.lstrip(_SPACE)
    return begun.startswith(OPENING_BRACKETS) and begun.startswith(tuple(openings), 1)

"""A question, read once: its normal form, for every stage that follows."""

from __future__ import annotations

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

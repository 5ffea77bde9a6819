"""A question, read once: its normal form and its tokens, for every stage that follows."""

from __future__ import annotations

from rulebook.errors import require_text
from rulebook.records import NamedTuple
from rulebook.search.analysis import token_texts
from rulebook.search.intent import blank_fillers
from rulebook.text.normal import Normalised, normalise

# Questions are read so far, in code points: nobody reads further either.
LONGEST_QUESTION = 600


class Question(NamedTuple):
    """A question as it was printed, and what is read in it.

    ``normal`` and all that follows are of its first ``LONGEST_QUESTION`` code points; spans are
    code points of ``printed``.
    """

    printed: str
    normal: Normalised
    tokens: tuple[str, ...]
    """Those of all of it but politeness and fillers, each once, in their order."""

    @property
    def text(self) -> str:
        """The normal form."""
        return self.normal.text


def read_question(printed: str) -> Question:
    """Return ``printed`` in normal form, with its tokens."""
    require_text("a question", printed)
    normal = normalise(printed[:LONGEST_QUESTION])
    return Question(
        printed=printed,
        normal=normal,
        tokens=token_texts(blank_fillers(normal.text)),
    )

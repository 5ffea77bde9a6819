"""A question, read once: its normal form, tokens and intents, for every stage that follows."""

from __future__ import annotations

from rulebook.errors import require_text
from rulebook.records import NamedTuple
from rulebook.search.analysis import token_texts
from rulebook.search.intent import Intent, blank_fillers, intents_of
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
    """Those of its subject, without politeness and fillers, each once, in their order."""
    intents: tuple[Intent, ...]

    @property
    def text(self) -> str:
        """The normal form."""
        return self.normal.text


def read_question(printed: str) -> Question:
    """Return ``printed`` in normal form, with its tokens and what it wants to know."""
    require_text("a question", printed)
    normal = normalise(printed[:LONGEST_QUESTION])
    return Question(
        printed=printed,
        normal=normal,
        tokens=token_texts(blank_fillers(normal.text)),
        intents=intents_of(normal.text),
    )

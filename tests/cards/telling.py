"""What an invented card is told to mean, held against lines read by hand."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.api import Rules
from rulebook.cards.meaning.telling import tell
from rulebook.clauses.corpus import Corpus


def told_as(corpus: Corpus, game: str, text: str, wanted: Sequence[str]) -> None:
    """Hold that ``text`` is understood, and that each line of ``wanted`` is told of it."""
    annotation = Rules(corpus).annotate(game, text)
    assert not annotation.reading.gaps
    told = "\n".join(tell(annotation.meaning, text))
    for line in wanted:
        assert line in told, told

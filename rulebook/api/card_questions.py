"""A card text as the question: what the card grammar says governs it, in the form search takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebook.clauses.corpus import Corpus
    from rulebook.clauses.game import Game
    from rulebook.search.asking.rank import GovernedPart

# So much of a card text must be understood; a question may begin as one (【起】はいつ使える？).
UNDERSTOOD = 0.6


def read_card_question(corpus: Corpus, game: Game, text: str) -> Sequence[Sequence[GovernedPart]]:
    """Return what governs the parts of each ability; nothing where ``text`` is no card."""
    from rulebook.cards.annotating.annotator import open_annotator
    from rulebook.cards.spelling.limits import LONGEST_CARD
    from rulebook.search.asking.rank import GovernedPart

    if len(text) > LONGEST_CARD:
        return ()
    annotation = open_annotator(corpus, game).annotate(text)
    if annotation.reading.coverage < UNDERSTOOD:
        return ()
    return [
        [
            GovernedPart(each.number, each.role, min(s.end - s.start for s in each.spans))
            for each in ability
            if each.spans
        ]
        for ability in annotation.governing
    ]

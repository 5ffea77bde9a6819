"""The example cards of the games are fully understood and linked."""

from __future__ import annotations

import pytest

from rulebook.cards.annotating.annotator import load_examples, open_annotator
from rulebook.cards.reading.card_parser import ParseStatus
from rulebook.clauses.corpus import Corpus
from tests.support import GAMES


@pytest.mark.parametrize("game_id", GAMES)
def test_examples_are_understood(corpus: Corpus, game_id: str) -> None:
    game = corpus.game(game_id)
    examples = load_examples(game)
    if not examples:
        pytest.skip(f"{game_id} has no examples yet")
    annotator = open_annotator(corpus, game)
    for card in examples:
        annotation = annotator.annotate(card.text)
        assert annotation.reading.status is ParseStatus.PARSED, card.title
        assert annotation.links, card.title

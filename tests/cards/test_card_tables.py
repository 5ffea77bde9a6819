"""What annotates the cards of a game, as plain values and back: nothing is lost."""

from __future__ import annotations

import json

import pytest

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cards.annotating.annotator import Annotator, open_annotator
from rulebook.cards.annotating.card_tables import CardTables, load_card_tables
from rulebook.cards.resolving.resolver import resolve_card
from rulebook.clauses.corpus import Corpus
from tests.cards.fixtures import GAMES, blocks
from tests.sampling import some


@pytest.mark.parametrize("alias", GAMES)
def test_tables_survive_as_json(alias: str, corpus: Corpus) -> None:
    game = corpus.game(alias)
    plain = to_plain(load_card_tables(corpus, game))
    kept = from_plain(CardTables, json.loads(json.dumps(plain)))
    assert to_plain(kept) == plain
    ours, theirs = open_annotator(corpus, game), Annotator(game, kept)
    for case in some(blocks(alias, "ast"), 20):
        annotation = theirs.annotate(case.text)
        assert annotation.json_text() == ours.annotate(case.text).json_text()
        assert resolve_card(annotation, theirs.governing).abilities

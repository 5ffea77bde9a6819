"""The tables that annotate the cards of a game can be stored as JSON and loaded again."""

from __future__ import annotations

import json

import pytest

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cards.annotating.annotator import (
    Annotator,
    CardTables,
    load_card_tables,
    open_annotator,
)
from rulebook.cards.resolving.resolver import resolve_card
from rulebook.clauses.corpus import Corpus
from tests.cards.fixtures import GAMES, blocks
from tests.sampling import some


@pytest.mark.parametrize("alias", GAMES)
def test_tables_round_trip_as_json(alias: str, corpus: Corpus) -> None:
    game = corpus.game(alias)
    plain = to_plain(load_card_tables(corpus, game))
    loaded = from_plain(CardTables, json.loads(json.dumps(plain)))
    assert to_plain(loaded) == plain
    original, restored = open_annotator(corpus, game), Annotator(game, loaded)
    for case in some(blocks(alias, "ast"), 20):
        annotation = restored.annotate(case.text)
        assert annotation.json_text() == original.annotate(case.text).json_text()
        assert resolve_card(annotation, restored.governing).abilities

"""Walking a tree meets every node of it, and nodes alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.cards.annotator import open_annotator
from rulebook.cards.examples import load_examples
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.walking import field_names, walk
from rulebook.clauses.corpus import Corpus
from tests.support import GAMES


def _all_in(value: Any) -> Iterator[Node]:
    """Yield the nodes in ``value``, looked for in every field."""
    if isinstance(value, tuple):
        for part in value:
            yield from _all_in(part)
    elif isinstance(value, Node):
        yield value
        for name in field_names(value):
            yield from _all_in(getattr(value, name))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_node_is_met_once_in_the_order_of_the_text(corpus: Corpus, game_id: str) -> None:
    game = corpus.game(game_id)
    parser = open_annotator(corpus, game).parser
    for card in load_examples(game):
        for ability in parser.read(card.text).abilities:
            assert list(map(id, walk(ability))) == list(map(id, _all_in(ability)))

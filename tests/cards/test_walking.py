"""Walking a tree meets every node of it, and nodes alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.cards.annotating.annotator import open_annotator
from rulebook.cards.annotating.examples import load_examples
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.walking import children, field_names, walk
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


def _narrower(kind: type[Node]) -> Iterator[type[Node]]:
    """Yield the classes of nodes below ``kind``."""
    for each in kind.__subclasses__():
        yield each
        yield from _narrower(each)


def test_each_class_of_nodes_is_made_a_record_and_a_plain_class() -> None:
    for kind in _narrower(Node):
        assert type(kind) is type, f"{kind} would slow down isinstance"
        assert "__record__" in vars(kind), f"{kind} lacks metaclass=NodeType"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_node_is_met_once_in_the_order_of_the_text(corpus: Corpus, game_id: str) -> None:
    game = corpus.game(game_id)
    parser = open_annotator(corpus, game).parser
    for card in load_examples(game):
        for ability in parser.read(card.text).abilities:
            assert list(map(id, walk(ability))) == list(map(id, _all_in(ability)))


def test_an_ability_knows_what_is_in_it_and_is_in_no_ring(corpus: Corpus) -> None:
    reader = open_annotator(corpus, corpus.game("ws")).parser
    (ability,) = reader.read("【自】 このカードがアタックした時、あなたは1枚引く。").abilities
    _, *others = walk(ability)
    assert [id(node) for node, _, _ in ability.inside] == list(map(id, others))
    holders = [ability if holder is None else holder for _, holder, _ in ability.inside]
    assert all(
        any(node is part for part in children(holder))
        for (node, _, _), holder in zip(ability.inside, holders, strict=True)
    )
    # A ring of objects would wait for Python to look for it.
    assert all(part is not ability for placed in ability.inside for part in placed)

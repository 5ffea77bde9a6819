"""Walking a tree yields every node of it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.cards.annotating.annotator import load_examples, open_annotator
from rulebook.cards.tree.node import Node, children, walk
from rulebook.clauses.corpus import Corpus
from tests.cards.trees import subclasses
from tests.support import GAMES


def _all_nodes(value: Any) -> Iterator[Node]:
    """Yield the nodes in ``value``, from all fields."""
    if isinstance(value, tuple):
        for part in value:
            yield from _all_nodes(part)
    elif isinstance(value, Node):
        yield value
        names: tuple[str, ...] = value.__match_args__
        for name in names[2:]:
            yield from _all_nodes(getattr(value, name))


def test_node_classes_are_records_without_a_metaclass() -> None:
    for kind in subclasses(Node):
        assert type(kind) is type, f"{kind} would slow down isinstance"
        assert "__record__" in vars(kind), f"{kind} lacks metaclass=NodeType"


@pytest.mark.parametrize("game_id", GAMES)
def test_walk_yields_every_node_once_in_order(corpus: Corpus, game_id: str) -> None:
    game = corpus.game(game_id)
    parser = open_annotator(corpus, game).parser
    for card in load_examples(game):
        for ability in parser.read(card.text).abilities:
            assert list(map(id, walk(ability))) == list(map(id, _all_nodes(ability)))


def test_ability_lists_its_nodes_without_a_cycle(corpus: Corpus) -> None:
    reader = open_annotator(corpus, corpus.game("ws")).parser
    (ability,) = reader.read("【自】 このカードがアタックした時、あなたは1枚引く。").abilities
    _, *nodes = walk(ability)
    assert [id(node) for node, _, _ in ability.inside] == list(map(id, nodes))
    parents = [ability if parent is None else parent for _, parent, _ in ability.inside]
    assert all(
        any(node is part for part in children(parent))
        for (node, _, _), parent in zip(ability.inside, parents, strict=True)
    )
    # A cycle would not be freed until the garbage collector runs.
    assert all(part is not ability for entry in ability.inside for part in entry)

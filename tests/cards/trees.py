"""Helpers for tests of syntax trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.cards.printing.unparser import unparse
from rulebook.cards.reading.card_parser import ParsedCard
from rulebook.cards.tree.node import Node, children


def subclasses(kind: type[Node]) -> Iterator[type[Node]]:
    """Yield the direct and indirect subclasses of ``kind``."""
    for subclass in kind.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def printed_text(reading: ParsedCard) -> str:
    """Return the text that the trees of a card print."""
    return "\n".join(map(unparse, reading.abilities))


def check_spans(abilities: Iterable[Node], length: int) -> None:
    """Check that nodes are inside of their parents, and abilities do not overlap."""
    last = 0
    for ability in abilities:
        assert last <= ability.start <= ability.end <= length
        last = ability.end
        _check_children(ability)


def _check_children(node: Node) -> None:
    for child in children(node):
        assert node.start <= child.start <= child.end <= node.end, (node, child)
        _check_children(child)

"""Going through a tree."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.tree.node import Node


def children(node: Node) -> list[Node]:
    """Return the nodes that ``node`` holds, in the order of the text."""
    found: list[Node] = []
    for name in field_names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [part for part in value if isinstance(part, Node)]
    return found


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and all nodes in it, in the order of the text, outer ones first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(node)[::-1]


def depth(node: Node) -> int:
    """Return how many nodes stand in each other in ``node``, itself counted."""
    levels = 0
    level = [node]
    while level:
        levels += 1
        level = [child for each in level for child in children(each)]
    return levels


def field_names(node: Node) -> tuple[str, ...]:
    """Return what ``node`` holds beside its span, in the order of the text."""
    names: tuple[str, ...] = node.__match_args__
    return names[2:]

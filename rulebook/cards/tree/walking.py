"""Going through a tree."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from rulebook.cards.tree import words
from rulebook.cards.tree.node import Node

# A name in an annotation; one with a dot in it is not looked up.
_WORD = re.compile(r"[A-Za-z_.]+")


NodeWithParent = tuple[Node, Node | None, int]
"""A node, its parent, if any, and its depth."""


def children(node: Node) -> list[Node]:
    """Return the nodes directly inside ``node``, in the order of the text. Nodes have different
    fields, so callers need not know the class."""
    found: list[Node] = []
    kind: Any = type(node)
    for name in _node_fields(kind):
        value = getattr(node, name)
        if type(value) is tuple:
            found += value  # a tuple contains only nodes, or none
        elif isinstance(value, Node):
            found.append(value)
    return found


@cache
def _node_fields(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of class ``kind`` that can contain nodes, judged by their
    annotations: walks then skip words and numbers. Cached, because walks ask for every node."""
    found: list[str] = []
    for name in kind.__match_args__[2:]:
        owner = next(base for base in kind.__mro__ if name in vars(base).get("__annotations__", ()))
        known = {**vars(builtins), **vars(words), **vars(sys.modules[owner.__module__])}
        annotation = owner.__annotations__[name].replace("words.", "")
        said = set(_WORD.findall(annotation)) - {"None", "tuple", "..."}
        sorts = [known.get(word) for word in said]
        if not all(isinstance(sort, type) and not issubclass(sort, Node) for sort in sorts):
            found.append(name)
    return tuple(found)


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and all nodes in it, in the order of the text, outer ones first."""
    return (inner for inner, _, _ in all_nodes(node))


def all_nodes(root: Node, depth: int = 1) -> list[NodeWithParent]:
    """Return ``root`` and all nodes in it, in the order of the text, each with its parent, which
    checks need, and its depth, ``depth`` for ``root``. It does not recurse, because damaged texts
    may be deeper than Python allows, nor make a list for each node: every card passes here."""
    found: list[NodeWithParent] = []
    waiting: list[NodeWithParent] = [(root, None, depth)]
    while waiting:
        placed = waiting.pop()
        found.append(placed)
        node, _, depth = placed
        kind: Any = type(node)
        for name in reversed(_node_fields(kind)):
            value = getattr(node, name)
            if type(value) is tuple:
                for child in reversed(value):
                    waiting.append((child, node, depth + 1))
            elif isinstance(value, Node):
                waiting.append((value, node, depth + 1))
    return found


def field_names(node: Node) -> tuple[str, ...]:
    """Return the names of the fields of ``node`` other than its span: what an outline shows."""
    names: tuple[str, ...] = node.__match_args__
    return names[2:]

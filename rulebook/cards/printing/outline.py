"""A tree in compact form, for people and for fixtures: names of nodes and words of the text.

``Choose(Object(Noun(Owned(自分), キャラ)), HowMany(1枚), 選ぶ:joining)``
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.tree.node import Node
from rulebook.cards.tree.nouns import Change, Changes, Name, Quantity
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.walking import field_names
from rulebook.cards.tree.words import Lexeme
from rulebook.text.width import columns

_WIDEST = 100  # Columns of a line


def outline(node: Node, indent: int = 0) -> str:
    """Return the tree ``node`` on one line if it fits, otherwise each of its parts on an indented
    line, so that people can see in ``rulebook explain`` how a text was understood."""
    line = " " * indent + compact(node)
    parts = list(_parts(node))
    if columns(line) <= _WIDEST or not any(isinstance(part, Node) for part in parts):
        return line
    inner = [
        outline(part, indent + 2) if isinstance(part, Node) else " " * (indent + 2) + _word(part)
        for part in parts
    ]
    return "\n".join([" " * indent + type(node).__name__, *inner])


def compact(node: Node) -> str:
    """Return the tree ``node`` on one line: ``Noun(Owned(自分), キャラ)``. Numbers and names are
    written as in the text, because their inner nodes say nothing more."""
    parts = [compact(part) if isinstance(part, Node) else _word(part) for part in _parts(node)]
    if isinstance(node, (Quantity, Change)):
        return "".join(parts)
    if isinstance(node, Changes):
        return "/".join(parts)
    if isinstance(node, Name):
        return f"“{node.text}”"
    return f"{type(node).__name__}({', '.join(parts)})" if parts else type(node).__name__


def _parts(node: Node) -> Iterator[object]:
    """Yield the values of the fields of ``node`` that are set; for a true flag, its name. Spans are
    left out, because an outline is read next to the text."""
    for name in field_names(node):
        value = getattr(node, name)
        if value is True:
            yield name
        elif isinstance(value, tuple):
            yield from value
        elif value is not None and value is not False:
            yield value


def _word(part: object) -> str:
    """Return ``part``, a word, form or number in a node, as an outline shows it: without the name
    of its class, so that a line stays short."""
    if isinstance(part, Form):
        return part.label
    return part.value if isinstance(part, Lexeme) else str(part)

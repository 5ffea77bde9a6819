"""What the functions for the rules share: the register, leaves, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from rulebook.cards.tree import nouns, words

Span = tuple[int, int]
"""Start and end in code points of the text as given."""


class Leaf(NamedTuple):
    """A terminal: its name in the grammar, its canonical words, its span."""

    terminal: str
    text: str
    span: Span


Parts = list[Any]
"""What a rule holds: nodes, and leaves for the terminals that the grammar keeps."""

Builder = Callable[[Span, Parts], Any]
BUILDERS: dict[str, Builder] = {}
"""The function that builds the node of each rule, by the name of the rule."""

B = TypeVar("B", bound=Builder)


def builds(rule: str) -> Callable[[B], B]:
    """Register a function as that which builds the node of ``rule``."""

    def register(builder: B) -> B:
        BUILDERS[rule] = builder
        return builder

    return register


def nodes(parts: Iterable[Any]) -> tuple[Any, ...]:
    """Return the nodes among ``parts``, without the leaves."""
    return tuple([part for part in parts if type(part) is not Leaf])


def amount(text: str) -> words.Amount:
    """Return the number that ``text`` is: digits, or a letter that stands for one."""
    return int(text) if text.isdigit() else words.Letter(text)


def change(leaf: Leaf) -> nouns.Change:
    """Return by how much a number changes (＋1000)."""
    return nouns.Change(*leaf.span, words.Sign(leaf.text[0]), amount(leaf.text[1:]))


def name(leaf: Leaf) -> nouns.Name:
    """Return the name that stands in brackets."""
    return nouns.Name(*leaf.span, leaf.text[1:-1])

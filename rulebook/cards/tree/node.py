"""The root of all nodes."""

from __future__ import annotations

from rulebook.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a card text.

    ``start`` and ``end`` are half-open offsets in code points of the given text. Two nodes are
    equal if they have the same words, wherever they are printed.
    """

    start: int = field(compare=False)
    end: int = field(compare=False)

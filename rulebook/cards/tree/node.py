"""The root of all nodes."""

from __future__ import annotations

from rulebook.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a card text.

    ``start`` and ``end`` are half-open offsets in code points of the text as it was given.  Two
    nodes are equal when they say the same, wherever they stand.
    """

    start: int = field(compare=False)
    end: int = field(compare=False)

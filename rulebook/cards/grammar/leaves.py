"""What the parser passes to builders of nodes: terminals, and the parts of a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook.records import NamedTuple

Extent = tuple[int, int]
"""Start and end in code points of the text as given."""


class Leaf(NamedTuple):
    """A terminal as it was read: its name in the grammar, its canonical words, its span."""

    terminal: str
    text: str
    span: Extent


Values = list[Any]
"""The parts of a rule: nodes, and leaves for the terminals that the grammar keeps."""

Builder = Callable[[Extent, Values], Any]
"""Makes the node of a rule from its span and parts."""

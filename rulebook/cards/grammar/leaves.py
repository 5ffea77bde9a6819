"""What the parser hands to whoever builds nodes: terminals, and what a rule holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook.records import NamedTuple

Extent = tuple[int, int]
"""Start and end in code points of the text as given."""


class Leaf(NamedTuple):
    """A terminal: its name in the grammar, its canonical words, its span."""

    terminal: str
    text: str
    span: Extent


Values = list[Any]
"""What a rule holds: nodes, and leaves for the terminals that the grammar keeps."""

Builder = Callable[[Extent, Values], Any]
"""What makes the node of a rule."""

"""From what the parser reduces to nodes of our own: a function for each rule of the grammar."""

from __future__ import annotations

from rulebook.cards.actions import abilities, sentences, things
from rulebook.cards.actions.rules import BUILDERS, Builder, Extent, Leaf, Values

__all__ = ["BUILDERS", "Builder", "Extent", "Leaf", "Values", "abilities", "sentences", "things"]

"""From what the parser reduces to nodes of our own: a function for each rule of the grammar."""

from __future__ import annotations

from rulebook.cards.building import abilities, sentences, things
from rulebook.cards.building.rules import BUILDERS, Builder, Leaf, Parts, Span

__all__ = ["BUILDERS", "Builder", "Leaf", "Parts", "Span", "abilities", "sentences", "things"]

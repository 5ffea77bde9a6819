"""From what the parser reduces to nodes of our own: a function for each rule of the grammar."""

from __future__ import annotations

from rulebook.cards.actions import abilities, sentences, things
from rulebook.cards.actions.rules import (
    Builder,
    Extent,
    Leaf,
    Values,
    builders,
    rules_built,
    rules_of_verbs,
)

__all__ = [
    "Builder",
    "Extent",
    "Leaf",
    "Values",
    "abilities",
    "builders",
    "rules_built",
    "rules_of_verbs",
    "sentences",
    "things",
]

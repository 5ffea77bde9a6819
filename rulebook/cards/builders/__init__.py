"""Make the nodes of a tree: a function for each rule of the grammar."""

from __future__ import annotations

from rulebook.cards.builders import abilities, sentences, things  # noqa: F401 - fill the register
from rulebook.cards.builders.register import builders, rules_built, rules_of_verbs

__all__ = ["builders", "rules_built", "rules_of_verbs"]

"""Make the nodes of a tree: a function for each rule of the grammar."""

from __future__ import annotations

from rulebook.cards.builders import sentences, things  # noqa: F401 - fill the register
from rulebook.cards.builders.register import builders, rules_built
from rulebook.cards.builders.sentences import RULES_OF_VERBS

__all__ = ["RULES_OF_VERBS", "builders", "rules_built"]

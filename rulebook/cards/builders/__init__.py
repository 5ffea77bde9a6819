"""Make the nodes of a tree: a function for each rule of the grammar."""

from rulebook.cards.builders import sentences, things  # noqa: F401 - fill the register

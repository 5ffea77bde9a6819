"""The weights and limits of ranking: whole numbers, tuned as docs/measurements.md says."""

from __future__ import annotations

from typing import NamedTuple

# How many clauses are ranked; nobody reads further.
DEEPEST = 100
# The rarity of a name that no clause has.
NEVER_PRINTED = 100


class Weights(NamedTuple):
    """What each kind of evidence is worth."""

    token: int = 38
    """A token of the question that stands in a clause, or in what players say of it."""
    hiragana: int = 52
    """The same of hiragana only."""
    meaning: int = 100
    """An everyday meaning that both have, in whatever words."""
    name: int = 56
    """A concept or a term that both name, in whatever words."""
    parent: int = 45
    """What a clause has of the text score of the clause above it, in percent."""
    child: int = 25
    """What it has of its best child's."""
    sibling: int = 40
    """What it has of the best of the clauses beside it, itself among them."""
    governs: int = 62
    """A name, for the governing clause of its concept."""
    also: int = 21
    """A name, for what else answers."""
    defines: int = 5
    """A name that is a term, for the clause that defines it."""
    intents: tuple[int, ...] = (190, 380, 280, 0, 290, 190, 280)
    """For each intent, in the order of their numbers, a clause that serves it."""


WEIGHTS = Weights()

"""The weights and limits of ranking: whole numbers, tuned as docs/measurements.md says."""

from __future__ import annotations

from rulebook.records import NamedTuple

# How many clauses are ranked; nobody reads further.
DEEPEST = 100
# What the clause is worth whose number stands in the question: more than all words together.
NUMBER = 1_000_000
# The rarity of a name that no clause has.
NEVER_PRINTED = 100


class Weights(NamedTuple):
    """What each kind of evidence is worth."""

    token: int = 38
    """A token of the question that stands in a clause, or in what players say of it."""
    meaning: int = 57
    """An everyday meaning that both have, in whatever words."""
    name: int = 33
    """A concept or a term that both name, in whatever words."""
    parent: int = 20
    """What a clause has of the text score of the clause above it, in percent."""
    sibling: int = 29
    """What it has of the best of the clauses beside it, itself among them."""
    governs: int = 17
    """A name, for the governing clause of its concept."""
    also: int = 8
    """A name, for what else answers."""
    intents: tuple[int, ...] = (9, 362, 148, 115, 93, 8, 165)
    """For each intent, in the order of their numbers, a clause that serves it."""


WEIGHTS = Weights()

"""The weights and limits of ranking: whole numbers, tuned as ARCHITECTURE.md says."""

from __future__ import annotations

from typing import NamedTuple

# A unit that a clause has whole, and a wording that is worth as much as the words as written.
WHOLE = 100
# How many clauses are ranked; nobody reads further.
DEEPEST = 100
# How many of them are looked at more closely, passage by passage.
CLOSER = 20
# How many of its passages may speak for a clause, and how finely they are weighed.
FITTING, FINE = 4, 16
# The rarity of a name that the rules never print, and of a unit that no clause has.
NEVER_PRINTED, UNKNOWN = 10, 4


class Weights(NamedTuple):
    """What each kind of evidence is worth, in percent."""

    token: int = 40
    """A token of the question, by its weight in the table."""
    hiragana: int = 162
    """The same of hiragana only, in percent of the others."""
    token_below: int = 45
    """What the clauses below a heading have of its token score."""
    unit: int = 10
    """A unit that a clause has whole, by its rarity."""
    rule_word: int = 200
    """A wording that is the game's own word for a concept."""
    synonym: int = 120
    """A wording that the rules use for an everyday word."""
    governing: int = 150
    """What the governing clause of a concept has of the unit that names it."""
    family: int = 75
    """The same of the clauses beside and below it."""
    unit_below: int = 80
    """What the clauses below a heading have of its units."""
    governs: int = 62
    """A name, for the governing clause of its concept."""
    also: int = 21
    """A name, for what else answers."""
    defines: int = 5
    """A name that is a term, for the clause that defines it."""
    intents: tuple[int, ...] = (19, 38, 28, 0, 29, 19, 28)
    """For each intent, in the order of their numbers, a clause that serves it."""
    prior: int = 14
    """A rule to read out before a bare heading."""
    passage: int = 18
    """How far the passages of a clause cover the question."""


WEIGHTS = Weights()

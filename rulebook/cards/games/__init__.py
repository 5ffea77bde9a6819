"""What only one game has: a module for each, with its nodes, what builds and unparses them, and the
concept keys that they use.

A game needs no such module where the words of its grammar are all that it has of its own; and a
grammar may use what another game's module builds.  Importing this package makes all of it known.
"""

from __future__ import annotations

from rulebook.cards.games import (
    granblue_fantasy,
    legend_of_stars,
    rebirth_for_you,
    victory_spark,
    weiss_schwarz,
)

__all__ = [
    "granblue_fantasy",
    "legend_of_stars",
    "rebirth_for_you",
    "victory_spark",
    "weiss_schwarz",
]

"""What only one game has: a module for each game, with its nodes, the functions that build and
unparse them, and the concept keys that they use.

A game needs no such module if it differs only in the words of its grammar, and a grammar may use
what another game's module builds. Importing this package registers all of them.
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

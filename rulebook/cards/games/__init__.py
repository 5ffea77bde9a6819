"""What only one game has: its nodes, the functions that build and unparse them, and their concept
keys. A grammar may also use what another game's module builds; importing this registers all."""

from __future__ import annotations

from rulebook.cards.games import (  # noqa: F401
    granblue_fantasy,
    legend_of_stars,
    rebirth_for_you,
    victory_spark,
    weiss_schwarz,
)

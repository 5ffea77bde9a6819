"""What it is worth that few have something: BM25's weight, as a whole number."""

from __future__ import annotations

import math

# Rarities become whole numbers, so that every reader adds them up alike.
SCALE = 16


def rarity(count: int, total: int) -> int:
    """Return what something is worth that ``count`` of ``total`` have."""
    return round(SCALE * math.log(1 + (total - count + 0.5) / (count + 0.5)))

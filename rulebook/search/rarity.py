"""What it is worth that few have something: BM25's weight, as a whole number."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from rulebook.search.intent import said_tokens

# Rarities become whole numbers, so that every reader adds them up alike.
SCALE = 16


def rarity(count: int, total: int) -> int:
    """Return what something is worth that ``count`` of ``total`` have."""
    return round(SCALE * math.log(1 + (total - count + 0.5) / (count + 0.5)))


def token_rarities(texts: Sequence[str], least: int) -> Mapping[str, int]:
    """Return how rare each token is that at least ``least`` of ``texts`` (in normal form) have."""
    counts = Counter(token for text in texts for token in said_tokens(text))
    return {token: rarity(count, len(texts)) for token, count in counts.items() if count >= least}

"""The rarer a word is, the more it tells: BM25's weight, as a whole number.

Of 600 clauses, a word that two of them have is worth 88, one that half of them have 11.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from rulebook.search.intent import said_tokens

# Rarities become whole numbers, so that every reader adds them up alike.
SCALE = 16


def rarity(count: int, total: int) -> int:
    """Return what a word, or another feature, is worth that ``count`` of ``total`` texts have."""
    return round(SCALE * math.log(1 + (total - count + 0.5) / (count + 0.5)))


def token_rarities(texts: Sequence[str], least: int) -> Mapping[str, int]:
    """Return how rare each token is that at least ``least`` of ``texts`` (in normal form) have."""
    counts = Counter(token for text in texts for token in said_tokens(text))
    return {token: rarity(count, len(texts)) for token, count in counts.items() if count >= least}

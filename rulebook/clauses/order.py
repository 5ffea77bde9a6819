"""The order of clause numbers: which of them never fall."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from rulebook.clauses.numbers import Parts


def longest_rising(numbers: Sequence[Parts]) -> set[int]:
    """Return the indices of a longest run of numbers that never fall, by patience sorting."""
    tails: list[tuple[Parts, int]] = []
    before: list[int | None] = []
    for index, parts in enumerate(numbers):
        # Equal numbers (a clause printed twice) count as rising: the index breaks the tie.
        at = bisect_left(tails, (parts, index))
        before.append(tails[at - 1][1] if at else None)
        tails[at : at + 1] = [(parts, index)]
    kept: set[int] = set()
    step = tails[-1][1] if tails else None
    while step is not None:
        kept.add(step)
        step = before[step]
    return kept

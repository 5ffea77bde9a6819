"""Measures how the time of a task grows with its input, even on a busy machine.

Time is the least processor time of several runs.  While the exponent is over the limit, both
sizes are measured again: other processes disturb some runs, quadratic growth shows in all.
"""

from __future__ import annotations

import gc
import math
import time

from tests.growth.kinds import Kind, Work

RATIO = 8
"""How much larger the larger of the two sizes is."""

_ROUNDS = 15
# Other tests may disturb a measurement for half a minute.  Only a task that seems too slow is
# measured this long.
_SECONDS = 60
# Shorter times, in seconds, are too inexact to compare.
_SHORTEST = 0.002


def exponent(kind: Kind, most: float) -> float:
    """Return the exponent of ``kind``: the first at or below ``most``, else the last measured."""
    works = [kind.make(size) for size in (kind.largest // RATIO, kind.largest)]
    works[0]()  # Fills the caches that both sizes share.
    least = [math.inf, math.inf]
    measured = math.inf
    rounds, end = 0, time.monotonic() + _SECONDS
    while rounds < _ROUNDS or time.monotonic() < end:
        rounds += 1
        least = [min(old, _seconds(work)) for old, work in zip(least, works, strict=True)]
        small, large = (max(seconds, _SHORTEST) for seconds in least)
        measured = math.log(large / small, RATIO)
        if measured <= most:
            break
    return measured


def _seconds(work: Work) -> float:
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()

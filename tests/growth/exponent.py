"""The exponent with which the time of a task grows, measured so that other load does not matter.

Time is processor time, the least of several runs.  While the exponent is over the limit, both
sizes are measured again: the effect of other processes comes and goes, quadratic growth stays.
"""

from __future__ import annotations

import gc
import math
import time

from tests.growth.kinds import Kind, Work

RATIO = 8
"""How much larger the larger of the two sizes is."""

_ROUNDS = 15
# Other tests run at the same time, some for half a minute.  Only a task that seems too slow is
# measured this long.
_SECONDS = 60
# Seconds below which a time says more about the clock than about the work.
_NOTHING = 0.002


def exponent(kind: Kind, most: float) -> float:
    """Return the exponent of ``kind``: the first at or below ``most``, else the last measured."""
    works = [kind.make(size) for size in (kind.largest // RATIO, kind.largest)]
    works[0]()  # Fills the caches that both sizes share.
    least = [math.inf, math.inf]
    found = math.inf
    rounds, end = 0, time.monotonic() + _SECONDS
    while rounds < _ROUNDS or time.monotonic() < end:
        rounds += 1
        least = [min(known, _seconds(work)) for known, work in zip(least, works, strict=True)]
        small, large = (max(seconds, _NOTHING) for seconds in least)
        found = math.log(large / small, RATIO)
        if found <= most:
            break
    return found


def _seconds(work: Work) -> float:
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()

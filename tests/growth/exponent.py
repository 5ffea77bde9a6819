"""How the time of a work grows: the exponent of its size, told so that a busy machine tells it too.

Time is that of the processor, and the least of several runs.  Where the exponent is over what it
may be, both sizes are measured again: what a busy machine adds comes and goes, a square stays.
"""

from __future__ import annotations

import gc
import math
import time

from tests.growth.kinds import Kind, Work

RATIO = 8
"""How much larger the larger of the two sizes is."""

_ROUNDS = 15
# Other tests run beside this one, some for seconds.  Only what seems too slow is measured so long.
_SECONDS = 15
# Seconds below which a time says more about the clock than about the work.
_NOTHING = 0.002


def exponent(kind: Kind, most: float) -> float:
    """Return the exponent with which the time of ``kind`` grows, at most ``most`` if it ever is."""
    works = [kind.make(size) for size in (kind.largest // RATIO, kind.largest)]
    works[0]()  # What is made once for both sizes is made here.
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

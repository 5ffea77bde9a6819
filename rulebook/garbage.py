"""How often Python looks for rings of dead objects: seldom, in processes that are our own.

Python looks whenever some hundreds of new objects are there.  A command makes thirty thousand
that stay, most of them while it imports, and then it is over: a tenth of a question's time went
into looking, and a quarter of a worker's that reads cards, which leave next to no rings behind.
The library leaves the process of whoever imports it as it is.
"""

from __future__ import annotations

import gc

# Python looks after so many new objects: never in a question, now and then in a worker.
_NEW_OBJECTS = 100_000


def look_seldom() -> None:
    """Have Python look for rings of dead objects only now and then in this process."""
    gc.set_threshold(_NEW_OBJECTS)

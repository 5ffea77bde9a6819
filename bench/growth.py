"""Growth of time for each kind of input, and a document a hundred times longer than any."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from bench.measure import Row
from tests.growth.exponent import exponent
from tests.growth.kinds import KINDS

_CLAUSES = 64_400
_SCRIPT = f"""
import json, resource, time
from tests.growth.kinds import document, linked
start = time.process_time()
book = linked(document({_CLAUSES})).book
assert len(book.clauses) >= {_CLAUSES}
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([(time.process_time() - start) * 1000, memory]))
"""


def growth_rows() -> Iterator[Row]:
    """Yield the exponents, and time and memory for the long document in its own process."""
    for kind in KINDS:
        yield Row(f"exponent of {kind.name}"[:46], exponent(kind, 0), goal=1.2, unit="")
    done = subprocess.run([sys.executable, "-c", _SCRIPT], check=True, capture_output=True)
    milliseconds, memory = json.loads(done.stdout)
    yield Row(f"read and link {_CLAUSES:,} clauses", milliseconds, goal=60_000)
    yield Row("MiB at most for that", memory, goal=1_500, unit="")

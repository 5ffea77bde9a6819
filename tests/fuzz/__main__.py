"""``make fuzz MINUTES=10``: hold every promise against texts that a fuzzer makes.

The minutes are shared among the promises, or among those that are named behind them; each runs in a
process of its own, one after another on each processor. What is learned stays in ``.fuzz``, so the
next run goes on from there. A text that breaks a promise is kept there too, in ``faults``, with its
traceback: mend what it shows, and put it into ``tests/fixtures/fuzz``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.fuzz.promises import PROMISES
from tests.support import ROOT

_KEPT = ROOT / ".fuzz"


@dataclass(frozen=True)
class Held:
    """How a promise was held: texts tried, faults found, and how its process ended."""

    name: str
    tried: int
    faults: int
    ended: int


def main(minutes: float, names: list[str]) -> int:
    """Hold the promises ``names``, or all; return 1 where one was broken."""
    names = names or list(PROMISES)
    processors = min(len(names), os.cpu_count() or 1)
    seconds = max(1, int(minutes * 60 * processors / len(names)))
    with ThreadPoolExecutor(processors) as pool:
        held = list(pool.map(lambda name: _hold(name, seconds), names))
    for one in held:
        ended = f"  ended with {one.ended}" if one.ended else ""
        print(f"{one.name:<16}{one.tried:>9,} texts{one.faults:>5} faults{ended}")
    tried, faults = sum(one.tried for one in held), sum(one.faults for one in held)
    print(f"{'all':<16}{tried:>9,} texts{faults:>5} faults; they lie in {_KEPT.name}/*/faults")
    return 1 if faults or any(one.ended for one in held) else 0


def _hold(name: str, seconds: int) -> Held:
    folder = _KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    counts = folder / "counts.json"
    counts.unlink(missing_ok=True)
    with (folder / "log.txt").open("wb") as log:
        command = [sys.executable, "-m", "tests.fuzz.engine", name, str(seconds), str(folder)]
        ended = subprocess.run(command, stdout=log, stderr=log, cwd=ROOT).returncode
    said = json.loads(counts.read_text(encoding="ascii")) if counts.exists() else {}
    return Held(name, said.get("tried", 0), said.get("faults", 0), ended)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))

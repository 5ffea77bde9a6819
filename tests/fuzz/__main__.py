"""``make fuzz MINUTES=10``: check every promise with texts that a fuzzer generates.

The promises, or those named after the minutes, share the time. Each runs in its own process, one
after another on each processor. The fuzzer saves its texts in ``.fuzz``, and the next run starts
with them. A text that breaks a promise is saved in ``.fuzz/*/faults`` with its traceback: correct
the fault, and copy the text to ``tests/fixtures/fuzz``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.fuzz.promises import PROMISES
from tests.support import ROOT

_FOLDER = ROOT / ".fuzz"


@dataclass(frozen=True)
class PromiseResult:
    """The number of texts tried and faults found, and the exit code of the process."""

    name: str
    tried: int
    faults: int
    exit_code: int


def main(minutes: float, names: list[str]) -> int:
    """Check the promises ``names``, or all; return 1 if one was broken."""
    names = names or list(PROMISES)
    processors = min(len(names), os.cpu_count() or 1)
    seconds = max(1, int(minutes * 60 * processors / len(names)))
    with ThreadPoolExecutor(processors) as pool:
        results = list(pool.map(lambda name: _fuzz(name, seconds), names))
    for result in results:
        ended = f"  ended with {result.exit_code}" if result.exit_code else ""
        print(f"{result.name:<16}{result.tried:>9,} texts{result.faults:>5} faults{ended}")
    tried = sum(result.tried for result in results)
    faults = sum(result.faults for result in results)
    print(f"{'all':<16}{tried:>9,} texts{faults:>5} faults; they are in {_FOLDER.name}/*/faults")
    return 1 if faults or any(result.exit_code for result in results) else 0


def _fuzz(name: str, seconds: int) -> PromiseResult:
    folder = _FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    counts = folder / "counts.json"
    counts.unlink(missing_ok=True)
    with (folder / "log.txt").open("wb") as log:
        command = [sys.executable, "-m", "tests.fuzz.engine", name, str(seconds), str(folder)]
        exit_code = subprocess.run(command, stdout=log, stderr=log, cwd=ROOT).returncode
    counted = json.loads(counts.read_text(encoding="ascii")) if counts.exists() else {}
    return PromiseResult(name, counted.get("tried", 0), counted.get("faults", 0), exit_code)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))

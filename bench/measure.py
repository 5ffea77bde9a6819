"""Timing, and the table of results."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measurement, in milliseconds or ``unit``, next to its ``baseline``."""

    what: str
    milliseconds: float
    goal: float | None = None
    baseline: str = ""
    baseline_milliseconds: float | None = None
    unit: str = "ms"


def median_ms(work: Callable[[], object], *, runs: int) -> float:
    """Return the median time of ``work`` in milliseconds, after one warm-up."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def process_ms(command: Sequence[str], *, runs: int = 9) -> float:
    """Return the median wall time of a whole process in milliseconds."""
    return median_ms(lambda: subprocess.run(command, check=False, capture_output=True), runs=runs)


def table(rows: Sequence[Row]) -> str:
    """Return ``rows`` as a table for the terminal."""
    lines = [f"{'what':<46}{'value':>10}   {'goal':>8}  baseline"]
    for row in rows:
        goal = f"{row.goal:g}" if row.goal is not None else ""
        baseline = ""
        if row.baseline_milliseconds is not None:
            ratio = row.milliseconds / row.baseline_milliseconds
            baseline = f"{row.baseline}: {row.baseline_milliseconds:.2f} ms, ratio {ratio:.2f}"
        lines.append(f"{row.what:<46}{row.milliseconds:>10.2f} {row.unit:<2}{goal:>8}  {baseline}")
    return "\n".join(lines)

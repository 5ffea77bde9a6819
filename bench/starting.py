"""Cold start of whole commands, compared with Python with click, in alternating rounds."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from bench.measure import Row

_RULEBOOK = (sys.executable, "-m", "rulebook")
_CLICK = (sys.executable, "-c", "import click")
_QUESTION, _CARD = (
    "山札がなくなったらどうなる？",
    "【自】 このカードがアタックした時、あなたは1枚引く。",
)
_COMMANDS = {
    "ask -g": ((*_RULEBOOK, "ask", "-g", "ws", _QUESTION), 2.0),
    "ask": ((*_RULEBOOK, "ask", _QUESTION), 2.0),
    "annotate": ((*_RULEBOOK, "annotate", "-g", "ws", _CARD), 4.0),
}


def starting_rows(runs: int = 9) -> Iterator[Row]:
    """Time commands. The goals are multiples of the time of Python with click."""
    rounds = [
        [_ms(_CLICK), *(_ms(command) for command, _ in _COMMANDS.values())] for _ in range(runs + 1)
    ][1:]
    click, *others = zip(*rounds, strict=True)
    for (name, (_, times)), measured in zip(_COMMANDS.items(), others, strict=True):
        for label, statistic in (("least", min), ("median", statistics.median)):
            baseline = statistic(click)
            what = f"cold `rulebook {name}`, {label} of {runs}"
            yield Row(what, statistic(measured), times * baseline, "import click", baseline)


def _ms(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=False, capture_output=True)
    return (time.perf_counter() - start) * 1000

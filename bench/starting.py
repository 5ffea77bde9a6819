"""Whole commands from a cold start, beside Python with click; they run in turn, round by round."""

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
    """Time commands; the goals are multiples of Python with click in the same rounds."""
    rounds = [
        [_ms(_CLICK), *(_ms(command) for command, _ in _COMMANDS.values())] for _ in range(runs + 1)
    ][1:]
    click, *others = zip(*rounds, strict=True)
    for (name, (_, times)), measured in zip(_COMMANDS.items(), others, strict=True):
        for told, of in (("least", min), ("median", statistics.median)):
            beside = of(click)
            what = f"cold `rulebook {name}`, {told} of {runs}"
            yield Row(what, of(measured), times * beside, "import click", beside)


def _ms(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=False, capture_output=True)
    return (time.perf_counter() - start) * 1000

"""Processes that read cards: if one is killed, the others end too."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulebook.card_library.card_reading import read_cards
from rulebook.cards.worker_pools.processes import processes
from rulebook.clauses.corpus import Corpus
from rulebook.errors import CorpusError
from tests.processes import children, spawn, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Return a file of more cards than are read in a minute."""
    path = tmp_path / "cards.jsonl"
    text = "【自】 このカードがアタックした時、あなたは1枚引く。"
    row = json.dumps({"id": "1", "text": text}, ensure_ascii=False)
    path.write_text(f"{row}\n" * 100_000, encoding="utf-8")
    return path


# The first child is the resource tracker of multiprocessing.
def _workers(pid: int) -> list[int]:
    return [int(child) for child in children(pid)][1:]


@contextmanager
def _reading(cards: Path, at_work: bool) -> Iterator[subprocess.Popen[str]]:
    """Let two processes read ``cards``; wait until they have started, or given output."""
    out = cards.with_name("out.jsonl")
    with spawn("annotate", "-g", "ws", "--jobs", "2", "--jsonl", cards, out=out) as process:
        wait_for(lambda: len(_workers(process.pid)) == 2)
        if at_work:
            wait_for(lambda: out.stat().st_size)
        yield process


@pytest.mark.parametrize("at_work", [False, True])
def test_killed_worker_is_reported(cards: Path, at_work: bool) -> None:
    with _reading(cards, at_work) as process:
        assert process.stderr is not None
        os.kill(_workers(process.pid)[-1], signal.SIGKILL)
        assert process.wait(timeout=20) == 2
        message = process.stderr.read()
    assert message.startswith("rulebook: a process that reads cards was killed\n"), message
    assert "--jobs" in message


@pytest.mark.parametrize("at_work", [False, True])
def test_workers_end_with_their_parent(cards: Path, at_work: bool) -> None:
    with _reading(cards, at_work) as process:
        workers = _workers(process.pid)
        process.kill()
        process.wait()
        wait_for(lambda: not any(map(_is_running, workers)))


def _is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return "State:\tZ" not in status


def test_error_in_a_worker_is_raised_in_the_parent(small: Corpus) -> None:
    (game,) = small.games.values()
    with processes(2, small, game, read_cards) as (_, give_out):
        for wait in [give_out([(None, "引く。")]) for _ in range(2)]:
            with pytest.raises(CorpusError, match="no card grammar"):
                wait()

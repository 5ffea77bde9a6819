"""Cards read on a Dask cluster: the same bytes, whoever dies, and a clear word where it fails."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from rulebook.api import Rules
from rulebook.errors import ClusterError
from tests.fuzz.commands import serve_reply
from tests.support import ROOT

pytest.importorskip("distributed", reason="the extra “cluster” is not installed")

CARDS = [
    (f"c{at}", f"【自】 このカードがアタックした時、あなたは{at % 9 + 1}枚引く。")
    for at in range(900)
]


class Cluster(NamedTuple):
    """A scheduler with its workers, each a process of its own."""

    address: str
    workers: tuple[subprocess.Popen[bytes], ...]


class Workers(NamedTuple):
    """Processes of workers, and what ends them."""

    stack: ExitStack
    processes: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a scheduler and give its address."""
    with ExitStack() as stack:
        yield _scheduler(stack, tmp_path_factory.mktemp("cluster"))[1]


def _scheduler(stack: ExitStack, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a scheduler, and return its process and its address."""
    told = folder / "scheduler.json"
    host = ("--host", "127.0.0.1", "--no-dashboard")
    process = _started(stack, "scheduler", "--port", "0", *host, "--scheduler-file", str(told))
    while not told.exists() or not told.read_text():
        time.sleep(0.05)
    return process, json.loads(told.read_text())["address"]


@pytest.fixture(scope="module")
def alive() -> Iterator[Workers]:
    """The workers that no test has killed, whom the next one finds at work."""
    with ExitStack() as stack:
        yield Workers(stack, [])


@pytest.fixture
def cluster(scheduler: str, alive: Workers, tmp_path: Path) -> Cluster:
    """Have two workers."""
    return _staffed(scheduler, alive, 2, tmp_path)


@pytest.fixture
def cluster_of_one(scheduler: str, alive: Workers, tmp_path: Path) -> Cluster:
    """Have one worker at least."""
    return _staffed(scheduler, alive, 1, tmp_path)


def _staffed(scheduler: str, alive: Workers, wanted: int, folder: Path) -> Cluster:
    """Start as many workers as are wanting, without those who would start dead workers anew."""
    worker = ("worker", scheduler, "--no-nanny", "--nthreads", "1", "--no-dashboard")
    place = ("--local-directory", str(folder))
    alive.processes[:] = [process for process in alive.processes if process.poll() is None]
    while len(alive.processes) < wanted:
        alive.processes.append(_started(alive.stack, *worker, *place))
    return Cluster(scheduler, tuple(alive.processes))


def _started(stack: ExitStack, *arguments: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def test_a_worker_that_dies_loses_nothing(rules: Rules, cluster: Cluster) -> None:
    given = count()
    cards = (card for card, _ in zip(CARDS, given, strict=False))
    lines = rules.annotate_lines("ws", cards, scheduler=cluster.address)
    made = [next(lines)]
    assert next(given) < len(CARDS) * 2 / 3  # results come before all cards are read
    cluster.workers[0].kill()
    made += lines
    assert made == list(rules.annotate_lines("ws", CARDS))


@pytest.mark.slow
def test_a_library_made_on_a_cluster_is_the_one_made_without(
    rules: Rules, cluster: Cluster, tmp_path: Path
) -> None:
    file = tmp_path / "cards.jsonl"
    rows = [json.dumps({"id": id, "text": text}, ensure_ascii=False) for id, text in CARDS]
    file.write_text("\n".join([*rows[:500], "no card", *rows[500:]]), encoding="utf-8")
    looked_at: list[int] = []

    def kill_one(seen: int) -> None:
        if seen and not looked_at:
            cluster.workers[0].kill()
        looked_at.append(seen)

    made = rules.card_library("ws", tmp_path / "cluster.db").index(
        [file], scheduler=cluster.address, progress=kill_one
    )
    alone = rules.card_library("ws", tmp_path / "alone.db").index([file])
    assert made == alone
    assert looked_at[0] < len(CARDS) <= looked_at[-1]
    dumps = [_dump(tmp_path / name) for name in ("cluster.db", "alone.db")]
    assert dumps[0] == dumps[1]
    assert len(dumps[0]) > len(CARDS)


def _dump(path: Path) -> list[str]:
    """Return all rows and tables of a database as SQL."""
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def _reason(rules: Rules, address: str) -> str:
    with pytest.raises(ClusterError) as raised:
        list(rules.annotate_lines("ws", CARDS, scheduler=address))
    return str(raised.value)


@pytest.mark.parametrize(("scheme", "remedy"), [("tcp", "dask scheduler"), ("tls", "certificates")])
@pytest.mark.parametrize("reply", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_a_port_that_is_no_scheduler_is_given_up(
    rules: Rules, monkeypatch: pytest.MonkeyPatch, scheme: str, remedy: str, reply: bytes
) -> None:
    monkeypatch.setattr("rulebook.cards.worker_pools.cluster._SECONDS_TO_CONNECT", 0.5)
    with serve_reply(reply) as port:
        address = f"{scheme}://127.0.0.1:{port}"
        reason = _reason(rules, address)
    assert f"no Dask scheduler answers at {address}" in reason
    assert remedy in reason


@pytest.mark.slow
def test_a_scheduler_that_is_killed_is_named(rules: Rules, tmp_path: Path) -> None:
    with ExitStack() as stack:
        process, address = _scheduler(stack, tmp_path)
        _started(stack, "worker", address, "--nthreads", "1", "--no-dashboard")
        lines = rules.annotate_lines("ws", CARDS * 9, scheduler=address)
        next(lines)
        process.kill()
        with pytest.raises(ClusterError, match=f"the scheduler at {address} is gone"):
            list(lines)


def test_what_is_wrong_with_a_cluster_is_told(
    rules: Rules, cluster_of_one: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(address: str) -> str:
        with pytest.raises(ClusterError) as raised:
            list(rules.annotate_lines("ws", CARDS[:1], scheduler=address))
        return str(raised.value)

    with monkeypatch.context() as hurried:
        hurried.setattr("rulebook.cards.worker_pools.cluster._SECONDS_TO_CONNECT", 0.5)
        assert "no Dask scheduler answers at tcp://127.0.0.1:9" in told("tcp://127.0.0.1:9")
        assert "no Dask scheduler answers at nowhere:" in told("nowhere:")
    with monkeypatch.context() as other:
        other.setattr(
            "rulebook.cards.worker_pools.cluster._SECONDS_FOR_WORKERS", 120
        )  # a busy machine
        other.setattr("rulebook.cards.worker_pools.cluster.code_digest", lambda *_: "another")
        assert "a worker has another Rulebook" in told(cluster_of_one.address)
    monkeypatch.setattr("rulebook.cards.worker_pools.cluster._SECONDS_FOR_WORKERS", 0.2)
    for worker in cluster_of_one.workers:
        worker.terminate()
        worker.wait()
    assert f"the scheduler at {cluster_of_one.address} has no workers" in told(
        cluster_of_one.address
    )
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'rulebook[cluster]'" in told(cluster_of_one.address)

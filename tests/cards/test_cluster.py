"""A Dask cluster gives the same output as one process, and its failures are reported."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
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
    """A scheduler with its workers, each in its own process."""

    address: str
    workers: tuple[subprocess.Popen[bytes], ...]


class Workers(NamedTuple):
    """Processes of workers, and the stack that ends them."""

    stack: ExitStack
    processes: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a scheduler and yield its address."""
    with ExitStack() as stack:
        yield _scheduler(stack, tmp_path_factory.mktemp("cluster"))[1]


def _scheduler(stack: ExitStack, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a scheduler, and return its process and its address."""
    file = folder / "scheduler.json"
    host = ("--host", "127.0.0.1", "--no-dashboard")
    process = _start(stack, "scheduler", "--port", "0", *host, "--scheduler-file", str(file))
    while not file.exists() or not file.read_text():
        time.sleep(0.05)
    return process, json.loads(file.read_text())["address"]


@pytest.fixture(scope="module")
def live_workers() -> Iterator[Workers]:
    """The workers that no test has killed; later tests use them again."""
    with ExitStack() as stack:
        yield Workers(stack, [])


@pytest.fixture
def cluster(scheduler: str, live_workers: Workers, tmp_path: Path) -> Cluster:
    """A cluster with two workers."""
    return _cluster(scheduler, live_workers, 2, tmp_path)


@pytest.fixture
def cluster_of_one(scheduler: str, live_workers: Workers, tmp_path: Path) -> Cluster:
    """A cluster with one worker or more."""
    return _cluster(scheduler, live_workers, 1, tmp_path)


def _cluster(scheduler: str, live_workers: Workers, worker_count: int, folder: Path) -> Cluster:
    """Start the missing workers, without a nanny that would restart killed ones."""
    worker = ("worker", scheduler, "--no-nanny", "--nthreads", "1", "--no-dashboard")
    folder_option = ("--local-directory", str(folder))
    live_workers.processes[:] = [
        process for process in live_workers.processes if process.poll() is None
    ]
    while len(live_workers.processes) < worker_count:
        live_workers.processes.append(_start(live_workers.stack, *worker, *folder_option))
    return Cluster(scheduler, tuple(live_workers.processes))


def _start(stack: ExitStack, *arguments: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def test_killed_worker_loses_no_cards(rules: Rules, cluster: Cluster) -> None:
    cards_read = count()
    cards = (card for card, _ in zip(CARDS, cards_read, strict=False))
    lines = rules.annotate_lines("ws", cards, scheduler=cluster.address)
    results = [next(lines)]
    assert next(cards_read) < len(CARDS) * 2 / 3  # results come before all cards are read
    cluster.workers[0].kill()
    results += lines
    assert results == list(rules.annotate_lines("ws", CARDS))


@pytest.mark.slow
def test_cluster_builds_the_same_library_as_one_process(
    rules: Rules, cluster: Cluster, tmp_path: Path
) -> None:
    file = tmp_path / "cards.jsonl"
    rows = [json.dumps({"id": id, "text": text}, ensure_ascii=False) for id, text in CARDS]
    file.write_text("\n".join([*rows[:500], "no card", *rows[500:]]), encoding="utf-8")
    progress: list[int] = []

    def kill_one(done: int) -> None:
        if done and not progress:
            cluster.workers[0].kill()
        progress.append(done)

    report = rules.card_library("ws", tmp_path / "cluster.db").index(
        [file], scheduler=cluster.address, progress=kill_one
    )
    expected = rules.card_library("ws", tmp_path / "alone.db").index([file])
    assert report == expected
    assert progress[0] < len(CARDS) <= progress[-1]
    dumps = [_dump(tmp_path / name) for name in ("cluster.db", "alone.db")]
    assert dumps[0] == dumps[1]
    assert len(dumps[0]) > len(CARDS)


def _dump(path: Path) -> list[str]:
    """Return all rows and tables of a database as SQL."""
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def _error_message(rules: Rules, address: str) -> str:
    with pytest.raises(ClusterError) as raised:
        list(rules.annotate_lines("ws", CARDS[:1], scheduler=address))
    return str(raised.value)


@pytest.mark.parametrize(("scheme", "remedy"), [("tcp", "dask scheduler"), ("tls", "certificates")])
@pytest.mark.parametrize("reply", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_port_without_a_scheduler_is_reported(
    rules: Rules, monkeypatch: pytest.MonkeyPatch, scheme: str, remedy: str, reply: bytes
) -> None:
    monkeypatch.setattr("rulebook.cards.worker_pools.cluster._SECONDS_TO_CONNECT", 0.5)
    with serve_reply(reply) as port:
        address = f"{scheme}://127.0.0.1:{port}"
        reason = _error_message(rules, address)
    assert f"no Dask scheduler answers at {address}" in reason
    assert remedy in reason


@pytest.mark.slow
def test_killed_scheduler_is_reported(rules: Rules, tmp_path: Path) -> None:
    with ExitStack() as stack:
        process, address = _scheduler(stack, tmp_path)
        _start(stack, "worker", address, "--nthreads", "1", "--no-dashboard")
        lines = rules.annotate_lines("ws", CARDS * 9, scheduler=address)
        next(lines)
        process.kill()
        with pytest.raises(ClusterError, match=f"the scheduler at {address} is gone"):
            list(lines)


def test_cluster_failures_are_reported(
    rules: Rules, cluster_of_one: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = partial(_error_message, rules)
    with monkeypatch.context() as patch:
        patch.setattr("rulebook.cards.worker_pools.cluster._SECONDS_TO_CONNECT", 0.5)
        assert "no Dask scheduler answers at tcp://127.0.0.1:9" in message("tcp://127.0.0.1:9")
        assert "no Dask scheduler answers at nowhere:" in message("nowhere:")
    with monkeypatch.context() as patch:
        patch.setattr(
            "rulebook.cards.worker_pools.cluster._SECONDS_FOR_WORKERS", 120
        )  # a busy machine
        patch.setattr("rulebook.cards.worker_pools.cluster.code_digest", lambda *_: "another")
        assert "a worker has another Rulebook" in message(cluster_of_one.address)
    monkeypatch.setattr("rulebook.cards.worker_pools.cluster._SECONDS_FOR_WORKERS", 0.2)
    for worker in cluster_of_one.workers:
        worker.terminate()
        worker.wait()
    assert f"the scheduler at {cluster_of_one.address} has no workers" in message(
        cluster_of_one.address
    )
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'rulebook[cluster]'" in message(cluster_of_one.address)

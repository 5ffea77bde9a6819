"""Serving on this machine: pages, what is not there, and building again on a change."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from rulebook.clauses.corpus import Corpus
from tests.conftest import Run

_SERVE = [sys.executable, "-m", "rulebook"]


@contextmanager
def _serving(corpus: Path) -> Iterator[str]:
    command = [*_SERVE, "--corpus", str(corpus), "site", "serve", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ})
    assert process.stderr is not None
    try:
        yield process.stderr.readline().split()[0]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        process.stderr.close()


def _read(address: str) -> str:
    with urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def test_the_site_is_served_and_built_again(small: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    copytree(small.folder, folder)
    with _serving(folder) as address:
        assert "<title>" in _read(address)
        for missing in ("nowhere.html", "static/", "../pyproject.toml"):
            with pytest.raises(HTTPError) as error:
                _read(address + missing)
            assert error.value.code == 404
            assert "このページはありません" in error.value.read().decode()
        game = folder / "star-garden" / "game.toml"
        game.write_text(game.read_text(encoding="utf-8").replace("庭", "星の庭"), encoding="utf-8")
        end = time.monotonic() + 30
        while "星の庭" not in _read(address) and time.monotonic() < end:
            time.sleep(0.2)
        assert "星の庭" in _read(address)


def test_a_port_in_use_is_told(small: Corpus, run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("--corpus", small.folder, "site", "serve", "--port", port)
    assert done.exit_code == 2
    assert f"cannot serve on port {port}" in done.stderr

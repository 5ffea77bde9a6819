"""Named pipes as input: waiting for a writer is reported, except for pipes of a shell."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Timer

import pytest

from tests.support import ROOT

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo") or not Path("/dev/fd").exists(), reason="no pipes with names here"
)

CARD = json.dumps({"id": "1", "text": "【自】 あなたは1枚引く。"})
READERS = [
    (("cite",), "ws 9.2.2\n"),
    (("annotate", "-g", "ws", "--jsonl"), CARD),
    (("cards", "stats", "-g", "ws"), CARD),
    (("rulings", "import", "-g", "ws"), "question,answer\n問,答\n"),
    (("check",), "1. 概要\n1.1. 基本\n1.1.1. 山札とは、カードの束のことです。\n"),
]


@contextmanager
def run_process(*command: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command, for a minute at most."""
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", cwd=ROOT
    )
    too_long = Timer(60, running.kill)
    too_long.start()
    try:
        yield running
    finally:
        running.kill()
        running.communicate()
        too_long.cancel()


def test_waiting_for_a_named_pipe_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_DATA", str(tmp_path / "data"))  # no rulings for other tests
    rulebook = (sys.executable, "-m", "rulebook")
    with ExitStack() as stack:
        waiting = []
        for number, (command, content) in enumerate(READERS):
            pipe = tmp_path / f"pipe-{number}"
            os.mkfifo(pipe)
            line = (*rulebook, "--lang", "ja", *command, str(pipe))
            waiting.append((stack.enter_context(run_process(*line)), pipe, content))
        script = f'{shlex.join(rulebook)} cite <(sleep 1; echo "ws 9.2.2")'
        shell = stack.enter_context(run_process("bash", "-c", script))
        for running, pipe, content in waiting:
            _check_reported(running, pipe, content)
        _check_not_reported(shell)


def _check_reported(running: subprocess.Popen[str], pipe: Path, content: str) -> None:
    """Check a pipe without a writer."""
    assert running.stderr is not None
    assert running.stderr.readline() == (
        f"rulebook: 名前付きパイプ{pipe}に書き込まれるのを待っています\n"
    )
    pipe.write_text(content, encoding="utf-8")
    out, rest = running.communicate()
    assert out, rest
    assert running.returncode in (0, 1), rest


def _check_not_reported(shell: subprocess.Popen[str]) -> None:
    """Check a pipe that the shell has opened for writing."""
    out, error = shell.communicate()
    assert (shell.returncode, error) == (0, "")
    assert "9.2.2" in out

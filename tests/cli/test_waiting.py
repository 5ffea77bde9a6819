"""Files that are pipes: one with a name is told, that of a shell is read in silence."""

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
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
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


def test_pipes_are_waited_for(tmp_path: Path) -> None:
    rulebook = (sys.executable, "-m", "rulebook")
    with ExitStack() as stack:
        waiting = []
        for number, (command, content) in enumerate(READERS):
            pipe = tmp_path / f"pipe-{number}"
            os.mkfifo(pipe)
            line = (*rulebook, "--lang", "ja", *command, str(pipe))
            waiting.append((stack.enter_context(started(*line)), pipe, content))
        of_shell = f'{shlex.join(rulebook)} cite <(sleep 1; echo "ws 9.2.2")'
        shell = stack.enter_context(started("bash", "-c", of_shell))
        for running, pipe, content in waiting:
            _check_told_and_then_read(running, pipe, content)
        _check_read_in_silence(shell)


def _check_told_and_then_read(running: subprocess.Popen[str], pipe: Path, content: str) -> None:
    """A pipe without a writer."""
    assert running.stderr is not None
    assert running.stderr.readline() == (
        f"rulebook: 名前付きパイプ{pipe}に書き込まれるのを待っています\n"
    )
    pipe.write_text(content, encoding="utf-8")
    out, rest = running.communicate()
    assert out, rest
    assert running.returncode in (0, 1), rest


def _check_read_in_silence(shell: subprocess.Popen[str]) -> None:
    """A pipe that the shell has opened to write."""
    out, told = shell.communicate()
    assert (shell.returncode, told) == (0, "")
    assert "9.2.2" in out

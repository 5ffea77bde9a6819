"""Files that are pipes: one that nobody writes to is told, any other is read in silence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from tests.support import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")

CARD = json.dumps({"id": "1", "text": "【自】 あなたは1枚引く。"})
WAITS = "を待っています：名前付きパイプに、まだ何も書き込まれていません"
READERS = [
    (("cite",), "ws 9.2.2\n"),
    (("annotate", "-g", "ws", "--jsonl"), CARD),
    (("cards", "stats", "-g", "ws"), CARD),
    (("rulings", "import", "-g", "ws"), "question,answer\n問,答\n"),
    (("check",), "1. 概要\n1.1. 基本\n1.1.1. 山札とは、カードの束のことです。\n"),
]


def started(*args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "rulebook", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
    )


@pytest.mark.parametrize(("command", "content"), READERS, ids=lambda part: str(part[0]))
def test_a_pipe_without_a_writer_is_told_and_then_read(
    command: tuple[str, ...], content: str, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    running = started("--lang", "ja", *command, str(pipe))
    too_long = Timer(60, running.kill)
    too_long.start()
    try:
        assert running.stderr is not None
        assert running.stderr.readline() == f"rulebook: {pipe}{WAITS}\n"
        pipe.write_text(content, encoding="utf-8")
        out, rest = running.communicate()
        assert out, rest
        assert running.returncode in (0, 1), rest
    finally:
        running.kill()
        too_long.cancel()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd here")
def test_a_pipe_of_the_shell_is_read_in_silence() -> None:
    shell = subprocess.run(
        ["bash", "-c", f'{sys.executable} -m rulebook cite <(sleep 4; echo "ws 9.2.2")'],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )
    assert (shell.returncode, shell.stderr) == (0, "")
    assert "9.2.2" in shell.stdout

"""Ctrl-C, SIGTERM and SIGHUP: exit code, no traceback, no files left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from tests.processes import children, posix, spawn, wait_for
from tests.sampling import some
from tests.support import ROOT

CLOSED = getattr(signal, "SIGHUP", signal.SIGTERM)  # Windows has none
# Shells report 130 for both. Python kills itself if it has just compiled code from a string.
INTERRUPTED = [130, -signal.SIGINT]


_INTERRUPTED_AT_IMPORT = """
import sys
class Finder:
    def find_spec(self, name, *_):
        if name == "rulebook.cli.main":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
from rulebook.__main__ import main
main()
"""


def test_interrupt_while_modules_are_imported_has_no_traceback() -> None:
    command = [sys.executable, "-c", _INTERRUPTED_AT_IMPORT]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (130, b"")


@posix
@pytest.mark.parametrize(
    ("stop", "codes"),
    [
        (signal.SIGTERM, [143]),
        (CLOSED, [129]),
        (signal.SIGINT, INTERRUPTED),
        (signal.SIGINT, [0]),
    ],
)
def test_stopped_server_leaves_no_files(
    small: Corpus,
    tmp_path: Path,
    stop: signal.Signals,
    codes: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While it serves (0 after Ctrl-C, the normal way to end it), and while it still builds."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    # A file instead of a folder: nothing can be stored, so all is built in a temporary folder.
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "no-folder"))
    (tmp_path / "no-folder").write_text("", encoding="utf-8")
    corpus = small.folder if codes == [0] else ROOT / "corpus"
    args = ("--corpus", corpus, "site", "serve", "--port", "0")
    with spawn(*args, temporary=temporary) as process:
        assert process.stderr is not None
        if codes == [0]:
            while "http" not in process.stderr.readline():
                pass
        else:
            wait_for(lambda: any(temporary.glob("rulebook-site-*")))
            time.sleep(0.3)
        process.send_signal(stop)
        assert process.wait(timeout=20) in codes
        assert "Traceback" not in process.stderr.read()
    assert [path.name for path in temporary.iterdir()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("delay", some([None, 0, 0.1, 0.3], 2))
def test_ctrl_c_with_workers_prints_one_line(tmp_path: Path, delay: float | None) -> None:
    """The terminal also sends SIGINT to the workers, as they start or as all of them work."""
    cards, out = tmp_path / "cards.jsonl", tmp_path / "out.jsonl"
    text = "【自】 このカードがアタックした時、あなたは1枚引く。"
    row = json.dumps({"id": "1", "text": text}, ensure_ascii=False)
    cards.write_text(f"{row}\n" * 100_000, encoding="utf-8")
    with spawn("annotate", "-g", "ws", "--jobs", "2", "--jsonl", cards, out=out) as process:
        assert process.stderr is not None
        wait_for(lambda: children(process.pid))
        if delay is None:
            wait_for(lambda: out.stat().st_size)
        else:
            time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=20) in INTERRUPTED
        assert process.stderr.read() == "rulebook: interrupted\n"

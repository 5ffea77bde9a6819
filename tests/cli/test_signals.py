"""Ctrl-C, SIGTERM and SIGHUP: the right exit code, no traceback, and nothing left behind."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from tests.processes import children, posix, process_of, wait_for
from tests.sampling import some
from tests.support import ROOT

CLOSED = getattr(signal, "SIGHUP", signal.SIGTERM)  # Windows has none
# Shells say 130 for both: Python kills itself where code was just compiled from a string.
INTERRUPTED = [130, -signal.SIGINT]


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
def test_whoever_is_told_to_stop_leaves_nothing(
    small: Corpus,
    tmp_path: Path,
    stop: signal.Signals,
    codes: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While it serves (0 after Ctrl-C, which is how that ends), and while it still builds."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    # A file, so nothing can be kept and all is built in a temporary folder.
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "no-folder"))
    (tmp_path / "no-folder").write_text("", encoding="utf-8")
    corpus = small.folder if codes == [0] else ROOT / "corpus"
    args = ("--corpus", corpus, "site", "serve", "--port", "0")
    with process_of(*args, temporary=temporary) as process:
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
@pytest.mark.parametrize("later", some([None, 0, 0.1, 0.3], 2))
def test_a_terminal_interrupts_all_processes_and_none_complains(
    tmp_path: Path, later: float | None
) -> None:
    """Ctrl-C reaches the workers too: so much later while they start, or all of them at work."""
    cards, out = tmp_path / "cards.jsonl", tmp_path / "out.jsonl"
    text = "【自】 このカードがアタックした時、あなたは1枚引く。"
    row = json.dumps({"id": "1", "text": text}, ensure_ascii=False)
    cards.write_text(f"{row}\n" * 100_000, encoding="utf-8")
    with process_of("annotate", "-g", "ws", "--jobs", "2", "--jsonl", cards, out=out) as process:
        assert process.stderr is not None
        wait_for(lambda: children(process.pid))
        if later is None:
            wait_for(lambda: out.stat().st_size)
        else:
            time.sleep(later)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=20) in INTERRUPTED
        assert process.stderr.read() == "rulebook: interrupted\n"

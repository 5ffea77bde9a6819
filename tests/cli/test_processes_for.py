"""The default number of processes that read cards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulebook.cli.options import processes_for


def test_only_large_files_use_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    small, large = tmp_path / "small.jsonl", tmp_path / "large.jsonl"
    small.write_bytes(b"x" * 1_000)
    large.write_bytes(b"x" * 1_000_000)
    assert processes_for(None, [small]) == processes_for(None, [Path("-")]) == 1
    assert processes_for(None, [small, large]) == 4
    assert processes_for(3, [small]) == 3
    assert processes_for(1, [large]) == 1

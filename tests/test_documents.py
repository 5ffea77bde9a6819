"""The documents say what the program does: examples run, reference pages are not stale."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from tests.support import ROOT

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_examples_of_the_api_run(
    small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / "api.md"),
        module_relative=False,
        globs={"folder": tmp_path, "garden": small.folder},
        optionflags=_FLAGS,
        encoding="utf-8",
    )
    assert tried >= 20
    assert failed == 0


def test_reference_pages_are_not_stale() -> None:
    pages = [str(path) for path in sorted((ROOT / "docs").glob("*.md")) if _is_made(path)]
    assert len(pages) == 4
    command = [sys.executable, "-m", "cogapp", "--check", "-I", str(ROOT), *pages]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, f"{result.stdout}: run make docs"


def _is_made(page: Path) -> bool:
    return "[[[cog" in page.read_text(encoding="utf-8")

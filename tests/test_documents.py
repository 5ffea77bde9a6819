"""The documentation matches the program: examples run, reference pages are current."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rulebook
from rulebook.clauses.corpus import Corpus
from tests.support import ROOT

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_api_examples_run(small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, attempted = doctest.testfile(
        str(ROOT / "docs" / "api.md"),
        module_relative=False,
        globs={"folder": tmp_path, "garden": small.folder},
        optionflags=_FLAGS,
        encoding="utf-8",
    )
    assert attempted >= 20
    assert failed == 0


def test_reference_pages_are_current() -> None:
    pages = [str(path) for path in sorted((ROOT / "docs").glob("*.md")) if _is_generated(path)]
    assert len(pages) == 9
    command = [sys.executable, "-m", "cogapp", "--check", "-I", str(ROOT), *pages]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, f"{result.stdout}: run make docs"


def _is_generated(page: Path) -> bool:
    return "[[[cog" in page.read_text(encoding="utf-8")


def test_versions_agree_with_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == rulebook.__version__
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"(?m)^## \[([0-9.]+)\] - (\d{4}-\d{2}-\d{2}|Unreleased)$", log)
    assert releases[0][0] == rulebook.__version__


def test_no_merge_conflict_markers() -> None:
    marked = [
        (path.name, line)
        for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith(("<<<<<<< ", ">>>>>>> "))
    ]
    assert marked == []

"""Clauses of a document whose chapters are letters are cited and asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.support import copied_game


@pytest.fixture
def lettered(run: Run, tmp_path: Path) -> str:
    """Return the folder of a user's corpus with a game whose chapters are letters."""
    return _with_letters(run, tmp_path)


def _with_letters(run: Run, tmp_path: Path, *options: str) -> str:
    lines = [
        "A 基本",
        "A-1 勝利",
        "A-1-1 拠点を壊したら勝ちます。",
        "B 領域",
        "B-1 山札",
        "B-1-1 40枚です。",
    ]
    document, into = tmp_path / "rules.txt", tmp_path / "own"
    document.write_text("\n".join(lines), encoding="utf-8")
    title = ("--title", "拠点戦", "--version", "1.0")
    added = run(*options, "edition", "add", "bases", str(document), "--into", str(into), *title)
    assert added.exit_code == 0
    return str(into)


def test_chapter_letters_are_cited_with_or_without_game(
    run: Run, lettered: str, tmp_path: Path
) -> None:
    shown = run("--corpus", lettered, "show", "bases", "a-1-1")
    assert "拠点を壊したら" in shown.output
    text = tmp_path / "text.md"
    for written, expected in {
        "拠点戦 A-1-1、B-9。カードはA-1-1番。": [("A-1-1", "found"), ("B-9", "missing")],
        "A-1-1はどういう意味？ A-1では？": [("A-1-1", "found")],
        "型番 Z-1-1": [],
    }.items():
        text.write_text(written, encoding="utf-8")
        cited = run("--corpus", lettered, "cite", str(text), "--json")
        found = [json.loads(line) for line in cited.output.splitlines() if line[0] == "{"]
        assert [(each["number"], each["status"]) for each in found] == expected


def test_chapter_letters_are_found_in_questions(run: Run, tmp_path: Path) -> None:
    # Adding a game rebuilds the tables of all games, so the corpus has only one other game.
    few = copied_game("legend-of-stars", tmp_path / "few", lean=True)
    lettered = _with_letters(run, tmp_path, "--corpus", str(few.folder))
    asked = run("--corpus", lettered, "ask", "A-1-1はどういう意味？", "--json")
    assert json.loads(asked.output)["answers"][0]["number"] == "A-1-1"

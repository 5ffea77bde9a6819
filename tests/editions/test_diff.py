"""The command ``diff``: text, JSON and HTML output."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import pytest

from rulebook.api import Rules
from tests.conftest import HOSTILE, Run
from tests.star_garden import rules as star_garden
from tests.support import GAMES


def test_diff_marks_words_and_omits_renumbering(garden: Path, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "next.txt"
    text = star_garden("1.1").replace("二人で", "三人で").replace("負けます", "ただちに負けます")
    path.write_text(
        text.replace("2. 進め方", "2. 挨拶\n2.1. 礼\n2.1.1. 礼をします。\n3. 進め方")
        .replace("2.1. 順番", "3.1. 順番")
        .replace("2.1.1. 先攻", "3.1.1. 先攻")
        .replace("2.1.2. 種", "3.1.2. 種")
        .replace("2.1を参照", "3.1を参照"),
        encoding="utf-8",
    )
    output = run("--corpus", garden, "diff", "sg", path).output
    assert "星の庭は[-二-]{+三+}人で遊ぶゲームです。" in output
    assert "{+ただちに+}負けます。" in output
    assert "moved  2 → 3 and 2 below" in output
    assert "added  + 2 and 2 below" in output
    assert "1.1.2" not in output
    rows = [
        json.loads(line)
        for line in run("--corpus", garden, "diff", "sg", path, "--json").stdout.splitlines()
    ]
    by_old = {row["old"]: row for row in rows if row["old"]}
    assert by_old["1.1.2"]["change"] == "kept"
    assert by_old["2.1.2"] | {"new": "3.1.2", "change": "moved-edited"} == by_old["2.1.2"]
    start, end = by_old["2.1.2"]["inserted"][0]
    assert by_old["2.1.2"]["new_text"][start:end] == "ただちに"
    assert [row["new"] for row in rows if row["old"] is None] == ["2", "2.1", "2.1.1"]


def test_diff_with_itself_has_only_kept_clauses(run: Run) -> None:
    rows = [
        json.loads(line) for line in run("diff", "ws", "ws@1.109", "--json").stdout.splitlines()
    ]
    assert len(rows) == 644
    assert {(row["change"], row["sure"]) for row in rows} == {("kept", True)}
    assert all(row["old"] == row["new"] and not row["removed"] for row in rows)


def test_missing_edition_or_document_is_reported(run: Run) -> None:
    assert run("diff", "ws", "nothing").exit_code == 2
    assert run("diff", "ws@7", "ws").exit_code == 2
    assert run("diff", "ws", "./nothing.txt").exit_code == 2
    assert "Only one of A and B can be" in run("diff", "-", "-").stderr


def test_html_page_is_valid_and_escaped(garden: Path, tmp_path: Path, run: Run) -> None:
    path, page = tmp_path / "next.txt", tmp_path / "page.html"
    path.write_text(star_garden("1.1", f"2.1.3. {HOSTILE}は禁止です。"), encoding="utf-8")
    assert run("--corpus", garden, "diff", "sg", path, "--html", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
    assert isinstance(tree, ElementTree.Element)
    assert not list(tree.iter("script"))
    assert not list(tree.iter("img"))
    assert "http" not in text.replace("http-equiv", "")
    assert HOSTILE in "".join(tree.itertext())


def test_unwritable_page_is_reported(run: Run, tmp_path: Path) -> None:
    result = run("diff", "ws", "ws", "--html", tmp_path / "no" / "page.html")
    assert result.exit_code == 2
    assert "cannot be written" in result.output


@pytest.mark.parametrize("game", GAMES)
def test_document_of_an_edition_is_that_edition(rules: Rules, game: str) -> None:
    assert list(rules.diff(game, rules.game(game).edition.path).counts()) == ["kept"]

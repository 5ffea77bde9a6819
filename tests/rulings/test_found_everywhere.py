"""Rulings are found by clause and by question, in addition to the rules."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rulebook.api import Rules
from rulebook.search.asking.answers import answer
from tests.conftest import Run
from tests.quality.questions import HELD_BACK, own_questions
from tests.rulings.stars import add_stars, ruling_toml

RULINGS = ruling_toml("a", "種がなくなったプレイヤーは負けですか？", "はい、負けます。", ["2.1.2"])
RULINGS += ruling_toml(
    "old",
    "種がなくなったら？",
    "続けます。",
    ["2.1.2"],
    'state = "withdrawn"\ncards = ["ＡＢ-01 カード"]',
)
RULINGS += ruling_toml("s", "順番は？", "先攻。", more='suggested = [{ clause = "2.1.2" }]')


@pytest.fixture
def stars(tmp_path: Path) -> Path:
    return add_stars(tmp_path, RULINGS)


def test_clause_lists_its_rulings_suggested_ones_last(run: Run, stars: Path) -> None:
    shown = run("--corpus", stars, "show", "stars", "2.1.2").stdout
    listed = shown.partition("rulings\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == ["a", "old", "s"]
    assert "[withdrawn]" in listed[1]
    assert "(suggested)" in listed[2]
    found = json.loads(run("--corpus", stars, "show", "stars", "2.1.2", "--json").stdout)
    assert found["rulings"] == ["a", "old", "s"]


def test_card_of_rulings_is_matched_in_any_width_and_case(run: Run, stars: Path) -> None:
    for card in ("ab-01", "ｶｰﾄﾞ"):
        listed = run("--corpus", stars, "rulings", "list", "--card", card)
        assert listed.stdout.startswith("old "), listed.output


def test_question_finds_clauses_and_rulings_in_force(run: Run, stars: Path) -> None:
    asked = ("--corpus", stars, "ask", "-g", "stars", "種がなくなったプレイヤーはどうなる？")
    answers = json.loads(run(*asked, "--json").stdout)
    assert answers["answers"][0]["number"] == "2.1.2"
    assert [ruling["id"] for ruling in answers["rulings"]] == ["a"]
    shown = run(*asked).stdout
    assert "ruling a  種がなくなったプレイヤーは負けですか？" in shown
    assert "rests on" not in shown
    whole = run(*asked, "-v").stdout
    assert "ruling a  stars" in whole
    assert "based on: 2.1.2" in whole


def test_rulings_do_not_change_found_clauses(rules: Rules) -> None:
    for question in [q for q in own_questions() if q.split == HELD_BACK][::25]:
        game = rules.game(question.game)
        alone = answer(rules.search_tables, question.text, game, limit=5)
        assert rules.ask(question.text, question.game).found == alone.found


def test_rulings_of_answers_mostly_share_clauses(rules: Rules) -> None:
    """Most rulings found for our own questions cite a governing clause of the question."""
    shares_clause: Counter[bool] = Counter()
    for question in [q for q in own_questions() if q.split == HELD_BACK][::3]:
        for ruling in rules.ask(question.text, question.game).rulings:
            shares_clause[bool(set(ruling.clauses) & set(question.governing))] += 1
    assert shares_clause.total() >= 20
    assert shares_clause[True] >= 0.45 * shares_clause.total()

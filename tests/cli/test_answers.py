"""What ``ask`` prints for people: the ruling sentence first, all that a judge needs on a screen."""

from __future__ import annotations

import re

import pytest

from rulebook.text.width import columns
from tests.conftest import Run

QUESTIONS = (
    ("ws", "手札の上限は何枚？"),
    ("ws", "山札がなくなったらどうなる？"),
    ("reb", "メンバーが7枚リタイアしたら負け？"),
    ("gbf", "デッキが0枚になったら"),
    ("vs", "先攻の1ターン目に攻撃できる？"),
    ("los", "デッキがなくなったら"),
)
HEIGHT, WIDTH = 24, 80


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_the_first_screen_has_the_answer_its_number_and_how_sure_it_is(
    game: str, question: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    lines = run("ask", "-g", game, question).stdout.splitlines()
    screen = "\n".join(lines[:HEIGHT])
    assert all(columns(line) <= WIDTH for line in lines)
    assert not lines[0].startswith(" ")
    assert re.search(r"(?m)^  [0-9][0-9.-]*.*\[(sure|likely|not sure|the rules)", screen)


def test_the_sentence_that_rules_stands_alone_and_the_rest_follows(run: Run) -> None:
    shown = run("ask", "-g", "ws", "リフレッシュのペナルティは？", "-n", "1").stdout.splitlines()
    assert shown[0] == (
        "その後、そのプレイヤーは自分の山札の一番上のカードを1枚、自分のクロックに置きます。"
    )
    assert shown[1].startswith("  9.2.2")
    assert shown[3].endswith("それをシャッフルします。 …")


def test_further_answers_and_rulings_are_one_line_each(run: Run) -> None:
    shown = run("ask", "-g", "ws", "手札の上限は何枚？").stdout
    assert len(re.findall(r"(?m)^[0-9.]+  ", shown)) == 3
    assert len(re.findall(r"(?m)^ruling ws-case-\d+  ", shown)) >= 1
    assert shown.count("総合ルール ver.1.109") == 1
    whole = run("ask", "-v", "-g", "ws", "手札の上限は何枚？").stdout
    assert len(re.findall(r"(?m)^  [0-9.]+", whole)) >= 5
    assert "  答 " in whole
    assert "  why: " in whole

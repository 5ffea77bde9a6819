"""The text output of ``ask``: the ruling sentence first, the rest on one screen."""

from __future__ import annotations

import re

import pytest

from rulebook.text.display import columns
from tests.conftest import Run

QUESTIONS = (
    ("ws", "手札の上限は？"),
    ("ws", "山札がなくなったらどうなる？"),
    ("reb", "メンバーが7枚リタイアしたら負け？"),
    ("gbf", "デッキが0枚になったら"),
    ("vs", "先攻の1ターン目に攻撃できる？"),
    ("los", "デッキがなくなったら"),
)
HEIGHT, WIDTH = 24, 80


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_first_screen_has_answer_number_and_confidence(
    game: str, question: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    lines = run("ask", "-g", game, question).stdout.splitlines()
    screen = "\n".join(lines[:HEIGHT])
    assert all(columns(line) <= WIDTH for line in lines)
    assert not lines[0].startswith(" ")
    assert re.search(r"(?m)^  [0-9][0-9.-]*.*\[(sure|likely|not sure|the rules)", screen)


def test_ruling_sentence_is_printed_before_the_rest(run: Run) -> None:
    shown = run("ask", "-g", "ws", "リフレッシュのペナルティは？", "-n", "1").stdout.splitlines()
    assert shown[0] == (
        "その後、そのプレイヤーは自分の山札の一番上のカードを1枚、自分のクロックに置きます。"
    )
    assert shown[1].startswith("  9.2.2")
    assert shown[3].endswith("それをシャッフルします。 …")


def test_further_answers_and_rulings_take_one_line_each(run: Run) -> None:
    shown = run("ask", "-g", "ws", "手札の上限は？").stdout
    assert len(re.findall(r"(?m)^[0-9.]+  ", shown)) == 3
    assert len(re.findall(r"(?m)^ruling ws-case-\d+  ", shown)) >= 1
    assert shown.count("総合ルール ver.1.109") == 1
    whole = run("ask", "-v", "-g", "ws", "手札の上限は？").stdout
    assert len(re.findall(r"(?m)^  [0-9.]+", whole)) >= 5
    assert "  答 " in whole
    assert "  why: " in whole

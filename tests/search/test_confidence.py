"""The confidence of answers."""

from __future__ import annotations

import json

import pytest

from rulebook.api import Rules
from rulebook.search.asking.confidence import Certainty
from tests.conftest import Run


@pytest.mark.parametrize(
    "question", ["こんにちは", "大会の参加費はいくらですか", "ポケカの山札は何枚？"]
)
def test_unanswerable_question_is_reported(question: str, run: Run) -> None:
    result = run("ask", "-g", "ws", question)
    assert "do not seem to answer" in result.stdout
    assert json.loads(run("ask", "-g", "ws", "--json", question).stdout)["confidence"] == "none"


@pytest.mark.parametrize("question", ["9.2.2", "山札がなくなったらどうなる？"])
def test_answerable_question_is_not_reported_as_unanswerable(question: str, run: Run) -> None:
    found = json.loads(run("ask", "-g", "ws", "--json", question).stdout)
    assert found["confidence"] in ("sure", "likely")


@pytest.mark.parametrize("question", ["リフレッシュ", "ドロー", "引き分けになるのは？", "相手の番"])
def test_confidence_without_game_is_that_of_first_clause(question: str, rules: Rules) -> None:
    everywhere = rules.ask(question)
    assert everywhere.game is None
    alone = rules.ask(question, everywhere.found[0].game.id)
    assert everywhere.found[0].clause.number == alone.found[0].clause.number
    is_sure = alone.confidence == Certainty.SURE
    assert everywhere.confidence == (Certainty.LIKELY if is_sure else alone.confidence)


@pytest.mark.parametrize("question", ["手札の上限は？", "山札がなくなったらどうなる？"])
def test_several_games_in_turn_are_never_sure(question: str, rules: Rules) -> None:
    everywhere = rules.ask(question)
    assert everywhere.game is None
    assert rules.ask(question, everywhere.found[0].game.id).confidence == Certainty.SURE
    assert everywhere.confidence == Certainty.LIKELY


@pytest.mark.parametrize("name", ["", "ガルドゥームの", "「漆黒の槍兵」の"])
def test_an_unknown_name_is_never_sure(name: str, rules: Rules) -> None:
    found = rules.ask(f"{name}先攻は最初のターンに何回アタックできる？", "ws")
    assert found.found[0].clause.number == "7.2.1.3.1.2"
    assert found.confidence == (Certainty.LIKELY if name else Certainty.SURE)


FRAMES = (
    "Can someone explain {}",
    "Please explain: {}",
    "I don't understand {}",
    "Quick question: {}",
    "Sorry if this was asked before, but {}",
    "誰か教えてください。{}",
    "{}よろしくお願いします。",
    "初心者です。質問があります。{}",
)
ASKED = ("what level up means", "how refresh works", "when can I play a backup")
ASKED_IN_JAPANESE = ("手札の上限は？", "アンコールとは？", "山札がなくなったらどうなる？")


@pytest.mark.parametrize("frame", FRAMES)
def test_words_that_only_ask_do_not_hide_the_answer(frame: str, rules: Rules) -> None:
    for question in ASKED if frame.isascii() else ASKED_IN_JAPANESE:
        plain, framed = (rules.ask(each, "ws") for each in (question, frame.format(question)))
        assert framed.confidence is not Certainty.NONE, question
        assert framed.found[0].clause.number == plain.found[0].clause.number, question


@pytest.mark.parametrize("question", ["What is “encore”?", "“encore” とは？", "‘アンコール’とは"])
def test_quotation_marks_around_a_name_do_not_matter(question: str, rules: Rules) -> None:
    assert rules.ask(question, "ws").found[0].clause.number == "10.2.1"


def test_words_before_a_colon_do_not_hide_the_answer(rules: Rules) -> None:
    story = "At a tournament yesterday this came up"
    found = rules.ask(f"{story}: do both players lose if they refresh at once?", "ws")
    assert found.confidence is not Certainty.NONE

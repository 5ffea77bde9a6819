"""How sure an answer says it is."""

from __future__ import annotations

import json

import pytest

from rulebook.search.asking.confidence import Certainty, surest
from tests.conftest import Run


@pytest.mark.parametrize(
    "question", ["こんにちは", "大会の参加費はいくらですか", "ポケカの山札は何枚？"]
)
def test_what_the_rules_do_not_answer_is_told(question: str, run: Run) -> None:
    told = run("ask", "-g", "ws", question)
    assert "do not seem to answer" in told.stdout
    assert json.loads(run("ask", "-g", "ws", "--json", question).stdout)["confidence"] == "none"


@pytest.mark.parametrize("question", ["9.2.2", "山札がなくなったらどうなる？"])
def test_what_the_rules_answer_is_not_denied(question: str, run: Run) -> None:
    found = json.loads(run("ask", "-g", "ws", "--json", question).stdout)
    assert found["confidence"] in ("sure", "likely")


def test_of_several_games_the_surest_counts() -> None:
    assert surest([Certainty.NONE, Certainty.LIKELY]) is Certainty.LIKELY
    assert surest([]) is Certainty.NONE

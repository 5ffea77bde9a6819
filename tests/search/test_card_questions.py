"""Card texts as questions."""

from __future__ import annotations

import pytest

from rulebook.api import Rules


@pytest.mark.parametrize(
    ("card", "first"),
    [
        ("【自】 絆／「夕立の少年」 ［(1) 手札を1枚控え室に置く］", {"10.4.1", "10.4.2"}),
        ("【自】 チェンジ ［手札を1枚控え室に置く］", {"10.8.1", "10.8.2"}),
    ],
)
def test_governing_clause_of_card_text_is_first(card: str, first: set[str], rules: Rules) -> None:
    answers = rules.ask(card, "ws")
    assert answers.is_card_text
    assert answers.found[0].clause.number in first


def test_card_text_may_begin_without_an_icon(rules: Rules) -> None:
    found = rules.ask("2回攻撃\nこのカードが登場した時、カードを1枚引く。", "los").found
    assert found[0].clause.number == "8.13.4"


def test_question_with_icon_is_not_a_card_text(rules: Rules) -> None:
    assert rules.ask("【起】っていつ使えるんですか", "ws").found[0].clause.number == "8.1.1.1"


@pytest.mark.parametrize("text", ["【自】" * 7000, "【自】", "【", "【自】 \x00"])
def test_odd_card_texts_do_not_raise(text: str, rules: Rules) -> None:
    rules.ask(text, "ws")

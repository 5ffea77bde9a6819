"""What the fields of an event in a meaning hold: how many, how, what is possible all the same."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.api import Rules
from rulebook.clauses.corpus import Corpus


def _effect(corpus: Corpus, game: str, text: str) -> Any:
    (ability,) = Rules(corpus).annotate(game, text).meaning
    return ability.effects[-1]


@pytest.mark.parametrize(
    ("text", "who", "count", "unit"),
    [
        ("各ターン、あなたは３回までしかアタックできない", "あなた", 3, "回"),
        ("相手は各ターン１枚までしか引けない", "相手", 1, "枚"),
    ],
)
def test_a_ban_beyond_a_number_tells_the_number(
    corpus: Corpus, text: str, who: str, count: int, unit: str
) -> None:
    ban = _effect(corpus, "reb", f"【永】【メンバー】：{text}。")
    left = ban.other_than
    assert (ban.type, left.count, left.at_most, left.unit) == ("prohibit", count, True, unit)
    assert ban.event.who.words == (who,)


@pytest.mark.parametrize(
    ("game", "text", "count", "unit"),
    [
        ("reb", "あなたは各ターン１回まで、このキャラを手札のキャラでブロックできる", 1, "回"),
        ("ws", "このカードと同じカード名のカードは、デッキに5枚まで入れることができる", 5, "枚"),
    ],
)
def test_a_leave_tells_how_many(
    corpus: Corpus, game: str, text: str, count: int, unit: str
) -> None:
    number = _effect(corpus, game, f"【永】 {text}。").event.number
    assert (number.count, number.at_most, number.unit) == (count, True, unit)


def test_what_it_is_done_to_too_is_its_object(corpus: Corpus) -> None:
    effects = "あなたの、カード名を参照する効果"
    text = f"【永】【メンバー】：{effects}はすべて追加で、《園》と《庭》も参照できる。"
    event = _effect(corpus, "reb", text).event
    assert (event.who.owners, event.who.words, event.who.every) == (("あなた",), ("効果",), True)
    assert len(event.what.things) == 2
    assert event.how == ("追加で",)


@pytest.mark.parametrize("verb", ["使えない", "使える"])
def test_whose_effect_forbids_or_allows(corpus: Corpus, verb: str) -> None:
    effect = _effect(corpus, "reb", f"【スパーク】：このターン中、相手は【ブロッカー】を{verb}。")
    assert (effect.by.who, effect.by.basis) == ("あなた", "rule")
    assert effect.event.who.words == ("相手",)

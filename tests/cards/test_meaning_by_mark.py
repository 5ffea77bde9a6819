"""Cards that a text names only by a mark, and zones that stand for the cards in them."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    IfEffect,
    ModifyEffect,
    OccasionEffect,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import as_thing, effects_of, only_ability


def _qualities(what: object) -> list[tuple[tuple[str, ...], ...]]:
    assert isinstance(what, ThingMeaning)
    assert what.sort == "cards"
    return [each.qualities for each in what.things or (what,)]


@pytest.mark.parametrize(
    ("words", "qualities"),
    [
        ("【ブロッカー】を１枚", [(("【ブロッカー】を持つ",),)]),
        ("【起】を２枚まで", [(("【起】を持つ",),)]),
        ("【スパーク】か〔朝〕を１枚", [(("【スパーク】を持つ",),), (("〔朝〕",),)]),
    ],
)
def test_counted_cards_have_the_mark(
    corpus: Corpus, words: str, qualities: list[tuple[tuple[str, ...], ...]]
) -> None:
    choice, _ = effects_of(
        corpus, "reb", f"【スパーク】：あなたは自分の控え室から、{words}選び、手札に戻す。"
    )
    assert isinstance(choice, ChooseEffect)
    assert _qualities(choice.what) == qualities


def test_chosen_mark_is_an_ability(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分のエントリーの【スパーク】から１つ選び、発動させる。"
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    assert isinstance(choice.what, ThingMeaning)
    assert choice.what.sort == "abilities"


@pytest.mark.parametrize(
    "condition", ["手札に【ブロッカー】がない", "リタイアに【ブロッカー】がいる"]
)
def test_cards_in_a_zone_have_the_mark(corpus: Corpus, condition: str) -> None:
    (case,) = only_ability(
        corpus, "reb", f"【スパーク】：あなたは１枚引く。あなたの{condition}なら、１枚引く。"
    ).effects[1:]
    assert isinstance(case, IfEffect)
    assert _qualities(case.conditions[0].subject) == [(("【ブロッカー】を持つ",),)]


def test_for_each_counts_cards_with_the_mark(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のデッキの上から３枚公開する。"
        "公開した【キャンセル】１枚につき、このキャラを＋１/±０。"
    )
    _, change = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    assert _qualities(change.for_each) == [(("【キャンセル】を持つ",),)]


def test_card_put_as_energy_is_not_there_yet(corpus: Corpus) -> None:
    text = "【永】【メンバー】：あなたは手札からエネルギーを置く際、【レスト】で置く。"
    (occasion,) = effects_of(corpus, "reb", text)
    assert isinstance(occasion, OccasionEffect)
    event = occasion.event
    arguments = [
        (each.sort, each.zones) for each in map(as_thing, (event.what, event.source, event.goal))
    ]
    assert arguments == [("cards", ()), ("zone", ("手札",)), ("zone", ("エネルギー",))]


def test_energy_put_elsewhere_is_from_its_zone(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分のエネルギーを１枚控え室に置く。"
    (put,) = effects_of(corpus, "reb", text)
    assert isinstance(put, Action)
    assert isinstance(put.what, ThingMeaning)
    assert put.what.zones == ("エネルギー",)

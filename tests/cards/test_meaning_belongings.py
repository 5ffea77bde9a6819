"""What belongs to what in a meaning, of invented cards: leaves, prices, what comes just before."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import (
    Action,
    IfDone,
    IfEffect,
    ModifyEffect,
    OccasionEffect,
    Permit,
    PointerMeaning,
    PriceEffect,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import effects_of, only_ability


@pytest.mark.parametrize("asked", ["", "あなたのメンバーに《朝》がいるなら、"])
def test_another_zone_to_choose_from_belongs_to_the_choice_before(
    corpus: Corpus, asked: str
) -> None:
    text = (
        "【自】：このキャラがエントリーに置かれた時、あなたは自分の手札から《園子》を１枚選び、"
        f"エントリーに置く。{asked}エネルギーからも選べる。"
    )
    leave = effects_of(corpus, "reb", text)[-1]
    leave = leave.then[0] if isinstance(leave, IfEffect) else leave
    assert isinstance(leave, Permit)
    assert isinstance(leave.what, PointerMeaning)
    assert isinstance(leave.event.source, ThingMeaning)
    source = leave.event.source
    assert isinstance(leave.event.who, ThingMeaning)
    assert leave.event.who.words == ("あなた",)
    assert (leave.what.name, source.owners, source.zones) == (
        "chosen-1",
        ("自分",),
        ("エネルギー",),
    )


@pytest.mark.parametrize(
    ("more", "inside"),
    [
        ("《園子》を選んだら、さらにあなたは１枚引く", True),
        ("《園子》を選んだら、あなたは１枚引く", True),
        ("あなたのメンバーに《園子》がいるなら、あなたは１枚引く", False),
    ],
)
def test_what_is_done_besides_is_done_at_the_same_price(
    corpus: Corpus, more: str, inside: bool
) -> None:
    text = (
        "【スパーク】：あなたは自分の手札から１枚選び、控え室に置くことで、このキャラを＋２/±０。"
        f"{more}。"
    )
    first, *others = effects_of(corpus, "reb", text)
    assert isinstance(first, PriceEffect)
    assert isinstance((first.then if inside else others)[-1], IfDone if inside else IfEffect)


@pytest.mark.parametrize(
    ("told", "after"),
    [
        ("プレイされて舞台に置かれた時か手札から舞台に置かれた時", [["プレイする"], []]),
        ("舞台に置かれた時か手札から舞台に置かれた時", [[], []]),
    ],
)
def test_what_comes_about_just_before_belongs_to_the_event(
    corpus: Corpus, told: str, after: list[list[str]]
) -> None:
    trigger = only_ability(corpus, "ws", f"【自】 このキャラが{told}、あなたは1枚引く。").trigger
    assert trigger is not None
    assert [[before.verb for before in event.after] for event in trigger.events] == after


@pytest.mark.parametrize("apart", ["", "\n", "<br/>"])
def test_a_reminder_is_no_ability_on_whatever_line_it_stands(corpus: Corpus, apart: str) -> None:
    text = f"【自】 このカードがアタックした時、あなたは1枚引く。{apart}（引くのはあなたです）"
    annotation = Rules(corpus).annotate("ws", text)
    assert len(annotation.meaning) == 1
    assert annotation.reading.abilities[0].end == len(text)


@pytest.mark.parametrize("same", ["レベル", "カード名"])
def test_whose_before_a_comma_is_told_of_the_cards(corpus: Corpus, same: str) -> None:
    text = f"【永】 あなたの、このカードと同じ{same}のキャラすべてに、パワーを＋500。"
    (effect,) = effects_of(corpus, "ws", text)
    assert isinstance(effect, ModifyEffect)
    assert isinstance(effect.what, ThingMeaning)
    assert (effect.what.owners, effect.what.of and effect.what.of.owners) == (("あなた",), ())


@pytest.mark.parametrize(("whose", "either"), [("あなたか相手", True), ("あなたと相手", False)])
def test_of_one_player_or_of_both(corpus: Corpus, whose: str, either: bool) -> None:
    text = f"【永】 {whose}のキャラが2枚以下なら、このカードのパワーを＋500。"
    (condition,) = only_ability(corpus, "ws", text).condition
    assert isinstance(condition.subject, ThingMeaning)
    assert condition.subject.owners == ("あなた", "相手")
    assert condition.subject.alternative == either


def test_more_of_a_card_than_the_rules_allow(corpus: Corpus) -> None:
    text = "【永】：このキャラはデッキに３枚より多く入れてよい。"
    (leave,) = effects_of(corpus, "reb", text)
    assert isinstance(leave, Permit)
    number = leave.event.number
    assert number is not None
    assert (number.count, number.limit, leave.event.how) == (3, "より多く", ())


@pytest.mark.parametrize(("more", "every"), [("両方いる", True), ("《夜》もいる", False)])
def test_what_is_asked_besides_is_asked_in_the_same_place(
    corpus: Corpus, more: str, every: bool
) -> None:
    text = (
        "【永】【エントリー】：あなたのメンバーに、《朝》か《昼》がいるなら、このキャラを＋２/＋３。"
        f"{more}なら、さらに＋２/＋３。"
    )
    case = effects_of(corpus, "reb", text)[-1]
    assert isinstance(case, IfEffect)
    (asked,) = case.conditions
    assert (getattr(asked.place, "zones", None), asked.every) == (("メンバー",), every)
    if every:
        assert isinstance(asked.subject, PointerMeaning)
        assert asked.subject.to is not None
        assert text[asked.subject.to.start : asked.subject.to.end] == "《朝》か《昼》"


def test_a_deed_told_anew_is_the_one_of_the_trigger(corpus: Corpus) -> None:
    text = (
        "【自】【メンバー】：このキャラがサポートした時、《朝》をサポートしたら、あなたは１枚引く。"
        "《夜》をサポートしたら、相手は１枚引く。"
    )
    cases = [e for e in effects_of(corpus, "reb", text) if isinstance(e, IfDone)]
    told = [text[case.of.to.start : case.of.to.end] for case in cases if case.of.to]
    assert told == ["このキャラがサポートした"] * 2


@pytest.mark.parametrize(
    ("done", "same"), [("【レスト】で置く", True), ("それをデッキの下に置く", False)]
)
def test_how_something_is_done_does_it_no_second_time(
    corpus: Corpus, done: str, same: bool
) -> None:
    text = f"【永】【メンバー】：相手はエネルギーを置く際、{done}。"
    (occasion,) = effects_of(corpus, "reb", text)
    assert isinstance(occasion, OccasionEffect)
    (put,) = occasion.effects
    assert isinstance(put, Action)
    told = put.of.to if put.of else None
    assert (told and text[told.start : told.end]) == ("相手はエネルギーを置く" if same else None)


def test_where_that_comes_which_is_yet_to_come(corpus: Corpus) -> None:
    text = "【スパーク】：このターン中、次にあなたのメンバーに置かれるキャラを＋１/±０。"
    (effect,) = effects_of(corpus, "reb", text)
    assert isinstance(effect, ModifyEffect)
    assert isinstance(effect.what, ThingMeaning)
    goal = effect.what.of
    assert effect.what.coming
    assert goal is not None
    assert (goal.owners, goal.zones) == (("あなた",), ("メンバー",))

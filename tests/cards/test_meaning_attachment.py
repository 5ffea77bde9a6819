"""Which parts of a meaning belong together: permissions, prices, preceding events."""

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
from tests.cards.meanings import effects_of, only_ability


@pytest.mark.parametrize("condition", ["", "あなたのメンバーに《朝》がいるなら、"])
def test_permitted_zone_belongs_to_the_previous_choice(corpus: Corpus, condition: str) -> None:
    text = (
        "【自】：このキャラがエントリーに置かれた時、あなたは自分の手札から《園子》を１枚選び、"
        f"エントリーに置く。{condition}エネルギーからも選べる。"
    )
    permission = effects_of(corpus, "reb", text)[-1]
    permission = permission.then[0] if isinstance(permission, IfEffect) else permission
    assert isinstance(permission, Permit)
    assert isinstance(permission.what, PointerMeaning)
    assert isinstance(permission.event.source, ThingMeaning)
    source = permission.event.source
    assert isinstance(permission.event.who, ThingMeaning)
    assert permission.event.who.words == ("あなた",)
    assert (permission.what.name, source.owners, source.zones) == (
        "chosen-1",
        ("自分",),
        ("エネルギー",),
    )


@pytest.mark.parametrize(
    ("more", "is_inside"),
    [
        ("《園子》を選んだら、さらにあなたは１枚引く", True),
        ("《園子》を選んだら、あなたは１枚引く", True),
        ("あなたのメンバーに《園子》がいるなら、あなたは１枚引く", False),
    ],
)
def test_additional_effect_has_the_same_price(corpus: Corpus, more: str, is_inside: bool) -> None:
    text = (
        "【スパーク】：あなたは自分の手札から１枚選び、控え室に置くことで、このキャラを＋２/±０。"
        f"{more}。"
    )
    first, *others = effects_of(corpus, "reb", text)
    assert isinstance(first, PriceEffect)
    assert isinstance((first.then if is_inside else others)[-1], IfDone if is_inside else IfEffect)


@pytest.mark.parametrize(
    ("events", "after"),
    [
        ("プレイされて舞台に置かれた時か手札から舞台に置かれた時", [["プレイする"], []]),
        ("舞台に置かれた時か手札から舞台に置かれた時", [[], []]),
    ],
)
def test_preceding_event_belongs_to_its_event(
    corpus: Corpus, events: str, after: list[list[str]]
) -> None:
    trigger = only_ability(corpus, "ws", f"【自】 このキャラが{events}、あなたは1枚引く。").trigger
    assert trigger is not None
    assert [[before.verb for before in event.after] for event in trigger.events] == after


@pytest.mark.parametrize("separator", ["", "\n", "<br/>"])
def test_reminder_on_its_own_line_is_not_an_ability(corpus: Corpus, separator: str) -> None:
    text = f"【自】 このカードがアタックした時、あなたは1枚引く。{separator}（引くのはあなたです）"
    annotation = Rules(corpus).annotate("ws", text)
    assert len(annotation.meaning) == 1
    assert annotation.reading.abilities[0].end == len(text)


@pytest.mark.parametrize("quality", ["レベル", "カード名"])
def test_owner_before_a_comma_belongs_to_the_cards(corpus: Corpus, quality: str) -> None:
    text = f"【永】 あなたの、このカードと同じ{quality}のキャラすべてに、パワーを＋500。"
    (effect,) = effects_of(corpus, "ws", text)
    assert isinstance(effect, ModifyEffect)
    assert isinstance(effect.what, ThingMeaning)
    assert (effect.what.owners, effect.what.of and effect.what.of.owners) == (("あなた",), ())


@pytest.mark.parametrize(
    ("owners", "alternative"), [("あなたか相手", True), ("あなたと相手", False)]
)
def test_owners_are_alternatives_or_both(corpus: Corpus, owners: str, alternative: bool) -> None:
    text = f"【永】 {owners}のキャラが2枚以下なら、このカードのパワーを＋500。"
    (condition,) = only_ability(corpus, "ws", text).condition
    assert isinstance(condition.subject, ThingMeaning)
    assert condition.subject.owners == ("あなた", "相手")
    assert condition.subject.alternative == alternative


def test_permission_for_more_copies_has_a_number(corpus: Corpus) -> None:
    text = "【永】：このキャラはデッキに３枚より多く入れてよい。"
    (permission,) = effects_of(corpus, "reb", text)
    assert isinstance(permission, Permit)
    number = permission.event.number
    assert number is not None
    assert (number.count, number.limit, permission.event.how) == (3, "より多く", ())


@pytest.mark.parametrize(("addition", "every"), [("両方いる", True), ("《夜》もいる", False)])
def test_additional_condition_has_the_same_zone(corpus: Corpus, addition: str, every: bool) -> None:
    text = (
        "【永】【エントリー】：あなたのメンバーに、《朝》か《昼》がいるなら、このキャラを＋２/＋３。"
        f"{addition}なら、さらに＋２/＋３。"
    )
    case = effects_of(corpus, "reb", text)[-1]
    assert isinstance(case, IfEffect)
    (condition,) = case.conditions
    assert (getattr(condition.place, "zones", None), condition.every) == (("メンバー",), every)
    if every:
        assert isinstance(condition.subject, PointerMeaning)
        assert condition.subject.to is not None
        assert text[condition.subject.to.start : condition.subject.to.end] == "《朝》か《昼》"


def test_repeated_event_refers_to_the_trigger(corpus: Corpus) -> None:
    text = (
        "【自】【メンバー】：このキャラがサポートした時、《朝》をサポートしたら、あなたは１枚引く。"
        "《夜》をサポートしたら、相手は１枚引く。"
    )
    cases = [e for e in effects_of(corpus, "reb", text) if isinstance(e, IfDone)]
    antecedents = [text[case.of.to.start : case.of.to.end] for case in cases if case.of.to]
    assert antecedents == ["このキャラがサポートした"] * 2


@pytest.mark.parametrize(
    ("words", "same"), [("【レスト】で置く", True), ("それをデッキの下に置く", False)]
)
def test_manner_of_an_event_is_not_a_second_act(corpus: Corpus, words: str, same: bool) -> None:
    text = f"【永】【メンバー】：相手はエネルギーを置く際、{words}。"
    (occasion,) = effects_of(corpus, "reb", text)
    assert isinstance(occasion, OccasionEffect)
    (put,) = occasion.effects
    assert isinstance(put, Action)
    span = put.of.to if put.of else None
    assert (span and text[span.start : span.end]) == ("相手はエネルギーを置く" if same else None)


def test_future_card_has_its_goal(corpus: Corpus) -> None:
    text = "【スパーク】：このターン中、次にあなたのメンバーに置かれるキャラを＋１/±０。"
    (effect,) = effects_of(corpus, "reb", text)
    assert isinstance(effect, ModifyEffect)
    assert isinstance(effect.what, ThingMeaning)
    goal = effect.what.of
    assert effect.what.coming
    assert goal is not None
    assert (goal.owners, goal.zones) == (("あなた",), ("メンバー",))

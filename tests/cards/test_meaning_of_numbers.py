"""Numbers in meanings of invented cards: sums, multiples, and numbers given before."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import (
    Action,
    IfDone,
    IfEffect,
    ModifyEffect,
    PointerMeaning,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import effects_of, only_ability


@pytest.mark.parametrize(
    ("condition_text", "things"),
    [
        (
            "あなたの、メンバーの《朝》の枚数の３倍の値と、あなたのエネルギーの枚数の合計値が５以上",
            [("値", ("×3",)), ("枚数", ())],
        ),
        (
            "あなたの、メンバーの枚数とエネルギーの枚数の合計が５以上",
            [("枚数", ()), ("枚数", ())],
        ),
    ],
)
def test_sum_is_one_number_of_all_terms(
    corpus: Corpus, condition_text: str, things: list[tuple[str, tuple[str, ...]]]
) -> None:
    text = f"【永】【メンバー】：{condition_text}なら、このキャラを＋１/±０。"
    (condition,) = only_ability(corpus, "reb", text).condition
    total = condition.subject
    assert isinstance(total, ThingMeaning)
    assert (total.sort, total.things, total.changes) == ("numbers", (), ())
    assert condition.number is not None
    assert (condition.number.count, condition.number.limit) == (5, "以上")
    assert total.of is not None
    assert [(each.words[0], each.changes) for each in total.of.things] == things
    energy = total.of.things[-1].of
    assert energy is not None
    assert (energy.owners, energy.zones) == (("あなた",), ("エネルギー",))


def test_sum_may_be_of_joined_zones(corpus: Corpus) -> None:
    text = "【永】：あなたのメンバーとリタイアの枚数の合計が５以上なら、このキャラを＋１/±０。"
    (condition,) = only_ability(corpus, "reb", text).condition
    total = condition.subject
    assert isinstance(total, ThingMeaning)
    assert total.of is not None
    assert (total.of.owners, total.of.zones) == (("あなた",), ("メンバー", "リタイア"))


@pytest.mark.parametrize("total", ["合計値５以上", "合計値が５以上"])
def test_bare_sum_refers_to_the_sum_before(corpus: Corpus, total: str) -> None:
    text = (
        "【自】：このキャラがアタックした時、あなたのメンバーの枚数と、あなたのエネルギーの枚数の"
        f"合計値１につき、このターン中、このキャラを＋１/±０。{total}なら、あなたは１枚引く。"
    )
    change, case = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    assert isinstance(case, IfEffect)
    (condition,) = case.conditions
    assert isinstance(condition.subject, PointerMeaning)
    assert isinstance(change.for_each, ThingMeaning)
    assert condition.subject.to is not None
    assert condition.subject.to.start == change.for_each.start
    assert condition.what is None
    assert condition.number is not None
    assert (condition.number.count, condition.number.limit) == (5, "以上")


def test_bare_sum_without_antecedent_is_unresolved(corpus: Corpus) -> None:
    text = "【永】：合計値５以上なら、このキャラを＋１/±０。"
    (condition,) = only_ability(corpus, "reb", text).condition
    assert isinstance(condition.subject, PointerMeaning)
    assert condition.subject.unresolved is not None


def test_compared_cards_are_not_a_companion(corpus: Corpus) -> None:
    text = "【スパーク】：あなたのキャラを２枚まで選び、控え室に置く。それらと同じ枚数引く。"
    ability = only_ability(corpus, "reb", text)
    draw = ability.effects[-1]
    assert isinstance(draw, Action)
    assert draw.companion is None
    assert draw.number is not None
    assert draw.number.of is not None
    assert [pointer.name for pointer in draw.number.of.refers] == ["chosen-1"]


@pytest.mark.parametrize(
    ("before", "counted"),
    [
        (
            "あなたのメンバーとリタイアにいる《朝》１枚につき、１枚引く",
            "あなたのメンバーとリタイアにいる《朝》１枚",
        ),
        ("１枚引く", None),
    ],
)
def test_bare_number_counts_the_cards_before(
    corpus: Corpus, before: str, counted: str | None
) -> None:
    text = f"【スパーク】：{before}。合計４枚以上いるなら、さらに１枚引く。"
    ability = only_ability(corpus, "reb", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    subject = case.conditions[0].subject
    assert isinstance(subject, PointerMeaning)
    assert (subject.to and text[subject.to.start : subject.to.end]) == counted
    assert bool(subject.unresolved) == (counted is None)


def test_same_damage_refers_to_the_damage_before(corpus: Corpus) -> None:
    text = (
        "【自】 このカードの与えたダメージがキャンセルされた時、あなたは自分の手札を1枚選び、"
        "控え室に置いてよい。そうしたら、相手に同じダメージを与える。"
    )
    annotation = Rules(corpus).annotate("ws", text)
    if_done = annotation.meaning[0].effects[-1]
    assert isinstance(if_done, IfDone)
    (dealt,) = if_done.then
    assert isinstance(dealt, Action)
    assert isinstance(dealt.what, ThingMeaning)
    assert dealt.what.number is not None
    rule = dealt.what.number.rule
    assert rule is not None
    assert text[rule.start : rule.end] == "このカードの与えたダメージ"
    # Unlike a letter, it cannot be zero.
    assert "1.3.2.2" not in {clause.number for clause in annotation.governing[0]}

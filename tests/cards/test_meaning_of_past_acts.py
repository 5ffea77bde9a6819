"""Clauses that refer to an act before, in meanings of invented cards."""

from __future__ import annotations

from rulebook.cards.meaning.nodes import Condition, IfDone, MayEffect, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import effects_of, only_ability


def _antecedent(text: str, if_done: IfDone) -> str:
    assert if_done.of.to is not None
    return text[if_done.of.to.start : if_done.of.to.end]


def test_second_case_has_its_own_antecedent(corpus: Corpus) -> None:
    text = (
        "【自】【エントリー】：このキャラがアタックした時、《朝》か《昼》にサポートされたら、１枚引く。"
        "《夕》か《夜》にサポートされたら、このターン中、このキャラを＋２/±０。"
    )
    cases = [effect for effect in effects_of(corpus, "reb", text) if isinstance(effect, IfDone)]
    assert [_antecedent(text, case) for case in cases] == [
        "《朝》か《昼》にサポートされた",
        "《夕》か《夜》にサポートされた",
    ]
    supported = [case.event.who for case in cases if case.event]
    assert [who.sort for who in supported if isinstance(who, ThingMeaning)] == ["this-card"] * 2


def test_occasion_after_its_act_is_not_a_trigger(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたはこのキャラを空席のメンバーに置いてよい。置いた時、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    assert ability.trigger is None
    may, if_done = ability.effects
    assert isinstance(may, MayEffect)
    assert isinstance(if_done, IfDone)
    assert _antecedent(text, if_done) == "このキャラ"


def test_occasion_without_an_act_is_a_trigger(corpus: Corpus) -> None:
    text = "【自】：あなたがこのキャラをメンバーに置いた時、あなたは１枚引く。"
    assert only_ability(corpus, "reb", text).trigger is not None


def test_antecedent_of_put_rest_excludes_taken_cards(corpus: Corpus) -> None:
    text = (
        "【スパーク】：自分のデッキの上から３枚公開し、その中から１枚選び、手札に加え、"
        "残りを控え室に置く。置いた後、あなたは１枚引く。"
    )
    if_done = effects_of(corpus, "reb", text)[-1]
    assert isinstance(if_done, IfDone)
    assert _antecedent(text, if_done) == "自分のデッキの上から３枚"
    assert [pointer.name for pointer in if_done.of.less] == ["chosen-1"]


def test_empty_slot_is_not_a_card(corpus: Corpus) -> None:
    text = "【永】【メンバー】：相手のメンバーに空席があるなら、このキャラを＋１/±０。"
    (condition,) = only_ability(corpus, "reb", text).condition
    assert isinstance(condition, Condition)
    assert isinstance(condition.subject, ThingMeaning)
    assert condition.subject.sort == "empty-places"

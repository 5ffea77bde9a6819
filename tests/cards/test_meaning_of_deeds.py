"""What is told anew of what was done before, in meanings of invented cards."""

from __future__ import annotations

from rulebook.cards.meaning.nodes import Condition, IfDone, MayEffect, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import effects_of, only_ability


def _meant(text: str, once: IfDone) -> str:
    assert once.of.to is not None
    return text[once.of.to.start : once.of.to.end]


def test_another_case_is_not_what_the_first_asked(corpus: Corpus) -> None:
    text = (
        "【自】【エントリー】：このキャラがアタックした時、《朝》か《昼》にサポートされたら、１枚引く。"
        "《夕》か《夜》にサポートされたら、このターン中、このキャラを＋２/±０。"
    )
    cases = [effect for effect in effects_of(corpus, "reb", text) if isinstance(effect, IfDone)]
    assert [_meant(text, once) for once in cases] == [
        "《朝》か《昼》にサポートされた",
        "《夕》か《夜》にサポートされた",
    ]
    supported = [once.event.who for once in cases if once.event]
    assert [who.sort for who in supported if isinstance(who, ThingMeaning)] == ["this-card"] * 2


def test_when_it_was_done_is_where_it_was_done(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたはこのキャラを空席のメンバーに置いてよい。置いた時、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    assert ability.trigger is None
    may, once = ability.effects
    assert isinstance(may, MayEffect)
    assert isinstance(once, IfDone)
    assert _meant(text, once) == "このキャラ"


def test_when_something_is_done_that_was_not_told_is_a_trigger(corpus: Corpus) -> None:
    text = "【自】：あなたがこのキャラをメンバーに置いた時、あなたは１枚引く。"
    assert only_ability(corpus, "reb", text).trigger is not None


def test_the_rest_that_was_put_leaves_out_what_was_taken(corpus: Corpus) -> None:
    text = (
        "【スパーク】：自分のデッキの上から３枚公開し、その中から１枚選び、手札に加え、"
        "残りを控え室に置く。置いた後、あなたは１枚引く。"
    )
    once = effects_of(corpus, "reb", text)[-1]
    assert isinstance(once, IfDone)
    assert _meant(text, once) == "自分のデッキの上から３枚"
    assert [pointer.name for pointer in once.of.less] == ["chosen-1"]


def test_an_empty_place_is_no_card(corpus: Corpus) -> None:
    text = "【永】【メンバー】：相手のメンバーに空席があるなら、このキャラを＋１/±０。"
    (condition,) = only_ability(corpus, "reb", text).condition
    assert isinstance(condition, Condition)
    assert isinstance(condition.subject, ThingMeaning)
    assert condition.subject.sort == "empty-places"

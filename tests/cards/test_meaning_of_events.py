"""What the fields of an event in a meaning hold: how many, how, what is possible all the same."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import effects_of, only_ability


def _effect(corpus: Corpus, game: str, text: str) -> Any:
    return effects_of(corpus, game, text)[-1]


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


@pytest.mark.parametrize(
    ("trigger", "words", "meant"),
    [
        ("このキャラが〔園芸部〕をサポートした時", "サポートされたキャラ", "〔園芸部〕"),
        ("このキャラがサポートした時", "サポートされたキャラ", "このキャラがサポートした"),
        ("このキャラが《園子》にサポートされた時", "サポートしたキャラ", "《園子》"),
        ("このキャラが《園子》にサポートされた時", "サポートされたキャラ", "このキャラ"),
    ],
)
def test_who_had_part_in_an_event_is_meant(
    corpus: Corpus, trigger: str, words: str, meant: str
) -> None:
    text = f"【自】【メンバー】：{trigger}、このアタック中、{words}を＋２/±０。"
    (pointer,) = _effect(corpus, "reb", text).what.refers
    assert text[pointer.to.start : pointer.to.end] == meant


def test_words_for_no_event_before_point_nowhere(corpus: Corpus) -> None:
    text = "【スパーク】：このターン中、サポートされたキャラを＋２/±０。"
    assert _effect(corpus, "reb", text).what.refers == ()


def test_marks_that_were_chosen_are_no_cards(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは【スパーク】、【のびしろ】を１つ選ぶ。"
        "【のびしろ】を選んだら、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    choice, once = ability.effects
    told = [(each.sort, each.words) for each in (choice.what, once.event.what)]  # type: ignore[attr-defined,union-attr]
    assert told == [
        ("abilities", ("【スパーク】", "【のびしろ】")),
        ("abilities", ("【のびしろ】",)),
    ]


@pytest.mark.parametrize(
    ("changed", "value", "each"),
    [
        ("あなたのキャラすべてに、パワーを＋Ｘ", "そのキャラのレベル×500", True),
        ("あなたは自分のキャラを2枚選び、パワーを＋Ｘ", "そのキャラのレベル×500", True),
        ("あなたは自分のキャラを1枚選び、パワーを＋Ｘ", "そのキャラのレベル×500", False),
        ("あなたは自分のキャラを2枚選び、パワーを＋Ｘ", "それらのキャラの枚数×500", False),
        ("あなたのキャラすべてに、パワーを＋Ｘ", "あなたのキャラの枚数×500", False),
    ],
)
def test_a_letter_may_be_worked_out_for_each(
    corpus: Corpus, changed: str, value: str, each: bool
) -> None:
    text = f"【起】［(1)］ そのターン中、{changed}。Ｘは{value}に等しい。"
    ability = only_ability(corpus, "ws", text)
    assert [letter.each for letter in ability.letters] == [each]


def test_what_is_told_in_full_is_no_choice(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたのキャラ1枚につき、次の行動を行う。"
        "『あなたは1枚引き、自分の手札を1枚選び、控え室に置く。』"
    )
    once_each = _effect(corpus, "ws", text)
    told = [getattr(effect, "act", effect.type) for effect in once_each.effects]
    assert told == ["draw", "choose", "put"]


@pytest.mark.parametrize("paid", ["［エネ①、手札から１枚控え室に置く］", "［エネ①］"])
def test_a_payment_is_one_thing_wherever_it_stands(corpus: Corpus, paid: str) -> None:
    rules = Rules(corpus)
    (first,) = rules.annotate("reb", f"【起】【メンバー】：{paid}１枚引く。").meaning
    (second,) = rules.annotate("reb", "【スパーク】：あなたはエネ①することで、１枚引く。").meaning
    parts = [first.cost[0], second.effects[0].price[0]]  # type: ignore[attr-defined]
    told = [(part.act, part.number.count, part.what) for part in parts]
    assert told == [("pay-energy", 1, None)] * 2


def test_words_that_a_text_lacks_are_left_out_of_the_json(corpus: Corpus) -> None:
    told = Rules(corpus).annotate("ws", "【起】［(1)］ あなたは1枚引く。").as_json()
    assert "verb" not in told["meaning"][0]["cost"][0]


@pytest.mark.parametrize(
    ("verb", "passive", "negated"),
    [
        ("アタックしなかった", False, True),
        ("アタックした", False, False),
        ("選ばれなかった", True, True),
        ("選ばれた", True, False),
    ],
)
def test_a_trigger_tells_what_did_not_come_about(
    corpus: Corpus, verb: str, passive: bool, negated: bool
) -> None:
    text = f"【自】 このカードが{verb}時、あなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    assert ability.trigger is not None
    (event,) = ability.trigger.events
    assert (event.passive, event.negated) == (passive, negated)


def test_a_condition_keeps_what_was_done_to_its_subject_and_by_what(corpus: Corpus) -> None:
    text = "【自】 このキャラが、《桜》か《蓬》にサポートされたなら、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    (condition,) = ability.condition
    assert condition.passive
    assert isinstance(condition.by, ThingMeaning)
    assert condition.by.qualities == (("《桜》", "《蓬》"),)


@pytest.mark.parametrize("time", ["時", "ターン中、このカードがアタックした時"])
def test_one_of_two_ways_will_do(corpus: Corpus, time: str) -> None:
    text = f"【自】 このカードが手札からか『チェンジ』で、舞台に置かれた{time}、あなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    assert ability.trigger is not None
    events = ability.trigger.within.events if ability.trigger.within else ability.trigger.events
    first, second = events
    assert isinstance(first.source, ThingMeaning)
    assert (first.source.zones, first.through) == (("手札",), None)
    assert isinstance(second.through, ThingMeaning)
    assert (second.through.words, second.source) == (("チェンジ",), None)
    assert {event.goal.zones for event in events if isinstance(event.goal, ThingMeaning)} == {
        ("舞台",)
    }


def test_what_comes_before_holds_for_each_of_two_ways(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがプレイされて手札からか『チェンジ』で、舞台に置かれた時、"
        "あなたは1枚引く。"
    )
    ability = only_ability(corpus, "ws", text)
    assert ability.trigger is not None
    assert [[e.verb for e in event.after] for event in ability.trigger.events] == [
        ["プレイする"],
        ["プレイする"],
    ]

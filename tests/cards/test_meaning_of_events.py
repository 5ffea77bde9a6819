"""The fields of events in meanings: number, manner, what a prohibition permits."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import effects_of, only_ability


def _effect(corpus: Corpus, game: str, text: str) -> Any:
    return effects_of(corpus, game, text)[-1]


@pytest.mark.parametrize(
    ("text", "who", "count", "unit"),
    [
        ("各ターン、あなたは３回までしかアタックできない", "あなた", 3, "回"),
        ("相手は各ターン１枚までしか引けない", "相手", 1, "枚"),
    ],
)
def test_prohibition_has_the_permitted_number(
    corpus: Corpus, text: str, who: str, count: int, unit: str
) -> None:
    prohibition = _effect(corpus, "reb", f"【永】【メンバー】：{text}。")
    permitted = prohibition.other_than
    assert (prohibition.type, permitted.count, permitted.at_most, permitted.unit) == (
        "prohibit",
        count,
        True,
        unit,
    )
    assert prohibition.event.who.words == (who,)


@pytest.mark.parametrize(
    ("game", "text", "count", "unit"),
    [
        ("reb", "あなたは各ターン１回まで、このキャラを手札のキャラでブロックできる", 1, "回"),
        ("ws", "このカードと同じカード名のカードは、デッキに5枚まで入れることができる", 5, "枚"),
    ],
)
def test_permission_has_its_number(
    corpus: Corpus, game: str, text: str, count: int, unit: str
) -> None:
    number = _effect(corpus, game, f"【永】 {text}。").event.number
    assert (number.count, number.at_most, number.unit) == (count, True, unit)


def test_particle_mo_marks_the_object(corpus: Corpus) -> None:
    effects = "あなたの、カード名を参照する効果"
    text = f"【永】【メンバー】：{effects}はすべて追加で、《園》と《庭》も参照できる。"
    event = _effect(corpus, "reb", text).event
    assert (event.who.owners, event.who.words, event.who.every) == (("あなた",), ("効果",), True)
    assert len(event.what.things) == 2
    assert event.how == ("追加で",)


@pytest.mark.parametrize("verb", ["使えない", "使える"])
def test_prohibition_or_permission_has_an_agent(corpus: Corpus, verb: str) -> None:
    effect = _effect(corpus, "reb", f"【スパーク】：このターン中、相手は【ブロッカー】を{verb}。")
    assert (effect.by.who, effect.by.basis) == ("あなた", "rule")
    assert effect.event.who.words == ("相手",)


@pytest.mark.parametrize(
    ("trigger", "words", "antecedent"),
    [
        ("このキャラが〔園芸部〕をサポートした時", "サポートされたキャラ", "〔園芸部〕"),
        ("このキャラがサポートした時", "サポートされたキャラ", "このキャラがサポートした"),
        ("このキャラが《園子》にサポートされた時", "サポートしたキャラ", "《園子》"),
        ("このキャラが《園子》にサポートされた時", "サポートされたキャラ", "このキャラ"),
    ],
)
def test_participant_of_an_event_is_the_antecedent(
    corpus: Corpus, trigger: str, words: str, antecedent: str
) -> None:
    text = f"【自】【メンバー】：{trigger}、このアタック中、{words}を＋２/±０。"
    (pointer,) = _effect(corpus, "reb", text).what.refers
    assert text[pointer.to.start : pointer.to.end] == antecedent


def test_participant_without_an_event_has_no_antecedent(corpus: Corpus) -> None:
    text = "【スパーク】：このターン中、サポートされたキャラを＋２/±０。"
    assert _effect(corpus, "reb", text).what.refers == ()


def test_chosen_marks_are_not_cards(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは【スパーク】、【のびしろ】を１つ選ぶ。"
        "【のびしろ】を選んだら、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    choice, if_done = ability.effects
    fields = [(each.sort, each.words) for each in (choice.what, if_done.event.what)]  # type: ignore[attr-defined,union-attr]
    assert fields == [
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
def test_letter_may_be_computed_for_each_card(
    corpus: Corpus, changed: str, value: str, each: bool
) -> None:
    text = f"【起】［(1)］ そのターン中、{changed}。Ｘは{value}に等しい。"
    ability = only_ability(corpus, "ws", text)
    assert [letter.each for letter in ability.letters] == [each]


def test_single_quoted_effect_is_not_a_choice(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたのキャラ1枚につき、次の行動を行う。"
        "『あなたは1枚引き、自分の手札を1枚選び、控え室に置く。』"
    )
    for_each = _effect(corpus, "ws", text)
    types = [getattr(effect, "act", effect.type) for effect in for_each.effects]
    assert types == ["draw", "choose", "put"]


@pytest.mark.parametrize("cost", ["［エネ①、手札から１枚控え室に置く］", "［エネ①］"])
def test_payment_is_the_same_as_cost_or_price(corpus: Corpus, cost: str) -> None:
    rules = Rules(corpus)
    (first,) = rules.annotate("reb", f"【起】【メンバー】：{cost}１枚引く。").meaning
    (second,) = rules.annotate("reb", "【スパーク】：あなたはエネ①することで、１枚引く。").meaning
    parts = [first.cost[0], second.effects[0].price[0]]  # type: ignore[attr-defined]
    fields = [(part.act, part.number.count, part.what) for part in parts]
    assert fields == [("pay-energy", 1, None)] * 2


def test_json_omits_words_that_are_not_in_the_text(corpus: Corpus) -> None:
    annotation = Rules(corpus).annotate("ws", "【起】［(1)］ あなたは1枚引く。").as_json()
    assert "verb" not in annotation["meaning"][0]["cost"][0]


@pytest.mark.parametrize(
    ("verb", "passive", "negated"),
    [
        ("アタックしなかった", False, True),
        ("アタックした", False, False),
        ("選ばれなかった", True, True),
        ("選ばれた", True, False),
    ],
)
def test_trigger_may_be_passive_or_negated(
    corpus: Corpus, verb: str, passive: bool, negated: bool
) -> None:
    text = f"【自】 このカードが{verb}時、あなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    assert ability.trigger is not None
    (event,) = ability.trigger.events
    assert (event.passive, event.negated) == (passive, negated)


def test_passive_condition_has_its_agent(corpus: Corpus) -> None:
    text = "【自】 このキャラが、《桜》か《蓬》にサポートされたなら、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    (condition,) = ability.condition
    assert condition.passive
    assert isinstance(condition.by, ThingMeaning)
    assert condition.by.qualities == (("《桜》", "《蓬》"),)


@pytest.mark.parametrize("time", ["時", "ターン中、このカードがアタックした時"])
def test_alternative_source_and_means_are_two_events(corpus: Corpus, time: str) -> None:
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


def test_preceding_event_applies_to_both_alternatives(corpus: Corpus) -> None:
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

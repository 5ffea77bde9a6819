"""Antecedents of words that refer without a pronoun, and of sides of a zone."""

from __future__ import annotations

from typing import TypeGuard

import pytest

from rulebook.cards.meaning.nesting import all_effects
from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    Condition,
    Delayed,
    Effect,
    IfDone,
    IfEffect,
    MayEffect,
    ModifyEffect,
    OccasionEffect,
    Permit,
    PointerMeaning,
    Prohibit,
    Replace,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import antecedents_of, as_thing, effects_of, only_ability


def test_antecedent_is_the_zone_without_its_side(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは相手のレベル1以下のキャラを1枚選び、"
        "相手の山札の下に置き、相手はその山札をシャッフルする。"
    )
    shuffle = effects_of(corpus, "ws", text)[-1]
    assert isinstance(shuffle, Action)
    assert antecedents_of(text, shuffle.what) == ["相手の山札"]


def test_shuffle_without_object_is_of_the_last_zone(
    corpus: Corpus,
) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは相手の控え室のキャラを2枚まで選び、"
        "山札に戻し、シャッフルする。"
    )
    shuffle = effects_of(corpus, "ws", text)[-1]
    assert isinstance(shuffle, Action)
    assert antecedents_of(text, shuffle.what) == ["山札"]
    assert shuffle.by.who == "相手"


def test_other_of_a_zone_are_cards(corpus: Corpus) -> None:
    text = "【永】【エントリー】：あなたの他のメンバーがいないなら、このキャラを＋２/±０。"
    subject = as_thing(only_ability(corpus, "reb", text).condition[0].subject)
    assert (subject.sort, subject.zones, subject.other_than) == ("cards", ("メンバー",), ("他の",))


@pytest.mark.parametrize(
    ("zone", "sort"),
    [
        ("【レスト】しているメンバー", "cards"),
        ("メンバー", "zone"),
        ("空席のメンバー", "empty-places"),
    ],
)
def test_state_of_a_zone_is_of_its_cards(corpus: Corpus, zone: str, sort: str) -> None:
    text = f"【永】【エントリー】：あなたの{zone}があるなら、このキャラを＋２/±０。"
    assert as_thing(only_ability(corpus, "reb", text).condition[0].subject).sort == sort


def test_other_of_a_second_zone_are_cards(corpus: Corpus) -> None:
    text = (
        "【起】【エントリー】：あなたは自分の、手札と他のメンバーから１枚ずつ選び、控え室に置く。"
    )
    choice = effects_of(corpus, "reb", text)[0]
    hand, members = as_thing(getattr(choice, "source", None)).things
    assert (hand.sort, members.sort) == ("zone", "cards")
    assert (hand.owners, members.owners) == (("自分",), ("自分",))


def test_replaced_act_may_be_one_before(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の手札から１枚選び、デッキの下に置く。"
        "あなたのリタイアに《錨》がいるなら、デッキの下に置くかわりにメンバーに置く。"
    )
    effects = effects_of(corpus, "reb", text)
    (instead,) = (e for e in all_effects(effects) if isinstance(e, Replace))
    assert isinstance(instead.event, PointerMeaning)
    assert antecedents_of(text, instead.event) == ["デッキの下に置く"]


def test_replaced_act_of_a_rule_has_no_antecedent(corpus: Corpus) -> None:
    text = "【永】【エントリー】：あなたは自分の手札を控え室に置くかわりにデッキの下に置いてよい。"
    effects = effects_of(corpus, "reb", text)
    (instead,) = (e for e in all_effects(effects) if isinstance(e, Replace))
    assert not isinstance(instead.event, PointerMeaning)


def test_swapped_card_is_chosen_by_the_same_words(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の【レスト】しているメンバーから１枚選び、"
        "手札からキャラを１枚選び、{}と入れ替える。"
    )
    for other, name in (("【レスト】しているメンバー", "chosen-1"), ("リタイアのキャラ", None)):
        swap = effects_of(corpus, "reb", text.format(other))[-1]
        assert isinstance(swap, Action)
        refers = as_thing(swap.companion).refers
        assert [pointer.name for pointer in refers] == ([name] if name else [])


def test_effect_with_a_letter_needs_its_explanation(corpus: Corpus) -> None:
    text = (
        "【自】［(1)］ このカードが【リバース】した時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の山札の上から1枚を公開する。{}が2以上なら、あなたは1枚引く。{}"
    )
    explanation = "Ｘは公開されたカードのレベルに等しい。"
    with_letter = effects_of(corpus, "ws", text.format("Ｘ", explanation))[-1]
    assert isinstance(with_letter, IfDone)
    assert [type(effect) for effect in with_letter.then] == [Action, IfEffect]
    without_letter = effects_of(corpus, "ws", text.format("あなたのレベル", ""))[-1]
    assert isinstance(without_letter, IfEffect)


def test_each_turn_is_the_time_of_the_event(corpus: Corpus) -> None:
    text = (
        "【永】【メンバー】：各ターン、最初にあなたがキャラをプレイする際、そのコストを－１する。"
    )
    (occasion,) = effects_of(corpus, "reb", text)
    assert isinstance(occasion, OccasionEffect)
    assert occasion.event.moment is not None
    assert occasion.event.moment.which == ("各",)
    (change,) = occasion.effects
    assert isinstance(change, ModifyEffect)
    assert change.until is None


def test_choices_of_options_have_unique_names(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分のキャラを1枚選び、手札に戻し、"
        "以下の効果のうちあなたが選んだ1つを行う。『あなたは自分の手札を1枚選び、控え室に置く。』"
        "『あなたは相手のキャラを1枚選び、控え室に置く。』"
    )
    chosen = [e.name for e in all_effects(effects_of(corpus, "ws", text)) if _is_choice(e)]
    assert chosen == ["chosen-1", "chosen-2", "chosen-3"]


def _is_choice(effect: Effect) -> TypeGuard[ChooseEffect]:
    return isinstance(effect, ChooseEffect)


@pytest.mark.parametrize(
    ("listed", "things", "at_most"),
    [
        ("自分の控え室から、キャラとReバースをそれぞれ１枚まで", ["キャラ", "Reバース"], True),
        ("自分の控え室から、キャラとReバースを１枚ずつ", ["キャラ", "Reバース"], False),
        ("相手の、エントリーとメンバーからそれぞれ１枚", ["エントリー", "メンバー"], False),
    ],
)
def test_each_joined_thing_has_its_own_choice(
    corpus: Corpus, listed: str, things: list[str], at_most: bool
) -> None:
    text = f"【スパーク】：あなたは{listed}選び、手札に戻す。"
    *choices, returning = effects_of(corpus, "reb", text)
    chosen = [(as_thing(c.what), c.number) for c in choices if isinstance(c, ChooseEffect)]
    assert [what.words for what, _ in chosen] == [(word,) for word in things]
    numbers = [(n.count, n.at_most, n.limit) for _, n in chosen if n is not None]
    assert numbers == [(1, at_most, None)] * 2
    assert isinstance(returning, Action)
    assert isinstance(returning.what, PointerMeaning)
    assert returning.what.name == "chosen-1+chosen-2"


def test_manner_applies_to_all_joined_choices(corpus: Corpus) -> None:
    text = "【起】 あなたは自分の、《朝》のキャラと《夕》のキャラを1枚ずつ別々に選び、手札に戻す。"
    *choices, _ = effects_of(corpus, "ws", text)
    assert [c.how for c in choices if isinstance(c, ChooseEffect)] == [("別々に",)] * 2


@pytest.mark.parametrize("noun_phrase", ["そのキャラ", "キャラ"])
def test_noun_selects_the_chosen_card(corpus: Corpus, noun_phrase: str) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、キャラとReバースをそれぞれ１枚まで選び、"
        f"{noun_phrase}をメンバーに置く。"
    )
    put = effects_of(corpus, "reb", text)[-1]
    assert isinstance(put, Action)
    assert [pointer.name for pointer in as_thing(put.what).refers] == ["chosen-1"]


def test_owner_and_zone_apply_to_joined_changes(corpus: Corpus) -> None:
    text = "【永】【メンバー】：あなたのエントリーの、《朝》を＋１/±０、《夕》を±０/＋１。"
    changes = effects_of(corpus, "reb", text)
    things = [as_thing(c.what) for c in changes if isinstance(c, ModifyEffect)]
    assert [(w.owners, w.zones) for w in things] == [(("あなた",), ("エントリー",))] * 2
    without_comma = text.replace("の、", "の")
    things = [as_thing(getattr(c, "what", None)) for c in effects_of(corpus, "reb", without_comma)]
    assert [w.zones for w in things] == [("エントリー",), ()]


@pytest.mark.parametrize(
    ("what", "who"), [("このカードを控え室に置く", "あなた"), ("手札を1枚控え室に置く", "相手")]
)
def test_delayed_act_on_this_card_has_its_own_agent(corpus: Corpus, what: str, who: str) -> None:
    text = (
        "【自】 このカードがアタックした時、相手は自分の山札をシャッフルし、"
        f"アンコールステップの始めに、{what}。"
    )
    later = effects_of(corpus, "ws", text)[-1]
    assert isinstance(later, Delayed)
    (put,) = later.effects
    assert isinstance(put, Action)
    assert put.by.who == who


@pytest.mark.parametrize(
    ("chosen", "zones"),
    [
        ("〔月〕を１枚ずつ", [("手札",), ("リタイア",)]),
        ("それぞれコストが同じキャラを１枚ずつ", [("手札", "リタイア")]),
        ("キャラを２枚", [("手札", "リタイア")]),
    ],
)
def test_choice_of_one_each_is_from_each_zone(
    corpus: Corpus, chosen: str, zones: list[tuple[str, ...]]
) -> None:
    text = f"【スパーク】：あなたは自分の、手札とリタイアから{chosen}選び、それらを入れ替える。"
    *choices, swap = effects_of(corpus, "reb", text)
    sources = [as_thing(c.source) for c in choices if isinstance(c, ChooseEffect)]
    assert [source.zones for source in sources] == zones
    assert [source.owners for source in sources] == [("自分",)] * len(zones)
    assert isinstance(swap, Action)
    names = "+".join(f"chosen-{at}" for at in range(1, len(zones) + 1))
    assert [pointer.name for pointer in as_thing(swap.what).refers] == [names]


def test_joined_owners_have_one_choice(corpus: Corpus) -> None:
    text = "【起】 あなたは自分と相手のキャラを1枚ずつ選び、【レスト】する。"
    assert isinstance(effects_of(corpus, "ws", text)[0], ChooseEffect)


def test_zone_may_be_named_by_its_cards(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは相手の控え室のカードを1枚選び、"
        "ストック置場に置き、相手はそのストックをシャッフルする。"
    )
    shuffle = effects_of(corpus, "ws", text)[-1]
    assert isinstance(shuffle, Action)
    assert antecedents_of(text, shuffle.what) == ["ストック置場"]


def test_unknown_act_leaves_the_antecedent_open(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分のキャラを1枚選び、{}。"
        "そのキャラを手札に戻す。"
    )
    for act, count in (("【レスト】する", 1), ("旗にぽよぽよする", 0)):
        returning = effects_of(corpus, "ws", text.format(act))[-1]
        assert isinstance(returning, Action)
        assert len(antecedents_of(text, returning.what)) == count


def test_trigger_may_join_two_events(corpus: Corpus) -> None:
    text = "【自】 このカードがアタックするか、舞台から控え室に置かれた時、あなたは1枚引く。"
    trigger = only_ability(corpus, "ws", text).trigger
    assert trigger is not None
    fields = [(event.verb, as_thing(event.who).sort) for event in trigger.events]
    assert fields == [("アタックする", "this-card"), ("置く", "this-card")]


@pytest.mark.parametrize("zones", ["エントリー", "エントリーとメンバー"])
def test_all_zones_are_of_all_players(corpus: Corpus, zones: str) -> None:
    text = f"【自】：このキャラがアタックした時、すべての{zones}のキャラを手札に戻す。"
    (returning,) = effects_of(corpus, "reb", text)
    assert isinstance(returning, Action)
    what = as_thing(returning.what)
    assert (what.owners, what.zones, what.every) == (("すべて",), tuple(zones.split("と")), True)


@pytest.mark.parametrize(
    "level",
    ["自分のレベル以下のレベル", "レベル2以下", "自分のストックの枚数以下のレベル"],
)
def test_level_limit_is_a_quality_of_the_card(corpus: Corpus, level: str) -> None:
    text = f"【起】 あなたは自分の控え室の{level}のキャラを1枚選び、手札に戻す。"
    choice = effects_of(corpus, "ws", text)[0]
    assert isinstance(choice, ChooseEffect)
    what = as_thing(choice.what)
    assert (what.zones, what.qualities, what.of) == (("控え室",), ((level,),), None)


def test_card_played_at_a_cost_is_the_object(corpus: Corpus) -> None:
    (permission,) = effects_of(corpus, "ws", "【永】 このカードは手札からコスト1でプレイできる。")
    assert isinstance(permission, Permit)
    assert permission.event.who is None
    assert as_thing(permission.event.what).sort == "this-card"
    through = as_thing(permission.event.through)
    assert (through.sort, through.words) == ("numbers", ("コスト",))
    assert through.number is not None
    assert through.number.count == 1


def test_named_ability_has_its_icon(corpus: Corpus) -> None:
    text = "【永】 このカードのバトル中、相手は『【自】 アンコール』を使えない。"
    (prohibition,) = effects_of(corpus, "ws", text)
    assert isinstance(prohibition, Prohibit)
    what = as_thing(prohibition.what)
    assert (what.words, what.qualities) == (("アンコール",), (("【自】",),))


def test_cards_put_so_far_are_the_chosen_ones(corpus: Corpus) -> None:
    text = (
        "【自】：このキャラがメンバーに置かれた時、あなたは自分の手札から望む枚数選び、"
        "控え室に置くことで、控え室に置かれた１枚につき、このターン中、このキャラを＋１/±０。"
    )
    (effect,) = effects_of(corpus, "reb", text)
    (change,) = (e for e in all_effects((effect,)) if isinstance(e, ModifyEffect))
    assert [pointer.name for pointer in as_thing(change.for_each).refers] == ["chosen-1"]


def test_second_zone_inherits_the_owner(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の、手札からキャラを１枚とリタイアから《錨》を１枚選び、"
        "それらを控え室に置く。"
    )
    *choices, _ = effects_of(corpus, "reb", text)
    sources = [as_thing(c.source) for c in choices if isinstance(c, ChooseEffect)]
    assert [(s.owners, s.zones) for s in sources] == [
        (("自分",), ("手札",)),
        (("自分",), ("リタイア",)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "【スパーク】：あなたは自分の控え室から、《朝》か《夕》を合計３枚まで選び、手札に戻す。",
        "【スパーク】：すべてのメンバーが合計３枚以上なら、あなたは１枚引く。",
        "【スパーク】：あなたの、手札とリタイアに〔月〕が合計３枚以上いるなら、あなたは１枚引く。",
    ],
)
def test_total_number_is_marked(corpus: Corpus, text: str) -> None:
    ability = only_ability(corpus, "reb", text)
    counting = (*ability.condition, ability.effects[0])
    assert isinstance(counting[0], (Condition, ChooseEffect))
    assert counting[0].number is not None
    assert (counting[0].number.count, counting[0].number.total, counting[0].how) == (3, True, ())


def test_swap_with_a_zone_is_with_its_card(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分の手札からキャラを１枚選び、エントリーと入れ替えてよい。"
    (swap,) = (e for e in all_effects(effects_of(corpus, "reb", text)) if _is_swap(e))
    companion = as_thing(swap.companion)
    assert (companion.sort, companion.zones) == ("cards", ("エントリー",))


def _is_swap(effect: Effect) -> TypeGuard[Action]:
    return isinstance(effect, Action) and effect.act == "swap"


def test_agent_before_a_price_is_the_agent_of_may(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分の手札から１枚選び、控え室に置くことで、１枚引いてよい。"
    (may,) = effects_of(corpus, "reb", text)
    assert isinstance(may, MayEffect)
    assert (may.by.who, may.by.basis) == ("あなた", "told")

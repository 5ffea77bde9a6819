"""What is meant by words that tell of it again without pointing, or by one side of it."""

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
    Meaning,
    ModifyEffect,
    OccasionEffect,
    Permit,
    PointerMeaning,
    Prohibit,
    Replace,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import as_thing, effects_of, only_ability


def _led_to(text: str, what: Meaning | None) -> list[str]:
    pointers = what.refers if isinstance(what, ThingMeaning) else (what,)
    found = [pointer.to for pointer in pointers if isinstance(pointer, PointerMeaning)]
    return [text[to.start : to.end] for to in found if to is not None]


def test_a_zone_is_more_than_the_side_of_it_that_was_told(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは相手のレベル1以下のキャラを1枚選び、"
        "相手の山札の下に置き、相手はその山札をシャッフルする。"
    )
    shuffle = effects_of(corpus, "ws", text)[-1]
    assert isinstance(shuffle, Action)
    assert _led_to(text, shuffle.what) == ["相手の山札"]


def test_a_shuffle_of_nothing_named_is_of_the_pile_that_cards_were_returned_to(
    corpus: Corpus,
) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは相手の控え室のキャラを2枚まで選び、"
        "山札に戻し、シャッフルする。"
    )
    shuffle = effects_of(corpus, "ws", text)[-1]
    assert isinstance(shuffle, Action)
    assert _led_to(text, shuffle.what) == ["山札"]
    assert shuffle.by.who == "相手"


def test_others_of_a_zone_are_the_other_cards_in_it(corpus: Corpus) -> None:
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
def test_a_zone_is_in_no_state_but_the_cards_in_it(corpus: Corpus, zone: str, sort: str) -> None:
    text = f"【永】【エントリー】：あなたの{zone}があるなら、このキャラを＋２/±０。"
    assert as_thing(only_ability(corpus, "reb", text).condition[0].subject).sort == sort


def test_others_of_a_zone_told_behind_another_zone(corpus: Corpus) -> None:
    text = (
        "【起】【エントリー】：あなたは自分の、手札と他のメンバーから１枚ずつ選び、控え室に置く。"
    )
    choice = effects_of(corpus, "reb", text)[0]
    hand, members = as_thing(getattr(choice, "source", None)).things
    assert (hand.sort, members.sort) == ("zone", "cards")
    assert (hand.owners, members.owners) == (("自分",), ("自分",))


def test_what_is_replaced_may_have_been_told_before(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の手札から１枚選び、デッキの下に置く。"
        "あなたのリタイアに《錨》がいるなら、デッキの下に置くかわりにメンバーに置く。"
    )
    effects = effects_of(corpus, "reb", text)
    (instead,) = (e for e in all_effects(effects) if isinstance(e, Replace))
    assert isinstance(instead.event, PointerMeaning)
    assert _led_to(text, instead.event) == ["デッキの下に置く"]


def test_what_is_replaced_by_a_rule_was_told_nowhere(corpus: Corpus) -> None:
    text = "【永】【エントリー】：あなたは自分の手札を控え室に置くかわりにデッキの下に置いてよい。"
    effects = effects_of(corpus, "reb", text)
    (instead,) = (e for e in all_effects(effects) if isinstance(e, Replace))
    assert not isinstance(instead.event, PointerMeaning)


def test_what_is_swapped_was_chosen_by_the_same_words(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の【レスト】しているメンバーから１枚選び、"
        "手札からキャラを１枚選び、{}と入れ替える。"
    )
    for other, meant in (("【レスト】しているメンバー", "chosen-1"), ("リタイアのキャラ", None)):
        swap = effects_of(corpus, "reb", text.format(other))[-1]
        assert isinstance(swap, Action)
        refers = as_thing(swap.companion).refers
        assert [pointer.name for pointer in refers] == ([meant] if meant else [])


def test_what_uses_a_letter_needs_that_by_which_it_is_known(corpus: Corpus) -> None:
    text = (
        "【自】［(1)］ このカードが【リバース】した時、あなたはコストを払ってよい。"
        "そうしたら、あなたは自分の山札の上から1枚を公開する。{}が2以上なら、あなたは1枚引く。{}"
    )
    told = "Ｘは公開されたカードのレベルに等しい。"
    once = effects_of(corpus, "ws", text.format("Ｘ", told))[-1]
    assert isinstance(once, IfDone)
    assert [type(effect) for effect in once.then] == [Action, IfEffect]
    beside = effects_of(corpus, "ws", text.format("あなたのレベル", ""))[-1]
    assert isinstance(beside, IfEffect)


def test_each_turn_is_that_of_what_comes_about_in_it(corpus: Corpus) -> None:
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


def test_options_name_what_is_chosen_each_by_itself(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分のキャラを1枚選び、"
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
def test_of_each_thing_in_a_row_so_many_are_chosen(
    corpus: Corpus, listed: str, things: list[str], at_most: bool
) -> None:
    text = f"【スパーク】：あなたは{listed}選び、手札に戻す。"
    *choices, back = effects_of(corpus, "reb", text)
    told = [(as_thing(c.what), c.number) for c in choices if isinstance(c, ChooseEffect)]
    assert [what.words for what, _ in told] == [(word,) for word in things]
    numbers = [(n.count, n.at_most, n.limit) for _, n in told if n is not None]
    assert numbers == [(1, at_most, None)] * 2
    assert isinstance(back, Action)
    assert isinstance(back.what, PointerMeaning)
    assert back.what.name == "chosen-1+chosen-2"


def test_in_which_way_they_are_chosen_is_told_once(corpus: Corpus) -> None:
    text = "【起】 あなたは自分の、《朝》のキャラと《夕》のキャラを1枚ずつ別々に選び、手札に戻す。"
    *choices, _ = effects_of(corpus, "ws", text)
    assert [c.how for c in choices if isinstance(c, ChooseEffect)] == [("別々に",)] * 2


@pytest.mark.parametrize("so", ["そのキャラ", "キャラ"])
def test_what_was_chosen_is_told_apart_by_its_noun(corpus: Corpus, so: str) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、キャラとReバースをそれぞれ１枚まで選び、"
        f"{so}をメンバーに置く。"
    )
    put = effects_of(corpus, "reb", text)[-1]
    assert isinstance(put, Action)
    assert [pointer.name for pointer in as_thing(put.what).refers] == ["chosen-1"]


def test_what_is_said_once_holds_for_a_row_of_changes(corpus: Corpus) -> None:
    text = "【永】【メンバー】：あなたのエントリーの、《朝》を＋１/±０、《夕》を±０/＋１。"
    changes = effects_of(corpus, "reb", text)
    told = [as_thing(c.what) for c in changes if isinstance(c, ModifyEffect)]
    assert [(w.owners, w.zones) for w in told] == [(("あなた",), ("エントリー",))] * 2
    apart = text.replace("の、", "の")
    told = [as_thing(getattr(c, "what", None)) for c in effects_of(corpus, "reb", apart)]
    assert [w.zones for w in told] == [("エントリー",), ()]


@pytest.mark.parametrize(
    ("what", "who"), [("このカードを控え室に置く", "あなた"), ("手札を1枚控え室に置く", "相手")]
)
def test_what_is_done_later_to_this_card_is_not_the_other_players(
    corpus: Corpus, what: str, who: str
) -> None:
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
def test_out_of_each_of_several_zones_so_many_are_chosen(
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


def test_whose_things_in_a_row_are_may_be_told_by_players(corpus: Corpus) -> None:
    text = "【起】 あなたは自分と相手のキャラを1枚ずつ選び、【レスト】する。"
    assert isinstance(effects_of(corpus, "ws", text)[0], ChooseEffect)


def test_a_zone_may_be_called_by_the_cards_in_it(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは相手の控え室のカードを1枚選び、"
        "ストック置場に置き、相手はそのストックをシャッフルする。"
    )
    shuffle = effects_of(corpus, "ws", text)[-1]
    assert isinstance(shuffle, Action)
    assert _led_to(text, shuffle.what) == ["ストック置場"]


def test_what_was_not_understood_may_be_meant(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分のキャラを1枚選び、{}。"
        "そのキャラを手札に戻す。"
    )
    for act, meant in (("【レスト】する", 1), ("旗にぽよぽよする", 0)):
        back = effects_of(corpus, "ws", text.format(act))[-1]
        assert isinstance(back, Action)
        assert len(_led_to(text, back.what)) == meant


def test_the_first_of_two_events_need_not_say_when(corpus: Corpus) -> None:
    text = "【自】 このカードがアタックするか、舞台から控え室に置かれた時、あなたは1枚引く。"
    trigger = only_ability(corpus, "ws", text).trigger
    assert trigger is not None
    told = [(event.verb, as_thing(event.who).sort) for event in trigger.events]
    assert told == [("アタックする", "this-card"), ("置く", "this-card")]


@pytest.mark.parametrize("zones", ["エントリー", "エントリーとメンバー"])
def test_all_of_a_zone_are_those_of_all_players(corpus: Corpus, zones: str) -> None:
    text = f"【自】：このキャラがアタックした時、すべての{zones}のキャラを手札に戻す。"
    (back,) = effects_of(corpus, "reb", text)
    assert isinstance(back, Action)
    what = as_thing(back.what)
    assert (what.owners, what.zones, what.every) == (("すべて",), tuple(zones.split("と")), True)


@pytest.mark.parametrize(
    ("level", "row"),
    [("自分のレベル以下のレベル", "自分のレベル以下のレベル"), ("レベル2以下", "レベル2以下")],
)
def test_how_high_a_number_is_is_a_quality_of_the_card(
    corpus: Corpus, level: str, row: str
) -> None:
    text = f"【起】 あなたは自分の控え室の{level}のキャラを1枚選び、手札に戻す。"
    choice = effects_of(corpus, "ws", text)[0]
    assert isinstance(choice, ChooseEffect)
    what = as_thing(choice.what)
    assert (what.qualities, what.of) == (((row,),), None)


def test_what_is_played_at_a_cost_is_the_card(corpus: Corpus) -> None:
    (leave,) = effects_of(corpus, "ws", "【永】 このカードは手札からコスト1でプレイできる。")
    assert isinstance(leave, Permit)
    assert leave.event.who is None
    assert as_thing(leave.event.what).sort == "this-card"
    through = as_thing(leave.event.through)
    assert (through.sort, through.words) == ("numbers", ("コスト",))
    assert through.number is not None
    assert through.number.count == 1


def test_an_ability_told_by_its_name_is_of_that_kind(corpus: Corpus) -> None:
    text = "【永】 このカードのバトル中、相手は『【自】 アンコール』を使えない。"
    (ban,) = effects_of(corpus, "ws", text)
    assert isinstance(ban, Prohibit)
    what = as_thing(ban.what)
    assert (what.words, what.qualities) == (("アンコール",), (("【自】",),))


def test_what_was_put_there_by_now_is_what_was_chosen(corpus: Corpus) -> None:
    text = (
        "【自】：このキャラがメンバーに置かれた時、あなたは自分の手札から望む枚数選び、"
        "控え室に置くことで、控え室に置かれた１枚につき、このターン中、このキャラを＋１/±０。"
    )
    (whole,) = effects_of(corpus, "reb", text)
    (change,) = (e for e in all_effects((whole,)) if isinstance(e, ModifyEffect))
    assert [pointer.name for pointer in as_thing(change.for_each).refers] == ["chosen-1"]


def test_whose_the_first_zone_is_the_second_is_too(corpus: Corpus) -> None:
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
def test_what_is_counted_together_is_a_number_in_all(corpus: Corpus, text: str) -> None:
    ability = only_ability(corpus, "reb", text)
    told = (*ability.condition, ability.effects[0])
    assert isinstance(told[0], (Condition, ChooseEffect))
    assert told[0].number is not None
    assert (told[0].number.count, told[0].number.total, told[0].how) == (3, True, ())


def test_what_is_swapped_with_is_a_card_of_the_zone(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分の手札からキャラを１枚選び、エントリーと入れ替えてよい。"
    (swap,) = (e for e in all_effects(effects_of(corpus, "reb", text)) if _is_swap(e))
    companion = as_thing(swap.companion)
    assert (companion.sort, companion.zones) == ("cards", ("エントリー",))


def _is_swap(effect: Effect) -> TypeGuard[Action]:
    return isinstance(effect, Action) and effect.act == "swap"


def test_who_may_do_so_at_a_price_is_told_with_the_price(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分の手札から１枚選び、控え室に置くことで、１枚引いてよい。"
    (may,) = effects_of(corpus, "reb", text)
    assert isinstance(may, MayEffect)
    assert (may.by.who, may.by.basis) == ("あなた", "told")

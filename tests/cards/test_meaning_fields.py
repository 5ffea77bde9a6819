"""What the fields of a meaning hold, of invented cards."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nesting import all_effects
from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    IfDone,
    IfEffect,
    MayEffect,
    ModifyEffect,
    Options,
    Permit,
    PointerMeaning,
    Prohibit,
    Replace,
    ThingMeaning,
    Unknown,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import only_ability


@pytest.mark.parametrize(
    ("listed", "owners", "zones"),
    [
        ("自分の控え室の「朝」を1枚までと「昼」を1枚までと「夜」を1枚まで", "自分", ["控え室"] * 3),
        ("相手の前列のキャラを1枚と後列のキャラを1枚", "相手", ["前列", "後列"]),
    ],
)
def test_what_stands_before_a_list_reaches_all_of_it(
    corpus: Corpus, listed: str, owners: str, zones: list[str]
) -> None:
    text = f"【自】 このカードがアタックした時、あなたは{listed}選び、手札に戻す。"
    ability = only_ability(corpus, "ws", text)
    things = [e.what for e in ability.effects if isinstance(e, ChooseEffect)]
    told = [(t.owners, t.zones) for t in things if isinstance(t, ThingMeaning)]
    assert told == [((owners,), (zone,)) for zone in zones]


def test_members_of_a_list_say_for_themselves_whose_they_are(corpus: Corpus) -> None:
    listed = "自分の控え室のキャラを1枚と相手のキャラを1枚とこのカード"
    text = f"【起】 あなたは{listed}を選び、手札に戻す。"
    ability = only_ability(corpus, "ws", text)
    things = [e.what for e in ability.effects if isinstance(e, ChooseEffect)]
    told = [(t.owners, t.zones) for t in things if isinstance(t, ThingMeaning)]
    assert told == [(("自分",), ("控え室",)), (("相手",), ()), ((), ())]


def test_a_leave_to_choose_belongs_to_the_choice_before(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の他のキャラを１枚選び、手札に戻す。"
        "《園子》を控え室に置いたら、そのカードを選んでもよい。"
    )
    ability = only_ability(corpus, "reb", text)
    once = ability.effects[-1]
    assert isinstance(once, IfDone)
    (leave,) = once.then
    assert isinstance(leave, Permit)
    assert isinstance(leave.what, PointerMeaning)
    assert (leave.what.name, leave.event.verb) == ("chosen-1", "選ぶ")
    assert isinstance(leave.event.what, ThingMeaning)
    assert [text[r.to.start : r.to.end] for r in leave.event.what.refers if r.to] == ["《園子》"]


def test_what_is_chosen_for_something_is_a_choice(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の他のキャラを１枚選び、手札に戻す。"
        "相手のキャラを１枚選んでもよい。そのキャラを控え室に置く。"
    )
    ability = only_ability(corpus, "reb", text)
    assert isinstance(ability.effects[2], MayEffect)


@pytest.mark.parametrize(
    ("second", "name", "unresolved"),
    [
        ("自分のリタイアからキャラを１枚選び、メンバーに置く", "chosen-1+chosen-2", False),
        ("自分のデッキの上から１枚をメンバーに置く", None, True),
        ("自分のデッキの上から１枚を控え室に置く", "chosen-1", False),
    ],
)
def test_this_effect_is_all_that_it_did(
    corpus: Corpus, second: str, name: str | None, unresolved: bool
) -> None:
    text = (
        f"【スパーク】：あなたは自分の控え室からキャラを１枚選び、エントリーに置く。{second}。"
        "この効果で《園子》をエントリーかメンバーに置いたら、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    once = ability.effects[-1]
    assert isinstance(once, IfDone)
    assert (once.of.name, once.of.unresolved is not None) == (name, unresolved)


@pytest.mark.parametrize(
    ("cards", "zones"),
    [
        ("エントリーと手札の〔園芸部〕のキャラ", ("エントリー", "手札")),
        ("メンバーと手札の《園子》", ("メンバー", "手札")),
        ("メンバーかエントリーの《園子》", ("メンバー", "エントリー")),
    ],
)
def test_a_zone_and_another_hold_the_same_cards(
    corpus: Corpus, cards: str, zones: tuple[str, ...]
) -> None:
    text = f"【永】【メンバー】：あなたの{cards}のコストを－１。"
    ability = only_ability(corpus, "reb", text)
    (effect,) = ability.effects
    assert isinstance(effect, ModifyEffect)
    assert isinstance(effect.what, ThingMeaning)
    told = (effect.what.sort, effect.what.owners, effect.what.zones, effect.measure)
    assert told == ("cards", ("あなた",), zones, "コスト")
    assert text[effect.what.start : effect.what.end] == f"あなたの{cards}"


@pytest.mark.parametrize(
    ("asked", "verb", "limit", "count", "zones"),
    [
        ("あなたの手札が5枚以下", None, "以下", 5, None),
        ("あなたのキャラが2枚以上いる", "いる", "以上", 2, None),
        ("あなたの後列にキャラが1枚もいない", "いる", None, 1, ("後列",)),
    ],
)
def test_a_condition_tells_how_many_and_where(
    corpus: Corpus,
    asked: str,
    verb: str | None,
    limit: str | None,
    count: int,
    zones: tuple[str] | None,
) -> None:
    text = f"【永】 {asked}なら、このカードのパワーを＋500。"
    ability = only_ability(corpus, "ws", text)
    (condition,) = ability.condition
    assert condition.number is not None
    assert isinstance(condition.subject, ThingMeaning)
    assert condition.subject.sort in ("zone", "cards")
    assert (condition.verb, condition.number.limit, condition.number.count) == (verb, limit, count)
    assert getattr(condition.place, "zones", None) == zones


def test_who_loses_is_asked_of_who_wins(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたはチェックする。それであなたが勝ちなら、あなたは１枚引く。"
        "負けなら、相手は１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    won, lost = (e.conditions[0] for e in ability.effects if isinstance(e, IfEffect))
    assert isinstance(lost.subject, PointerMeaning)
    assert lost.subject.to is not None
    assert text[lost.subject.to.start : lost.subject.to.end] == "あなた"
    assert [r.to for r in lost.refers] == [r.to for r in won.refers]


def test_what_is_asked_of_nothing_is_not_settled(corpus: Corpus) -> None:
    ability = only_ability(corpus, "reb", "【スパーク】：負けなら、相手は１枚引く。")
    (condition,) = ability.condition
    assert getattr(condition.subject, "unresolved", None)


def test_a_part_of_a_payment_alone_is_replaced(corpus: Corpus) -> None:
    text = (
        "【永】 あなたが自分の手札のイベントのコストを払う時、"
        "このカードの下のマーカーを、ストック2枚のかわりに控え室に置いてよい。"
    )
    ability = only_ability(corpus, "ws", text)
    (may,) = ability.effects
    assert isinstance(may, MayEffect)  # who declines pays as ever
    (effect,) = may.effects
    assert isinstance(effect, Replace)
    assert effect.part is not None
    assert effect.part.number is not None
    assert (effect.part.words, effect.part.number.count) == (("ストック",), 2)


def test_what_is_asked_of_a_replacement_stands_around_it(corpus: Corpus) -> None:
    text = "【スパーク】：このターン中、相手がアタックする時、２枚引いたら、かわりに１枚引く。"
    asked = "【永】：相手がアタックする時、あなたの手札が２枚以上なら、かわりに１枚引く。"
    for card in (text, asked):
        ability = only_ability(corpus, "reb", card)
        replacing = [e for e in all_effects(ability.effects) if isinstance(e, Replace)]
        assert not [e for e in replacing if isinstance(e.instead[0], (IfEffect, MayEffect))]


def test_all_of_an_event_is_replaced(corpus: Corpus) -> None:
    text = "【永】 このカードがアタックする時、かわりにあなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    (effect,) = ability.effects
    assert isinstance(effect, Replace)
    assert effect.part is None


def test_whose_turn_it_is_is_asked_of_nothing_else(corpus: Corpus) -> None:
    ability = only_ability(corpus, "reb", "【スパーク】：あなたのターンなら、１枚引く。")
    (condition,) = ability.condition
    assert condition.subject is None


@pytest.mark.parametrize(
    ("looked", "chosen", "source"),
    [
        ("自分の山札を見て", "《園》のキャラ", "自分の山札"),
        ("自分の山札の上から4枚を見て", "カード", "自分の山札の上から4枚"),
        ("自分の山札の上から4枚を見て", "他の自分のキャラ", None),
        ("自分の山札の上から4枚を見て、1枚引き", "カード", None),
    ],
)
def test_a_choice_is_out_of_what_was_looked_at(
    corpus: Corpus, looked: str, chosen: str, source: str | None
) -> None:
    text = f"【起】 あなたは{looked}、{chosen}を1枚まで選び、手札に加える。"
    ability = only_ability(corpus, "ws", text)
    (choice,) = (effect for effect in ability.effects if isinstance(effect, ChooseEffect))
    place = getattr(choice.source, "to", None)
    assert (place and text[place.start : place.end]) == source


def test_from_which_side_of_a_pile(corpus: Corpus) -> None:
    text = "【起】 あなたは自分の山札の上から1枚を、クロック置場の下に置く。"
    ability = only_ability(corpus, "ws", text)
    (effect,) = ability.effects
    assert isinstance(effect, Action)
    sides = [getattr(place, "side", None) for place in (effect.source or effect.what, effect.goal)]
    assert sides == ["上", "下"]


@pytest.mark.parametrize(
    ("told", "words"), [("「園の宴」", ()), ("「園の宴」か《園》のキャラ", ("キャラ",))]
)
def test_a_bare_name_is_not_called_a_character(
    corpus: Corpus, told: str, words: tuple[str, ...]
) -> None:
    text = f"【永】 あなたのクライマックス置場に{told}があるなら、このカードのパワーを＋500。"
    ability = only_ability(corpus, "ws", text)
    (condition,) = ability.condition
    assert isinstance(condition.subject, ThingMeaning)
    assert (condition.subject.sort, condition.subject.words) == ("cards", words)


def test_a_part_of_those_chosen_leaves_the_others_over(corpus: Corpus) -> None:
    text = (
        "【自】 このキャラが登場した時、自分の控え室のキャラを2枚選び、"
        "1枚を手札に加え、残りをデッキの下に置く。"
    )
    ability = only_ability(corpus, "reb", text)
    choice, _, put = ability.effects
    assert isinstance(choice, ChooseEffect)
    assert isinstance(put, Action)
    assert isinstance(put.what, ThingMeaning)
    assert [each.name for each in put.what.refers] == [choice.name]


def test_a_leave_to_choose_goes_against_no_rule(corpus: Corpus) -> None:
    text = (
        "【自】 このキャラが登場した時、コスト3以下の相手のキャラを1枚選び、手札に戻す。"
        "コスト5以上のキャラを選んでもよい。"
    )
    annotation = Rules(corpus).annotate("reb", text)
    assert any(isinstance(effect, Permit) for effect in annotation.meaning[0].effects)
    assert "1.3.1" not in {clause.number for clause in annotation.governing[0]}


@pytest.mark.parametrize(
    ("cards", "qualities"),
    [
        ("レベル1以下の《庭》か《園》のキャラ", (("レベル1以下",), ("《庭》", "《園》"))),
        ("「庭の朝」", (("「庭の朝」",),)),
        ("【スタンド】している赤のキャラ", (("【スタンド】している",), ("赤",))),
        ("カード名に「朝」を含むキャラ", (("カード名に「朝」を含む",),)),
        ("キャラ", ()),
    ],
)
def test_what_a_card_must_have(
    corpus: Corpus, cards: str, qualities: tuple[tuple[str, ...], ...]
) -> None:
    text = f"【起】 あなたは自分の{cards}を1枚選び、手札に戻す。"
    ability = only_ability(corpus, "ws", text)
    (choice, _) = ability.effects
    assert isinstance(choice, ChooseEffect)
    assert isinstance(choice.what, ThingMeaning)
    assert choice.what.qualities == qualities
    # A character is asked for, and so is a card of that name.
    assert choice.what.asks


def test_each_of_two_numbers_is_told_with_its_measure(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分のコスト２か４のキャラを１枚選び、手札に戻す。"
    ability = only_ability(corpus, "reb", text)
    (choice, _) = ability.effects
    assert isinstance(choice, ChooseEffect)
    assert isinstance(choice.what, ThingMeaning)
    assert choice.what.qualities == (("コスト2", "コスト4"),)


@pytest.mark.parametrize(
    ("quoted", "words"),
    [
        ("『【自】 アンコール』", ("アンコール",)),
        ("『助太刀』", ("助太刀",)),
        ("この能力", ("能力",)),
    ],
)
def test_which_ability_is_forbidden(corpus: Corpus, quoted: str, words: tuple[str, ...]) -> None:
    text = f"【自】 このカードがアタックした時、そのターン中、相手は{quoted}を使えない。"
    ability = only_ability(corpus, "ws", text)
    (never,) = ability.effects
    assert isinstance(never, Prohibit)
    assert isinstance(never.what, ThingMeaning)
    assert never.what.words == words
    assert never.what.which == (("この",) if quoted.startswith("この") else ())


@pytest.mark.parametrize(("asked", "state"), [("している", True), ("した", False)])
def test_a_state_is_told_from_coming_into_it(corpus: Corpus, asked: str, state: bool) -> None:
    text = (
        "【自】 このカードがアタックした時、"
        "あなたは自分の《庭》のキャラを2枚まで選び、【レスト】する。"
        f"それらのキャラが2枚【レスト】{asked}なら、あなたは1枚引く。"
    )
    ability = only_ability(corpus, "ws", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    assert case.conditions[0].state is state


def test_what_is_quoted_behind_what_is_not_understood_is_not_simply_done(corpus: Corpus) -> None:
    given = "【永】 このカードは次の能力をまといなおす。『【起】［(1)］ あなたは1枚引く。』"
    ability = only_ability(corpus, "ws", given)
    assert [type(effect) for effect in ability.effects] == [Unknown, Unknown]
    done = "次の行動を、飽きるまで繰り返す。『相手に1ダメージを与える。』"
    ability = only_ability(corpus, "ws", done)
    assert [type(effect) for effect in ability.effects] == [Unknown, Options]

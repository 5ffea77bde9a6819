"""The fields of meanings of invented cards."""

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
from tests.cards.meanings import only_ability


@pytest.mark.parametrize(
    ("listed", "owners", "zones"),
    [
        ("自分の控え室の「朝」を1枚までと「昼」を1枚までと「夜」を1枚まで", "自分", ["控え室"] * 3),
        ("相手の前列のキャラを1枚と後列のキャラを1枚", "相手", ["前列", "後列"]),
    ],
)
def test_owner_and_zone_before_a_list_apply_to_all(
    corpus: Corpus, listed: str, owners: str, zones: list[str]
) -> None:
    text = f"【自】 このカードがアタックした時、あなたは{listed}選び、手札に戻す。"
    ability = only_ability(corpus, "ws", text)
    things = [e.what for e in ability.effects if isinstance(e, ChooseEffect)]
    fields = [(t.owners, t.zones) for t in things if isinstance(t, ThingMeaning)]
    assert fields == [((owners,), (zone,)) for zone in zones]


def test_list_items_may_have_their_own_owners(corpus: Corpus) -> None:
    listed = "自分の控え室のキャラを1枚と相手のキャラを1枚とこのカード"
    text = f"【起】 あなたは{listed}を選び、手札に戻す。"
    ability = only_ability(corpus, "ws", text)
    things = [e.what for e in ability.effects if isinstance(e, ChooseEffect)]
    fields = [(t.owners, t.zones) for t in things if isinstance(t, ThingMeaning)]
    assert fields == [(("自分",), ("控え室",)), (("相手",), ()), ((), ())]


def test_permission_to_choose_refers_to_the_choice(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のデッキの上から１枚控え室に置く。"
        "自分の他のキャラを１枚選び、手札に戻す。"
        "《園子》を控え室に置いたら、そのカードを選んでもよい。"
    )
    ability = only_ability(corpus, "reb", text)
    if_done = ability.effects[-1]
    assert isinstance(if_done, IfDone)
    (permission,) = if_done.then
    assert isinstance(permission, Permit)
    assert isinstance(permission.what, PointerMeaning)
    assert (permission.what.name, permission.event.verb) == ("chosen-1", "選ぶ")
    assert isinstance(permission.event.what, ThingMeaning)
    assert [text[r.to.start : r.to.end] for r in permission.event.what.refers if r.to] == [
        "自分のデッキの上から１枚"
    ]


def test_permitted_choice_with_its_own_act_is_a_may(corpus: Corpus) -> None:
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
def test_this_effect_refers_to_all_its_acts(
    corpus: Corpus, second: str, name: str | None, unresolved: bool
) -> None:
    text = (
        f"【スパーク】：あなたは自分の控え室からキャラを１枚選び、エントリーに置く。{second}。"
        "この効果で《園子》をエントリーかメンバーに置いたら、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    if_done = ability.effects[-1]
    assert isinstance(if_done, IfDone)
    assert (if_done.of.name, if_done.of.unresolved is not None) == (name, unresolved)


@pytest.mark.parametrize(
    ("cards", "zones"),
    [
        ("エントリーと手札の〔園芸部〕のキャラ", ("エントリー", "手札")),
        ("メンバーと手札の《園子》", ("メンバー", "手札")),
        ("メンバーかエントリーの《園子》", ("メンバー", "エントリー")),
    ],
)
def test_joined_zones_have_the_same_cards(
    corpus: Corpus, cards: str, zones: tuple[str, ...]
) -> None:
    text = f"【永】【メンバー】：あなたの{cards}のコストを－１。"
    ability = only_ability(corpus, "reb", text)
    (effect,) = ability.effects
    assert isinstance(effect, ModifyEffect)
    assert isinstance(effect.what, ThingMeaning)
    fields = (effect.what.sort, effect.what.owners, effect.what.zones, effect.measure)
    assert fields == ("cards", ("あなた",), zones, "コスト")
    assert text[effect.what.start : effect.what.end] == f"あなたの{cards}"


@pytest.mark.parametrize(
    ("words", "verb", "limit", "count", "zones"),
    [
        ("あなたの手札が5枚以下", None, "以下", 5, None),
        ("あなたのキャラが2枚以上いる", "いる", "以上", 2, None),
        ("あなたの後列にキャラが1枚もいない", "いる", None, 1, ("後列",)),
    ],
)
def test_condition_has_number_and_zone(
    corpus: Corpus,
    words: str,
    verb: str | None,
    limit: str | None,
    count: int,
    zones: tuple[str] | None,
) -> None:
    text = f"【永】 {words}なら、このカードのパワーを＋500。"
    ability = only_ability(corpus, "ws", text)
    (condition,) = ability.condition
    assert condition.number is not None
    assert isinstance(condition.subject, ThingMeaning)
    assert condition.subject.sort in ("zone", "cards")
    assert (condition.verb, condition.number.limit, condition.number.count) == (verb, limit, count)
    assert getattr(condition.place, "zones", None) == zones


def test_condition_of_losing_has_the_subject_of_winning(corpus: Corpus) -> None:
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


def test_condition_without_a_subject_is_unresolved(corpus: Corpus) -> None:
    ability = only_ability(corpus, "reb", "【スパーク】：負けなら、相手は１枚引く。")
    (condition,) = ability.condition
    assert getattr(condition.subject, "unresolved", None)


def test_part_of_a_payment_is_replaced(corpus: Corpus) -> None:
    text = (
        "【永】 あなたが自分の手札のイベントのコストを払う時、"
        "このカードの下のマーカーを、ストック2枚のかわりに控え室に置いてよい。"
    )
    ability = only_ability(corpus, "ws", text)
    (may,) = ability.effects
    assert isinstance(may, MayEffect)  # who declines pays the usual cost
    (effect,) = may.effects
    assert isinstance(effect, Replace)
    assert effect.part is not None
    assert effect.part.number is not None
    assert (effect.part.words, effect.part.number.count) == (("ストック",), 2)


def test_condition_of_a_replacement_is_around_it(corpus: Corpus) -> None:
    done_before = (
        "【スパーク】：このターン中、相手がアタックする時、２枚引いたら、かわりに１枚引く。"
    )
    condition = "【永】：相手がアタックする時、あなたの手札が２枚以上なら、かわりに１枚引く。"
    for card in (done_before, condition):
        ability = only_ability(corpus, "reb", card)
        replacing = [e for e in all_effects(ability.effects) if isinstance(e, Replace)]
        assert not [e for e in replacing if isinstance(e.instead[0], (IfEffect, MayEffect))]


def test_whole_event_is_replaced(corpus: Corpus) -> None:
    text = "【永】 このカードがアタックする時、かわりにあなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    (effect,) = ability.effects
    assert isinstance(effect, Replace)
    assert effect.part is None


def test_turn_condition_has_no_subject(corpus: Corpus) -> None:
    ability = only_ability(corpus, "reb", "【スパーク】：あなたのターンなら、１枚引く。")
    (condition,) = ability.condition
    assert condition.subject is None


@pytest.mark.parametrize(
    ("look", "chosen", "source"),
    [
        ("自分の山札を見て", "《園》のキャラ", "自分の山札"),
        ("自分の山札の上から4枚を見て", "カード", "自分の山札の上から4枚"),
        ("自分の山札の上から4枚を見て", "他の自分のキャラ", None),
        ("自分の山札の上から4枚を見て、1枚引き", "カード", None),
    ],
)
def test_choice_is_from_the_cards_looked_at(
    corpus: Corpus, look: str, chosen: str, source: str | None
) -> None:
    text = f"【起】 あなたは{look}、{chosen}を1枚まで選び、手札に加える。"
    ability = only_ability(corpus, "ws", text)
    (choice,) = (effect for effect in ability.effects if isinstance(effect, ChooseEffect))
    place = getattr(choice.source, "to", None)
    assert (place and text[place.start : place.end]) == source


def test_zones_have_sides(corpus: Corpus) -> None:
    text = "【起】 あなたは自分の山札の上から1枚を、クロック置場の下に置く。"
    ability = only_ability(corpus, "ws", text)
    (effect,) = ability.effects
    assert isinstance(effect, Action)
    sides = [getattr(place, "side", None) for place in (effect.source or effect.what, effect.goal)]
    assert sides == ["上", "下"]


@pytest.mark.parametrize(
    ("cards", "words"), [("「園の宴」", ()), ("「園の宴」か《園》のキャラ", ("キャラ",))]
)
def test_bare_card_name_is_not_a_character(
    corpus: Corpus, cards: str, words: tuple[str, ...]
) -> None:
    text = f"【永】 あなたのクライマックス置場に{cards}があるなら、このカードのパワーを＋500。"
    ability = only_ability(corpus, "ws", text)
    (condition,) = ability.condition
    assert isinstance(condition.subject, ThingMeaning)
    assert (condition.subject.sort, condition.subject.words) == ("cards", words)


def test_rest_refers_to_the_chosen_cards(corpus: Corpus) -> None:
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


def test_permission_to_choose_contradicts_no_rule(corpus: Corpus) -> None:
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
def test_qualities_of_a_chosen_card(
    corpus: Corpus, cards: str, qualities: tuple[tuple[str, ...], ...]
) -> None:
    text = f"【起】 あなたは自分の{cards}を1枚選び、手札に戻す。"
    ability = only_ability(corpus, "ws", text)
    (choice, _) = ability.effects
    assert isinstance(choice, ChooseEffect)
    assert isinstance(choice.what, ThingMeaning)
    assert choice.what.qualities == qualities
    # A bare name requires a card of that name, as “character” requires a character.
    assert choice.what.asks


def test_each_alternative_number_has_its_measure(corpus: Corpus) -> None:
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
def test_forbidden_ability_has_its_name(
    corpus: Corpus, quoted: str, words: tuple[str, ...]
) -> None:
    text = f"【自】 このカードがアタックした時、そのターン中、相手は{quoted}を使えない。"
    ability = only_ability(corpus, "ws", text)
    (prohibition,) = ability.effects
    assert isinstance(prohibition, Prohibit)
    assert isinstance(prohibition.what, ThingMeaning)
    assert prohibition.what.words == words
    assert prohibition.what.which == (("この",) if quoted.startswith("この") else ())


@pytest.mark.parametrize(("ending", "state"), [("している", True), ("した", False)])
def test_state_differs_from_change_of_state(corpus: Corpus, ending: str, state: bool) -> None:
    text = (
        "【自】 このカードがアタックした時、"
        "あなたは自分の《庭》のキャラを2枚まで選び、【レスト】する。"
        f"それらのキャラが2枚【レスト】{ending}なら、あなたは1枚引く。"
    )
    ability = only_ability(corpus, "ws", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    assert case.conditions[0].state is state


def test_quotation_after_unknown_text_is_not_carried_out(corpus: Corpus) -> None:
    granted = "【永】 このカードは次の能力をまといなおす。『【起】［(1)］ あなたは1枚引く。』"
    ability = only_ability(corpus, "ws", granted)
    assert [type(effect) for effect in ability.effects] == [Unknown, Unknown]
    repeated = "次の行動を、飽きるまで繰り返す。『相手に1ダメージを与える。』"
    ability = only_ability(corpus, "ws", repeated)
    assert [type(effect) for effect in ability.effects] == [Unknown, Options]

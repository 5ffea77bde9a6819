"""The fields of things in meanings: owner, zone, which of several, relation to another."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    Grant,
    IfEffect,
    ModifyEffect,
    Prohibit,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import as_thing, effects_of, only_ability


@pytest.mark.parametrize(
    ("goal", "alternative", "zones"),
    [
        ("山札の上か控え室", True, [(("山札",), "上"), (("控え室",), None)]),
        ("山札の上か下", True, [(("山札",), "上"), (("山札",), "下")]),
    ],
)
def test_joined_zones_may_be_alternatives(
    corpus: Corpus, goal: str, alternative: bool, zones: list[tuple[tuple[str], str | None]]
) -> None:
    text = f"【自】 このカードがアタックした時、あなたは自分の山札を上から1枚見て、{goal}に置く。"
    put = effects_of(corpus, "ws", text)[-1]
    assert isinstance(put, Action)
    goal_thing = as_thing(put.goal)
    assert goal_thing.alternative is alternative
    assert [(each.zones, each.side) for each in goal_thing.things] == zones


def test_zone_of_one_alternative_is_not_of_the_other(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは相手の、メンバーかセットされているReバースから１枚選び、手札に戻す。"
    )
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    fields = [(each.owners, each.zones) for each in as_thing(choice.what).things]
    assert fields == [(("相手",), ("メンバー",)), (("相手",), ())]


def test_choices_from_several_zones_share_the_owner(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分の、エントリーと他のメンバーから１枚ずつ選び、手札に戻す。"
    choices = [e for e in effects_of(corpus, "reb", text) if isinstance(e, ChooseEffect)]
    things = [as_thing(choice.what) for choice in choices]
    assert [choice.number and choice.number.count for choice in choices] == [1, 1]
    fields = [(each.owners, each.zones, each.other_than) for each in things]
    assert fields == [(("自分",), ("エントリー",), ()), (("自分",), ("メンバー",), ("他の",))]


def test_markers_and_this_card_are_two_things(corpus: Corpus) -> None:
    listed = "このカードの下のマーカーすべてとこのカード"
    text = f"【自】 このカードがアタックした時、あなたは{listed}を控え室に置く。"
    (put,) = effects_of(corpus, "ws", text)
    assert isinstance(put, Action)
    markers, card = as_thing(put.what).things
    assert (markers.words, markers.every, card.sort) == (("マーカー",), True, "this-card")
    below = as_thing(markers.of)
    assert (below.side, as_thing(below.of).sort) == ("下", "this-card")


@pytest.mark.parametrize(
    ("goal", "sort", "zones", "area"),
    [
        ("前列の別々の枠", "zone", ("別々の枠",), ("前列",)),
        ("舞台の好きな枠", "zone", ("好きな枠",), ("舞台",)),
        ("前列の、キャラのいない枠", "empty-places", ("前列",), ()),
        ("前列のキャラのいない枠で、正面に相手のキャラがいる枠", "empty-places", ("前列",), ()),
    ],
)
def test_slot_has_its_area(
    corpus: Corpus, goal: str, sort: str, zones: tuple[str], area: tuple[str, ...]
) -> None:
    (move,) = only_ability(
        corpus, "ws", f"【起】［(1)］ あなたはこのカードを{goal}に動かす。"
    ).effects
    assert isinstance(move, Action)
    slot = as_thing(move.goal)
    assert (slot.sort, slot.zones, slot.area) == (sort, zones, area)


def test_slot_of_a_card_refers_to_the_card(corpus: Corpus) -> None:
    text = "【起】［(1)］ あなたは自分の控え室の「朝」を1枚選び、このカードがいた枠に置く。"
    put = effects_of(corpus, "ws", text)[-1]
    assert isinstance(put, Action)
    assert as_thing(as_thing(put.goal).of).sort == "this-card"


def test_other_cards_exclude_this_card(corpus: Corpus) -> None:
    text = "【永】 他のあなたの、《園》か《庭》のキャラすべてに、パワーを＋500。"
    (modify,) = effects_of(corpus, "ws", text)
    assert isinstance(modify, ModifyEffect)
    assert as_thing(modify.what).other_than == ("他の",)


@pytest.mark.parametrize("state", ["【レスト】している", "【スタンド】している"])
def test_state_before_a_zone_is_required(corpus: Corpus, state: str) -> None:
    text = f"【スパーク】：あなたは相手の{state}メンバーから２枚選び、手札に戻す。"
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    assert as_thing(choice.what).asks


@pytest.mark.parametrize(
    ("cards", "zones"),
    [
        ("あなたの、メンバーとリタイアにいる〔園芸部〕合計２枚", ("メンバー", "リタイア")),
        ("あなたのメンバーにいる〔園芸部〕２枚", ("メンバー",)),
        ("あなたのリタイアの、【スパーク】を持つキャラ２枚", ("リタイア",)),
    ],
)
def test_zone_may_be_in_or_before_a_relative_clause(
    corpus: Corpus, cards: str, zones: tuple[str, ...]
) -> None:
    text = f"【永】【エントリー】：{cards}につき、このキャラを＋１/＋１。"
    (modify,) = effects_of(corpus, "reb", text)
    assert isinstance(modify, ModifyEffect)
    for_each = as_thing(modify.for_each)
    assert (for_each.owners, for_each.zones) == (("あなた",), zones)


def test_player_has_its_word(corpus: Corpus) -> None:
    text = "【自】 相手がキャラをプレイした時、あなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    assert ability.trigger is not None
    who = as_thing(ability.trigger.events[0].who)
    assert (who.sort, who.words) == ("players", ("相手",))


def test_ability_has_its_owner(corpus: Corpus) -> None:
    text = "【永】【エントリー】：相手は自分のキャラの【スパーク】を使えない。"
    meaning: Any = effects_of(corpus, "reb", text)[0]
    assert as_thing(meaning.event.what.of).words == ("キャラ",)


def test_gained_icons_are_named(corpus: Corpus) -> None:
    (grant,) = only_ability(
        corpus, "ws", "【永】 このカードはトリガーアイコンに【ショット】を得る。"
    ).effects
    assert isinstance(grant, Grant)
    assert (as_thing(grant.other).words, as_thing(grant.goal).words) == (
        ("【ショット】",),
        ("トリガーアイコン",),
    )


def test_joined_things_have_their_own_spans(corpus: Corpus) -> None:
    text = (
        "【起】［(1)］ あなたは自分のレベル置場のカードと控え室のカードを1枚ずつ選び、入れ替える。"
    )
    choices = [e for e in effects_of(corpus, "ws", text) if isinstance(e, ChooseEffect)]
    things = [as_thing(choice.what) for choice in choices]
    assert [text[thing.start : thing.end] for thing in things] == [
        "自分のレベル置場のカード",
        "控え室のカード",
    ]


@pytest.mark.parametrize(
    ("cards", "owners", "zones"),
    [
        ("あなたの舞台にいるキャラすべてに、パワー", ("あなた",), ("舞台",)),
        ("すべての領域にあるこのカードのパワー", (), ("すべての領域",)),
    ],
)
def test_zone_of_a_relative_clause_is_the_zone(
    corpus: Corpus, cards: str, owners: tuple[str, ...], zones: tuple[str, ...]
) -> None:
    (modify,) = effects_of(corpus, "ws", f"【永】 {cards}を＋500。")
    assert isinstance(modify, ModifyEffect)
    what = as_thing(modify.what)
    assert (what.owners, what.zones) == (owners, zones)


@pytest.mark.parametrize(
    ("rule", "changes"),
    [("枚数×500", ("×500",)), ("レベル－1", ("－1",)), ("枚数", ())],
)
def test_letter_has_its_formula(corpus: Corpus, rule: str, changes: tuple[str, ...]) -> None:
    text = f"【永】 このカードのパワーを＋Ｘ。Ｘはあなたのキャラの{rule}に等しい。"
    ability = only_ability(corpus, "ws", text)
    (letter,) = ability.letters
    assert letter.value.changes == changes


@pytest.mark.parametrize(
    ("cards", "relation", "of"),
    [
        ("このカードとバトルしているキャラ", "このカードとバトルしている", "this-card"),
        ("他のあなたのキャラとバトル中のキャラ", "他のあなたのキャラとバトル中の", "cards"),
        ("このカードのバトル相手でレベル1以上のキャラ", "このカードのバトル相手で", None),
    ],
)
def test_related_thing_has_its_relation(
    corpus: Corpus, cards: str, relation: str, of: str | None
) -> None:
    text = f"【自】 {cards}が【リバース】した時、あなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    assert ability.trigger is not None
    who = as_thing(ability.trigger.events[0].who)
    assert who.qualities[0] == (relation,)
    assert (who.of and who.of.sort) == of


@pytest.mark.parametrize(
    ("cards", "owners", "every"),
    [
        ("すべてのエントリーの、〔園芸部〕のキャラ", ("すべて",), True),
        ("すべてのキャラ", (), True),
        ("エントリーのキャラ", (), False),
    ],
)
def test_every_applies_to_owners_or_cards(
    corpus: Corpus, cards: str, owners: tuple[str, ...], every: bool
) -> None:
    text = f"【永】【メンバー】：{cards}のコストを－１。"
    ability = only_ability(corpus, "reb", text)
    (effect,) = ability.effects
    assert isinstance(effect, ModifyEffect)
    assert isinstance(effect.what, ThingMeaning)
    assert (effect.what.owners, effect.what.every) == (owners, every)


def test_prohibited_attack_has_its_ordinal(corpus: Corpus) -> None:
    text = "【永】【メンバー】：各ターン相手の２回目のアタックはパートナーアタックにならない。"
    ability = only_ability(corpus, "reb", text)
    (effect,) = ability.effects
    assert isinstance(effect, Prohibit)
    assert isinstance(effect.what, ThingMeaning)
    assert (effect.what.owners, effect.what.which) == (("相手",), ("2回目の",))


def test_condition_has_alternative_qualities(corpus: Corpus) -> None:
    text = "【永】 あなたのキャラすべてが《朝》か《夜》なら、このカードのパワーを＋500。"
    ability = only_ability(corpus, "ws", text)
    (condition,) = ability.condition
    assert isinstance(condition.what, ThingMeaning)
    assert (condition.what.words, condition.what.alternative) == (("《朝》", "《夜》"), True)


def test_declared_number_refers_to_the_declaration(corpus: Corpus) -> None:
    text = (
        "【起】【メンバー】：［エネ①］あなたは１～５の数字を１つ宣言し、自分のデッキの上から１枚公開する。"
        "そのカードが宣言した数字と同じコストのキャラなら、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    (condition,) = case.conditions
    assert isinstance(condition.what, ThingMeaning)
    assert condition.what.of is not None
    assert condition.what.of.of is not None
    (declared,) = condition.what.of.of.refers
    assert declared.to is not None
    assert text[declared.to.start : declared.to.end] == "１～５の数字を１つ"


@pytest.mark.parametrize(
    ("game", "text", "quality"),
    [
        ("ws", "【自】 あなたの受けたダメージがキャンセルされた時、あなたは1枚引く。", "受けた"),
        ("ws", "【自】 あなたの与えたダメージがキャンセルされた時、あなたは1枚引く。", "与えた"),
        ("reb", "【永】【メンバー】：このキャラが与えるダメージを＋１。", "与える"),
        (
            "reb",
            "【永】【メンバー】：このキャラは、ATK８以上のキャラから受けるダメージが－５される。",
            "ATK8以上のキャラから受ける",
        ),
    ],
)
def test_damage_is_dealt_or_received(corpus: Corpus, game: str, text: str, quality: str) -> None:
    ability = only_ability(corpus, game, text)
    subject = ability.trigger.events[0].who if ability.trigger else None
    damage = subject or getattr(ability.effects[0], "what", None)
    assert isinstance(damage, ThingMeaning)
    assert damage.qualities == ((quality,),)
    assert damage.owners or (damage.of is not None and damage.of.sort == "this-card")


def test_alternative_names_are_alternative_qualities(corpus: Corpus) -> None:
    text = "【起】 あなたは自分のカード名に「朝」か「昼」を含むキャラを1枚選び、控え室に置く。"
    ability = only_ability(corpus, "ws", text)
    what = getattr(ability.effects[0], "what", None)
    assert isinstance(what, ThingMeaning)
    assert what.qualities == (("カード名に「朝」を含む", "カード名に「昼」を含む"),)


@pytest.mark.parametrize(
    ("attack", "which"),
    [("次のアタック", ("次の",)), ("２回目のアタック", ("2回目の",)), ("アタック", ())],
)
def test_attack_has_its_ordinal(corpus: Corpus, attack: str, which: tuple[str, ...]) -> None:
    text = f"【スパーク】：このターンこのキャラの{attack}はパートナーアタックになる。"
    (turned,) = effects_of(corpus, "reb", text)
    assert isinstance(turned, Action)
    assert as_thing(turned.what).which == which

"""What a text leaves out because it stood before: whose damage, how many, to where."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import (
    Action,
    IfEffect,
    MayEffect,
    ModifyEffect,
    PointerMeaning,
    Replace,
    ThingMeaning,
    Unknown,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import only_ability, told_as


@pytest.mark.parametrize(
    ("damage", "whose", "sort"),
    [
        (
            "このキャラは、コスト４以上のキャラから受けるダメージが－３される",
            "このキャラ",
            "this-card",
        ),
        ("このキャラが受けるダメージを－３", "このキャラ", "this-card"),
        ("このキャラがブロックしたキャラが受けるダメージを－３", None, "cards"),
    ],
)
def test_less_damage_is_that_of_a_character(
    corpus: Corpus, damage: str, whose: str | None, sort: str
) -> None:
    text = f"【永】【エントリー】：{damage}。"
    annotation = Rules(corpus).annotate("reb", text)
    (effect,) = annotation.meaning[0].effects
    assert isinstance(effect, ModifyEffect)
    assert (effect.measure, effect.amount) == ("ダメージ", "－3")
    assert isinstance(effect.what, ThingMeaning)
    assert effect.what.of is not None
    assert effect.what.of.sort == sort
    assert whose in (None, text[effect.what.of.start : effect.what.of.end])
    numbers = [clause.number for clause in annotation.governing[0]]
    assert "8.4.3" in numbers
    assert {"5.17.1", "10.3.5"}.isdisjoint(numbers)


def _elsewhere(corpus: Corpus, before: str, instead: str) -> tuple[str, Replace, Action]:
    text = f"【スパーク】：あなたは{before}。あなたのメンバーに《園子》がいるなら、{instead}。"
    effect = Rules(corpus).annotate("reb", text).meaning[0].effects[-1]
    assert isinstance(effect, IfEffect)
    (may,) = effect.then
    assert isinstance(may, MayEffect)
    (replaced,) = may.effects
    assert isinstance(replaced, Replace)
    (action,) = replaced.instead
    assert isinstance(action, Action)
    return text, replaced, action


@pytest.mark.parametrize(
    ("before", "instead", "part"),
    [
        (
            "自分の控え室から２枚選び、エネルギーに【レスト】で置く",
            "控え室ではなくデッキの上から置いてよい",
            "控え室",
        ),
        (
            "自分のデッキの上から２枚をエネルギーに【レスト】で置く",
            "デッキではなく控え室から置いてよい",
            "デッキ",
        ),
    ],
)
def test_what_comes_from_elsewhere_goes_where_the_other_would_have(
    corpus: Corpus, before: str, instead: str, part: str
) -> None:
    text, replaced, action = _elsewhere(corpus, before, instead)
    assert isinstance(replaced.event, PointerMeaning)
    assert replaced.event.to is not None
    assert text[replaced.event.to.start : replaced.event.to.end].endswith(before)
    assert replaced.part is not None
    assert replaced.part.zones == (part,)
    assert action.number is not None
    assert action.number.count == 2
    assert isinstance(action.goal, ThingMeaning)
    assert (action.goal.zones, action.how) == (("エネルギー",), ("【レスト】で",))


def test_what_goes_elsewhere_is_what_was_chosen(corpus: Corpus) -> None:
    _, replaced, action = _elsewhere(
        corpus, "自分の控え室から１枚選び、手札に加える", "手札ではなくメンバーに置いてよい"
    )
    assert replaced.part is not None
    assert replaced.part.zones == ("手札",)
    assert isinstance(action.what, PointerMeaning)
    assert action.what.name == "chosen-1"
    assert isinstance(action.goal, ThingMeaning)
    assert action.goal.zones == ("メンバー",)


def test_a_hit_is_how_the_guess_came_out(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のデッキの上から１枚裏向きで提示する。相手はそのコストを当てる。"
        "そのカードを公開し、ハズレなら、あなたは１枚引く。当たりなら、相手は１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    asked = [e.conditions[0].subject for e in ability.effects if isinstance(e, IfEffect)]
    places = [s.to for s in asked if isinstance(s, PointerMeaning) and s.to]
    assert [text[p.start : p.end] for p in places] == ["相手はそのコストを当てる"] * 2


def test_a_hit_without_a_guess_is_not_settled(corpus: Corpus) -> None:
    text = "【スパーク】：あなたの手札がないなら、１枚引く。当たりなら、相手は１枚引く。"
    ability = only_ability(corpus, "reb", text)
    last = ability.effects[-1]
    assert isinstance(last, IfEffect)
    assert getattr(last.conditions[0].subject, "unresolved", None)


def test_cards_shown_by_two_players_are_meant_together(corpus: Corpus) -> None:
    shown = (
        "あなたは自分のデッキの上から１枚公開し、相手は自分の手札から１枚公開する",
        "それらを控え室に置く",
    )
    text = f"【スパーク】：{'。'.join(shown)}。"
    put = Rules(corpus).annotate("reb", text).meaning[0].effects[-1]
    assert isinstance(put, Action)
    assert isinstance(put.what, ThingMeaning)
    (pointer,) = put.what.refers
    assert pointer.to is not None
    told = text[pointer.to.start : pointer.to.end]
    assert told.startswith("自分のデッキの上から１枚")
    assert told.endswith("自分の手札から１枚")


@pytest.mark.parametrize(
    ("asked", "owners"),
    [
        ("あなたのメンバーが１枚で、リタイアが５枚以上", ("あなた",)),
        ("相手のリタイアが５枚以上で、メンバーに〔朝〕がいる", ("相手",)),
        ("相手のリタイアが５枚以上で、メンバーにこのキャラがいる", ()),
        ("あなたのメンバーが１枚で、相手のリタイアが５枚以上", ("相手",)),
    ],
)
def test_whose_zones_are_asked_of_is_taken_over(
    corpus: Corpus, asked: str, owners: tuple[str, ...]
) -> None:
    text = f"【永】【メンバー】：{asked}なら、あなたのエントリーの〔朝〕を±０/＋３。"
    ability = only_ability(corpus, "reb", text)
    _, second = ability.condition
    zone = second.place or second.subject
    assert isinstance(zone, ThingMeaning)
    assert zone.owners == owners


def test_a_topic_without_a_part_in_the_second_half_is_not_lost(corpus: Corpus) -> None:
    text = (
        "【永】【メンバー】：このキャラは、相手の効果で選ばれず、"
        "ATK２以下のキャラからのアタックはパートナーアタックにならない。"
    )
    ability = only_ability(corpus, "reb", text)
    _, second = ability.effects
    assert isinstance(second, Unknown)


@pytest.mark.parametrize(
    ("before", "asked", "meant"),
    [
        (
            "自分の山札の上から3枚までを、公開してよい",
            "1枚以上公開した",
            "自分の山札の上から3枚まで",
        ),
        (
            "自分の山札を上から3枚まで見て、「朝」を1枚まで選んで相手に見せ、手札に加え、"
            "残りのカードを控え室に置く",
            "手札に加えた",
            "「朝」を1枚まで",
        ),
        ("自分の山札を上から3枚まで見て、控え室に置く", "手札に加えた", None),
        (
            "自分の手札のカードを1枚選び、クロック置場に置き、自分のキャラを1枚選び、控え室に置く",
            "1枚クロック置場に置いた",
            None,
        ),
    ],
)
def test_a_condition_on_what_was_just_done_points_at_it(
    corpus: Corpus, before: str, asked: str, meant: str | None
) -> None:
    text = f"【自】 このカードがアタックした時、あなたは{before}。{asked}なら、あなたは1枚引く。"
    ability = only_ability(corpus, "ws", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    what = case.conditions[0].what
    to = what.to if isinstance(what, PointerMeaning) else None
    assert (to and text[to.start : to.end]) == meant


def test_what_is_left_where_it_is_was_told_before(corpus: Corpus) -> None:
    text = "【スパーク】：あなたはこのターン終了時にReバースを控え室に置く際、２枚まで残してよい。"
    ability = only_ability(corpus, "reb", text)
    may = ability.effects[0].effects[0]  # type: ignore[attr-defined]
    (left,) = may.effects
    to = left.what.to
    assert text[to.start : to.end] == "Reバース"


def test_a_number_instead_of_another_is_of_what_was_counted_before(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたの手札が４枚なら、あなたは１枚引く。４枚ではなく５枚なら、２枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    subject = case.conditions[0].subject
    assert isinstance(subject, PointerMeaning)
    assert subject.to is not None
    assert text[subject.to.start : subject.to.end] == "あなたの手札が"


@pytest.mark.parametrize(
    ("before", "zones"),
    [
        ("あなたのリタイアに、《朝》か《昼》か《夜》がいるなら、１枚引く", ("リタイア",)),
        ("あなたのリタイアの、《朝》か《夜》１枚につき、このキャラを＋１/±０", ("リタイア",)),
        ("あなたのリタイアに《朝》がいるなら、１枚引く", None),
    ],
)
def test_both_are_asked_about_where_they_were_before(
    corpus: Corpus, before: str, zones: tuple[str, ...] | None
) -> None:
    text = f"【スパーク】：{before}。《朝》と《夜》が両方いるなら、さらに１枚引く。"
    ability = only_ability(corpus, "reb", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    place = case.conditions[0].place
    assert (place.zones if isinstance(place, ThingMeaning) else None) == zones


def test_what_is_added_changes_the_same_number(corpus: Corpus) -> None:
    text = "【永】【手札】：このキャラのコスト－１。あなたの手札がないなら、さらに－１。"
    ability = only_ability(corpus, "reb", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    (more,) = case.then
    assert isinstance(more, ModifyEffect)
    assert (more.measure, more.amount) == ("コスト", "－1")


def test_damage_is_dealt_to_what_was_chosen(corpus: Corpus) -> None:
    told_as(
        corpus,
        "gbf",
        "火の雨:〔②〕相手の団員1枚を選び、3ダメージを与える。",
        ["deal-damage 「3ダメージ」 to chosen-1"],
    )

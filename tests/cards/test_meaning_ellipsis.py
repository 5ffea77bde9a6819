"""Words that a text omits because they were given before: owners, numbers, goals."""

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
from tests.cards.meanings import assert_meaning, only_ability


@pytest.mark.parametrize(
    ("damage", "words", "sort"),
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
def test_reduced_damage_belongs_to_a_character(
    corpus: Corpus, damage: str, words: str | None, sort: str
) -> None:
    text = f"【永】【エントリー】：{damage}。"
    annotation = Rules(corpus).annotate("reb", text)
    (effect,) = annotation.meaning[0].effects
    assert isinstance(effect, ModifyEffect)
    assert (effect.measure, effect.amount) == ("ダメージ", "－3")
    assert isinstance(effect.what, ThingMeaning)
    assert effect.what.of is not None
    assert effect.what.of.sort == sort
    assert words in (None, text[effect.what.of.start : effect.what.of.end])
    numbers = [clause.number for clause in annotation.governing[0]]
    assert "8.4.3" in numbers
    assert {"5.17.1", "10.3.5"}.isdisjoint(numbers)


def _replacing_action(corpus: Corpus, before: str, instead: str) -> tuple[str, Replace, Action]:
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
def test_replaced_source_keeps_goal_and_number(
    corpus: Corpus, before: str, instead: str, part: str
) -> None:
    text, replaced, action = _replacing_action(corpus, before, instead)
    assert isinstance(replaced.event, PointerMeaning)
    assert replaced.event.to is not None
    assert text[replaced.event.to.start : replaced.event.to.end].endswith(before)
    assert replaced.part is not None
    assert replaced.part.zones == (part,)
    assert action.number is not None
    assert action.number.count == 2
    assert isinstance(action.goal, ThingMeaning)
    assert (action.goal.zones, action.how) == (("エネルギー",), ("【レスト】で",))


def test_replaced_goal_keeps_the_chosen_object(corpus: Corpus) -> None:
    _, replaced, action = _replacing_action(
        corpus, "自分の控え室から１枚選び、手札に加える", "手札ではなくメンバーに置いてよい"
    )
    assert replaced.part is not None
    assert replaced.part.zones == ("手札",)
    assert isinstance(action.what, PointerMeaning)
    assert action.what.name == "chosen-1"
    assert isinstance(action.goal, ThingMeaning)
    assert action.goal.zones == ("メンバー",)


def test_hit_or_miss_refers_to_the_guess(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のデッキの上から１枚裏向きで提示する。相手はそのコストを当てる。"
        "そのカードを公開し、ハズレなら、あなたは１枚引く。当たりなら、相手は１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    subjects = [e.conditions[0].subject for e in ability.effects if isinstance(e, IfEffect)]
    places = [s.to for s in subjects if isinstance(s, PointerMeaning) and s.to]
    assert [text[p.start : p.end] for p in places] == ["相手はそのコストを当てる"] * 2


def test_hit_without_a_guess_is_unresolved(corpus: Corpus) -> None:
    text = "【スパーク】：あなたの手札がないなら、１枚引く。当たりなら、相手は１枚引く。"
    ability = only_ability(corpus, "reb", text)
    last = ability.effects[-1]
    assert isinstance(last, IfEffect)
    assert getattr(last.conditions[0].subject, "unresolved", None)


def test_plural_refers_to_cards_of_both_players(corpus: Corpus) -> None:
    sentences = (
        "あなたは自分のデッキの上から１枚公開し、相手は自分の手札から１枚公開する",
        "それらを控え室に置く",
    )
    text = f"【スパーク】：{'。'.join(sentences)}。"
    put = Rules(corpus).annotate("reb", text).meaning[0].effects[-1]
    assert isinstance(put, Action)
    assert isinstance(put.what, ThingMeaning)
    (pointer,) = put.what.refers
    assert pointer.to is not None
    antecedent = text[pointer.to.start : pointer.to.end]
    assert antecedent.startswith("自分のデッキの上から１枚")
    assert antecedent.endswith("自分の手札から１枚")


@pytest.mark.parametrize(
    ("conditions", "owners"),
    [
        ("あなたのメンバーが１枚で、リタイアが５枚以上", ("あなた",)),
        ("相手のリタイアが５枚以上で、メンバーに〔朝〕がいる", ("相手",)),
        ("相手のリタイアが５枚以上で、メンバーにこのキャラがいる", ()),
        ("あなたのメンバーが１枚で、相手のリタイアが５枚以上", ("相手",)),
    ],
)
def test_second_condition_inherits_the_owner(
    corpus: Corpus, conditions: str, owners: tuple[str, ...]
) -> None:
    text = f"【永】【メンバー】：{conditions}なら、あなたのエントリーの〔朝〕を±０/＋３。"
    ability = only_ability(corpus, "reb", text)
    _, second = ability.condition
    zone = second.place or second.subject
    assert isinstance(zone, ThingMeaning)
    assert zone.owners == owners


def test_topic_without_a_role_is_not_dropped(corpus: Corpus) -> None:
    text = (
        "【永】【メンバー】：このキャラは、相手の効果で選ばれず、"
        "ATK２以下のキャラからのアタックはパートナーアタックにならない。"
    )
    ability = only_ability(corpus, "reb", text)
    _, second = ability.effects
    assert isinstance(second, Unknown)


@pytest.mark.parametrize(
    ("before", "condition", "antecedent"),
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
        (
            "自分の手札のカードを1枚選び、クロック置場に置き、自分のキャラを1枚選び、控え室に置く",
            "1枚クロック置場に置いた",
            None,
        ),
    ],
)
def test_condition_on_the_last_act_refers_to_its_object(
    corpus: Corpus, before: str, condition: str, antecedent: str | None
) -> None:
    text = (
        f"【自】 このカードがアタックした時、あなたは{before}。{condition}なら、あなたは1枚引く。"
    )
    ability = only_ability(corpus, "ws", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    what = case.conditions[0].what
    to = what.to if isinstance(what, PointerMeaning) else None
    assert (to and text[to.start : to.end]) == antecedent


def test_kept_cards_refer_to_the_event(corpus: Corpus) -> None:
    text = "【スパーク】：あなたはこのターン終了時にReバースを控え室に置く際、２枚まで残してよい。"
    ability = only_ability(corpus, "reb", text)
    may = ability.effects[0].effects[0]  # type: ignore[attr-defined]
    (kept,) = may.effects
    to = kept.what.to
    assert text[to.start : to.end] == "Reバース"


def test_corrected_number_has_the_subject_before(corpus: Corpus) -> None:
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
def test_condition_on_both_inherits_the_zone(
    corpus: Corpus, before: str, zones: tuple[str, ...] | None
) -> None:
    text = f"【スパーク】：{before}。《朝》と《夜》が両方いるなら、さらに１枚引く。"
    ability = only_ability(corpus, "reb", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    place = case.conditions[0].place
    assert (place.zones if isinstance(place, ThingMeaning) else None) == zones


def test_additional_change_has_the_same_measure(corpus: Corpus) -> None:
    text = "【永】【手札】：このキャラのコスト－１。あなたの手札がないなら、さらに－１。"
    ability = only_ability(corpus, "reb", text)
    case = ability.effects[-1]
    assert isinstance(case, IfEffect)
    (more,) = case.then
    assert isinstance(more, ModifyEffect)
    assert (more.measure, more.amount) == ("コスト", "－1")


def test_damage_is_dealt_to_the_chosen_card(corpus: Corpus) -> None:
    assert_meaning(
        corpus,
        "gbf",
        "火の雨:〔②〕相手の団員1枚を選び、3ダメージを与える。",
        ["deal-damage 「3ダメージ」 to chosen-1"],
    )

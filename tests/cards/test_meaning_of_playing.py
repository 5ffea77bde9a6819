"""When an ability may be played, what its keyword and icons mean, and who attacks."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    Grant,
    IfEffect,
    MayEffect,
    PointerMeaning,
    Prohibit,
    Replace,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import assert_meaning, only_ability, opened_ability


def test_play_timing_of_a_keyword_is_not_an_effect(corpus: Corpus) -> None:
    opened = opened_ability(
        corpus, "【起】【カウンター】 助太刀3500 レベル2 ［手札のこのカードを控え室に置く］"
    )
    assert [effect.type for effect in opened.effects] == ["choose", "modify"]
    (timing,) = opened.playing
    assert isinstance(timing, IfEffect)
    (condition,) = timing.conditions
    assert condition.within is not None
    assert (condition.within.word, condition.within.owners) == ("カウンターステップ", ("相手",))


def test_wording_of_a_keyword_has_its_letter(corpus: Corpus) -> None:
    """Not the form in which the tree has the letter."""
    text = (
        "【起】【カウンター】 助太刀Ｘ レベル1 ［手札のこのカードを控え室に置く］ Ｘは500に等しい。"
    )
    keyword = only_ability(corpus, "ws", text).keyword
    assert keyword is not None
    assert keyword.opened is not None
    assert "パワーを＋Ｘ。" in keyword.opened.text


def test_play_condition_of_an_event_is_not_an_effect(corpus: Corpus) -> None:
    text = "このカードは、あなたのキャラがいないなら、手札からプレイできない。あなたは1枚引く。"
    annotation = Rules(corpus).annotate("ws", text)
    (ability,) = annotation.meaning
    assert [effect.type for effect in ability.playing] == ["if"]
    assert [effect.act for effect in ability.effects if isinstance(effect, Action)] == ["draw"]
    roles = {clause.number: clause.role for clause in annotation.governing[0]}
    assert (roles["8.6.2.1"], roles["1.3.3"]) == ("timing", "timing")


@pytest.mark.parametrize(
    "text",
    [
        "【永】 このカードは、あなたの《霧笛》のキャラがいないなら、手札からプレイできない。",
        "あなたは1枚引く。そのターン中、相手は『助太刀』を手札からプレイできない。",
    ],
)
def test_prohibition_of_playing_may_be_an_effect(corpus: Corpus, text: str) -> None:
    ability = only_ability(corpus, "ws", text)
    assert ability.playing == ()
    assert isinstance(ability.effects[-1], Prohibit)


def test_great_performance_redirects_attacks(corpus: Corpus) -> None:
    opened = opened_ability(corpus, "【永】 大活躍")
    (condition,) = opened.condition
    assert isinstance(condition.subject, ThingMeaning)
    assert condition.subject.sort == "this-card"
    (effect,) = opened.effects
    assert isinstance(effect, Replace)
    (attack,) = effect.instead
    assert isinstance(attack, Action)
    assert (attack.verb, attack.by.who) == ("フロントアタックする", "そのキャラ")
    assert attack.by.card is not None
    assert [r.to is not None for r in attack.by.card.refers] == [True]


def test_bunri_moves_the_markers_to_the_new_character(corpus: Corpus) -> None:
    opened = opened_ability(corpus, "【自】 分離／「霧笛の城」 ［(1)］")
    done = opened.effects[-1]
    choices = [e for e in getattr(done, "then", ()) if isinstance(e, ChooseEffect)]
    puts = [e for e in getattr(done, "then", ()) if isinstance(e, Action)]
    first = puts[0]
    assert isinstance(first.what, ThingMeaning)
    assert first.goal is not None
    assert isinstance(first.goal, ThingMeaning)
    names = [first.what.refers[0].name, first.goal.refers[0].name]
    assert names == [choice.name for choice in choices]


@pytest.mark.parametrize(
    ("keyword", "first", "never"),
    [
        ("チェンジ", "10.8.5", "8.1.1.1.2"),
        ("集中", "10.7.4", "8.1.1.1.2"),
        ("助太刀", "10.5.3", "8.8.1"),
    ],
)
def test_use_of_a_keyword_has_its_own_clause(
    corpus: Corpus, keyword: str, first: str, never: str
) -> None:
    text = f"【自】 あなたが『{keyword}』を使った時、あなたは1枚引く。"
    annotation = Rules(corpus).annotate("ws", text)
    numbers = [clause.number for clause in annotation.governing[0]]
    assert numbers[0] == first
    assert never not in numbers
    assert annotation.meaning[0].trigger is not None
    (event,) = annotation.meaning[0].trigger.events
    assert isinstance(event.what, ThingMeaning)
    assert event.what.words == (keyword,)


def test_needs_of_icons_keep_their_conjunction(corpus: Corpus) -> None:
    text = "【自】【本領発揮Lv４】〔園芸部〕＆〔製図部〕：このキャラが登場した時、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    assert [(need.words, need.joint) for need in ability.needs] == [
        (("〔園芸部〕", "〔製図部〕"), "＆")
    ]


# ---- The attacker and the manner of attack


_CHOOSES = (
    "このカードがアタックする時、あなたはかわりに相手の後列のキャラを1枚選び、"
    "このカードはそのキャラを防御キャラとしてフロントアタックしてよい。"
)
_ATTACKS_ALL = "このカードがアタックする時、かわりに相手の前列のキャラすべてにサイドアタックする。"


def _granted_replacement(corpus: Corpus, quoted: str) -> Replace:
    text = f"【自】 このカードがアタックした時、このカードは次の能力を得る。『【永】 {quoted}』"
    ability = only_ability(corpus, "ws", text)
    (grant,) = ability.effects
    assert isinstance(grant, Grant)
    (replacement,) = grant.abilities[0].effects
    if isinstance(replacement, MayEffect):
        (replacement,) = replacement.effects
    assert isinstance(replacement, Replace)
    return replacement


def test_optional_replacement_is_optional_as_a_whole(corpus: Corpus) -> None:
    ability = only_ability(corpus, "ws", f"【永】 {_CHOOSES}")
    (may,) = ability.effects
    assert isinstance(may, MayEffect)
    assert (may.by.who, may.by.card) == ("あなた", None)
    choice, attack = _granted_replacement(corpus, _CHOOSES).instead
    assert isinstance(choice, ChooseEffect)
    assert isinstance(attack, Action)
    assert (attack.by.who, attack.by.basis) == ("このカード", "told")
    assert isinstance(attack.what, (PointerMeaning, ThingMeaning))


def test_replacing_attack_has_the_same_attacker(corpus: Corpus) -> None:
    (attack,) = _granted_replacement(corpus, _ATTACKS_ALL).instead
    assert isinstance(attack, Action)
    assert (attack.by.who, attack.by.basis, attack.verb) == (
        "このカード",
        "taken-over",
        "サイドアタックする",
    )


def test_notation_has_attacker_and_verb(corpus: Corpus) -> None:
    assert_meaning(
        corpus, "ws", f"【永】 {_ATTACKS_ALL}", ["「このカード」: attack サイドアタックする"]
    )

"""When an ability may be played, what its keyword and its icons say, and who attacks."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
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
from tests.cards.telling import only_ability, told_as


def _opened(corpus: Corpus, text: str) -> AbilityMeaning:
    ability = only_ability(corpus, "ws", text)
    assert ability.keyword is not None
    assert ability.keyword.opened is not None
    return ability.keyword.opened.ability


def test_when_a_keyword_may_be_played_is_no_step_of_it(corpus: Corpus) -> None:
    opened = _opened(
        corpus, "【起】【カウンター】 助太刀3500 レベル2 ［手札のこのカードを控え室に置く］"
    )
    assert [effect.type for effect in opened.effects] == ["choose", "modify"]
    (when,) = opened.playing
    assert isinstance(when, IfEffect)
    (asked,) = when.conditions
    assert asked.within is not None
    assert (asked.within.word, asked.within.owners) == ("カウンターステップ", ("相手",))


def test_when_an_event_may_be_played_is_no_step_of_it(corpus: Corpus) -> None:
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
def test_a_ban_on_playing_that_is_an_effect_stays_one(corpus: Corpus, text: str) -> None:
    ability = only_ability(corpus, "ws", text)
    assert ability.playing == ()
    assert isinstance(ability.effects[-1], Prohibit)


def test_a_character_that_draws_attacks_to_itself(corpus: Corpus) -> None:
    opened = _opened(corpus, "【永】 大活躍")
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


def test_a_character_leaves_its_markers_as_another(corpus: Corpus) -> None:
    opened = _opened(corpus, "【自】 分離／「霧笛の城」 ［(1)］")
    done = opened.effects[-1]
    choices = [e for e in getattr(done, "then", ()) if isinstance(e, ChooseEffect)]
    puts = [e for e in getattr(done, "then", ()) if isinstance(e, Action)]
    first = puts[0]
    assert isinstance(first.what, ThingMeaning)
    assert first.goal is not None
    assert isinstance(first.goal, ThingMeaning)
    meant = [first.what.refers[0].name, first.goal.refers[0].name]
    assert meant == [choice.name for choice in choices]


@pytest.mark.parametrize(
    ("keyword", "first", "never"),
    [
        ("チェンジ", "10.8.5", "8.1.1.1.2"),
        ("集中", "10.7.4", "8.1.1.1.2"),
        ("助太刀", "10.5.3", "8.8.1"),
    ],
)
def test_the_use_of_a_keyword_is_as_its_clause_says(
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


def test_what_icons_ask_for_keeps_its_sign(corpus: Corpus) -> None:
    text = "【自】【本領発揮Lv４】〔園芸部〕＆〔製図部〕：このキャラが登場した時、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    assert [(need.words, need.joint) for need in ability.needs] == [
        (("〔園芸部〕", "〔製図部〕"), "＆")
    ]


# ---- Who attacks, and how


_CHOOSES = (
    "このカードがアタックする時、あなたはかわりに相手の後列のキャラを1枚選び、"
    "このカードはそのキャラを防御キャラとしてフロントアタックしてよい。"
)
_ATTACKS_ALL = "このカードがアタックする時、かわりに相手の前列のキャラすべてにサイドアタックする。"


def _given(corpus: Corpus, quoted: str) -> Replace:
    text = f"【自】 このカードがアタックした時、このカードは次の能力を得る。『【永】 {quoted}』"
    ability = only_ability(corpus, "ws", text)
    (grant,) = ability.effects
    assert isinstance(grant, Grant)
    (replacement,) = grant.abilities[0].effects
    if isinstance(replacement, MayEffect):
        (replacement,) = replacement.effects
    assert isinstance(replacement, Replace)
    return replacement


def test_a_replacement_that_may_be_made_is_optional_as_a_whole(corpus: Corpus) -> None:
    ability = only_ability(corpus, "ws", f"【永】 {_CHOOSES}")
    (may,) = ability.effects
    assert isinstance(may, MayEffect)
    assert (may.by.who, may.by.card) == ("あなた", None)
    choice, attack = _given(corpus, _CHOOSES).instead
    assert isinstance(choice, ChooseEffect)
    assert isinstance(attack, Action)
    assert (attack.by.who, attack.by.basis) == ("このカード", "told")
    assert isinstance(attack.what, (PointerMeaning, ThingMeaning))


def test_what_attacks_instead_is_what_would_have_attacked(corpus: Corpus) -> None:
    (attack,) = _given(corpus, _ATTACKS_ALL).instead
    assert isinstance(attack, Action)
    assert (attack.by.who, attack.by.basis, attack.verb) == (
        "このカード",
        "taken-over",
        "サイドアタックする",
    )


def test_the_notation_says_which_card_attacks_and_how(corpus: Corpus) -> None:
    told_as(corpus, "ws", f"【永】 {_ATTACKS_ALL}", ["「このカード」: attack サイドアタックする"])

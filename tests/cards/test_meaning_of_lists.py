"""Lists of options and of cases in meanings of invented cards."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    Grant,
    OccasionEffect,
    Option,
    Options,
    ThingMeaning,
    Unknown,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import effects_of, only_ability


def test_words_before_a_list_apply_to_each_option(corpus: Corpus) -> None:
    text = (
        "【起】【メンバー】：相手は以下から１つ選ぶ。このターン中、各プレイヤーは効果でキャラを"
        "選ぶ際、\nⅰ．このキャラを優先する。\nⅱ．他のキャラを優先する。"
    )
    (choice,) = effects_of(corpus, "reb", text)
    assert isinstance(choice, Options)
    assert choice.by.who == "相手"
    assert choice.number is not None
    assert choice.number.count == 1
    assert [option.label for option in choice.options] == ["ⅰ", "ⅱ"]
    for option in choice.options:
        _assert_done_by_each_player(option)


def _assert_done_by_each_player(option: Option) -> None:
    (occasion,) = option.effects
    assert isinstance(occasion, OccasionEffect)
    assert (occasion.relation, occasion.event.verb) == ("on-doing", "選ぶ")
    (action,) = occasion.effects
    assert isinstance(action, Action)
    assert action.by.who == "各プレイヤー"
    assert action.until is not None
    assert (action.until.word, action.until.which) == ("ターン", ("この",))


def test_cases_on_their_own_lines_belong_to_the_list(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたのメンバーにいるキャラにより、あなたは以下をすべて行う。\n"
        "《朝》.１枚引く。\n《昼》．２枚引く。\n《朝》と《昼》．このキャラを控え室に置く。"
    )
    (cases,) = effects_of(corpus, "reb", text)
    assert isinstance(cases, Options)
    assert cases.how == ("あなたのメンバーにいるキャラにより",)
    assert [option.label for option in cases.options] == ["《朝》", "《昼》", "《朝》と《昼》"]


def test_unreadable_case_is_not_an_ability(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは「森！」か「海！」から１つ選び、それにより以下を行う。\n"
        "森！．１枚引く。\n海！．２枚引く。"
    )
    *_, first, second = effects_of(corpus, "reb", text)
    assert isinstance(first, Unknown)
    assert isinstance(second, Unknown)


def test_number_of_a_list_applies_only_to_its_item(corpus: Corpus) -> None:
    listed = "このカードと自分の手札のこのカードと同じ色のカードを1枚"
    text = f"【起】 あなたは{listed}選び、それらを入れ替える。"
    ability = only_ability(corpus, "ws", text)
    this, other, swap = ability.effects
    assert isinstance(this, ChooseEffect)
    assert isinstance(other, ChooseEffect)
    assert isinstance(swap, Action)
    assert isinstance(this.what, ThingMeaning)
    assert (this.what.sort, this.number) == ("this-card", None)
    assert other.number is not None
    assert other.number.count == 1
    assert isinstance(swap.what, ThingMeaning)
    assert [pointer.name for pointer in swap.what.refers] == ["chosen-1+chosen-2"]


def test_zone_belongs_to_the_card_not_its_colour(corpus: Corpus) -> None:
    text = "【起】 あなたは自分の手札のこのカードと同じ色のカードを1枚選び、控え室に置く。"
    ability = only_ability(corpus, "ws", text)
    (chosen, _) = ability.effects
    assert isinstance(chosen, ChooseEffect)
    assert isinstance(chosen.what, ThingMeaning)
    assert (chosen.what.owners, chosen.what.zones) == (("自分",), ("手札",))
    colour = chosen.what.of
    assert colour is not None
    assert (colour.words, colour.owners, colour.zones) == (("色",), (), ())


@pytest.mark.parametrize(
    ("gained", "words"),
    [("緑と赤と青", ("緑", "赤", "青")), ("緑", ("緑",)), ("《朝》", ("《朝》",))],
)
def test_gained_words_are_qualities(corpus: Corpus, gained: str, words: tuple[str, ...]) -> None:
    ability = only_ability(corpus, "ws", f"【永】 このカードは{gained}を得る。")
    (grant,) = ability.effects
    assert isinstance(grant, Grant)
    assert isinstance(grant.other, ThingMeaning)
    assert (grant.other.sort, grant.other.words) == ("qualities", words)
    assert grant.other.qualities == ()


def test_all_applicable_cases_are_carried_out(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のリタイアの枚数により以下をすべて行う。\n"
        "２枚以上．１枚引く。\n４枚以上．このターン中、このキャラを＋１/±０。"
    )
    ability = only_ability(corpus, "reb", text)
    (options,) = ability.effects
    assert isinstance(options, Options)
    assert (options.every, options.unresolved, len(options.options)) == (True, None, 2)


def test_option_without_an_offer_is_unresolved(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは１枚引く。ⅲでもよい。\nⅲ．あなたは２枚引く。"
    ability = only_ability(corpus, "reb", text)
    options = ability.effects[-1]
    assert isinstance(options, Options)
    assert options.unresolved is not None


def test_unknown_option_leaves_the_others_in_the_list(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のリタイアの枚数により以下を行う。\n"
        "ふしぎ？．１枚引く。\n４枚以上．このターン中、このキャラを＋１/±０。"
    )
    ability = only_ability(corpus, "reb", text)
    options, unknown = ability.effects
    assert isinstance(options, Options)
    assert (len(options.options), options.unresolved) == (1, None)
    assert isinstance(unknown, Unknown)


@pytest.mark.parametrize(
    ("offer", "first", "second", "labels"),
    [
        (
            "「海」か「ヤマ」から１つ選び、それにより以下を行う",
            "海",
            "ヤマ",
            ["海", "ヤマ"],
        ),
        (
            "このキャラがこのターンアタックした回数により以下を行う",
            "１回目と３回目",
            "２回目",
            ["1回目と3回目", "2回目"],
        ),
    ],
)
def test_words_and_numbers_label_the_cases_of_a_list(
    corpus: Corpus, offer: str, first: str, second: str, labels: list[str]
) -> None:
    text = (
        f"【自】：このキャラがアタックした時、あなたは{offer}。\n"
        f"{first}．１枚引く。\n{second}．このターン中、このキャラを＋１/±０。"
    )
    options = effects_of(corpus, "reb", text)[-1]
    assert isinstance(options, Options)
    assert [option.label for option in options.options] == labels

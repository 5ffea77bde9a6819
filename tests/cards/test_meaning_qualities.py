"""Qualities of things from relative clauses, and antecedents of pointing words."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    IfDone,
    IfEffect,
    ModifyEffect,
    Permit,
    PointerMeaning,
    Prohibit,
    Replace,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import antecedents_of, as_thing, effects_of, only_ability


@pytest.mark.parametrize(
    ("cards", "qualities"),
    [
        ("このアタックをサポートしたキャラ", (("このアタックをサポートした",),)),
        ("このアタックをサポートした〔朝〕", (("このアタックをサポートした",), ("〔朝〕",))),
        ("自分のリタイアの、その能力を持つキャラ", (("その能力を持つ",),)),
        ("自分のメンバーにいるキャラ", ()),
    ],
)
def test_relative_clause_is_a_quality(
    corpus: Corpus, cards: str, qualities: tuple[tuple[str, ...], ...]
) -> None:
    (put,) = effects_of(corpus, "reb", f"【スパーク】：あなたは{cards}を控え室に置く。")
    assert isinstance(put, Action)
    assert as_thing(put.what).qualities == qualities


def test_relative_clause_in_a_condition_is_a_quality(corpus: Corpus) -> None:
    text = "【スパーク】：このキャラがこのターン控え室からメンバーに置かれたキャラなら、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    what = as_thing(ability.condition[0].what)
    assert what.qualities == (("このターン控え室からメンバーに置かれた",),)


@pytest.mark.parametrize(
    ("before", "words", "antecedent"),
    [
        (
            "あなたは自分の控え室からキャラを望む枚数選び、メンバーに置く",
            "置いたキャラ",
            ["キャラを望む枚数"],
        ),
        ("あなたは２枚引く", "引いたカード", ["あなたは２枚引く"]),
        (
            "あなたは自分の手札から望む枚数控え室に置く",
            "控え室に置かれた",
            ["自分の手札から望む枚数"],
        ),
    ],
)
def test_participle_refers_to_the_act_before(
    corpus: Corpus, before: str, words: str, antecedent: list[str]
) -> None:
    text = f"【スパーク】：{before}。{words}１枚につき、このターン中、このキャラを＋１/＋１。"
    change = effects_of(corpus, "reb", text)[-1]
    assert isinstance(change, ModifyEffect)
    assert antecedents_of(text, change.for_each) == antecedent


def test_ordinal_card_has_no_antecedent(corpus: Corpus) -> None:
    text = (
        "【自】【メンバー】：あなたのエントリーに《園長》が置かれた時、それがこのターンあなたの"
        "エントリーに置かれた２枚目以降のカードなら、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    what = as_thing(ability.condition[0].what)
    assert (what.refers, what.which) == ((), ("2枚目以降の",))
    assert what.qualities == (("あなたのエントリーに置かれた",),)


def test_different_names_are_a_quality(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、それぞれ異なるカード名の、〔朝〕か〔夜〕を"
        "合計２枚まで選び、手札に戻す。"
    )
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    what = as_thing(choice.what)
    assert what.of is None
    assert what.qualities == (("異なるカード名",), ("〔朝〕", "〔夜〕"))


def test_alternative_marks_are_alternative_qualities(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、"
        "【スパーク】か【ブロッカー】を持つキャラを１枚選び、手札に戻す。"
    )
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    assert as_thing(choice.what).qualities == (("【スパーク】を持つ", "【ブロッカー】を持つ"),)


def test_absent_card_does_not_own_the_zone(corpus: Corpus) -> None:
    text = "【スパーク】：あなたはこのキャラを自分の、《園長》がいないメンバーに置く。"
    (put,) = effects_of(corpus, "reb", text)
    assert isinstance(put, Action)
    goal = as_thing(put.goal)
    assert (goal.owners, goal.of) == (("自分",), None)
    assert goal.qualities == (("《園長》がいない",),)


def test_multiple_is_a_number(corpus: Corpus) -> None:
    (change,) = only_ability(
        corpus, "reb", "【スパーク】：このターン中、このキャラのATKを３倍にする。"
    ).effects
    assert isinstance(change, Action)
    number = as_thing(change.goal).number
    assert number is not None
    assert (number.count, number.unit) == (3, "倍")


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("このフェイズを終了する", ("この",)),
        ("このキャラの【スパーク】を発動させる", ()),
        ("この能力を発動させる", ("この",)),
    ],
)
def test_demonstrative_of_other_things_is_stored(
    corpus: Corpus, text: str, which: tuple[str, ...]
) -> None:
    (action,) = effects_of(corpus, "reb", f"【スパーク】：{text}。")
    assert isinstance(action, Action)
    assert as_thing(action.what).which == which


def test_players_before_a_zone_are_its_owners(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは、自分と相手のメンバーからすべて選び、手札に戻す。"
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    what = as_thing(choice.what)
    assert (what.owners, what.words) == (("自分", "相手"), ("メンバー",))


def test_addition_changes_the_card_not_the_event(corpus: Corpus) -> None:
    text = (
        "【自】【メンバー】：このキャラがサポートした時、このアタック中、サポートされたキャラを"
        "＋１/±０。それが《園長》なら、さらに＋１/±０。"
    )
    change, case = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    assert isinstance(case, IfEffect)
    assert antecedents_of(text, case.conditions[0].subject) == ["サポートされたキャラ"]
    (more,) = case.then
    assert isinstance(more, ModifyEffect)
    assert antecedents_of(text, more.what) == ["サポートされたキャラ"]


@pytest.mark.parametrize(
    ("condition", "antecedents"),
    [
        ("《園長》をメンバーに置いた", ["自分の、メンバーと控え室"]),
        ("このキャラをメンバーに置いた", []),
    ],
)
def test_swap_is_also_a_put(corpus: Corpus, condition: str, antecedents: list[str]) -> None:
    text = (
        "【起】【メンバー】：［手札から１枚控え室に置く］あなたは自分の、メンバーと控え室から"
        f"１枚ずつ選び、それらを入れ替える。この効果で{condition}なら、あなたは１枚引く。"
    ).replace("たなら", "たら")
    if_done = effects_of(corpus, "reb", text)[-1]
    assert isinstance(if_done, IfDone)
    assert antecedents_of(text, if_done.of)[:1] == antecedents


def test_permission_with_a_manner_is_one_permission(corpus: Corpus) -> None:
    text = "【起】【メンバー】：あなたは１枚引く。この能力は【ターン１】を無視して起動できる。"
    ability = only_ability(corpus, "reb", text)
    (permission,) = ability.playing
    assert isinstance(permission, Permit)
    assert (permission.event.verb, permission.event.how) == ("起動する", ("【ターン1】を無視して",))


def test_replacing_permission_keeps_its_manner(corpus: Corpus) -> None:
    text = (
        "【起】【メンバー】：あなたは１枚引く。この能力は【ターン１】を無視してかわりに起動できる。"
    )
    replaced = only_ability(corpus, "reb", text).effects[1]
    assert isinstance(replaced, Replace)
    (permission,) = replaced.instead
    assert isinstance(permission, Permit)
    assert permission.event.how == ("【ターン1】を無視して", "かわりに")
    assert (replaced.start, permission.start) == (text.index("この"), text.index("この"))


def test_result_is_through_the_act_before(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の手札から１枚選び、控え室に置き、チェックする。"
        "それであなたが勝ちなら、１枚引く。"
    )
    case = effects_of(corpus, "reb", text)[-1]
    assert isinstance(case, IfEffect)
    through = case.conditions[0].through
    assert isinstance(through, PointerMeaning)
    assert antecedents_of(text, through) == ["チェックする"]


@pytest.mark.parametrize(("number", "count"), [("０", 0), ("12", 12)])
def test_number_may_have_no_unit(corpus: Corpus, number: str, count: int) -> None:
    text = f"【スパーク】：このターン中、このキャラが受けるダメージを{number}にする。"
    (change,) = effects_of(corpus, "reb", text)
    assert isinstance(change, Action)
    value = as_thing(change.goal).number
    assert value is not None
    assert (value.count, value.unit) == (count, None)


def test_swap_condition_has_its_companion(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のメンバーから１枚選び、このキャラと入れ替える。"
        "《園長》と入れ替えたら、あなたは１枚引く。"
    )
    if_done = effects_of(corpus, "reb", text)[-1]
    assert isinstance(if_done, IfDone)
    assert if_done.event is not None
    assert as_thing(if_done.event.companion).qualities == (("《園長》",),)


def test_turn_of_an_event_is_its_moment(corpus: Corpus) -> None:
    text = "【自】：このキャラが相手のターン中にエントリーから控え室に置かれた時、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    assert ability.trigger is not None
    moment = ability.trigger.events[0].moment
    assert moment is not None
    assert (moment.word, moment.owners) == ("ターン", ("相手",))


def test_prohibited_change_has_its_measures(corpus: Corpus) -> None:
    text = "【永】【エントリー】：このキャラはATKとDEFが増減しない。"
    (prohibition,) = effects_of(corpus, "reb", text)
    assert isinstance(prohibition, Prohibit)
    assert as_thing(prohibition.what).sort == "this-card"
    assert as_thing(prohibition.event.who).sort == "this-card"
    assert as_thing(prohibition.event.what).words == ("ATK", "DEF")


@pytest.mark.parametrize(
    ("cards", "qualities"),
    [
        ("２コスト以上のキャラ", (("2コスト以上",),)),
        ("同じコストの〔朝〕", (("同じコスト",), ("〔朝〕",))),
    ],
)
def test_cost_before_a_noun_is_a_quality(
    corpus: Corpus, cards: str, qualities: tuple[tuple[str, ...], ...]
) -> None:
    choice = effects_of(
        corpus, "reb", f"【スパーク】：あなたは自分の控え室から、{cards}を２枚選び、手札に戻す。"
    )[0]
    assert isinstance(choice, ChooseEffect)
    assert as_thing(choice.what).qualities == qualities
    assert as_thing(choice.what).of is None


def test_zone_of_a_clause_applies_to_all_joined_cards(corpus: Corpus) -> None:
    text = (
        "【永】【エントリー】：あなたの、メンバーとリタイアにいる、《朝》と《夜》合計２枚につき、"
        "このキャラを＋１/±０。"
    )
    (change,) = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    counted = as_thing(change.for_each)
    assert [each.zones for each in counted.things] == [("メンバー", "リタイア")] * 2


def test_excluded_card_of_several_zones_is_stored(corpus: Corpus) -> None:
    text = (
        "【永】【メンバー】：このキャラ以外のあなたの、メンバーとリタイアのカード名３種類につき、"
        "あなたのエントリーを＋１/±０。"
    )
    (change,) = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    assert as_thing(change.for_each).other_than == ("このキャラ",)


def test_lower_bound_next_to_a_number_is_kept(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分のパートナーから２枚以上、望む枚数選び、【レスト】する。"
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    assert choice.number is not None
    assert (choice.number.count, choice.how) == ("望む", ("2枚以上",))


@pytest.mark.parametrize(
    ("grant", "antecedents"),
    [
        ("〈【スパーク】：あなたは１枚引く。〉を与え", ["〈【スパーク】：あなたは１枚引く。〉"]),
        ("このターン中、そのキャラを＋１/±０し", ["自分のエントリーから１枚"]),
    ],
)
def test_activated_ability_is_the_granted_one(
    corpus: Corpus, grant: str, antecedents: list[str]
) -> None:
    text = f"【起】：あなたは自分のエントリーから１枚選び、{grant}、それを発動させる。"
    activated = effects_of(corpus, "reb", text)[-1]
    assert isinstance(activated, Action)
    assert antecedents_of(text, activated.what) == antecedents


def test_permitted_state_is_a_permission(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、それぞれコストが同じキャラを２枚選び、手札に戻す。"
        "《園長》を選ぶなら、コストが異なっていてもよい。"
    )
    case = effects_of(corpus, "reb", text)[-1]
    assert isinstance(case, IfEffect)
    (permission,) = case.then
    assert isinstance(permission, Permit)
    assert (permission.event.verb, as_thing(permission.event.who).words) == ("異なる", ("コスト",))

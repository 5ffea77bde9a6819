"""Which cards, times and abilities a thing is, where a clause or a word that points tells it."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    IfDone,
    IfEffect,
    Meaning,
    ModifyEffect,
    Permit,
    PointerMeaning,
    Prohibit,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import as_thing, effects_of, only_ability


def _led_to(text: str, what: Meaning | None) -> list[str]:
    pointers = what.refers if isinstance(what, ThingMeaning) else (what,)
    found = [pointer.to for pointer in pointers if isinstance(pointer, PointerMeaning)]
    return [text[to.start : to.end] for to in found if to is not None]


@pytest.mark.parametrize(
    ("cards", "qualities"),
    [
        ("このアタックをサポートしたキャラ", (("このアタックをサポートした",),)),
        ("このアタックをサポートした〔朝〕", (("このアタックをサポートした",), ("〔朝〕",))),
        ("自分のリタイアの、その能力を持つキャラ", (("その能力を持つ",),)),
        ("自分のメンバーにいるキャラ", ()),
    ],
)
def test_a_clause_before_a_noun_is_a_quality(
    corpus: Corpus, cards: str, qualities: tuple[tuple[str, ...], ...]
) -> None:
    (put,) = effects_of(corpus, "reb", f"【スパーク】：あなたは{cards}を控え室に置く。")
    assert isinstance(put, Action)
    assert as_thing(put.what).qualities == qualities


def test_what_a_card_is_asked_to_be_has_its_clause(corpus: Corpus) -> None:
    text = "【スパーク】：このキャラがこのターン控え室からメンバーに置かれたキャラなら、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    what = as_thing(ability.condition[0].what)
    assert what.qualities == (("このターン控え室からメンバーに置かれた",),)


@pytest.mark.parametrize(
    ("before", "told", "meant"),
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
def test_what_was_done_before_is_meant(
    corpus: Corpus, before: str, told: str, meant: list[str]
) -> None:
    text = f"【スパーク】：{before}。{told}１枚につき、このターン中、このキャラを＋１/＋１。"
    change = effects_of(corpus, "reb", text)[-1]
    assert isinstance(change, ModifyEffect)
    assert _led_to(text, change.for_each) == meant


def test_a_card_told_by_its_place_in_a_row_is_any_that_is_there(corpus: Corpus) -> None:
    text = (
        "【自】【メンバー】：あなたのエントリーに《園長》が置かれた時、それがこのターンあなたの"
        "エントリーに置かれた２枚目以降のカードなら、あなたは１枚引く。"
    )
    ability = only_ability(corpus, "reb", text)
    what = as_thing(ability.condition[0].what)
    assert (what.refers, what.which) == ((), ("2枚目以降の",))
    assert what.qualities == (("あなたのエントリーに置かれた",),)


def test_names_that_differ_are_a_quality(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、それぞれ異なるカード名の、〔朝〕か〔夜〕を"
        "合計２枚まで選び、手札に戻す。"
    )
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    what = as_thing(choice.what)
    assert what.of is None
    assert what.qualities == (("異なるカード名",), ("〔朝〕", "〔夜〕"))


def test_each_of_several_marks_is_a_quality_of_its_row(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、"
        "【スパーク】か【ブロッカー】を持つキャラを１枚選び、手札に戻す。"
    )
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    assert as_thing(choice.what).qualities == (("【スパーク】を持つ", "【ブロッカー】を持つ"),)


def test_where_somebody_is_not_is_not_theirs(corpus: Corpus) -> None:
    text = "【スパーク】：あなたはこのキャラを自分の、《園長》がいないメンバーに置く。"
    (put,) = effects_of(corpus, "reb", text)
    assert isinstance(put, Action)
    goal = as_thing(put.goal)
    assert (goal.owners, goal.of) == (("自分",), None)
    assert goal.qualities == (("《園長》がいない",),)


def test_a_number_alone_is_told(corpus: Corpus) -> None:
    (turned,) = only_ability(
        corpus, "reb", "【スパーク】：このターン中、このキャラのATKを３倍にする。"
    ).effects
    assert isinstance(turned, Action)
    number = as_thing(turned.goal).number
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
def test_this_of_what_is_no_card_is_told(corpus: Corpus, text: str, which: tuple[str, ...]) -> None:
    (done,) = effects_of(corpus, "reb", f"【スパーク】：{text}。")
    assert isinstance(done, Action)
    assert as_thing(done.what).which == which


def test_players_before_a_zone_are_none_of_its_words(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは、自分と相手のメンバーからすべて選び、手札に戻す。"
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    what = as_thing(choice.what)
    assert (what.owners, what.words) == (("自分", "相手"), ("メンバー",))


def test_what_is_added_is_added_to_a_card_and_not_to_an_event(corpus: Corpus) -> None:
    text = (
        "【自】【メンバー】：このキャラがサポートした時、このアタック中、サポートされたキャラを"
        "＋１/±０。それが《園長》なら、さらに＋１/±０。"
    )
    change, case = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    assert isinstance(case, IfEffect)
    assert _led_to(text, case.conditions[0].subject) == ["サポートされたキャラ"]
    (more,) = case.then
    assert isinstance(more, ModifyEffect)
    assert _led_to(text, more.what) == ["サポートされたキャラ"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("《園長》をメンバーに置いた", ["自分の、メンバーと控え室"]),
        ("このキャラをメンバーに置いた", []),
    ],
)
def test_a_swap_puts_each_where_the_other_was(corpus: Corpus, asked: str, meant: list[str]) -> None:
    text = (
        "【起】【メンバー】：［手札から１枚控え室に置く］あなたは自分の、メンバーと控え室から"
        f"１枚ずつ選び、それらを入れ替える。この効果で{asked}なら、あなたは１枚引く。"
    ).replace("たなら", "たら")
    once = effects_of(corpus, "reb", text)[-1]
    assert isinstance(once, IfDone)
    assert _led_to(text, once.of)[:1] == meant


def test_what_is_possible_in_a_way_is_one_leave(corpus: Corpus) -> None:
    text = "【起】【メンバー】：あなたは１枚引く。この能力は【ターン１】を無視して起動できる。"
    ability = only_ability(corpus, "reb", text)
    (leave,) = ability.playing
    assert isinstance(leave, Permit)
    assert (leave.event.verb, leave.event.how) == ("起動する", ("【ターン1】を無視して",))


def test_what_comes_out_of_a_deed_is_through_that_deed(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の手札から１枚選び、控え室に置き、チェックする。"
        "それであなたが勝ちなら、１枚引く。"
    )
    case = effects_of(corpus, "reb", text)[-1]
    assert isinstance(case, IfEffect)
    through = case.conditions[0].through
    assert isinstance(through, PointerMeaning)
    assert _led_to(text, through) == ["チェックする"]


@pytest.mark.parametrize(("number", "count"), [("０", 0), ("12", 12)])
def test_a_number_is_told_though_nothing_counts_it(corpus: Corpus, number: str, count: int) -> None:
    text = f"【スパーク】：このターン中、このキャラが受けるダメージを{number}にする。"
    (turned,) = effects_of(corpus, "reb", text)
    assert isinstance(turned, Action)
    told = as_thing(turned.goal).number
    assert told is not None
    assert (told.count, told.unit) == (count, None)


def test_with_what_it_was_swapped_is_told(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のメンバーから１枚選び、このキャラと入れ替える。"
        "《園長》と入れ替えたら、あなたは１枚引く。"
    )
    once = effects_of(corpus, "reb", text)[-1]
    assert isinstance(once, IfDone)
    assert once.event is not None
    assert as_thing(once.event.companion).qualities == (("《園長》",),)


def test_the_turn_in_which_something_comes_about_is_its_time(corpus: Corpus) -> None:
    text = "【自】：このキャラが相手のターン中にエントリーから控え室に置かれた時、１枚引く。"
    ability = only_ability(corpus, "reb", text)
    assert ability.trigger is not None
    moment = ability.trigger.events[0].moment
    assert moment is not None
    assert (moment.word, moment.owners) == ("ターン", ("相手",))


def test_what_of_a_card_does_not_change_is_told(corpus: Corpus) -> None:
    text = "【永】【エントリー】：このキャラはATKとDEFが増減しない。"
    (ban,) = effects_of(corpus, "reb", text)
    assert isinstance(ban, Prohibit)
    assert as_thing(ban.what).sort == "this-card"
    assert as_thing(ban.event.who).sort == "this-card"
    assert as_thing(ban.event.what).words == ("ATK", "DEF")


@pytest.mark.parametrize(
    ("cards", "qualities"),
    [
        ("２コスト以上のキャラ", (("2コスト以上",),)),
        ("同じコストの〔朝〕", (("同じコスト",), ("〔朝〕",))),
    ],
)
def test_costs_before_a_noun_are_qualities(
    corpus: Corpus, cards: str, qualities: tuple[tuple[str, ...], ...]
) -> None:
    choice = effects_of(
        corpus, "reb", f"【スパーク】：あなたは自分の控え室から、{cards}を２枚選び、手札に戻す。"
    )[0]
    assert isinstance(choice, ChooseEffect)
    assert as_thing(choice.what).qualities == qualities
    assert as_thing(choice.what).of is None


def test_where_all_of_a_row_lie_is_told_by_a_clause(corpus: Corpus) -> None:
    text = (
        "【永】【エントリー】：あなたの、メンバーとリタイアにいる、《朝》と《夜》合計２枚につき、"
        "このキャラを＋１/±０。"
    )
    (change,) = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    counted = as_thing(change.for_each)
    assert [each.zones for each in counted.things] == [("メンバー", "リタイア")] * 2


def test_what_is_not_counted_of_several_zones_is_told(corpus: Corpus) -> None:
    text = (
        "【永】【メンバー】：このキャラ以外のあなたの、メンバーとリタイアのカード名３種類につき、"
        "あなたのエントリーを＋１/±０。"
    )
    (change,) = effects_of(corpus, "reb", text)
    assert isinstance(change, ModifyEffect)
    assert as_thing(change.for_each).other_than == ("このキャラ",)


def test_a_lower_bound_beside_a_number_is_kept(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分のパートナーから２枚以上、望む枚数選び、【レスト】する。"
    choice = effects_of(corpus, "reb", text)[0]
    assert isinstance(choice, ChooseEffect)
    assert choice.number is not None
    assert (choice.number.count, choice.how) == ("望む", ("2枚以上",))


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("〈【スパーク】：あなたは１枚引く。〉を与え", ["〈【スパーク】：あなたは１枚引く。〉"]),
        ("このターン中、そのキャラを＋１/±０し", ["自分のエントリーから１枚"]),
    ],
)
def test_what_is_activated_is_the_ability_that_was_given(
    corpus: Corpus, given: str, meant: list[str]
) -> None:
    text = f"【起】：あなたは自分のエントリーから１枚選び、{given}、それを発動させる。"
    activated = effects_of(corpus, "reb", text)[-1]
    assert isinstance(activated, Action)
    assert _led_to(text, activated.what) == meant


def test_a_state_that_may_be_is_a_leave(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室から、それぞれコストが同じキャラを２枚選び、手札に戻す。"
        "《園長》を選ぶなら、コストが異なっていてもよい。"
    )
    case = effects_of(corpus, "reb", text)[-1]
    assert isinstance(case, IfEffect)
    (leave,) = case.then
    assert isinstance(leave, Permit)
    assert (leave.event.verb, as_thing(leave.event.who).words) == ("異なる", ("コスト",))

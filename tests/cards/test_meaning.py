"""What invented cards mean, told a sentence a step; each was read by hand."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.telling import tell
from rulebook.clauses.corpus import Corpus

CARDS = {
    "a pointer to the opponent in battle": (
        "ws",
        "【自】 このカードが【リバース】した時、このカードのバトル相手のレベルが1以下なら、"
        "あなたはそのキャラを【リバース】してよい。",
        ["あなた: change-state 「そのキャラ」(= 「このカードのバトル相手」)"],
    ),
    "a letter is read where it is used first": (
        "ws",
        "【起】［(1)］ あなたは自分の山札の上から4枚をめくり、控え室に置く。"
        "あなたは自分の手札をＸ枚選び、控え室に置く。"
        "Ｘはそれらのカードのクライマックスの枚数に等しい。",
        ["Ｘ is 「それらのカードのクライマックスの枚数」(= 「自分の山札の上から4枚」)"],
    ),
    "a may closes its whole chain": (
        "ws",
        "【自】 このカードがアタックした時、相手に1ダメージを与え、"
        "あなたは自分の控え室のキャラを1枚選び、手札に戻してよい。",
        ["1. あなた*: deal-damage", "2. あなた may, as a whole:", "2. あなた: return chosen-1"],
    ),
    "what is left over": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札を上から3枚まで見て、"
        "カードを1枚まで選び、手札に加え、残りのカードを控え室に置く。",
        ["あなた: put 「残りのカード」(= 「自分の山札を上から3枚まで」) to 「控え室」"],
    ),
    "the choice is the step itself": (
        "ws",
        "【自】 このカードがアタックした時、次の2つの効果のうちあなたが選んだ1つを行う。"
        "『あなたは1枚引く。』『相手に1ダメージを与える。』",
        ["Of these, 「1つ」", "option 1:", "option 2:"],
    ),
    "a limit in words": (
        "ws",
        "【自】 この能力は1ターンにつき1回まで発動する。あなたが【起】を使った時、"
        "そのターン中、このカードのパワーを＋500。",
        ["【自】 (at most 1 a turn)", "「このカード」: パワー＋500 [そのターン中]"],
    ),
    "a zone's card that was chosen": (
        "reb",
        "【スパーク】：あなたは相手のエネルギーから1枚選び、次の相手のターン中、"
        "そのエネルギーは【スタンド】しない。",
        ["「そのエネルギー」(= chosen-1)", "[次の相手のターン中]"],
    ),
    "what was done, told anew": (
        "reb",
        "【スパーク】：あなたは自分の控え室からキャラを1枚選び、メンバーに置いてよい。"
        "《設計士》を置いたら、このターン中、このキャラを±0/＋2。",
        ["1. あなた may, as a whole:", "2. If 《設計士》を置いた was done:"],
    ),
    "later, within a turn": (
        "reb",
        "【スパーク】：このターン終了時、あなたは自分の手札から1枚選び、控え室に置く。",
        ["Later, このターン終了時", "あなた: put chosen-1 to 「控え室」"],
    ),
    "choices with signs": (
        "reb",
        "【スパーク】：あなたは以下をすべて行う。\nⅰ．あなたは1枚引く。\nⅱ．自分のエネルギーから1枚選び、【スタンド】する。",
        ["1. Of these", "option ⅰ:", "option ⅱ:"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_what_a_card_means(name: str, corpus: Corpus) -> None:
    game, text, wanted = CARDS[name]
    annotation = Rules(corpus).annotate(game, text)
    assert not annotation.reading.gaps
    told = "\n".join(tell(annotation.meaning, text))
    for line in wanted:
        assert line in told, told

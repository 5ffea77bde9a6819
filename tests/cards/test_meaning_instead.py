"""Replacements, additions, delayed effects and prices in invented cards, in notation."""

from __future__ import annotations

import pytest

from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import assert_meaning

CARDS = {
    "if-you-do after a delayed act belongs to it": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、そのターンの終わりに、"
        "あなたはこのカードを手札に戻す。そうしたら、あなたは1枚引く。",
        ["       2. If 「あなたはこのカードを手札に戻す」 was done:"],
    ),
    "owner of the deck shuffles it": (
        "ws",
        "【自】 このカードがアタックした時、あなたは相手の控え室のイベントを1枚選び、山札に戻し、"
        "その山札をシャッフルする。",
        ["相手*: shuffle 「その山札」"],
    ),
    "larger replacing choice has the same name": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の控え室のキャラを1枚まで選ぶ。"
        "あなたのストックが5枚以上なら、かわりに2枚まで選ぶ。それらを手札に戻す。",
        [
            "Instead of 「あなたは自分の控え室のキャラを1枚まで選ぶ」",
            "up to 2枚 「自分の控え室のキャラを1枚まで」 (かわりに) = chosen-1",
            "return 「それら」(= chosen-1) to 「手札」",
        ],
    ),
    "act is replaced by a similar one": (
        "reb",
        "【スパーク】：あなたは1枚引く。あなたのメンバーが3枚以上なら、かわりに2枚引く。",
        ["Instead of 「あなたは1枚引く」"],
    ),
    "zone of a swap is replaced": (
        "reb",
        "【スパーク】：あなたのエントリーのキャラを1枚選び、メンバーのキャラ1枚と入れ替える。"
        "手札が2枚以下なら、メンバーではなく控え室のキャラと入れ替えてもよい。",
        ["Instead of 「メンバー」 of 「メンバーのキャラ1枚と入れ替える」"],
    ),
    "additional damage to the same player": (
        "reb",
        "【自】【エントリー】：このキャラがアタックした時、相手に1ダメージ与える。"
        "コスト3以上のキャラがいるなら、さらに3ダメージ与える。",
        ["deal-damage 「3ダメージ」 to 「相手」 (さらに)"],
    ),
    "player gains a turn": (
        "ws",
        "【自】 このカードが思い出置場に置かれた時、あなたは追加の1ターンを得る。",
        ["「あなた」 gets 「追加の1ターン」"],
    ),
    "chosen card is destroyed": (
        "los",
        "このキャラクターがアタックした時、相手のキャラクターを1体選び、破壊する。",
        ["act 破壊する chosen-1"],
    ),
    "attribute of the chosen card": (
        "gbf",
        "風の剣：登場時、味方の団員1枚を選び、このターン中、ATKに＋1する。",
        ["chosen-1: ATK＋1"],
    ),
    "unclear whether a price is optional": (
        "reb",
        "【スパーク】：あなたは手札から1枚控え室に置くことで、1枚引く。",
        ["By doing (not settled: the text does not say whether the price may be left unpaid):"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_meaning_in_notation(corpus: Corpus, name: str) -> None:
    assert_meaning(corpus, *CARDS[name])

"""What is done instead, more, later or at a price in invented cards, and to what."""

from __future__ import annotations

import pytest

from rulebook.clauses.corpus import Corpus
from tests.cards.telling import told_as

CARDS = {
    "what is done behind a later time belongs to it": (
        "ws",
        "【自】 このカードが手札から舞台に置かれた時、そのターンの終わりに、"
        "あなたはこのカードを手札に戻す。そうしたら、あなたは1枚引く。",
        ["       2. If 「あなたはこのカードを手札に戻す」 was done:"],
    ),
    "the player whose deck it is shuffles it": (
        "ws",
        "【自】 このカードがアタックした時、あなたは相手の控え室のイベントを1枚選び、山札に戻し、"
        "その山札をシャッフルする。",
        ["相手*: shuffle 「その山札」"],
    ),
    "more are chosen instead, under the same name": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の控え室のキャラを1枚まで選ぶ。"
        "あなたのストックが5枚以上なら、かわりに2枚まで選ぶ。それらを手札に戻す。",
        [
            "Instead of 「あなたは自分の控え室のキャラを1枚まで選ぶ」",
            "up to 2枚 「自分の控え室のキャラを1枚まで」 (かわりに) = chosen-1",
            "return 「それら」(= chosen-1) to 「手札」",
        ],
    ),
    "one act instead of another of its kind": (
        "reb",
        "【スパーク】：あなたは1枚引く。あなたのメンバーが3枚以上なら、かわりに2枚引く。",
        ["Instead of 「あなたは1枚引く」"],
    ),
    "a swap with another card instead": (
        "reb",
        "【スパーク】：あなたのエントリーのキャラを1枚選び、メンバーのキャラ1枚と入れ替える。"
        "手札が2枚以下なら、メンバーではなく控え室のキャラと入れ替えてもよい。",
        ["Instead of 「メンバー」 of 「メンバーのキャラ1枚と入れ替える」"],
    ),
    "more damage to the same": (
        "reb",
        "【自】【エントリー】：このキャラがアタックした時、相手に1ダメージ与える。"
        "コスト3以上のキャラがいるなら、さらに3ダメージ与える。",
        ["deal-damage 「3ダメージ」 to 「相手」 (さらに)"],
    ),
    "a player gains a turn": (
        "ws",
        "【自】 このカードが思い出置場に置かれた時、あなたは追加の1ターンを得る。",
        ["「あなた」 gets 「追加の1ターン」"],
    ),
    "what is chosen is destroyed": (
        "los",
        "このキャラクターがアタックした時、相手のキャラクターを1体選び、破壊する。",
        ["act 破壊する chosen-1"],
    ),
    "the number of what is chosen": (
        "gbf",
        "風の剣：登場時、味方の団員1枚を選び、このターン中、ATKに＋1する。",
        ["chosen-1: ATK＋1"],
    ),
    "whether a price must be paid is open": (
        "reb",
        "【スパーク】：あなたは手札から1枚控え室に置くことで、1枚引く。",
        ["By doing (not settled: the text does not say whether the price may be left unpaid):"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_what_a_card_means(corpus: Corpus, name: str) -> None:
    game, text, wanted = CARDS[name]
    told_as(corpus, game, text, wanted)

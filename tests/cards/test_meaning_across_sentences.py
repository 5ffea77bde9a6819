"""The scope of a condition, price or permission over later sentences, in invented cards."""

from __future__ import annotations

import pytest

from rulebook.cards.meaning.nodes import Condition, IfEffect, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import assert_meaning, only_ability

CARDS = {
    "question on a conditional act shares its condition": (
        "ws",
        "【自】 このカードがアタックした時、あなたの《楽団》のキャラが4枚以上なら、"
        "あなたは2枚まで引く。2枚引いたなら、あなたは自分の手札を1枚選び、ストック置場に置く。",
        ["  If: あなたの《楽団》のキャラが4枚以上", "\n    2. If 2枚引いた"],
    ),
    "negated question on this effect shares its condition": (
        "ws",
        "【自】 このカードがアタックした時、あなたの《楽団》のキャラが4枚以上なら、"
        "あなたは相手の山札を上から3枚まで見て、カードを1枚まで選び、控え室に置く。"
        "この効果で相手のカードが控え室に置かれなかったなら、あなたは1枚引く。",
        [
            "  If: あなたの《楽団》のキャラが4枚以上",
            "If この効果で相手のカードが控え室に置かれなかった",
        ],
    ),
    "delayed effect of a conditional act": (
        "reb",
        "【スパーク】：あなたの手札が２枚以下なら、あなたは１枚引く。"
        "この効果で引いたターン終了時、あなたは自分の手札をすべてデッキの下に置く。",
        ["  If: あなたの手札が２枚以下", "    2. Later, この効果で引いたターン終了時"],
    ),
    "question on the last damage": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、相手に3ダメージを与える。このダメージがキャンセルされたなら、"
        "あなたは自分の山札の上から1枚を、ストック置場に置く。",
        ["       2. If このダメージがキャンセルされた(= 「3ダメージ」):"],
    ),
    "delayed effect on the last damage": (
        "ws",
        "【自】［(1)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、相手に3ダメージを与える。このダメージがキャンセルされた時、"
        "あなたは自分の山札の上から1枚を、ストック置場に置く。",
        ["       2. Later, このダメージがキャンセルされた時:"],
    ),
    "optional choice between two acts": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の控え室の「朝の合図」を1枚選び、"
        "手札に戻すか山札の上に置いてよい。",
        ["    1. あなた may, as a whole:\n       1. あなた chooses", "       2. Of these, 1"],
    ),
    "one of two abilities is granted": (
        "ws",
        "【自】 このカードがアタックした時、そのターン中、このカードは次の2つの能力のうち"
        "あなたが選んだ1つを得る。『【永】 このカードのパワーを＋1000。』"
        "『【永】 このカードのソウルを＋1。』",
        [
            "1. Of these, 「1つ」",
            "「このカード」 gets 「【永】 このカードのソウルを＋1」 [そのターン中]",
        ],
    ),
    "sentence after a conditional act shares its condition": (
        "ws",
        "【自】 このカードがアタックした時、クライマックス置場に「朝の合図」があるなら、"
        "そのターン中、このカードのパワーを＋5000。"
        "その後、アンコールステップの始めに、このカードを手札に戻す。",
        [
            "  If: クライマックス置場に「朝の合図」がある",
            "    2. Later, アンコールステップの始めに:",
        ],
    ),
    "sentence after a condition on a card does not share it": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から1枚を公開する。"
        "そのカードが《楽団》のキャラなら、あなたはそのカードを手札に加える。"
        "その後、このカードを手札に戻す。",
        ["\n    3. あなた*: return 「このカード」"],
    ),
    "cost of an option": (
        "ws",
        "【自】 このカードがアタックした時、次の2つの効果のうちあなたが選んだ1つを行う。"
        "『あなたは1枚引く。』"
        "『［手札を1枚控え室に置く］ あなたはコストを払ってよい。そうしたら、あなたは2枚引く。』",
        ["option 2:\n         Cost:\n           1. あなた*: put 「手札を1枚」 to 「控え室」"],
    ),
    "choice for the first alternative only": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の手札を1枚選び、控え室に置くか、"
        "自分の山札の上から1枚を、クロック置場に置いてよい。そうしたら、あなたは1枚引く。",
        [
            "option 1:\n            1. あなた chooses 「自分の手札を1枚」",
            "option 2:\n            1. あなた: put",
        ],
    ),
    "else in the same sentence": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の山札の上から1枚を公開する。"
        "そのカードが《楽団》のキャラなら、手札に加え、そうでないなら、控え室に置く。",
        ["1. あなた*: add", "       Else:\n       1. あなた*: put"],
    ),
    "if-you-do in the same sentence": (
        "ws",
        "【自】 このカードがアタックした時、あなたは自分の手札を1枚選び、控え室に置き、"
        "そうしたら、あなたは1枚引く。",
        ["    3. If 「控え室に置き」 was done:\n       1. あなた: draw"],
    ),
    "question on an act with a price": (
        "reb",
        "【スパーク】：あなたはエネ①することで、自分の手札からキャラを１枚選び、メンバーに置く。"
        "《暁》を置いたら、あなたは１枚引く。",
        ["       3. If 《暁》を置いた was done:"],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_meaning_in_notation(name: str, corpus: Corpus) -> None:
    assert_meaning(corpus, *CARDS[name])


def test_case_of_unpaid_price_is_outside_of_the_price(corpus: Corpus) -> None:
    text = (
        "【スパーク】：このターン終了時、あなたはこのキャラをデッキの下に置くことで、１枚引く。"
        "デッキの下に置かないなら、このキャラを控え室に置く。"
    )
    assert_meaning(corpus, "reb", text, ["\n       2. If デッキの下に置かない:"])


def _condition(corpus: Corpus, game: str, text: str) -> Condition:
    ability = only_ability(corpus, game, text)
    conditions = [*ability.condition]
    conditions += [e.conditions[0] for e in ability.effects if isinstance(e, IfEffect)]
    return conditions[-1]


def test_condition_has_means_and_manner(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは相手の手札を1枚選び、控え室に置く。"
        "この効果でキャラが控え室に置かれたなら、あなたは1枚引く。"
    )
    through = _condition(corpus, "ws", text).through
    assert isinstance(through, ThingMeaning)
    assert (through.words, through.which) == (("効果",), ("この",))
    text = "【永】 あなたの、「朝」と「夕」が別々に1枚ずついるなら、このカードのパワーを＋1000。"
    assert _condition(corpus, "ws", text).how == ("別々に",)

"""Every word of an invented card is in a field of its meaning; the measure finds a missing one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulebook.api import Rules
from rulebook.cards.spelling.canonical_form import canonical
from rulebook.clauses.corpus import Corpus
from tests.cards.fixtures import blocks
from tests.quality.unsaid import missing_words

EXCEPTIONS = {
    # The time of a step that is done at once.
    "【永】【メンバー】：あなたの《つばめ》の次のアタック中、あなたは1枚引く。",
    # Known to be lost: which chip it is, and the word 以下 in this one form of a list.
    "蔦の縄：登場時、相手の団員1枚を選び、そのカードの上にATK－1チップ2個を置く。",
    "【自】［ベンチ］ターンの始めにあなたは以下の効果から1つを選び、その効果を行う。"
    "『あなたは2枚引く。』『あなたは自分のエネルギーを1枚選び、【スタンド】する。』",
}


def _card(corpus: Corpus, game: str, text: str) -> Any:
    rules = Rules(corpus)
    annotation = rules.annotate(game, canonical(text, rules.card_parser(game).spelling).text)
    return json.loads(annotation.json_text())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ws", "reb", "vs", "los", "gbf"])
@pytest.mark.parametrize("folder", ["ast", "links", "governing"])
def test_every_word_of_invented_card_is_in_a_field(corpus: Corpus, game: str, folder: str) -> None:
    cards = [_card(corpus, game, case.text) for case in blocks(game, folder)]
    left = {card["text"]: words for card in cards if (words := [*missing_words(card)])}
    assert not [*filter(lambda text: text not in EXCEPTIONS, left)], left


@pytest.mark.parametrize("removed", ["qualities", "number", "zones", "owners"])
def test_removed_field_is_noticed(corpus: Corpus, removed: str) -> None:
    text = "【起】 あなたは相手の前列の《雲》のキャラを2枚選び、手札に戻す。"
    card = _card(corpus, "ws", text)
    assert not [*missing_words(card)]
    choice = card["meaning"][0]["effects"][0]
    choice.pop(removed, None)
    choice["what"].pop(removed)
    assert [*missing_words(card)]


@pytest.mark.parametrize(
    ("game", "text", "field"),
    [
        (
            "ws",
            "相手は『【自】 アンコール』を使えない。",
            {"words": ["アンコール"], "qualities": [["【自】"]]},
        ),
        ("ws", "このカードを相手のキャラのいない他の枠に動かす。", {"other_than": ["他の"]}),
        ("ws", "相手は0か2を宣言する。", {"number": {"count": 2}}),
        ("ws", "相手に2ダメージを3回与える。", {"number": {"count": 2}}),
        (
            "ws",
            "あなたは自分の《雲》のキャラが別々に1枚ずついるなら、1枚引く。",
            {"how": ["別々に"]},
        ),
        (
            "reb",
            "このキャラを自分の《船長》のいないメンバーに置く。",
            {"qualities": [["《船長》のいない"]]},
        ),
        (
            "reb",
            "そのアタックをサポートしたキャラを手札に戻す。",
            {"qualities": [["そのアタックをサポートした"]]},
        ),
        (
            "reb",
            "あなたのメンバーのコスト合計4につき、１枚引く。",
            {"number": {"count": 4, "total": True}},
        ),
        ("reb", "このキャラのATKを12にする。", {"number": {"count": 12}}),
        ("reb", "あなたは手札が4枚になるように引く。", {"how": ["手札が4枚になるように"]}),
        (
            "reb",
            "このキャラのATKは相手のエントリーのATKと同じになる。",
            {"goal": {"words": ["ATK"]}},
        ),
        (
            "reb",
            "このキャラと、自分のデッキの上から２枚エネルギーに置く。",
            {"number": {"count": 2}, "companion": {"sort": "this-card"}},
        ),
        ("reb", "相手は「雨」か「晴」を宣言する。", {"words": ["雨", "晴"]}),
    ],
)
def test_words_are_in_the_expected_field(
    corpus: Corpus, game: str, text: str, field: dict[str, Any]
) -> None:
    colon, attacks = ("：", "このキャラが") if game == "reb" else (" ", "このカードが")
    card = _card(corpus, game, f"【自】{colon}{attacks}アタックした時、{text}")
    assert card["status"] == "parsed"
    assert any(_has(node, field) for node in _nodes(card["meaning"]))


def _nodes(value: Any) -> Any:
    if isinstance(value, list):
        for part in value:
            yield from _nodes(part)
    elif isinstance(value, dict):
        yield value
        yield from _nodes(list(value.values()))


def _has(node: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return isinstance(node, dict) and all(_has(node.get(n), w) for n, w in expected.items())
    return bool(node == expected)

"""Rare constructions: each is read, printed again, and has the right meaning."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rulebook.api import Rules
from rulebook.cards.reading.card_parser import CardParser
from tests.cards.trees import printed_text

ATTACK = "【自】このカードがアタックした時、"

CONSTRUCTIONS = [
    ("ws", f"{ATTACK}あなたは自分の控え室のキャラを1枚選び、このカードと入れ替える。"),
    ("ws", f"{ATTACK}このターンで3回目のアタック中なら、あなたは1枚引く。"),
    ("ws", f"{ATTACK}このカードがバトル中なら、あなたは1枚引く。"),
    ("ws", f"{ATTACK}先攻プレイヤーの第1ターンなら、あなたは1枚引く。"),
    (
        "ws",
        f"【自】［(1)］{ATTACK[3:]}あなたはコストを払ってよい。そうしなかったら、このカードを手札に戻す。",
    ),
    ("ws", "あなたはこのターンの後に追加の1ターンを得る。"),
    (
        "ws",
        f"{ATTACK}相手にＸダメージを与える。Ｘはあなたのストックが2枚以下なら2、3枚以上なら1に等しい。",
    ),
    ("ws", f"{ATTACK}相手にＸダメージを与える。Ｘはあなたのストックがないなら2に等しい。"),
    ("ws", f"{ATTACK}あなたは自分の山札がなくなるまで、自分の山札の上から1枚を、控え室に置く。"),
    ("reb", "【自】【メンバー】：あなたのデッキがなくなった時、あなたは１枚引く。"),
    ("ws", "【永】このカードが《陶芸》のキャラとバトルしているなら、このカードのパワーを＋500。"),
    (
        "ws",
        f"{ATTACK}このカードのパワーを＋Ｘ。Ｘはこの効果で控え室から手札に戻されたキャラの枚数に等しい。",
    ),
    ("ws", "そのターン中、あなたが次にダメージを受けた時、あなたは1枚引く。"),
    (
        "reb",
        "【起】：［エネ①］あなたは自分の控え室からキャラを１枚選び、"
        "それをコスト１/ATK１/DEF１で〔港町〕を持つ『灯台守』のキャラとしてメンバーに裏向きで置く。",
    ),
    (
        "reb",
        "【スパーク】：あなたの自分の手札から《波止場》を１枚選び、このキャラと入れ替えてよい。",
    ),
    ("ws", f"{ATTACK}あなたは相手とじゃんけんし、あなたが勝ったなら、あなたは1枚引く。"),
    ("ws", "あなたは相手と勝負が付くまでじゃんけんし、あなたが負けたなら、あなたは1枚引く。"),
    (
        "ws",
        f"{ATTACK}このカードの下にマーカーがなく、あなたのストックが3枚以上なら、あなたは1枚引く。",
    ),
    ("ws", "【自】このカードがマーカー置場以外から舞台に置かれた時、あなたは1枚引く。"),
    ("ws", "あなたは相手のキャラを1枚選び、そのターン中、このカードはそのキャラが持つ特徴を得る。"),
    ("ws", "【永】このカードはパワーが増減しない。"),
    ("ws", "【永】このカードの与えるダメージは無効化されず、キャンセルされない。"),
    ("reb", "あなたは相手のエントリーを１枚選び、そのキャラに２ダメージ与える。"),
    ("reb", "そのキャラに２ダメージを与える。さらに３ダメージを与える。"),
    ("reb", "あなたは自分の控え室からカード名が異なるReバースを２枚まで選び、手札に加える。"),
    ("reb", "【永】【エントリー】：【魂】のないキャラすべてを＋１/±０。"),
    ("reb", "【自】【魂】：このキャラがアタックした時、あなたは１枚引く。"),
]


@pytest.mark.parametrize(("game", "text"), CONSTRUCTIONS)
def test_construction_is_read(game: str, text: str, readers: Callable[[str], CardParser]) -> None:
    reading = readers(game).read(text)
    assert [gap.text for gap in reading.gaps] == []
    assert printed_text(reading) == reading.canonical


def _ability(rules: Rules, text: str) -> Any:
    return json.loads(rules.annotate("ws", text).json_text())["meaning"][0]


def test_naku_joins_two_conditions(rules: Rules) -> None:
    text = "あなたの思い出置場に「赤い釉薬」がなく、「青い釉薬」があるなら、あなたは1枚引く。"
    ability = _ability(rules, ATTACK + text)
    assert [effect["type"] for effect in ability["effects"]] == ["draw"]
    first, second = ability["condition"]
    assert first["negated"]
    assert "negated" not in second


def test_turns_are_not_cards(rules: Rules) -> None:
    (effect,) = _ability(rules, "あなたは追加の1ターンを得る。")["effects"]
    assert effect["other"]["sort"] == "times"

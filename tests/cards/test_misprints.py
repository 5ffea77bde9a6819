"""Obvious misprints are read as intended, and reported."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rulebook.api import Rules
from rulebook.cards.reading.card_parser import CardParser

GOOD = "【自】このカードがアタックした時、あなたは1枚引く。"


@pytest.mark.parametrize(
    ("game", "text", "printed", "intended"),
    [
        ("ws", "【自】このカードがアタックした時、、あなたは1枚引く。", "、、", "、"),
        ("ws", "【自】このカードがアタックした時、あなたは1枚引く、。", "、。", "。"),
        ("ws", "【自】このカードがアタックした時、あなたは1枚引く、", "、", "。"),
        ("ws", "【永】このカードのパワーを＋500。（陶芸部のみ）。", "。", ""),
        ("ws", "あなたは相手のキャラを1枚選び、そのターン中、パワーをー1000。", "ー", "－"),
        ("ws", "【永】このカードのパワーを?1500。", "?", "－"),
        (
            "ws",
            "【永】他のあなたのキャラすべてに、パワーを＋Ｘ。Ｘはそのキャラのレベル＊500に等しい。",
            "＊",
            "×",
        ),
        (
            "reb",
            "【自】【メンバー】：：このキャラがブロックした時、あなたは1枚引く。",
            "：：",
            "：",
        ),
        ("reb", "【永】【メンバー】：このキャラを＋１/ー１。", "ー", "－"),
        (
            "reb",
            "【スパーク】：あなたの自分の手札から１枚選び、控え室に置く。",
            "あなたの",
            "あなたは",
        ),
        ("ws", "【永】このカードのパワーを＋Ｘ。Ｘははあなたの手札の枚数に等しい。", "はは", "は"),
        ("ws", "【永】あなたのキャラすべてに、パワー＋500。", "パワー", "パワーを"),
        ("ws", "【永】あなたの《灯台》キャラすべてに、パワーを＋500。", "キャラ", "のキャラ"),
    ],
)
def test_misprint_is_read_and_reported(
    game: str, text: str, printed: str, intended: str, readers: Callable[[str], CardParser]
) -> None:
    reading = readers(game).read(text)
    assert reading.gaps == ()
    (slip,) = reading.misprints
    assert (text[slip.start : slip.end], slip.intended) == (printed, intended)


def test_json_has_misprints_only_if_there_are_some(rules: Rules) -> None:
    assert "misprints" not in json.loads(rules.annotate("ws", GOOD).json_text())
    misprints = json.loads(rules.annotate("ws", GOOD[:-1] + "、。").json_text())["misprints"]
    assert misprints == [{"start": 25, "end": 27, "text": "、。", "intended": "。"}]


def test_comma_before_options_is_not_a_misprint(readers: Callable[[str], CardParser]) -> None:
    text = "このターン中、各プレイヤーは効果でキャラを選ぶ際、\nⅰ．１枚引く。\nⅱ．２枚引く。"
    assert readers("reb").read(text).misprints == ()

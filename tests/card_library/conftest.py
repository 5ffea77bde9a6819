from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulebook.api import Rules

# Invented cards, in the style of the games.
CARDS: tuple[dict[str, Any], ...] = (
    {
        "id": "LH/W01-001",
        "name": "灯台守 みなと",
        "type": "キャラ",
        "color": "黄",
        "level": "1",
        "text": "【自】［(1) 手札を1枚控え室に置く］ このカードが手札から舞台に置かれた時、"
        "あなたはコストを払ってよい。そうしたら、あなたは自分の山札を見て《灯台》のキャラを"
        "1枚まで選んで相手に見せ、手札に加え、その山札をシャッフルする。",
        "rare": "R",
    },
    {
        "id": "LH/W01-002",
        "name": "汽笛の少年 そら",
        "type": "キャラ",
        "color": "赤",
        "level": "3",
        "text": "【自】［(2)］ このカードがアタックした時、あなたはコストを払ってよい。"
        "そうしたら、相手に2ダメージを与える。\n"
        "【自】 アンコール ［手札のキャラを1枚控え室に置く］",
    },
    {
        "id": "LH/W01-003",
        "name": "港の朝",
        "type": "イベント",
        "color": "青",
        "level": "0",
        "text": "あなたは2枚まで引き、自分の手札を1枚選び、控え室に置く。",
    },
    {
        "id": "LH/W01-004",
        "name": "ただの船",
        "type": "キャラ",
        "color": "緑",
        "level": "0",
        "text": "",
    },
)


def numbered_cards(count: int) -> list[dict[str, Any]]:
    """Return ``count`` cards made from the first three invented ones, with numbers as ids."""
    return [{**CARDS[at % 3], "id": str(at)} for at in range(count)]


def write_jsonl(path: Path, cards: Iterable[Mapping[str, Any]]) -> Path:
    lines = (json.dumps(card, ensure_ascii=False) + "\n" for card in cards)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def execute(path: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as library:
        return library.execute(sql, values).fetchall()


@pytest.fixture(scope="session")
def library(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of a library of the invented cards. No test changes it."""
    folder = tmp_path_factory.mktemp("library")
    out = folder / "cards.db"
    rules.card_library("ws", out).index([write_jsonl(folder / "cards.jsonl", CARDS)])
    return out

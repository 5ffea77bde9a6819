"""A reminder may have any words, but one that nearly equals a printed one is damaged."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulebook.cards.reading.card_parser import CardParser
from rulebook.cards.spelling.damaged_text import LOST, NEARLY, TWICE, is_slip_of

ENCORE = (
    "【自】 アンコール ［手札の《庭師》のキャラを1枚控え室に置く］ （このカードが{}控え室に"
    "置かれた時、あなたは{}払ってよい。そうしたら、{}いた枠に【レスト】して置く）"
)
RIGHT = ("舞台から", "コストを", "このカードが")
BLOCKER = "【ブロッカー】〔庭師〕\n（{}）"


def _faults(reader: CardParser, text: str) -> list[str]:
    return [gap.why for gap in reader.read(text).gaps]


def test_printed_reminder_is_read(readers: Callable[[str], CardParser]) -> None:
    assert _faults(readers("ws"), ENCORE.format(*RIGHT)) == []
    printed = (
        "手札から控え室に置くと、味方の、〔庭師〕か〔園長〕へのアタック２回のダメージを０にする"
    )
    assert _faults(readers("reb"), BLOCKER.format(printed)) == []


@pytest.mark.parametrize(
    "parts",
    [
        (RIGHT[0], "コストに", RIGHT[2]),
        ("舞台から舞台から", *RIGHT[1:]),
        ("から", *RIGHT[1:]),
        (*RIGHT[:2], "この手札が"),
        (*RIGHT[:2], "このが"),
    ],
)
def test_nearly_printed_reminder_is_damaged(
    readers: Callable[[str], CardParser], parts: tuple[str, str, str]
) -> None:
    assert _faults(readers("ws"), ENCORE.format(*parts)) == [NEARLY]


@pytest.mark.parametrize(
    ("reminder", "faults"),
    [
        ("（ダメージキャンセルは発生する）", []),
        ("（ダメージキャンセルを発生する）", [NEARLY]),
        ("※ダメージキャンセルは発生する", []),
        ("※ダメージキャンセルを発生する", [NEARLY]),
    ],
)
def test_reminder_is_in_brackets_or_after_a_sign(
    readers: Callable[[str], CardParser], reminder: str, faults: list[str]
) -> None:
    assert _faults(readers("ws"), f"【永】 このカードのパワーを＋500。{reminder}") == faults


@pytest.mark.parametrize(
    ("reminder", "faults"),
    [
        ("花壇の手入れはいつしてもよい", []),
        ("花壇の手入れは花壇の手入れはいつしてもよい", [TWICE]),
        ("この手入れはをしてもよい", [LOST]),
    ],
)
def test_unknown_reminder_may_have_any_words(
    readers: Callable[[str], CardParser], reminder: str, faults: list[str]
) -> None:
    assert _faults(readers("reb"), BLOCKER.format(reminder)) == faults


@pytest.mark.parametrize(
    ("text", "nearly"),
    [
        ("味方へのアタックを止める", False),
        ("味方の〓へのアタックを止める", False),
        ("味方の〓へのアタックに止める", True),
        ("味方の〓へのを止める", True),
    ],
)
def test_placeholder_is_not_a_phrase(text: str, nearly: bool) -> None:
    assert is_slip_of(text, "味方の〓へのアタックを止める") == nearly

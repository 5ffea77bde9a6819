"""The canonical form of card texts, from the spelling table of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulebook.cards.spelling.canonical_form import (
    Spelling,
    canonical,
    load_cards_file,
    split_passages,
)
from rulebook.errors import CorpusError

BARE = Spelling({}, {}, ("《》", "〔〕"), bare_marks=("本領発揮Lv[0-9]+",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("本領発揮Lv３：", "【本領発揮Lv3】："),
        ("【本領発揮Lv３】：", "【本領発揮Lv3】："),
        ("本領発揮Lv10〔海賊〕：", "【本領発揮Lv10】〔海賊〕："),
        # Invisible characters, spaces and line ends of web pages.
        ("1\u200b枚\xa0引\ufeff\xadく。\u2028「あ\xa0い」。", "1枚引く。\n「あ\xa0い」。"),
    ],
)
def test_bare_marks_get_brackets(text: str, expected: str) -> None:
    assert canonical(text, BARE).text == expected


PARTS = [
    "あなたは",
    "1枚引く。",
    "【自】",
    "<script>",
    "</b>",
    "<br>",
    "\n",
    " ",
    "\u200b",
    "（",
    "，",
]


@given(st.lists(st.sampled_from(PARTS), max_size=12))
@example(["1枚引く。", "\n", "<script>", "あなたは"])
def test_every_character_is_in_a_span(parts: list[str]) -> None:
    text = "".join(parts)
    result = canonical(text, BARE)
    spans = zip(result.text, result.starts, result.ends, strict=True)
    # A line break is in no ability: a character in its span would be in no gap either.
    covered = {at for char, start, end in spans if char != "\n" for at in range(start, end)}
    uncovered = "".join(char if at not in covered else " " for at, char in enumerate(text))
    assert not result.text.strip() or not uncovered.replace("<br>", "").strip()


@pytest.mark.parametrize(
    "table", ['bare_marks = ["開花Lv[0-9"]', "names = 3", 'words = ["控え室"]', "icons = 1"]
)
def test_bad_spelling_table_is_rejected(table: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(f"[spelling]\n{table}\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="spelling"):
        load_cards_file(path)


@pytest.mark.parametrize(
    "passages",
    [
        ["『あなたは1枚引く。』を得る。", "このカードは空を飛ぶ。"],
        ["次から1つを選ぶ。", "『あなたは1枚引く。』", "『そのキャラを【レスト】する。』"],
        ["「青。い鳥」を見る。", "（公開したカードは元に戻す）", "あなたは1枚引く。", "空を"],
        ["［あなたは1枚引く。］", "そうする。", "あなたは1枚引く。"],
        ["［青］を払う。", "あなたは1枚引く。"],
    ],
)
def test_ability_is_split_into_sentences(passages: list[str]) -> None:
    text = "".join(passages)
    assert [text[start:end] for start, end in split_passages(text)] == passages


@pytest.mark.parametrize("pair", ["〔〕", "[]", "^-"])
def test_full_stop_in_a_name_ends_no_sentence(pair: str) -> None:
    name = "星（ほし。ぞら）".join(pair)
    passages = [f"あなたは{name}を開花する。", "（２枚まで開花する）", "１枚引く。"]
    text = "".join(passages)
    assert [text[start:end] for start, end in split_passages(text, (pair,))] == passages

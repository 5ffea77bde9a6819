"""Romaji in the spellings that people type."""

from __future__ import annotations

import pytest

from rulebook.text.romaji import kana_of, readings_of


@pytest.mark.parametrize(
    ("romaji", "kana"),
    [
        ("tuigeki", "ついげき"),
        ("tsuigeki", "ついげき"),
        ("shinnnin", "しんにん"),
        ("kinen", "きねん"),
        ("kinnshi", "きんし"),
        ("konnna", "こんな"),
        ("hon", "ほん"),
        ("refuresshu", "れふれっしゅ"),
        ("jankenpon", "じゃんけんぽん"),
        ("kyara", "きゃら"),
        ("", ""),
    ],
)
def test_romaji_is_read_as_hiragana(romaji: str, kana: str) -> None:
    assert kana_of(romaji) == kana


@pytest.mark.parametrize("word", ["attack", "rule", "cost", "xyz", "q"])
def test_other_word_is_not_romaji(word: str) -> None:
    assert kana_of(word) is None
    assert readings_of(word) == ()


def test_double_vowel_may_be_long() -> None:
    assert readings_of("burokkaa") == ("ぶろっかあ", "ぶろっかー")
    assert readings_of("joukuu") == ("じょうくう", "じょうくー")

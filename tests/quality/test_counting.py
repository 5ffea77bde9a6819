"""The measurements of understood card texts count correctly."""

from __future__ import annotations

import random

from tests.quality.meanings import pointing_words
from tests.quality.nonsense import cut, double, swap

TEXT = "あなたは自分の《庭師》を1枚選び、そのキャラを手札に戻す。"


def test_words_of_names_and_reminders_do_not_point() -> None:
    text = (
        "「その花」を選び、それを控え室に置き、残りを戻す。その後、それぞれを見る。（それは自由）"
    )
    assert [text[start:end] for start, end in pointing_words(text)] == ["それ", "残り"]


def test_each_damage_changes_one_place() -> None:
    rng = random.Random(3)
    assert sum(a != b for a, b in zip(TEXT, swap(TEXT, rng), strict=True)) == 1
    assert len(double(TEXT, rng)) > len(TEXT) > len(cut(TEXT, rng))

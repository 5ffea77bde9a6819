"""Hunks cover all changed words and only those."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.editions.changes import Hunk, difference
from rulebook.editions.content import Renumbering
from tests.sampling import examples

SAME = Renumbering({}, ".", ".")


def hunks(old: str, new: str, renumbering: Renumbering = SAME) -> tuple[Hunk, ...]:
    return difference(old, new, renumbering)


def mark_changes(old: str, new: str, renumbering: Renumbering = SAME) -> str:
    """Return the new text with the changes in brackets."""
    out, at = [], 0
    for hunk in hunks(old, new, renumbering):
        out += [new[at : hunk.new.start], f"[{hunk.old.of(old)}|{hunk.new.of(new)}]"]
        at = hunk.new.end
    return "".join([*out, new[at:]])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("山札から3枚引く。", "山札から13枚引く。", "山札から[3|13]枚引く。"),
        ("手札に加える。", "手札に加える。", "手札に加える。"),
        ("手札に加える。", "手札に加えてよい。", "手札に加え[る|てよい]。"),
        ("カードを引く。", "カードを引く。その後捨てる。", "カードを引く。[|その後捨てる。]"),
        ("このターン中、引く。", "引く。", "[このターン中、|]引く。"),
        ("甲はAを乙はBを持つ", "丙はCを丁はDを持つ", "[甲はAを乙はB|丙はCを丁はD]を持つ"),
        ("", "新しい", "[|新しい]"),
        ("全角３枚　まで", "全角3枚まで", "全角3枚まで"),
        ("はのアイコン", "は〓のアイコン", "は〓のアイコン"),
    ],
)
def test_changed_words_are_marked(old: str, new: str, expected: str) -> None:
    assert mark_changes(old, new) == expected


def test_renumbered_reference_is_not_marked() -> None:
    moved = Renumbering({"4.10": ("4.12",), "4": ("4",)}, ".", ".")
    assert mark_changes("ダメージ（4.10）を与える。", "ダメージ（4.12）を与える。", moved) == (
        "ダメージ（4.12）を与える。"
    )
    assert mark_changes("ダメージ（4.10）を与える。", "ダメージ（4.11）を与える。", moved) == (
        "ダメージ（[4.10|4.11]）を与える。"
    )


TEXTS = st.text(st.sampled_from("山札手引く、。12.( )３aé\n"), max_size=60)


def _bare(text: str) -> str:
    from rulebook.text.normal import fold

    return "".join(fold(text).split())


@examples(400)
@given(old=TEXTS, new=TEXTS)
def test_texts_without_hunks_are_equal(old: str, new: str) -> None:
    found = hunks(old, new)
    rest = [old, new]
    for hunk in reversed(found):
        rest[0] = rest[0][: hunk.old.start] + rest[0][hunk.old.end :]
        rest[1] = rest[1][: hunk.new.start] + rest[1][hunk.new.end :]
    assert _bare(rest[0]) == _bare(rest[1])
    for before, after in pairwise(found):
        assert before.old.end <= after.old.start
        assert before.new.end <= after.new.start


def test_very_long_text_is_compared_quickly() -> None:
    old = "".join(f"{number}番の決まりはこうです。" for number in range(4000))
    new = old.replace("700番の決まり", "700番の古い決まり").replace("3100番の", "")
    start = time.process_time()
    found = hunks(old, new)
    assert time.process_time() - start < 3
    assert len(found) <= 6

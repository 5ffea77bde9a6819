"""Rewriting preserves the printed span of each character."""

from __future__ import annotations

import re

import pytest

from rulebook.text.normal import Normalised, replace_ranges, rewrite, unchanged


@pytest.mark.parametrize(
    ("text", "pattern", "new", "expected"),
    [
        ("山札、手札", "手札", "控室", [("山", 0, 1), ("札", 1, 2), ("、", 2, 3), ("控", 3, 4)]),
        ("CX置場", "CX", "クライマックス", [("ク", 0, 2), ("ラ", 0, 2)]),
        ("［2］する", "［2］す", "2す", [("2", 0, 3), ("す", 3, 4), ("る", 4, 5)]),
        ("は2す", "は2す", "は(2)す", [("は", 0, 1), ("(", 1, 2), ("2", 1, 2), (")", 1, 2)]),
        ("力の和", "力の和", "力和", [("力", 0, 2), ("和", 2, 3)]),
        ("引、く", "、", "", [("引", 0, 2), ("く", 2, 3)]),
        ("引 く", " ", "", [("引", 0, 1), ("く", 2, 3)]),
        ("、引く", "、", "", [("引", 1, 2), ("く", 2, 3)]),
        ("なら引", "(?<=なら)", "、", [("な", 0, 1), ("ら", 1, 2), ("、", 2, 2), ("引", 2, 3)]),
    ],
)
def test_rewritten_character_has_its_printed_span(
    text: str, pattern: str, new: str, expected: list[tuple[str, int, int]]
) -> None:
    source = rewrite(unchanged(text), re.compile(pattern), new)
    rows = list(zip(source.text, source.starts, source.ends, strict=True))
    assert rows[: len(expected)] == expected


def test_replacement_has_its_printed_span() -> None:
    source = unchanged("庭の花と種")
    edited = replace_ranges(
        source, [(2, 3, Normalised("*", (2,), (3,))), (4, 5, Normalised("", (), ()))]
    )
    assert edited == Normalised("庭の*と", (0, 1, 2, 3), (1, 2, 3, 4))
    assert replace_ranges(source, []) == source
    back = replace_ranges(edited, [(2, 3, Normalised("花", source.starts[2:3], source.ends[2:3]))])
    assert back.printed(2, 3).of("庭の花と種") == "花"

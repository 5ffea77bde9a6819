from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.clauses.numbers import Address, format_number, parse_address, roman_value

PARTS = st.lists(st.integers(0, 999), min_size=1, max_size=8).map(tuple)
WIDE = str.maketrans("0123456789.-", "０１２３４５６７８９．－")


@given(PARTS, st.sampled_from(".-"), st.booleans(), st.sampled_from(["", ".", " "]))
def test_what_is_written_is_read(parts: tuple[int, ...], sep: str, wide: bool, end: str) -> None:
    text = format_number(parts, sep) + end
    assert parse_address(text.translate(WIDE) if wide else text) == Address(parts)


@given(PARTS, PARTS)
def test_order_is_the_order_of_the_parts(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    below = (*one, 1)
    assert one < below
    assert (one < other) == (Address(one).parts < Address(other).parts)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    address = parse_address(text)
    assert address is None or address.parts


@pytest.mark.parametrize(
    ("text", "parts", "steps"),
    [
        ("９.２.２", (9, 2, 2), ()),
        ("9-2-2", (9, 2, 2), ()),
        ("9.2.2.", (9, 2, 2), ()),
        (" 9ー2ー2 ", (9, 2, 2), ()),
        ("5.5.1.Ⅵ", (5, 5, 1), ("VI",)),
        ("5.5.1.VI", (5, 5, 1), ("VI",)),
        ("5.5.1.vi.a", (5, 5, 1), ("VI", "A")),
    ],
)
def test_forms_of_an_address(text: str, parts: tuple[int, ...], steps: tuple[str, ...]) -> None:
    assert parse_address(text) == Address(parts, steps)


@pytest.mark.parametrize("text", ["", ".", "9..2", "9.2.2a", "山札", "9.2 と 9.3", "1234.5", "-1"])
def test_what_is_no_address(text: str) -> None:
    assert parse_address(text) is None


@pytest.mark.parametrize(
    ("label", "value"), [("I", 1), ("Ⅳ", 4), ("ix", 9), ("XXXIX", 39), ("IIII", None), ("", None)]
)
def test_roman_numerals(label: str, value: int | None) -> None:
    assert roman_value(label) == value

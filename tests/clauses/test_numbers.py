from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.clauses.numbers import (
    INSERTED,
    LETTERS,
    Letters,
    NumberStyle,
    ParsedNumber,
    parse_number,
    plain_number,
    roman_value,
)

A, B = LETTERS + 1, LETTERS + 2
PARTS = st.lists(st.integers(0, 999), min_size=1, max_size=8).map(tuple)
WIDE = str.maketrans("0123456789.-", "０１２３４５６７８９．－")


@given(PARTS, st.sampled_from(".-"), st.booleans(), st.sampled_from(["", ".", " "]))
def test_written_number_is_parsed(parts: tuple[int, ...], sep: str, wide: bool, end: str) -> None:
    text = NumberStyle(sep).write(parts) + end
    assert parse_number(text.translate(WIDE) if wide else text) == ParsedNumber(parts)


@given(PARTS, PARTS)
def test_numbers_are_ordered_by_parts(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    below = (*one, 1)
    assert one < below
    assert (one < other) == (ParsedNumber(one).parts < ParsedNumber(other).parts)


@given(st.text(max_size=30))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    parsed = parse_number(text)
    assert parsed is None or parsed.parts


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
        ("100.2a", (100, 2, A), ()),
        ("100.2A.", (100, 2, A), ()),
        ("103.2.b.1", (103, 2, B, 1), ()),
        ("103.2.b", (103, 2), ("B",)),
        ("001.02", (1, 2), ()),
        ("第9章", (9,), ()),
        ("第９．２．２項", (9, 2, 2), ()),
        ("第 9.2 節", (9, 2), ()),
        ("第二条の二十一", (2, INSERTED + 21), ()),
        ("第2条の2第２項", (2, INSERTED + 2, 2), ()),
    ],
)
def test_notations_are_parsed(text: str, parts: tuple[int, ...], steps: tuple[str, ...]) -> None:
    parsed = parse_number(text)
    assert parsed is not None
    assert (parsed.parts, parsed.steps) == (parts, steps)


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "9..2", "9a", "9.2ab", "山札", "9.2 と 9.3", "1234.5", "-1", "第章", "第9"),
        *("9章", "9.2.2-9.2.4", "９．２–９．４", "9.2a-9.3.1"),
    ],
)
def test_other_texts_are_not_numbers(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("label", "value"), [("I", 1), ("Ⅳ", 4), ("ix", 9), ("XXXIX", 39), ("IIII", None), ("", None)]
)
def test_roman_numerals_have_values(label: str, value: int | None) -> None:
    assert roman_value(label) == value


@pytest.mark.parametrize(
    ("style", "parts", "number"),
    [
        (NumberStyle(letters=Letters.GLUED), (100, 2, A), "100.2a"),
        (NumberStyle(letters=Letters.APART), (103, 2, B, 1), "103.2.b.1"),
        (NumberStyle(digits=(3, 2)), (1, 2, 3), "001.02.3"),
        (NumberStyle(letters=Letters.GLUED, hundreds=True), (1, 100, 2, A), "100.2a"),
        (NumberStyle(hundreds=True), (1,), "1"),
    ],
)
def test_number_has_its_style(style: NumberStyle, parts: tuple[int, ...], number: str) -> None:
    assert style.write(parts) == number
    parsed = parse_number(number)
    assert parsed is not None
    assert style.parts_in_tree(parsed.parts) == parts


def test_letters_are_ordered_after_their_number() -> None:
    assert sorted([(3,), (2, B), (2,), (2, A)]) == [(2,), (2, A), (2, B), (3,)]


def test_plain_number_is_the_same_for_all_documents() -> None:
    assert plain_number((100, 2, A)) == "100.2.a"


def test_numbers_are_unique_if_chapters_have_hundreds() -> None:
    """A case that a fuzzer found: ``2.2`` was written like its chapter."""
    style = NumberStyle(letters=Letters.GLUED, hundreds=True)
    places = [(2,), (2, 2), (2, 1001), (2, 200), (2, 200, 1), (2, 200, 1, 1001)]
    assert [style.write(place) for place in places] == ["2", "2.2", "2a", "200", "200.1", "200.1a"]

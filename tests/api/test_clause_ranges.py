"""Lists and ranges of clause numbers, and the game that has them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebook import AmbiguousGame, InvalidNumber, QueryError, Rules, UnknownClause
from rulebook.api.clause_ranges import clauses_in, game_of_numbers, parse_ranges
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("9.2.2", [((9, 2, 2), None)]),
        ("９－２－２", [((9, 2, 2), None)]),
        ("9.2.2-9.2.4", [((9, 2, 2), (9, 2, 4))]),
        ("9.2.2.-9.2.4.", [((9, 2, 2), (9, 2, 4))]),
        ("9.2.2～9.2.4", [((9, 2, 2), (9, 2, 4))]),
        ("9-4-1..9-4-3", [((9, 4, 1), (9, 4, 3))]),
        ("9-4-1", [((9, 4, 1), None)]),
        ("9.2,10.2、11", [((9, 2), None), ((10, 2), None), ((11,), None)]),
    ],
)
def test_numbers_lists_and_ranges_are_parsed(text: str, ends: list[tuple[object, object]]) -> None:
    found = [(each.first.parts, each.last and each.last.parts) for each in parse_ranges(text)]
    assert found == ends


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("9.2.4-9.2.2", 6),
        ("9.2.2..", 7),
        ("9.2.2~山札", 6),
        ("9.2,,10.2", 4),
        ("9.2, 山札", 5),
    ],
)
def test_wrong_range_is_reported_with_its_column(text: str, column: int) -> None:
    with pytest.raises(QueryError) as raised:
        parse_ranges(text)
    assert raised.value.column == column
    assert "^" in str(raised.value)


def test_text_without_number_is_reported() -> None:
    with pytest.raises(InvalidNumber):
        parse_ranges("山札")


def test_range_includes_children_of_its_end(books: Mapping[str, Rulebook]) -> None:
    book = books["weiss-schwarz"]
    numbers = [clause.number for clause in clauses_in(book, parse_ranges("9.2.2-9.2.3")[0])]
    assert numbers == ["9.2.2", "9.2.2.1", "9.2.3"]
    with pytest.raises(UnknownClause):
        clauses_in(book, parse_ranges("9.2.2-9.2.77")[0])


def test_number_in_only_one_game_selects_it(corpus: Corpus) -> None:
    rules = Rules(corpus)
    assert game_of_numbers(rules, parse_ranges("2.3.2.1.1")).startswith("weiss-schwarz@")
    with pytest.raises(AmbiguousGame) as raised:
        game_of_numbers(rules, parse_ranges("9.2.2"))
    assert "rulebook show ws 9.2.2 " in str(raised.value)
    with pytest.raises(UnknownClause, match="no game"):
        game_of_numbers(rules, parse_ranges("77.7"))

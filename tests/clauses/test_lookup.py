from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.clauses.foreign import read_source
from rulebook.clauses.lookup import find_place, nearest_clause
from rulebook.clauses.model import BlockKind, Rulebook
from rulebook.clauses.numbers import ParsedNumber, parse_number, roman_value
from rulebook.errors import UnknownClause
from rulebook.links.linker import link_rulebook
from tests.support import GAMES


def _parsed(text: str) -> ParsedNumber:
    parsed = parse_number(text)
    assert parsed is not None
    return parsed


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_found_by_its_number(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    for clause in book.clauses:
        assert find_place(book, _parsed(clause.number)).clause is clause


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("9.2.9", "9.2.4"),
        ("9.2.2.1.1", "9.2.2.1"),
        ("99", "11"),
        ("4.12.2.14", "4.12.2.13"),
        ("0.1", "1"),
    ],
)
def test_unknown_number_suggests_the_nearest(
    typed: str, nearest: str, books: Mapping[str, Rulebook]
) -> None:
    with pytest.raises(UnknownClause) as raised:
        find_place(books["weiss-schwarz"], _parsed(typed))
    assert raised.value.nearest == nearest


@settings(deadline=None)
@given(parts=st.lists(st.integers(0, 99), min_size=1, max_size=7).map(tuple))
def test_nearest_exists_and_shares_the_deepest_parent(
    books: Mapping[str, Rulebook], parts: tuple[int, ...]
) -> None:
    book = books["granblue-fantasy"]
    found = nearest_clause(book, parts)
    assert found is not None
    nearest = found.parts
    known = {clause.parts for clause in book.clauses}
    if parts in known:
        assert nearest[: len(parts)] == parts
    else:
        deepest = max(n for n in range(len(parts)) if n == 0 or parts[:n] in known)
        assert nearest[:deepest] == parts[:deepest]


def test_articles_are_found_at_any_depth() -> None:
    lines = "第1編 札|第1章 山|第1条 引く。|第2章 場|第2条 出す。|第2編 罰|第3条 引|第4条 第3条。"
    book = read_source(lines.replace("|", "\n"), "rules.txt", Path("rules.txt"))
    found = [find_place(book, _parsed(each)).number for each in ("第2条", "第3条", "第2編")]
    assert found == ["1.2.2", "2.3", "2"]
    assert [each.targets for each in link_rulebook(book).references["2.4"]] == [("2.3",)]


def test_steps_are_found_by_label(books: Mapping[str, Rulebook]) -> None:
    book = books["legend-of-stars"]
    six = find_place(book, _parsed("5.5.1.Ⅵ"))
    assert six.number == "5.5.1.VI"
    assert six.blocks[0].text.startswith("VI. ダウンしたキャラクター")
    assert six.blocks[-1].text.startswith("※Ⅵまで終了後")
    b = find_place(book, _parsed("5.5.1.V.B"))
    assert [block.label for block in b.blocks] == ["B"]
    five = find_place(book, _parsed("5.5.1.V"))
    assert [block.label for block in five.blocks if block.label] == ["V", "A", "B", "C"]


@pytest.mark.parametrize("game", GAMES)
def test_place_has_its_span_in_the_clause(game: str, books: Mapping[str, Rulebook]) -> None:
    for clause in books[game].clauses:
        labels = [block.label for block in clause.blocks if block.kind is BlockKind.STEP]
        steps = {roman_value(label or ""): label for label in labels}
        for label in [None, *(label for value, label in steps.items() if value)]:
            place = find_place(books[game], ParsedNumber(clause.parts, (label,) if label else ()))
            assert place.span.of(clause.text) == place.text


def test_unknown_number_is_named_as_typed(books: Mapping[str, Rulebook]) -> None:
    with pytest.raises(UnknownClause) as raised:
        find_place(books["weiss-schwarz"], _parsed("9.2.2a"))
    assert raised.value.number == "9.2.2a"


@pytest.mark.parametrize("typed", ["5.5.1.VII", "5.5.1.I.A", "5.5.2.I"])
def test_unknown_step_names_the_clause(typed: str, books: Mapping[str, Rulebook]) -> None:
    with pytest.raises(UnknownClause) as raised:
        find_place(books["legend-of-stars"], _parsed(typed))
    assert typed.startswith(raised.value.nearest)

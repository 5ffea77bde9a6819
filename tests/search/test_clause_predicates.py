"""Regular expressions and citation fields in the query language."""

from __future__ import annotations

import re
import time

import pytest

from rulebook.errors import QueryError
from rulebook.search.tables.search_tables import SearchTables
from tests.search.test_querylang import numbers


def test_regular_expression_searches_clause_texts(tables: SearchTables) -> None:
    book = tables.corpus.read(tables.corpus.game("ws"))
    texts = {c.number: f"{c.title or ''}\n{c.text}" for c in book.clauses if c.printed}
    for pattern in ("山札.{0,9}公開", "^リフレッシュ処理$", "[0-9]+枚(まで|以下)"):
        expected = {number for number, text in texts.items() if re.search(pattern, text)}
        assert set(numbers(tables, f"/{pattern}/")) >= expected > set()


def test_regular_expression_combines_with_words_and_fields(tables: SearchTables) -> None:
    both = numbers(tables, "/山札.{0,9}公開/ AND number:3*")
    assert both
    assert all(number.startswith("3") for number in both)
    without = numbers(tables, "number:9.2* AND NOT /リフレッシュ/")
    assert "9.2.1" not in without
    assert "9.2.2" in without
    assert numbers(tables, "/ありえない文字列/") == []
    assert set(numbers(tables, "NOT /./")) == set()


def test_no_regular_expression_takes_long(tables: SearchTables) -> None:
    start = time.perf_counter()
    numbers(tables, "/(.*)*(.*)*(.*)*(.+)+(.|..)*ん{3}$/")
    assert time.perf_counter() - start < 20  # a backtracking engine would never finish


@pytest.mark.parametrize(
    "pattern",
    ["(" * 1000 + ")" * 1000, "(.?){400}x", "(山|札|公|開){300}x", "山{1000}", "()" * 1000],
)
def test_groups_and_repetitions_are_fast(pattern: str, tables: SearchTables) -> None:
    start = time.process_time()
    numbers(tables, f"/{pattern}/")
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("query", "column", "what"),
    [
        ("山札 /(/", 4, "missing )"),
        ("/山(?=札)/", 2, "perl operator"),
        ("/a{9999}/", 2, "repetition size"),
        (r"/1\/2**/", 5, "repetition operator"),
        ("/(.?){1000}x/", 1, "too large (9005 steps, at most 4000)"),
        (f"山札 /{'(山?)' * 1000}/", 4, "too large (4004 steps, at most 4000)"),
        ("/山札", 0, "never closed"),
        ("//", 0, "empty"),
        ("title:/山/", 6, "not take a regular expression"),
        ("cites:山札", 6, "not a clause number"),
    ],
)
def test_wrong_query_is_reported_with_its_column(
    tables: SearchTables, query: str, column: int, what: str
) -> None:
    with pytest.raises(QueryError, match=re.escape(what)) as raised:
        numbers(tables, query)
    assert raised.value.column == column


def test_cites_and_cited_by_fields_match(tables: SearchTables) -> None:
    assert "3.2.3.2" in numbers(tables, "cites:9.2")
    assert "9.2" in numbers(tables, "cited-by:3.2.3.2")
    assert set(numbers(tables, "cites:9*")) > set(numbers(tables, "cites:9.2"))
    assert numbers(tables, "cites:9.2 AND NOT number:3*") != []
    assert "9-2-2" not in numbers(tables, "cites:9-2-2", "gbf")

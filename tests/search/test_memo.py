"""What a table stores belongs to it and is freed with it."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.records import replace
from rulebook.search.asking.answers import answer
from rulebook.search.tables.ranking_table import MEMO_SIZE, RankingTable
from rulebook.search.tables.search_tables import SearchTables
from tests.search.small_table import small_table


def test_each_table_has_its_own_postings() -> None:
    table = small_table()
    feature = next(iter(table.printed))
    other = replace(table, printed={})
    assert table.posting(feature)
    assert table.posting(feature) is table.posting(feature)
    assert not other.posting(feature)


def test_stored_postings_are_limited() -> None:
    table = small_table()
    feature = next(iter(table.printed))
    first = table.posting(feature)
    for number in range(MEMO_SIZE):
        table.posting(f"{number}")
    assert table.posting(feature) == first
    assert table.posting(feature) is not first


def _tables_alive(game: str) -> int:
    gc.collect()
    found = (each for each in gc.get_objects() if isinstance(each, RankingTable))
    return sum(table.game == game for table in found)


@pytest.mark.usefixtures("only_new_objects")
def test_tables_are_freed(small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loads tables twice, as a rebuild of the served site does."""
    monkeypatch.setattr(small, "cache", tmp_path)
    before = _tables_alive("star-garden")
    for _ in range(2):
        tables = SearchTables(small)
        assert answer(tables, "山札", limit=10).found
        assert _tables_alive("star-garden") == before + 1
        del tables
        assert _tables_alive("star-garden") == before

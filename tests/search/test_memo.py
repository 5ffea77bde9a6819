"""Memoised values belong to an object and are freed with it."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.search.asking.answers import answer
from rulebook.search.tables import ranking_table as memo
from rulebook.search.tables.ranking_table import RankingTable, memoised
from rulebook.search.tables.search_tables import SearchTables


class Owner:
    """An object with a memo that counts its calls."""

    def __init__(self) -> None:
        self.memo: dict[Any, Any] = {}
        self.calls = 0

    @memoised
    def double(self, number: int) -> int:
        self.calls += 1
        return 2 * number


def test_each_object_has_its_own_memo() -> None:
    one, other = Owner(), Owner()
    assert [one.double(3), one.double(3), other.double(3)] == [6, 6, 6]
    assert (one.calls, other.calls) == (1, 1)


def test_full_memo_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MEMO_SIZE", 4)
    owner = Owner()
    assert [owner.double(n) for n in range(10)] == [2 * n for n in range(10)]
    assert len(owner.memo) <= 4


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

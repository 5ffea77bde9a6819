"""Phrases for a clause: players' words, and questions of rulings with it as first clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.clauses.corpus import load_corpus
from rulebook.search.tables.search_tables import SearchTables
from rulebook.search.tables.table_builder import phrases_by_clause
from tests.quality.engines import own_engine
from tests.rulings.stars import add_stars, ruling_toml

# No clause has these words.
QUESTION = "大雨、洪水のとき"


def tables(folder: Path, rulings: str) -> SearchTables:
    return SearchTables(load_corpus(add_stars(folder, rulings), cache=folder / "cache"))


def test_question_of_ruling_raises_its_first_clause(tmp_path: Path) -> None:
    ruled = tables(tmp_path, ruling_toml("flood", QUESTION, "待つ。", ["2.1.2", "2.1.1"]))
    assert own_engine(ruled)("stars", "洪水")[0] == "2.1.2"
    phrases = phrases_by_clause(ruled.corpus, ruled.corpus.games["stars"])
    assert phrases["2.1.2"].split() == ["大雨", "洪水のとき"]


@pytest.mark.parametrize("state", ["withdrawn", "overtaken"])
def test_ruling_not_in_force_has_no_effect(state: str, tmp_path: Path) -> None:
    rulings = ruling_toml("flood", QUESTION, "待つ。", ["2.1.2"], f'state = "{state}"')
    ruled = tables(tmp_path, rulings)
    assert phrases_by_clause(ruled.corpus, ruled.corpus.games["stars"]) == {}

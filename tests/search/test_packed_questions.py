"""Players' questions are packed into strings and compared with a question."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

import pytest

from rulebook.records import replace
from rulebook.search.asking.rank import similarity_scores
from rulebook.search.asking.weights import WEIGHTS
from rulebook.search.tables.ranking_table import (
    BASE,
    RankingTable,
    feature_code,
    question_key,
)
from rulebook.search.tables.table_builder import packed_questions
from tests.search.small_table import PLACES, ask, small_table

QUESTIONS = ("花壇に種を植える", "花壇に水をまく")


@pytest.fixture
def table() -> RankingTable:
    """Return the small table with a player's question for each of the clauses 2.1 and 2.2."""
    found = small_table()
    first, second = (ask(question, found).features() for question in QUESTIONS)
    rows: list[list[Mapping[str, str]]] = [[] for _ in PLACES]
    rows[PLACES["2.1"]], rows[PLACES["2.2"]] = [first] * 5, [second] * 5
    return replace(found, questions=packed_questions(rows, found.rarity))


def test_packed_question_is_a_sum_and_feature_characters() -> None:
    rarities = {"a": 10, "b": 20, "c": 30, "d": 40, "unknown": 0}
    packed = packed_questions([[], [rarities] * 5], rarities.__getitem__)
    assert packed == {question_key(1): [chr(BASE + 100) + "".join(map(feature_code, "abcd"))] * 5}


def test_sum_of_a_long_question_can_be_stored() -> None:
    packed = packed_questions([[[*map(str, range(600))]] * 5], lambda _: 93)
    assert "".join(chain(*packed.values())).encode()


def test_short_phrases_and_rare_features_are_omitted() -> None:
    often, once = set("abcd"), set("efgh")
    packed = packed_questions([[often] * 5, [set("ab")] * 5, [once]], lambda _: 10)
    assert list(packed) == [question_key(0)]


def test_clause_of_similar_question_gains(table: RankingTable) -> None:
    best = [(PLACES["2.2"], 1000), (PLACES["2.1"], 900), (PLACES["2.3"], 800)]
    gains = dict(similarity_scores(ask(QUESTIONS[0], table), best))
    assert gains[PLACES["2.1"]] > max(0, gains[PLACES["2.2"]])
    assert gains[PLACES["2.3"]] < 0
    # The question is identical, so its clause gets the maximum.
    assert gains[PLACES["2.1"]] - gains[PLACES["2.3"]] == 10 * WEIGHTS.similarity


def test_no_candidates_gain_nothing(table: RankingTable) -> None:
    assert list(similarity_scores(ask("花壇", table), [])) == []

"""The ruling sentence of an answer."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.search.asking.answers import ruling_sentence, sentence_spans
from rulebook.search.asking.understood import understand
from rulebook.search.question import read_question
from rulebook.search.tables.search_tables import SearchTables
from tests.search.small_table import small_table

RULES = "花壇は公開領域です。水をまく場合、先に草をむしります。花は3本まで摘むことができます。"


def chosen_sentence(question: str, text: str) -> str:
    asked = understand(small_table(), read_question(question))
    return ruling_sentence(asked, text).of(text)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("種を植える。水をまく。", ["種を植える。", "水をまく。"]),
        (
            "「水をまく。」とある時（雨。）、待つ。次へ",
            ["「水をまく。」とある時（雨。）、待つ。", "次へ"],
        ),
        ("次のもの\n・種\n・水\nがある。\n例：雨", ["次のもの\n・種\n・水\nがある。", "例：雨"]),
        ("Sow the seed. See 9.2. for water.", ["Sow the seed.", "See 9.2. for water."]),
        ("", []),
        (" 。", ["。"]),
    ],
)
def test_sentences_end_outside_of_brackets(text: str, sentences: list[str]) -> None:
    assert [span.of(text) for span in sentence_spans(text)] == sentences


@given(st.text("あ。\n（）「」. a?", max_size=30))
def test_sentences_cover_the_text(text: str) -> None:
    spans = list(sentence_spans(text))
    assert "".join("".join(span.of(text).split()) for span in spans) == "".join(text.split())
    assert all(one.end <= other.start for one, other in pairwise(spans))


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("花壇とは", "花壇は"),
        ("花は何本まで摘める？", "花は3本"),
        ("水をまくときはどうなる？", "水をまく"),
        ("天気は？", "花壇は"),
    ],
)
def test_sentence_is_chosen_by_the_question(question: str, begins: str) -> None:
    assert chosen_sentence(question, RULES).startswith(begins)


def test_rule_is_preferred_to_example() -> None:
    assert (
        chosen_sentence("種を植える", "種を植える者が水をまく。例：種を植える時。")
        == "種を植える者が水をまく。"
    )


def test_sentence_with_the_condition_is_chosen(tables: SearchTables) -> None:
    """The part of 7.2.1.4.2 that players overlook: a side attack reduces soul."""
    game = tables.corpus.games["weiss-schwarz"]
    text = tables.snippets(game).clauses["7.2.1.4.2"].text
    asked = understand(tables.table(game), read_question("サイドアタックでソウルはいくつ減る？"))
    assert ruling_sentence(asked, text).of(text).startswith("サイドアタックを選択して")

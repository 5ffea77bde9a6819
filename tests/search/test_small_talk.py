"""What people put around a question is not read; what they ask is, whatever surrounds it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.search.analysis import pieces_of
from rulebook.search.asking.answers import answer
from rulebook.search.asking.understood import understand, without_small_talk
from rulebook.search.question import read_question
from rulebook.search.tables.search_tables import SearchTables
from rulebook.search.tables.vocabulary_builder import LEAST_SAID, talk_rarities
from rulebook.text.normal import fold
from tests.search.small_table import ask, small_table

# Invented, and none of them stands in outside.toml.
BEFORE = (
    "はじめて質問させていただきます。",
    "昨晩サークルの後輩と遊んでいて気になったのですが、",
    "お店の人に聞いても答えてもらえなかったんですけど、",
)
BEHIND = ("どうかお返事よろしくお願いします。", "後輩とずっと言い争いになっています。")


@given(st.text(alphabet="庭の水、。!?.「」『』がてですまかけど \nａ", max_size=60))
def test_pieces_are_all_of_the_text(text: str) -> None:
    assert "".join(pieces_of(text)) == text


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("はじめまして。庭とは?", ["はじめまして。", "庭とは?"]),
        ("気になったのですが、庭とは", ["気になったのですが、", "庭とは"]),
        ("「庭。水。」が、ある", ["「庭。水。」が、", "ある"]),
        ("庭が好き", ["庭が好き"]),
        ("hello. what is v1.2", ["hello.", " what is v1.2"]),
        ("初めてです 庭とは何", ["初めてです", " ", "庭とは何"]),
        ("大会の帰り 庭とは何", ["大会の帰り ", "庭とは何"]),
        ("庭 水 花壇とは何", ["庭 水 花壇とは何"]),
        ("初めてです庭とは", ["初めてです", "庭とは"]),
        ("まけますかよろしく", ["まけますか", "よろしく"]),
        ("まけますよね?", ["まけますよね?"]),
        ("まけますので庭は水をまきますが庭", ["まけますので庭は水をまきますが", "庭"]),
    ],
)
def test_sentences_and_lead_ins_are_pieces(text: str, pieces: list[str]) -> None:
    assert list(pieces_of(text)) == pieces


def test_words_count_by_how_common_they_are_in_the_pieces() -> None:
    rarities = talk_rarities(["友達と遊んだ。友達に聞いた。"] * LEAST_SAID + ["兄に聞いた。"])
    assert rarities["友達"] < rarities["遊ん"]
    assert "兄" not in rarities  # too few say it


def test_small_talk_is_not_read_where_a_subject_is_left() -> None:
    table = small_table()
    assert without_small_talk(table, "友達とです。水をまく?") == "水をまく?"
    assert without_small_talk(table, "友達とです。月は?") == "友達とです。月は?"
    assert ask("友達とです。水をまく?").tokens == ask("水をまく?").tokens


def test_a_word_that_small_talk_has_seldom_speaks_for_the_subject() -> None:
    table = small_table()
    talk = replace(table.vocabulary, small_talk={"水を": 140})
    question = "水を。花を摘む"
    assert without_small_talk(replace(table, vocabulary=talk), question) == question


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("behind", BEHIND)
def test_the_answer_is_that_of_the_question_alone(
    tables: SearchTables, before: str, behind: str
) -> None:
    game, question = tables.corpus.game("ws"), "相手のターンに手札のカードを使えますか？"
    alone = answer(tables, question, game, limit=5)
    amid = answer(tables, f"{before}{question}{behind}", game, limit=5)
    assert [each.clause for each in amid.found] == [each.clause for each in alone.found]
    assert amid.confidence is alone.confidence


def test_talk_alone_is_asked_as_it_stands(tables: SearchTables) -> None:
    table, talk = tables.table(tables.corpus.game("ws")), fold("".join(BEFORE))
    assert len(list(pieces_of(talk))) == len(BEFORE)
    assert without_small_talk(table, talk) == talk


def test_words_of_talk_are_no_slips_of_names(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.game("ws"))
    units = understand(table, read_question("I showw a card at the shop")).units
    assert [unit.text for unit in units if unit.names] == ["showw"]

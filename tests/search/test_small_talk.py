"""Small talk around a question is ignored, the question itself is not."""

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
from rulebook.search.tables.vocabulary_builder import MIN_PIECES, talk_rarities
from rulebook.text.normal import fold
from tests.search.small_table import ask, small_table

# Invented; none of them is in outside.toml.
BEFORE = (
    "はじめて質問させていただきます。",
    "昨晩サークルの後輩と遊んでいて気になったのですが、",
    "お店の人に聞いても答えてもらえなかったんですけど、",
)
AFTER = ("どうかお返事よろしくお願いします。", "後輩とずっと言い争いになっています。")


@given(st.text(alphabet="庭の水、。!?.「」『』がてですまかけど \nａ", max_size=60))
def test_pieces_cover_the_text(text: str) -> None:
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


def test_common_words_of_talk_have_low_rarity() -> None:
    rarities = talk_rarities(["友達と遊んだ。友達に聞いた。"] * MIN_PIECES + ["兄に聞いた。"])
    assert rarities["友達"] < rarities["遊ん"]
    assert "兄" not in rarities  # too rare


def test_small_talk_is_removed_if_a_subject_remains() -> None:
    table = small_table()
    assert without_small_talk(table, "友達とです。水をまく?") == "水をまく?"
    assert without_small_talk(table, "友達とです。月は?") == "友達とです。月は?"
    assert ask("友達とです。水をまく?").tokens == ask("水をまく?").tokens


def test_rare_word_of_small_talk_counts_as_subject() -> None:
    table = small_table()
    talk = replace(table.vocabulary, small_talk={"水を": 140})
    question = "水を。花を摘む"
    assert without_small_talk(replace(table, vocabulary=talk), question) == question


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("after", AFTER)
def test_small_talk_does_not_change_the_answer(
    tables: SearchTables, before: str, after: str
) -> None:
    game, question = tables.corpus.game("ws"), "相手のターンに手札のカードを使えますか？"
    alone = answer(tables, question, game, limit=5)
    surrounded = answer(tables, f"{before}{question}{after}", game, limit=5)
    assert [each.clause for each in surrounded.found] == [each.clause for each in alone.found]
    assert surrounded.confidence is alone.confidence


def test_only_small_talk_is_not_removed(tables: SearchTables) -> None:
    table, talk = tables.table(tables.corpus.game("ws")), fold("".join(BEFORE))
    assert len(list(pieces_of(talk))) == len(BEFORE)
    assert without_small_talk(table, talk) == talk


def test_words_of_talk_are_not_misspelled_names(tables: SearchTables) -> None:
    table = tables.table(tables.corpus.game("ws"))
    units = understand(table, read_question("I showw a card at the shop")).units
    assert [unit.text for unit in units if unit.names] == ["showw"]

"""What questions sound like that no rules answer, and which words of players count."""

from __future__ import annotations

from rulebook.search.asking.confidence import off_topic
from rulebook.search.tables.table_builder import LONGEST_WORD, SAID, phrase_features
from rulebook.search.tables.vocabulary_builder import MOST_ODDS, off_topic_odds
from tests.search.small_table import ask, small_table


def test_words_count_by_how_much_more_often_such_questions_have_them() -> None:
    off_topic = [*["値段はいくら"] * 40, *["花壇の値段"] * 10, "一度だけ"]
    odds = off_topic_odds(off_topic, [*["花壇に種を植える"] * 60, *["花壇の枚数"] * 60])
    assert odds["値段"] == MOST_ODDS
    assert odds["種を"] < 0
    assert odds["花壇"] < 0
    assert "一度" not in odds  # one question alone says it


def test_without_one_kind_of_questions_no_word_counts() -> None:
    assert not off_topic_odds(["値段"] * 9, [])
    assert not off_topic_odds([], ["花壇"] * 9)


def test_a_question_of_such_words_is_off_topic() -> None:
    assert off_topic(ask("天気")) == 3
    assert off_topic(ask("水をまく")) == 0


def test_the_more_else_is_asked_the_less_it_counts() -> None:
    assert 0 < off_topic(ask("天気、水をまく")) < off_topic(ask("天気"))


def test_of_a_long_alias_what_few_say_and_no_rule_prints_is_left_out() -> None:
    often, once, short = "朝に水を運ぶ人", "夜に砂利を運ぶ人", "砂利"
    aliases = [[often] * SAID, [once], [short]]
    found = phrase_features(small_table(), aliases, {"水"})
    assert "砂利" not in found[1][0]
    assert "運ぶ" in found[1][0]
    assert len(short) <= LONGEST_WORD
    assert "砂利" in found[2][0]


def test_a_long_alias_of_which_nothing_would_count_keeps_all() -> None:
    ((features,),) = phrase_features(small_table(), [["砂利と小石と貝殻"]], set())
    assert "小石" in features

"""What questions sound like that no rules answer, and which words of players count."""

from __future__ import annotations

from rulebook.search.asking.confidence import off_topic
from rulebook.search.tables.table_builder import LONGEST_WORD, SAID, phrase_features
from rulebook.search.tables.vocabulary_builder import LEAST_ASKED, off_topic_rarities
from tests.search.small_table import ask, small_table


def test_words_of_such_questions_count_by_how_common_they_are_there() -> None:
    questions = [*["値段はいくら"] * (LEAST_ASKED + 1), *["花壇の値段"] * LEAST_ASKED, "一度だけ"]
    rarities = off_topic_rarities(questions)
    assert rarities["値段"] < rarities["花壇"]
    assert "一度" not in rarities  # too few say it
    assert "くら" not in rarities  # hiragana alone is grammar


def test_a_word_counts_by_how_much_rarer_it_is_in_the_clauses() -> None:
    # No clause has 天気, so it is as rare as can be; 10 is its rarity in such questions.
    most = small_table().rarities[0]
    assert off_topic(ask("天気")) == (most - 10) / most
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

"""What questions sound like that no rules answer, and which words of players count."""

from __future__ import annotations

from rulebook.clauses.corpus import Corpus
from rulebook.links.question_words import load_off_topic
from rulebook.search.asking.confidence import off_topic
from rulebook.search.tables.table_builder import LONGEST_WORD, SAID, phrase_features
from tests.quality.fit_off_topic import Example, fit, tokens_of
from tests.search.small_table import ask, small_table

# Invented for this test.
CHAT = ("新しいパックの発売日は？", "how much does this booster cost?", "大会の参加費を知りたい")
RULES = (
    "手札は何枚まで持てる？",
    "can i attack with a rested character?",
    "山札が切れたらどうなる",
)


def test_weights_are_fitted_by_what_tells_such_questions_apart() -> None:
    texts = [("花壇の値段はいくら", True), ("花壇に種を植える", False), ("花壇の枚数", False)] * 20
    weights = fit([Example(tokens_of(text), off_topic, 1) for text, off_topic in texts])
    assert weights["値段"] > 0 > weights["枚数"]
    assert abs(weights["花壇"]) < weights["値段"]


def test_the_weights_that_ship_tell_questions_apart(corpus: Corpus) -> None:
    weights = load_off_topic(corpus)
    sums = [sum(weights.get(token, 0) for token in tokens_of(text)) for text in CHAT + RULES]
    assert min(sums[: len(CHAT)]) > max(sums[len(CHAT) :])


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

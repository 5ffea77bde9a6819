"""Detection of off-topic questions, and the words of players that count."""

from __future__ import annotations

from rulebook.clauses.corpus import Corpus
from rulebook.links.concepts import OffTopic, load_words
from rulebook.search.asking.confidence import off_topic
from rulebook.search.tables.table_builder import LONGEST_WORD, MIN_PHRASES, phrase_features
from tests.quality.fit_off_topic import Example, fit, tokens_of
from tests.search.small_table import ask, small_table

# Invented for this test.
CHAT = ("新しいパックの発売日は？", "how much does this booster cost?", "大会の参加費を知りたい")
RULES = (
    "手札は何枚まで持てる？",
    "can i attack with a rested character?",
    "山札が切れたらどうなる",
)


def test_fitted_weights_separate_off_topic_questions() -> None:
    texts = [("花壇の値段はいくら", True), ("花壇に種を植える", False), ("花壇の枚数", False)] * 20
    weights = fit([Example(tokens_of(text), off_topic, 1) for text, off_topic in texts])
    assert weights["値段"] > 0 > weights["枚数"]
    assert abs(weights["花壇"]) < weights["値段"]


def test_shipped_weights_separate_off_topic_questions(corpus: Corpus) -> None:
    weights = load_words(corpus, OffTopic).weights
    sums = [sum(weights.get(token, 0) for token in tokens_of(text)) for text in CHAT + RULES]
    assert min(sums[: len(CHAT)]) > max(sums[len(CHAT) :])


def test_question_of_off_topic_words_is_off_topic() -> None:
    assert off_topic(ask("天気")) == 3
    assert off_topic(ask("水をまく")) == 0


def test_off_topic_words_count_less_in_longer_question() -> None:
    assert 0 < off_topic(ask("天気、水をまく")) < off_topic(ask("天気"))


def test_rare_words_of_long_alias_are_omitted() -> None:
    often, once, short = "朝に水を運ぶ人", "夜に砂利を運ぶ人", "砂利"
    aliases = [[often] * MIN_PHRASES, [once], [short]]
    found = phrase_features(small_table(), aliases, {"水"})
    assert "砂利" not in found[1][0]
    assert "運ぶ" in found[1][0]
    assert len(short) <= LONGEST_WORD
    assert "砂利" in found[2][0]


def test_long_alias_of_only_rare_words_keeps_them() -> None:
    ((features,),) = phrase_features(small_table(), [["砂利と小石と貝殻"]], set())
    assert "小石" in features

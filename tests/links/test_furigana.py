"""Furigana of words: every term has one, and words are sorted by the fifty sounds."""

from __future__ import annotations

import re

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.links.furigana import Furigana, load_furigana, row_of
from rulebook.links.linker import link_game


@pytest.fixture(scope="module")
def readings(corpus: Corpus) -> Furigana:
    return load_furigana(corpus)


def test_every_term_has_furigana(corpus: Corpus, readings: Furigana) -> None:
    unread = [
        term.word
        for game in corpus.games.values()
        for term in link_game(corpus, game).terms
        if re.search(
            "[一-龠々]", "".join(reading or text for text, reading in readings.read(term.word))
        )
    ]
    assert unread == []


def test_word_is_read_in_pieces(readings: Furigana) -> None:
    pieces = [*readings.read("クロック置場")]
    assert pieces == [("クロック", None), ("置場", "おきば")]


def test_words_are_sorted_by_the_fifty_sounds(readings: Furigana) -> None:
    words = ["ATK", "アーマー", "相手", "控え室", "ベンチ", "毒呪", "データ"]
    assert sorted(words, key=readings.key) == [
        "ATK", "アーマー", "相手", "データ", "毒呪", "控え室", "ベンチ"
    ]  # fmt: skip
    rows = [row_of(readings.key(word)) for word in words]
    assert rows == ["英数", "あ", "あ", "は", "は", "た", "た"]

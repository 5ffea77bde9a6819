"""Furigana of words: every term has one, and the fifty sounds have their order."""

from __future__ import annotations

import re

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.links.furigana import Furigana, load_furigana, row_of
from rulebook.links.linker import link_game


@pytest.fixture(scope="module")
def readings(corpus: Corpus) -> Furigana:
    return load_furigana(corpus)


def test_every_term_can_be_read(corpus: Corpus, readings: Furigana) -> None:
    unread = [
        term.word
        for game in corpus.games.values()
        for term in link_game(corpus, game).terms
        if re.search(
            "[一-龠々]", "".join(reading or text for text, reading in readings.read(term.word))
        )
    ]
    assert unread == []


def test_a_word_is_read_piece_by_piece(readings: Furigana) -> None:
    pieces = [*readings.read("クロック置場")]
    assert pieces == [("クロック", None), ("置場", "おきば")]


def test_the_order_is_that_of_the_fifty_sounds(readings: Furigana) -> None:
    words = ["ATK", "アーマー", "相手", "控え室", "ベンチ", "毒呪", "データ"]
    assert sorted(words, key=readings.key) == [
        "ATK", "アーマー", "相手", "データ", "毒呪", "控え室", "ベンチ"
    ]  # fmt: skip
    rows = [row_of(readings.key(word)) for word in words]
    assert rows == ["英数", "あ", "あ", "は", "は", "た", "た"]

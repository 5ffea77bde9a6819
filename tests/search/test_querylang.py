from __future__ import annotations

from pathlib import Path

import pytest
from whoosh.index import Index

from rulebook.clauses.corpus import Corpus
from rulebook.errors import QueryError
from rulebook.search.library import open_index
from rulebook.search.querylang import search


@pytest.fixture(scope="module")
def index(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Index:
    return open_index(corpus, Path(tmp_path_factory.mktemp("index")))


def numbers(corpus: Corpus, index: Index, query: str, game: str = "ws") -> list[str]:
    return [hit.number for hit in search(corpus, index, query, corpus.game(game), limit=5000)]


def test_a_phrase_is_read_in_order(corpus: Corpus, index: Index) -> None:
    found = numbers(corpus, index, '"山札の一番上のカード"')
    assert "4.7.1" in found
    book = corpus.read(corpus.game("ws"))
    for number in found:
        assert "山札の一番上のカード" in book.by_number[number].text


def test_not_takes_away(corpus: Corpus, index: Index) -> None:
    everything = set(numbers(corpus, index, "リフレッシュ"))
    without = set(numbers(corpus, index, "リフレッシュ AND NOT 山札"))
    assert without < everything
    book = corpus.read(corpus.game("ws"))
    assert all("山札" not in book.by_number[number].text for number in without)


def test_or_joins(corpus: Corpus, index: Index) -> None:
    one, other = (set(numbers(corpus, index, word)) for word in ("アラーム", "継承"))
    assert set(numbers(corpus, index, "アラーム OR 継承")) == one | other


def test_number_and_title_fields(corpus: Corpus, index: Index) -> None:
    below = numbers(corpus, index, "number:8.6*")
    assert below
    assert all(number.startswith("8.6") for number in below)
    assert numbers(corpus, index, "number:９-2-2") == ["9.2.2"]
    assert numbers(corpus, index, "title:リフレッシュ処理") == ["9.2"]
    assert set(numbers(corpus, index, "number:9-2-1*", "gbf")) >= {"9-2-1", "9-2-1-1"}


def test_full_width_signs_are_signs(corpus: Corpus, index: Index) -> None:
    plain = numbers(corpus, index, '(title:控え室) OR "控え室は公開領域"')
    assert plain == numbers(corpus, index, "（title：控え室）　OR　“控え室は公開領域”")


def test_game_field(corpus: Corpus, index: Index) -> None:
    hits = search(corpus, index, "リフレッシュ game:reb", limit=100)
    assert {hit.game for hit in hits} == {"rebirth-for-you"}


@pytest.mark.parametrize(
    ("query", "column"),
    [
        ("", 0),
        ("   ", 0),
        ('山札 "控え室', 3),
        ('""', 0),
        ("（山札", 0),
        ("山札)", 2),
        ("山札 AND", 3),
        ("OR 山札", 0),
        ("山札 AND OR 手札", 7),
        ("(山札 NOT)", 4),
        ("()", 0),
        ("山札 foo:x", 3),
        ("number:山札", 7),
    ],
)
def test_where_a_query_goes_wrong(corpus: Corpus, index: Index, query: str, column: int) -> None:
    with pytest.raises(QueryError) as caught:
        search(corpus, index, query)
    assert caught.value.column == column
    assert caught.value.hint

from __future__ import annotations

import pytest

from rulebook.errors import QueryError
from rulebook.search.library import Library
from rulebook.search.querylang import search


def numbers(library: Library, query: str, game: str = "ws") -> list[str]:
    asked = library.corpus.game(game)
    return [hit.number for hit in search(library, query, asked, limit=5000)]


def test_a_phrase_is_read_in_order(library: Library) -> None:
    found = numbers(library, '"山札の一番上のカード"')
    assert "4.7.1" in found
    book = library.corpus.read(library.corpus.game("ws"))
    for number in found:
        assert "山札の一番上のカード" in book.by_number[number].text


def test_not_takes_away(library: Library) -> None:
    everything = set(numbers(library, "リフレッシュ"))
    without = set(numbers(library, "リフレッシュ AND NOT 山札"))
    assert without < everything
    book = library.corpus.read(library.corpus.game("ws"))
    assert all("山札" not in book.by_number[number].text for number in without)


def test_or_joins(library: Library) -> None:
    one, other = (set(numbers(library, word)) for word in ("アラーム", "継承"))
    assert set(numbers(library, "アラーム OR 継承")) == one | other


def test_number_and_title_fields(library: Library) -> None:
    below = numbers(library, "number:8.6*")
    assert below
    assert all(number.startswith("8.6") for number in below)
    assert numbers(library, "number:９-2-2") == ["9.2.2"]
    assert numbers(library, "title:リフレッシュ処理") == ["9.2"]
    assert set(numbers(library, "number:9-2-1*", "gbf")) >= {"9-2-1", "9-2-1-1"}


@pytest.mark.parametrize(
    ("game", "query", "prefix"),
    [("ws", "number:8.1.*", "8.1."), ("gbf", "number:3-2-*", "3-2-"), ("ws", "number:1*", "1")],
)
def test_a_star_stands_for_what_follows(
    library: Library, game: str, query: str, prefix: str
) -> None:
    """Behind a point, only what is below; without it, any number that begins so."""
    book = library.corpus.read(library.corpus.game(game))
    printed = [clause.number for clause in book.clauses if clause.printed]
    below = {number for number in printed if number.startswith(prefix)}
    assert below
    assert set(numbers(library, query, game)) == below


def test_a_field_holds_for_a_phrase_or_a_group(library: Library) -> None:
    assert numbers(library, 'title:"リフレッシュ処理"') == ["9.2"]
    assert set(numbers(library, "title:(山札 OR 手札)")) >= {"3.2", "3.3"}


def test_full_width_signs_are_signs(library: Library) -> None:
    plain = numbers(library, '(title:控え室) OR "控え室は公開領域"')
    assert plain == numbers(library, "（title：控え室）　OR　“控え室は公開領域”")


def test_game_field(library: Library) -> None:
    hits = search(library, "リフレッシュ game:reb", limit=100)
    assert {hit.game.id for hit in hits} == {"rebirth-for-you"}


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
        ("number:", 0),
        ("title: 山札", 0),
        ("山札 NOT NOT 手札", 7),
    ],
)
def test_where_a_query_goes_wrong(library: Library, query: str, column: int) -> None:
    with pytest.raises(QueryError) as caught:
        search(library, query)
    assert caught.value.column == column
    assert caught.value.hint

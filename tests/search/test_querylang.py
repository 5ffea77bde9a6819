from __future__ import annotations

import pytest

from rulebook.errors import QueryError
from rulebook.search.query.parser import search
from rulebook.search.tables.search_tables import SearchTables


def numbers(tables: SearchTables, query: str, game: str = "ws") -> list[str]:
    asked = tables.corpus.game(game)
    return [hit.number for hit in search(tables, query, asked, limit=5000)]


def test_a_phrase_is_read_in_order(tables: SearchTables) -> None:
    found = numbers(tables, '"山札の一番上のカード"')
    assert "4.7.1" in found
    book = tables.corpus.read(tables.corpus.game("ws"))
    for number in found:
        assert "山札の一番上のカード" in book.by_number[number].text


def test_not_takes_away(tables: SearchTables) -> None:
    everything = set(numbers(tables, "リフレッシュ"))
    without = set(numbers(tables, "リフレッシュ AND NOT 山札"))
    assert without < everything
    book = tables.corpus.read(tables.corpus.game("ws"))
    assert all("山札" not in book.by_number[number].text for number in without)


def test_or_joins(tables: SearchTables) -> None:
    one, other = (set(numbers(tables, word)) for word in ("アラーム", "継承"))
    assert set(numbers(tables, "アラーム OR 継承")) == one | other


def test_number_and_title_fields(tables: SearchTables) -> None:
    below = numbers(tables, "number:8.6*")
    assert below
    assert all(number.startswith("8.6") for number in below)
    assert numbers(tables, "number:９-2-2") == ["9.2.2"]
    assert numbers(tables, "title:リフレッシュ処理") == ["9.2"]
    assert set(numbers(tables, "number:9-2-1*", "gbf")) >= {"9-2-1", "9-2-1-1"}


@pytest.mark.parametrize(
    ("game", "query", "prefix"),
    [("ws", "number:8.1.*", "8.1."), ("gbf", "number:3-2-*", "3-2-"), ("ws", "number:1*", "1")],
)
def test_a_star_stands_for_what_follows(
    tables: SearchTables, game: str, query: str, prefix: str
) -> None:
    """Behind a point, only what is below; without it, any number that begins so."""
    book = tables.corpus.read(tables.corpus.game(game))
    printed = [clause.number for clause in book.clauses if clause.printed]
    below = {number for number in printed if number.startswith(prefix)}
    assert below
    assert set(numbers(tables, query, game)) == below


def test_a_field_holds_for_a_phrase_or_a_group(tables: SearchTables) -> None:
    assert numbers(tables, 'title:"リフレッシュ処理"') == ["9.2"]
    assert set(numbers(tables, "title:(山札 OR 手札)")) >= {"3.2", "3.3"}
    both = numbers(tables, "title:ダメ*処理*")
    assert [] != both == numbers(tables, "title:(ダメ AND 処理*)")


def test_a_word_with_several_stars_is_one_operand(tables: SearchTables) -> None:
    """NOT and OR hold for all of it, not only for what precedes the first star."""
    both = set(numbers(tables, "控え*公開*"))
    assert both == set(numbers(tables, "控え AND 公開*"))
    assert set(numbers(tables, "継承 OR 控え*公開*")) == both | set(numbers(tables, "継承"))
    assert not both & set(numbers(tables, "控え NOT 控え*公開*"))
    assert numbers(tables, "控え NOT 控え*公開*")


def test_full_width_signs_are_signs(tables: SearchTables) -> None:
    plain = numbers(tables, '(title:控え室) OR "控え室は公開領域"')
    assert plain == numbers(tables, "（title：控え室）　OR　“控え室は公開領域”")


def test_words_are_found_in_any_width_and_case(tables: SearchTables) -> None:
    for plain, other in (
        ("3枚", "３枚"),
        ('"アタック" OR cx', '"ｱﾀｯｸ" OR ＣX'),
        ("控え室*", "控え\u200b室*"),
    ):
        assert [] != numbers(tables, plain) == numbers(tables, other)


def test_game_field(tables: SearchTables) -> None:
    hits = search(tables, "リフレッシュ game:reb", limit=100)
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
        ("山札 " + "NOT 札 " * 100, 3 + 6 * 99 + 4),
    ],
)
def test_where_a_query_goes_wrong(tables: SearchTables, query: str, column: int) -> None:
    with pytest.raises(QueryError) as caught:
        search(tables, query)
    assert caught.value.column == column
    assert caught.value.hint

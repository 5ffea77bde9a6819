from __future__ import annotations

import pytest

from rulebook.errors import QueryError, UnknownClause
from rulebook.search.query import search
from rulebook.search.tables.search_tables import SearchTables


def numbers(tables: SearchTables, query: str, game: str = "ws") -> list[str]:
    asked = tables.corpus.game(game)
    return [hit.number for hit in search(tables, query, asked, limit=5000)]


def test_phrase_matches_words_in_order(tables: SearchTables) -> None:
    found = numbers(tables, '"山札の一番上のカード"')
    assert "4.7.1" in found
    book = tables.corpus.read(tables.corpus.game("ws"))
    for number in found:
        assert "山札の一番上のカード" in book.by_number[number].text


def test_not_excludes_clauses(tables: SearchTables) -> None:
    everything = set(numbers(tables, "リフレッシュ"))
    without = set(numbers(tables, "リフレッシュ AND NOT 山札"))
    assert without < everything
    book = tables.corpus.read(tables.corpus.game("ws"))
    assert all("山札" not in book.by_number[number].text for number in without)


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("山札 -公開", "山札 NOT 公開"),
        ('山札 -"公開領域"', '山札 NOT "公開領域"'),
        ("山札 (-title:山札 手札)", "山札 (NOT title:山札 手札)"),
        ("山札 -(公開 OR 手札)", "山札 NOT (公開 OR 手札)"),
        ("ver-1 - 札", "ver 1 札"),
    ],
)
def test_minus_excludes_as_in_queries_of_cards(tables: SearchTables, query: str, same: str) -> None:
    assert numbers(tables, query) == numbers(tables, same)
    assert numbers(tables, "山札 -公開") != numbers(tables, "山札 公開") != []


@pytest.mark.parametrize(
    ("query", "game", "said"),
    [
        ("cites:99.9", "ws", "ヴァイスシュヴァルツ has no clause 99.9"),
        ("number:9.2.99", "ws", "The nearest that exists is 9.2.4."),
        ("cited-by:第99条", "ws", "has no clause 99"),
        ("山札 number:A-1", "ws", "The nearest that exists is 11."),
        ("cites:99.9", None, "no game has a clause 99.9"),
    ],
)
def test_number_that_no_clause_has_is_said(
    tables: SearchTables, query: str, game: str | None, said: str
) -> None:
    with pytest.raises(UnknownClause) as raised:
        search(tables, query, tables.corpus.game(game) if game else None)
    assert said in str(raised.value)
    assert numbers(tables, "number:9.2.4 cites:9.2") == []


def test_or_combines_clauses(tables: SearchTables) -> None:
    one, other = (set(numbers(tables, word)) for word in ("アラーム", "継承"))
    assert set(numbers(tables, "アラーム OR 継承")) == one | other


def test_number_and_title_fields_match(tables: SearchTables) -> None:
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
def test_star_matches_numbers_with_prefix(
    tables: SearchTables, game: str, query: str, prefix: str
) -> None:
    """After a separator only children; without it all numbers with the prefix."""
    book = tables.corpus.read(tables.corpus.game(game))
    printed = [clause.number for clause in book.clauses if clause.printed]
    below = {number for number in printed if number.startswith(prefix)}
    assert below
    assert set(numbers(tables, query, game)) == below


def test_field_applies_to_phrase_or_group(tables: SearchTables) -> None:
    assert numbers(tables, 'title:"リフレッシュ処理"') == ["9.2"]
    assert set(numbers(tables, "title:(山札 OR 手札)")) >= {"3.2", "3.3"}
    both = numbers(tables, "title:ダメ*処理*")
    assert [] != both == numbers(tables, "title:(ダメ AND 処理*)")


def test_word_with_several_stars_is_one_operand(tables: SearchTables) -> None:
    """NOT and OR apply to the whole word, not only to the part before the first star."""
    both = set(numbers(tables, "控え*公開*"))
    assert both == set(numbers(tables, "控え AND 公開*"))
    assert set(numbers(tables, "継承 OR 控え*公開*")) == both | set(numbers(tables, "継承"))
    assert not both & set(numbers(tables, "控え NOT 控え*公開*"))
    assert numbers(tables, "控え NOT 控え*公開*")


def test_full_width_operators_are_operators(tables: SearchTables) -> None:
    plain = numbers(tables, '(title:控え室) OR "控え室は公開領域"')
    assert plain == numbers(tables, "（title：控え室）　OR　“控え室は公開領域”")


def test_words_match_in_any_width_and_case(tables: SearchTables) -> None:
    for plain, other in (
        ("3枚", "３枚"),
        ('"アタック" OR cx', '"ｱﾀｯｸ" OR ＣX'),
        ("控え室*", "控え\u200b室*"),
    ):
        assert [] != numbers(tables, plain) == numbers(tables, other)


def test_game_field_selects_game(tables: SearchTables) -> None:
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
        ('札 "山*札"', 4),
        ("山札 -NOT 手札", 4),
        ("number:山札", 7),
        ("number:", 0),
        ("title: 山札", 0),
        ("手札 title:-山札", 3),
        ("山札 NOT NOT 手札", 7),
        ("山札 " + "NOT 札 " * 100, 3 + 6 * 99 + 4),
    ],
)
def test_error_in_query_has_its_column(tables: SearchTables, query: str, column: int) -> None:
    with pytest.raises(QueryError) as raised:
        search(tables, query)
    assert raised.value.column == column
    assert raised.value.hint

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.search.analysis import (
    abbreviated_name,
    find_names,
    lengths_of_names,
    longest_of,
    name_key,
    name_keys,
    nearest_name,
)
from rulebook.search.tables.search_tables import SearchTables
from rulebook.text.normal import fold, normalise

KNOWN = {
    name_key(fold(name)) for name in ("エネルギー", "エネ", "山", "山札", "マリガン", "deck", "殴")
}


def found(question: str) -> list[str]:
    normal = normalise(question)
    names = find_names(normal.text, KNOWN.__contains__, longest_of(KNOWN))
    return [normal.printed(name.start, name.end).of(question) for name in names]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("山札がない", ["山札"]),
        ("エネルギーとエネ", ["エネルギー", "エネ"]),
        ("山から引く", ["山"]),
        ("火山と登山", []),
        ("ﾏﾘｶﾞﾝしたい", ["ﾏﾘｶﾞﾝ"]),
        ("まりがんは何回", ["まりがん"]),
        ("ＤＥＣＫ out", ["ＤＥＣＫ"]),
        ("decks", []),
        ("殴られたら", ["殴"]),
        ("やまほど", []),
        ("そうかえねえか", []),
    ],
)
def test_names_are_found_in_a_question(question: str, names: list[str]) -> None:
    assert found(question) == names


def test_longest_names_are_found(tables: SearchTables) -> None:
    for game in tables.corpus.games.values():
        table = tables.table(game)
        for key in sorted(table.all_names(), key=len)[-20:]:
            first = next(find_names(key, table.knows, table.longest_name))
            assert first.key == key


@given(st.text(alphabet="山札エネルギーまりがん殴deck、 ", max_size=40))
def test_names_are_in_order_and_do_not_overlap(question: str) -> None:
    names = list(find_names(fold(question), KNOWN.__contains__, longest_of(KNOWN)))
    assert all(a.end <= b.start for a, b in pairwise(names))


@given(st.text(alphabet="山札エネルギーまりがん殴deck、 ", max_size=40))
def test_lengths_of_names_do_not_change_the_result(question: str) -> None:
    text, knows = fold(question), KNOWN.__contains__
    by_lengths = find_names(text, knows, lengths_of_names(KNOWN))
    assert list(by_lengths) == list(find_names(text, knows, longest_of(KNOWN)))


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("殴る", ("殴ル", "殴")),
        ("捨てる", ("捨テル", "捨テ")),
        ("スタンドする", ("スタンドスル", "スタンド")),
        ("なくす", ("ナクス",)),
        ("山札", ("山札",)),
    ],
)
def test_keys_of_verbs_are_stems(name: str, keys: tuple[str, ...]) -> None:
    assert name_keys(name) == keys


@pytest.mark.parametrize(
    ("slip", "name"),
    [("マリガソ", "マリガン"), ("エネルギ", "エネルギー"), ("エ", None), ("アルファベット", None)],
)
def test_misspelling_finds_nearest_name(slip: str, name: str | None) -> None:
    assert nearest_name(slip, KNOWN) == name


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("マリコウ", "マリガンコウゲキ"),
        ("マリコゲ", None),
        ("マコウ", None),
    ],
)
def test_abbreviation_joins_beginnings_of_two_parts(short: str, name: str | None) -> None:
    assert abbreviated_name(short, ("マリガン", "マリガンコウゲキセン", "マリガンコウゲキ")) == name

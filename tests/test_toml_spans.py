"""Spans of keys and values in TOML agree with the standard library."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.toml_files.spans import KeyPath, TomlPart, find_pieces
from tests.support import ROOT

HARD = '''# first
title = "a # no comment" # one
"quoted key" = 'x'
a.b . c = 1979-05-27 07:32:00
d = { x = [1, 2, { y = "z" }], "1.2" = true }
many = [
  "one", # "1"
  'two',
  """three
[[no]] = 1 \\""" """,
]
lit = \'\'\'
# no comment
\'\'\'
[table."1.1"]
k = +1e3
[[list]]
v = 1
[[list.inner]]
w = 2
[[list.inner]]
w = 3
[[list]]
[list.sub]
v = "last"'''


def _values(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    match data:
        case dict():
            for key, value in data.items():
                yield from _values(value, (*path, key))
        case list():
            for at, value in enumerate(data):
                yield from _values(value, (*path, at))
        case _:
            yield path, data


FILES = sorted((ROOT / "corpus").rglob("*.toml"))


@pytest.mark.parametrize(
    "text",
    [
        HARD,
        HARD.replace("\n", "\r\n"),
        *(path.read_text(encoding="utf-8") for path in FILES),
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        "",
        "# only",
        "[[ a . b ]]\n[ c ] # end\n",
    ],
)
def test_value_spans_have_the_parsed_values(text: str) -> None:
    pieces = find_pieces(text)
    found = {
        piece.path: tomllib.loads(f"x = {piece.span.of(text)}")["x"]
        for piece in pieces
        if piece.part is TomlPart.VALUE
    }
    assert found == dict(_values(tomllib.loads(text)))


def test_keys_comments_and_tables_have_spans() -> None:
    pieces = find_pieces(HARD)
    comments = [piece.span.of(HARD) for piece in pieces if piece.part is TomlPart.COMMENT]
    assert comments == ["# first", "# one", '# "1"']
    keys = {piece.path: piece.span.of(HARD) for piece in pieces if piece.part is TomlPart.KEY}
    assert keys["quoted key",] == '"quoted key"'
    assert keys["a", "b", "c"] == "c"
    assert keys["d", "1.2"] == '"1.2"'
    assert keys["list", 0, "inner", 1, "w"] == "w"
    tables = [piece.path for piece in pieces if piece.part is TomlPart.TABLE]
    assert tables == [
        ("table", "1.1"),
        ("list", 0),
        ("list", 0, "inner", 0),
        ("list", 0, "inner", 1),
        ("list", 1),
        ("list", 1, "sub"),
    ]
    entries = {piece.path: piece.span.of(HARD) for piece in pieces if piece.part is TomlPart.ENTRY}
    assert entries["many",].startswith('many = [\n  "one"')
    assert entries["many",].endswith(",\n]")

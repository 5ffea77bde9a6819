"""All faults of a file are reported at once, each with its line and a remedy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path

import pytest

from rulebook.errors import CorpusError
from rulebook.toml_files import spans as toml_spans
from rulebook.toml_files.kinds import ClauseNumber, GameId, Pattern, fits
from rulebook.toml_files.loader import KeyLines, load_toml


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Entry:
    word: str
    clause: ClauseNumber
    also: tuple[ClauseNumber, ...] = ()
    colour: Colour = Colour.RED


@dataclass(frozen=True, slots=True)
class File:
    id: GameId
    day: date | None = None
    entry: tuple[Entry, ...] = ()
    names: Mapping[str, str | Entry] = field(default_factory=dict)
    marks: tuple[Pattern, ...] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    edition: str
    rest: Mapping[str, Entry]


def load(tmp_path: Path, text: str | bytes, kind: type = File) -> object:
    path = tmp_path / "table.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_toml(path, kind)


def faults(tmp_path: Path, text: str | bytes, kind: type = File) -> list[tuple[int | None, str]]:
    with pytest.raises(CorpusError) as raised:
        load(tmp_path, text, kind)
    assert "table.toml" in str(raised.value)
    assert all(fault.instead for fault in raised.value.faults)
    return [(fault.line, fault.what) for fault in raised.value.faults]


WRONG_IDS = ["con", "NUL", "com1", "../x", "", "x" * 65, "all", "EN", "a-cards"]


@pytest.mark.parametrize("name", WRONG_IDS)
def test_id_that_is_no_file_name_is_rejected(tmp_path: Path, name: str) -> None:
    assert faults(tmp_path, f'id = "{name}"\n')
    assert load(tmp_path, 'id = "console"\n')
    assert load(tmp_path, 'id = "en-cards-2"\n')


def test_valid_file_is_loaded(tmp_path: Path) -> None:
    text = (
        '\ufeffid = "x-1"\nday = 2026-01-02\nmarks = ["(?:【[^】]*】|(?!.*c)[*+])+"]\n'
        '[[entry]]\nword = "山"\n'
        'clause = "8.6.3"\ncolour = "blue"\n[names]\na = "b"\nc = { word = "d", clause = "1" }\n'
    )
    entry = Entry("山", "8.6.3", (), Colour.BLUE)
    names: dict[str, str | Entry] = {"a": "b", "c": Entry("d", "1")}
    marks = ("(?:【[^】]*】|(?!.*c)[*+])+",)
    assert load(tmp_path, text) == File("x-1", date(2026, 1, 2), (entry,), names, marks)


def test_rest_has_all_other_tables(tmp_path: Path) -> None:
    text = 'edition = "1"\n["x y"]\nword = "山"\nclause = "1.1"\n'
    assert load(tmp_path, text, Rest) == Rest("1", {"x y": Entry("山", "1.1")})
    assert faults(tmp_path, text.replace('"1.1"', "1.1"), Rest) == [
        (4, "x y.clause: 1.1 is not text")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('id = "../x"', [(1, "id: '../x' is not allowed here")]),
        ("id = 3\nday = 3", [(1, "id: 3 is not text"), (2, "day: ")]),
        ("idd = 3", [(None, "id is missing"), (1, "unknown key idd")]),
        ('id = "x"\nentry = {}', [(2, "entry: {} is not an array")]),
        ('id = "x"\nnames = []', [(2, "names: [] is not a table")]),
        ('id = "x"\nmarks = ["("]', [(2, "marks.0: '(' is not a regular expression")]),
        ('id = "x"\nmarks = ["a{99999999999}"]', [(2, "marks.0: 'a{99999999999}' is not a")]),
        (f'id = "x"\nmarks = ["{"(" * 9999}a{")" * 9999}"]', [(2, "marks.0: '(((")]),
        ('id = "x"\nmarks = ["", "a*"]', [(2, "marks.0: '' matches"), (2, "marks.1: 'a*' match")]),
        ('id = "x"\nmarks = ["(.+.+)+x"]', [(2, "marks.0: '(.+.+)+x' repeats a repetition")]),
        (
            'id = "x"\nmarks = ["(.+.+){1,9}x"]',
            [(2, "marks.0: '(.+.+){1,9}x' repeats a repetition")],
        ),
        ("id = 'x'\nmarks = ['((?:[(]{2,}|\\))a?){3,}']", [(2, "marks.0: '((?:[(]{2,}|")]),
        (
            'id = "x"\n[[entry]]\nword = "a"\nclause = "1"\n[[entry]]\nword = """\nid = 3\n"""\n'
            'also = ["1", 2, "x y"]\ncolour = "green"',
            [
                (5, "entry.1.clause is missing"),
                (9, "entry.1.also.1: 2 is not text"),
                (9, "entry.1.also.2: 'x y' is not allowed here"),
                (10, "entry.1.colour: 'green' is not one of the allowed values"),
            ],
        ),
        ('id = "x"\n\nday = \n', [(3, "not TOML: Invalid value")]),
        (b'id = "x"\n\xff', [(2, "not UTF-8")]),
        ("id = " + "1" * 5000, [(None, "not TOML: a number of thousands of digits")]),
        ("id = " + "[" * 3000, [(None, "hundreds of nested brackets")]),
    ],
)
def test_every_fault_is_reported(
    tmp_path: Path, text: str | bytes, expected: list[tuple[int | None, str]]
) -> None:
    found = faults(tmp_path, text)
    assert [line for line, _ in found] == [line for line, _ in expected]
    for (_, what), (_, begins) in zip(found, expected, strict=True):
        assert what.startswith(begins)


def test_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="cannot be read"):
        load_toml(tmp_path / "none.toml", File)


def test_missing_key_has_the_line_of_its_table() -> None:
    assert KeyLines("a = 1\n[b]\nc = 1").line(("x", "y")) is None
    assert KeyLines("a = 1\n[b]\nc = 1").line(("b", "missing")) == 2


def test_text_is_scanned_once_for_all_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned: list[str] = []
    find = toml_spans.find_pieces

    def counted(text: str) -> object:
        scanned.append(text)
        return find(text)

    monkeypatch.setattr(toml_spans, "find_pieces", counted)
    reported = faults(tmp_path, "".join(f"odd{at} = 1\n" for at in range(300)))
    assert len([line for line, _ in reported if line]) == 300
    assert len(scanned) == 1


@pytest.mark.parametrize(
    "number", ["8.6.3", "2の2.3の10", "100.2a", "A-1", "2k2a", "FP-1.2", "1:2"]
)
def test_every_form_of_number_is_allowed(number: str) -> None:
    assert fits(number, ClauseNumber)

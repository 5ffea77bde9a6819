"""Files of rulings are read completely, or all faults are reported with their lines."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest

from rulebook.api import open_rules
from rulebook.as_json import schema
from rulebook.clauses.corpus import Corpus
from rulebook.errors import CorpusError
from rulebook.files import MOST_BYTES
from rulebook.rulings.model import Ruling, RulingState
from rulebook.rulings.ruling_files import load_ruling_file, write_row
from tests.conftest import HOSTILE
from tests.rulings.stars import add_stars, ruling_toml
from tests.support import copied_game

TOML = """edition = "1.109"
game = "ws"
[source]
name = "大会の記録"
address = "https://example.org/"

[[ruling]]
id = "t-1"
date = 2026-11-22
question = "問い"
answer = "答え（9.2.2）。"
clauses = ["9.2.2"]
cards = ["【自】 あなたは1枚引く。"]

[[ruling]]
id = "t-2"
question = "別の問い"
answer = "別の答え"
state = "withdrawn"
address = "https://example.org/2"
"""


def write(folder: Path, text: str | bytes, name: str = "r.toml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults(path: Path, corpus: Corpus) -> str:
    with pytest.raises(CorpusError) as raised:
        load_ruling_file(path, corpus.game)
    return str(raised.value)


def test_toml_rulings_have_source_and_line(tmp_path: Path, corpus: Corpus) -> None:
    first, second = load_ruling_file(write(tmp_path, TOML), corpus.game)
    assert (first.game, first.edition, first.clauses) == ("weiss-schwarz", "1.109", ("9.2.2",))
    assert first.source.name == second.source.name == "大会の記録"
    assert second.source.address == "https://example.org/2"
    assert (second.state, second.date) == (RulingState.WITHDRAWN, None)
    assert [ruling.place.line for ruling in (first, second)] == [7, 15]


def test_written_rulings_are_read_back(tmp_path: Path, corpus: Corpus) -> None:
    read = load_ruling_file(write(tmp_path, TOML), corpus.game)
    lines = "".join(map(write_row, read))
    for line in lines.splitlines():
        jsonschema.validate(json.loads(line), schema("ruling"))
    assert load_ruling_file(write(tmp_path, lines, "r.jsonl"), corpus.game) == read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("edition = \n", "r.toml:1: not TOML"),
        (TOML.replace('"1.109"', "1.109", 1), "edition: 1.109 is not text"),
        (TOML.replace("2026-11-22", '"2026-11-22"'), "r.toml:9: ruling.0.date"),
        (TOML.replace("2026-11-22", "2026-11-22T10:00:00"), "2026-11-22T10:00:00 is not a date"),
        (TOML.replace('["9.2.2"]', '"9.2.2"'), "r.toml:12: ruling.0.clauses"),
        (TOML.replace('"t-2"', '"../t"'), "r.toml:16: ruling.1.id"),
        (TOML.replace('"別の答え"', '" "'), "r.toml:18: ruling.1.answer"),
        (TOML.replace("withdrawn", "gone"), "not one of the allowed values"),
        (TOML.replace('"ws"', '"xyz"'), "r.toml:2: no game is called 'xyz'"),
        (TOML.replace('game = "ws"\n', ""), "game is missing"),
        (
            TOML.replace("別の問い", "別の\u202e問い"),
            "ruling.1.question: '別の\\u202e問い' has a control",
        ),
        (TOML.encode("cp932"), "not UTF-8"),
    ],
)
def test_faulty_toml_is_reported_with_its_line(
    tmp_path: Path, corpus: Corpus, text: str | bytes, message: str
) -> None:
    assert message in faults(write(tmp_path, text), corpus)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON (hundreds of nested brackets"),
        ('{"id": ' + "1" * 5000 + "}", "not JSON (a number of thousands of digits"),
        ('{"id": "a", "id": "b"}', "not JSON ('id' occurs twice"),
        ('{"id" "a"}', "not JSON (a colon is missing at character 7"),
        ('{"id": "a", "source": "me"}', "source: 'me' is not an object; write an object"),
        ('{"id": "a", "clauses": [null]}', "clauses.0: null is not text"),
        ("[]", "not an object"),
        ('{"id": "a", "question": "\\ud800"}', "lone surrogate"),
        ('{"id": "a"}', 'question is missing; add "question"'),
        ('{"id": 1, "edition": "1", "game": "ws", "question": "q", "answer": "a"}', "not text"),
        ('{"id": "a", "date": "2026-13-01"}', "not a date"),
        ('{"id": "a", "edition": "1", "game": "no", "question": "q", "answer": "a"}', "no game"),
    ],
)
def test_faulty_line_is_reported(tmp_path: Path, corpus: Corpus, line: str, message: str) -> None:
    path = write(tmp_path, f"\n{line}\n", "r.jsonl")
    assert f"{path}:2: " in faults(path, corpus)
    assert message in faults(path, corpus)


def test_other_encoding_is_reported_with_remedy(tmp_path: Path, corpus: Corpus) -> None:
    row = '{"id": "a", "game": "ws", "edition": "1", "question": "山札がない", "answer": "敗北"}'
    path = write(tmp_path, row.encode("cp932"), "r.jsonl")
    assert "Shift_JIS" in faults(path, corpus)


def test_single_bad_byte_is_not_another_encoding(tmp_path: Path, corpus: Corpus) -> None:
    row = '{"id": "a", "game": "ws", "edition": "1", "question": "山札がない", "answer": "敗北"}'
    for bad_bytes in (b"\0", b"\xed\xa0\x80"):
        message = faults(write(tmp_path, row.encode() + bad_bytes, "r.jsonl"), corpus)
        assert "UTF-16" not in message
        assert (bad_bytes == b"\0") is ("a NUL" in message)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_endless_or_large_file_is_not_read(tmp_path: Path, corpus: Corpus) -> None:
    assert "not a regular file" in faults(Path("/dev/zero"), corpus)
    (tmp_path / "large.jsonl").touch()
    os.truncate(tmp_path / "large.jsonl", MOST_BYTES + 1)
    assert "larger than 100 MB" in faults(tmp_path / "large.jsonl", corpus)


def test_subfolders_and_linked_folders_are_read(tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, ruling_toml("a", "順番は？", "先攻から。", ["2.1.1"]))
    place, shared = corpus / "stars" / "rulings", tmp_path / "shared"
    for id, folder in (("b", place / "of" / "judges"), ("c", shared), ("d", place / ".git")):
        folder.mkdir(parents=True)
        row = {"id": id, "edition": "1.0", "question": id, "answer": "はい。"}
        (folder / f"{id}.jsonl").write_text(json.dumps(row), encoding="utf-8")
    (place / "link").symlink_to(shared)
    (shared / "back").symlink_to(place)
    assert sorted(each.id for each in open_rules(corpus).rulings.all()) == ["a", "b", "c"]


def test_ruling_in_folder_of_another_game_is_an_error(tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    path = write(tmp_path, TOML.replace('"ws"', '"los"').replace("1.109", "1.0.03"))
    los = corpus.game("los")
    assert len(load_ruling_file(path, corpus.game, los)) == 2
    copied_game("victory-spark", tmp_path)
    both = copied_game("legend-of-stars", tmp_path)
    with pytest.raises(CorpusError, match="in the folder of victory-spark"):
        load_ruling_file(path, both.game, both.game("vs"))


def test_markup_in_answer_is_text(tmp_path: Path, corpus: Corpus) -> None:
    hostile = TOML.replace("別の答え", HOSTILE.replace('"', '\\"'))
    ruling: Ruling = load_ruling_file(write(tmp_path, hostile), corpus.game)[1]
    assert ruling.answer == HOSTILE

"""Damaged or shared card libraries, and unusual card files."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rulebook.api import Rules
from rulebook.card_library import database, indexing
from rulebook.card_library.card_files import LibraryCard, load_cards
from rulebook.card_library.database import open_library, writing_library
from rulebook.clauses.game import Game
from rulebook.errors import CardLibraryError
from tests.card_library.conftest import CARDS, execute, numbered_cards, write_jsonl
from tests.conftest import Run


def test_card_stays_while_another_file_has_it(rules: Rules, tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", write_jsonl(tmp_path / "2.jsonl", CARDS[:2])
    library = rules.card_library("ws", tmp_path / "c.db")
    library.index([write_jsonl(one, CARDS[:1]), two])
    assert library.index([write_jsonl(two, CARDS[1:2])]).gone == 0
    assert len(execute(tmp_path / "c.db", "SELECT id FROM cards")) == 2
    assert library.index([write_jsonl(one, CARDS[2:3])]).gone == 1


def test_card_may_be_corrected_under_another_file_name(rules: Rules, tmp_path: Path) -> None:
    one, two = write_jsonl(tmp_path / "1.jsonl", CARDS[:1]), tmp_path / "2.jsonl"
    library = rules.card_library("ws", tmp_path / "c.db")
    library.index([one])
    one.unlink()
    report = library.index([write_jsonl(two, [{**CARDS[1], "id": CARDS[0]["id"]}])])
    assert (report.rejected, report.changed) == (0, 1)


@pytest.mark.skipif(os.name != "posix", reason="names of files are text here")
def test_file_name_may_be_invalid_utf8(rules: Rules, tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xe3\x81.jsonl"))
    write_jsonl(file, CARDS[:1])
    library = rules.card_library("ws", tmp_path / "cards.db")
    assert library.index([file]).new == 1
    assert library.index([file]).unchanged == 1
    (path,) = execute(tmp_path / "cards.db", "SELECT path FROM sources")[0]
    assert path.endswith(r"\xe3\x81.jsonl")


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM meta WHERE name = 'edition'",
        "UPDATE cards SET text = x'ff00'",
        "UPDATE cards SET name = x'ff00'",
    ],
)
def test_damaged_library_is_rejected(damage: str, rules: Rules, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "cards.db"
    rules.card_library("ws", path).index([write_jsonl(tmp_path / "cards.jsonl", CARDS)])
    with closing(sqlite3.connect(path)) as library, library:
        library.execute(damage)
    for command in (
        ("cards", "find", "-g", "ws", "引く", "--db", path),
        ("cards", "index", "-g", "ws", "--out", path),
        ("site", "build", tmp_path / "site", "--cards", path),
    ):
        result = run(*command)
        assert result.exit_code == 2, result.output
        assert f"{path}: it is damaged" in result.output


def test_concurrent_writers_create_one_library(rules: Rules, tmp_path: Path) -> None:
    path, game = tmp_path / "cards.db", rules.game("ws")
    with writing_library(path, game) as one, writing_library(path, game) as other:
        for library in (one, other):
            assert library.execute("SELECT count(*) FROM meta").fetchone() == (3,)
    with open_library(path, game) as library:
        assert library.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_library_created_by_another_process_is_reused(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = tmp_path / "cards.db", rules.game("ws")
    create = database._empty_library

    def create_late(game: Game) -> bytes:
        monkeypatch.setattr(database, "_empty_library", create)
        rules.card_library("ws", path).index([write_jsonl(tmp_path / "cards.jsonl", CARDS)])
        return create(game)

    monkeypatch.setattr(database, "_empty_library", create_late)
    with writing_library(path, game) as library:
        assert library.execute("SELECT count(*) FROM cards").fetchone() == (len(CARDS),)


def test_indexing_stops_when_overtaken_by_another_process(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = numbered_cards(30)
    file, out = write_jsonl(tmp_path / "c.jsonl", cards), tmp_path / "c.db"
    monkeypatch.setattr(indexing, "_BATCH", 1)
    rules.card_library("ws", out).index([file])

    def overtake(done: int) -> None:
        if done == 18:
            monkeypatch.setattr(indexing, "_BATCH", 500)
            rules.card_library("ws", out).index([file])

    with pytest.raises(CardLibraryError, match="another process"):
        rules.card_library("ws", out).index([file], progress=overtake)
    assert execute(out, "SELECT count(*) FROM cards") == [(30,)]
    assert execute(out, "SELECT * FROM rejects") == []


def test_interrupted_edition_change_leaves_library_unusable(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, library = (
        write_jsonl(tmp_path / "c.jsonl", CARDS),
        rules.card_library("ws", tmp_path / "c.db"),
    )
    library.index([file])
    execute(library.path, "UPDATE meta SET value = '0.9' WHERE name = 'edition'")
    execute(library.path, "UPDATE cards SET reading = 'older'")
    monkeypatch.setattr(indexing, "_BATCH", 1)

    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library.index([], progress=stop)
    with pytest.raises(CardLibraryError, match="with different editions"):
        library.using("8.4.1")
    library.index([])
    assert library.using("8.4.1")


@pytest.mark.parametrize(
    ("name", "content", "more"),
    [
        ("c.jsonl", '{"id": 0, "text": "", "power": 0, "rare": ""}', '{"power": 0}'),
        ("c.csv", "id,text,,\n0,a,0,b", '{"#3": "0", "#4": "b"}'),
    ],
)
def test_zeros_and_unnamed_columns_are_stored(
    tmp_path: Path, name: str, content: str, more: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    (card,) = load_cards(tmp_path / name)
    assert isinstance(card, LibraryCard)
    assert (card.id, card.more) == ("0", more)


@pytest.mark.parametrize(
    "table", ['id,text\r1,"a\nb"\r', 'id;text\n1;"a\nb"\n', '"id"\ttext\n1\t"a\nb"\n']
)
def test_line_ends_and_delimiters_are_detected(tmp_path: Path, table: str) -> None:
    (tmp_path / "c.csv").write_bytes(table.encode())
    (card,) = load_cards(tmp_path / "c.csv")
    assert isinstance(card, LibraryCard)
    assert (card.id, card.text) == ("1", "a\nb")


@pytest.mark.parametrize("form", ["json", "jsonl", "csv"])
def test_file_cut_off_removes_no_cards(rules: Rules, tmp_path: Path, run: Run, form: str) -> None:
    file, out = tmp_path / f"c.{form}", tmp_path / "c.db"
    rows = [json.dumps(card, ensure_ascii=False) for card in CARDS]
    written = {
        "json": "[" + ",\n".join(rows) + "]",
        "jsonl": "\n".join(rows),
        "csv": "id,text\n" + "".join(f'{card["id"]},"{card["text"]}"\n' for card in CARDS),
    }[form]
    file.write_text(written, encoding="utf-8")
    rules.card_library("ws", out).index([file])
    file.write_text(written[: written.index(str(CARDS[1]["id"])) + 3], encoding="utf-8")
    result = run("cards", "index", "-g", "ws", str(file), "--out", str(out))
    assert result.exit_code == 1
    assert f"cards of {file} that were not read stay in the library" in result.stderr
    assert execute(out, "SELECT count(*) FROM cards") == [(4,)]

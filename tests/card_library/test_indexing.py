"""Card files are indexed into a database: every readable card, and only changed ones again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rulebook.api import Rules
from rulebook.card_library import indexing
from rulebook.card_library import library as library_module
from rulebook.card_library.card_files import load_cards
from rulebook.card_library.database import writing_library
from rulebook.clauses.game import Game
from rulebook.errors import CardLibraryError
from rulebook.text import data_files
from rulebook.text.data_files import Reject
from tests.card_library.conftest import CARDS, execute, numbered_cards, write_jsonl
from tests.conftest import Run


def dump(path: Path) -> list[tuple[Any, ...]]:
    """Return all rows on the cards of a library, without the keys of the database."""
    cards = "SELECT id, line, text, status, more, digest FROM cards ORDER BY id"
    parts = "SELECT id, section, act, verb, of_zones, from_zones, to_zones, words FROM all_parts"
    links = "SELECT id, clause, role, words FROM card_clauses"
    unsorted = [*execute(path, parts), *execute(path, links)]
    return [*execute(path, cards), *sorted(unsorted, key=str)]


def test_parts_have_zones_and_counts(library: Path) -> None:
    costs = execute(
        library, "SELECT act, from_zones, to_zones FROM costs WHERE id = 'LH/W01-001' ORDER BY part"
    )
    assert costs == [("pay-stock", None, None), ("put", "手札", "控え室")]
    effects = execute(library, "SELECT act FROM effects WHERE id = 'LH/W01-001' ORDER BY part")
    assert [act for (act,) in effects] == [
        *("may", "pay", "if-you-do", "look", "choose", "show", "add", "shuffle")
    ]
    burn = execute(library, "SELECT who, whom, count FROM effects WHERE act = 'deal-damage'")
    assert burn == [("あなた", "相手", 2)]


SALVAGE = ("return", "控え室")


@pytest.mark.parametrize(
    ("text", "act", "zones"),
    [
        (
            "あなたは自分の控え室の、《灯台》のキャラか「港」を1枚選び、手札に戻す。",
            "return",
            "控え室",
        ),
        (
            "このカードは次の能力を得る。『【自】 このカードがアタックした時、あなたは自分の"
            "控え室のキャラを1枚選び、手札に戻す。』",
            *SALVAGE,
        ),
        ("【自】 アンコール ［(2)］", "put", None),
    ],
)
def test_granted_and_keyword_effects_are_indexed(
    rules: Rules, tmp_path: Path, text: str, act: str, zones: str | None
) -> None:
    out = tmp_path / "c.db"
    file = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])
    rules.card_library("ws", out).index([file])
    rows = execute(out, "SELECT act, from_zones FROM effects WHERE act = ? AND to_zones <> ''", act)
    assert rows == [] if zones is None else rows == [(act, zones)]


@pytest.mark.parametrize(
    "text",
    [
        "次の2つの効果のうちあなたが選んだ1つを行う。『［手札を1枚控え室に置く］ あなたはコストを"
        "払ってよい。そうしたら、あなたは1枚引く。』『相手に1ダメージを与える。』",
        "【永】 あなたのキャラすべてに、『【自】 アンコール ［手札のキャラを1枚控え室に置く］』"
        "という能力を与える。",
    ],
)
def test_costs_in_quoted_abilities_are_costs(rules: Rules, tmp_path: Path, text: str) -> None:
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index(
        [write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])]
    )
    assert execute(out, "SELECT act, from_zones FROM costs") == [("put", "手札")]


def test_clauses_equal_those_of_annotate(library: Path, rules: Rules) -> None:
    for card in CARDS:
        text = str(card["text"])
        expected = {
            (clause["number"], clause["role"], text[span["start"] : span["end"]])
            for ability in rules.annotator("ws").annotate(text).as_json()["governing"]
            for clause in ability
            for span in clause["spans"]
        }
        sql = "SELECT clause, role, words FROM card_clauses WHERE id = ?"
        assert set(execute(library, sql, card["id"])) == expected


def test_steps_equal_those_of_resolve(library: Path, rules: Rules) -> None:
    first = CARDS[0]
    steps = rules.resolve("ws", str(first["text"])).abilities[0].steps
    expected = [step.text for step in steps if step.part != "between"]
    sql = "SELECT s.text FROM steps s JOIN abilities USING (ability)"
    sql += " JOIN cards USING (card) WHERE id = ?"
    assert [text for (text,) in execute(library, f"{sql} ORDER BY place", first["id"])][
        : len(expected)
    ] == expected


def test_database_passes_integrity_checks(library: Path) -> None:
    assert execute(library, "PRAGMA integrity_check") == [("ok",)]
    assert execute(library, "PRAGMA foreign_key_check") == []
    assert execute(library, "PRAGMA journal_mode") == [("delete",)]
    assert not [path for path in library.parent.iterdir() if path.name.startswith("cards.db-")]
    for (view,) in execute(library, "SELECT name FROM sqlite_master WHERE type = 'view'"):
        execute(library, f"SELECT * FROM {view} LIMIT 1")


def test_unknown_columns_are_stored(library: Path) -> None:
    sql = "SELECT colour, level, more FROM cards ORDER BY id LIMIT 1"
    assert execute(library, sql) == [("黄", 1, '{"rare": "R"}')]


def test_csv_json_and_jsonl_give_equal_cards(rules: Rules, library: Path, tmp_path: Path) -> None:
    as_json = tmp_path / "cards.json"
    as_json.write_text(json.dumps(CARDS), encoding="utf-8")
    table = tmp_path / "cards.csv"
    heading = ["番号", "name", "type", "color", "level", "効果", "rare"]
    rows = [
        heading,
        *(
            [card.get(k, "") for k in ("id", "name", "type", "color", "level", "text", "rare")]
            for card in CARDS
        ),
    ]
    quoted = (
        "\ufeff" + "\r\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
    ).encode()
    table.write_bytes(quoted)
    for file, columns in ((as_json, []), (table, ["id=番号", "text=効果"])):
        out = tmp_path / f"{file.suffix[1:]}.db"
        report = rules.card_library("ws", out).index([file], columns=columns)
        assert (report.new, report.rejected) == (len(CARDS), 0)
        query = "SELECT id, name, text, level, more FROM cards ORDER BY id"
        assert execute(out, query) == execute(library, query)


def test_only_changed_cards_are_read_again(rules: Rules, tmp_path: Path) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    again = rules.card_library("ws", out).index([file])
    assert (again.unchanged, again.new, again.changed) == (4, 0, 0)
    edited = [{**CARDS[0], "text": "【自】 アンコール"}, *CARDS[2:], {**CARDS[1], "id": "LH/W01-9"}]
    write_jsonl(file, edited)
    report = rules.card_library("ws", out).index([file])
    assert (report.changed, report.unchanged, report.new, report.gone) == (1, 2, 1, 1)
    fresh = tmp_path / "fresh.db"
    rules.card_library("ws", fresh).index([file])
    assert dump(out) == dump(fresh)
    assert execute(out, "PRAGMA foreign_key_check") == []
    rows = execute(out, "SELECT rowid FROM cards_fts WHERE words MATCH '\"ダメージ\"'")
    assert len(rows) == 1


def test_changed_code_reads_all_cards_again(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    before = dump(out)
    monkeypatch.setattr(indexing, "_reading_key", lambda *_: "newer")
    report = rules.card_library("ws", out).index([])
    assert report.read_again == len(CARDS)
    assert dump(out) == before
    assert execute(out, "SELECT DISTINCT reading FROM cards") == [("newer",)]


def test_interrupted_run_is_resumed(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = numbered_cards(30)
    file, out, uninterrupted = (
        write_jsonl(tmp_path / "c.jsonl", cards),
        tmp_path / "c.db",
        tmp_path / "w.db",
    )
    monkeypatch.setattr(indexing, "_BATCH", 5)

    def stop(done: int) -> None:
        if done == 18:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rules.card_library("ws", out).index([file], progress=stop)
    assert execute(out, "SELECT count(*) FROM cards") == [(15,)]
    report = rules.card_library("ws", out).index([file])
    assert (report.new, report.unchanged) == (15, 15)
    rules.card_library("ws", uninterrupted).index([file])
    assert dump(out) == dump(uninterrupted)


def test_rows_that_are_not_cards_are_rejected(rules: Rules, tmp_path: Path) -> None:
    file, out = tmp_path / "c.jsonl", tmp_path / "c.db"
    lines = [
        json.dumps(CARDS[0]).encode(),
        b'{"id": "x", "text": ',
        b"[1, 2]",
        b'{"id": " ", "text": "a"}',
        b'{"name": "no id", "text": "a"}',
        b'{"id": "half", "text": "\\ud800"}',
        b'{"id": "latin", "text": "\xe9"}',
        json.dumps({"id": "long", "text": "あ" * 30_000}).encode(),
        json.dumps({**CARDS[1], "id": CARDS[0]["id"]}).encode(),
        b"\x00\x01\x02\xff" * 50,
    ]
    file.write_bytes(b"\n".join(lines))
    report = rules.card_library("ws", out).index([file])
    assert (report.new, report.rejected) == (1, len(lines) - 1)
    reasons = dict(execute(out, "SELECT line, reason FROM rejects"))
    assert list(reasons) == list(range(2, len(lines) + 1))
    assert "not JSON" in reasons[2]
    assert "no column 'id'" in reasons[5]
    assert "unpaired surrogates" in reasons[6]
    assert "30000 characters" in reasons[8]
    assert "line 1" in reasons[9]
    again = rules.card_library("ws", out).index([file])
    assert (again.unchanged, again.rejected) == (1, len(lines) - 1)
    assert execute(out, "SELECT count(*) FROM rejects") == [(len(lines) - 1,)]


def test_card_of_another_game_is_reported(rules: Rules, tmp_path: Path) -> None:
    out = tmp_path / "c.db"
    text = "【起】【エントリー】：［エネ2］このターン中、このキャラを＋２/±０。"
    file = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])
    assert rules.card_library("ws", out).index([file]).foreign == 1
    ((reason,),) = execute(out, "SELECT reason FROM unread_parts WHERE words = ? LIMIT 1", text)
    assert "a card of Reバース for you (understood: 100%)" in reason


def test_card_of_another_file_is_not_overwritten(rules: Rules, tmp_path: Path) -> None:
    one, two = write_jsonl(tmp_path / "1.jsonl", CARDS[:1]), tmp_path / "2.jsonl"
    write_jsonl(two, [{**CARDS[1], "id": CARDS[0]["id"]}])
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([one])
    report = rules.card_library("ws", out).index([two])
    assert (report.rejected, report.changed) == (1, 0)
    assert execute(out, "SELECT text FROM cards") == [(CARDS[0]["text"],)]


def test_internal_error_rejects_only_its_card(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    annotator = rules.annotator("ws")
    annotate = type(annotator).annotate

    def fail(self: object, text: str, id: str | None = None) -> object:
        if "2枚" in text:
            raise LookupError("invented")
        return annotate(annotator, text, id)

    monkeypatch.setattr(type(annotator), "annotate", fail)
    out = tmp_path / "c.db"
    report = rules.card_library("ws", out).index([write_jsonl(tmp_path / "c.jsonl", CARDS)])
    assert (report.new, report.rejected) == (3, 1)
    assert "LookupError: invented" in execute(out, "SELECT reason FROM rejects")[0][0]


@pytest.mark.parametrize("content", [b"", b"\n\n", b'{"di": "1", "text": ""}\n'])
def test_empty_file_removes_no_cards(rules: Rules, tmp_path: Path, content: bytes) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    file.write_bytes(content)
    report = rules.card_library("ws", out).index([file])
    assert (report.empty, report.gone) == ([file], 0)
    assert execute(out, "SELECT count(*) FROM cards") == [(4,)]


HEADING = "番号,効果\n"
NAMED = ("id=番号", "text=効果")


@pytest.mark.parametrize(
    ("name", "content", "columns", "message"),
    [
        ("c.csv", HEADING + "1,\n", ("id=番号", "text=ない"), "has no column 'ない'"),
        ("c.csv", HEADING + "1,\n", (*NAMED, "owner=誰"), "its columns are '番号', '効果'"),
        ("c.csv", HEADING + "1,\n", (), "has no column 'id'"),
        ("c.csv", "x" * 9_000 + ",y\n1,2\n", (), r"columns are 'x{39}…', 'y'"),
        ("c.csv", (HEADING + "1,\n").encode("cp932"), NAMED, "Shift_JIS"),
        ("c.csv", (HEADING + "1,\n").encode("utf-16"), NAMED, "UTF-16"),
        ("c.jsonl", '{"id": "1", "text": "山札"}'.encode("euc-jp"), (), "EUC-JP"),
        ("c.jsonl", '{"id": "1", "text": ""}'.encode("utf-16-le"), (), "UTF-16"),
        ("c.csv", b"id,text,text\n1,a,b\n", (), "two columns"),
        ("c.json", b'[{"id": "1", "text": ""}]', ("name=nmae",), "no card of .* has 'nmae'"),
    ],
)
def test_unusable_file_leaves_the_library_unchanged(
    rules: Rules, tmp_path: Path, name: str, content: str | bytes, columns: Any, message: str
) -> None:
    good, out = write_jsonl(tmp_path / "good.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([good])
    before = out.read_bytes()
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(CardLibraryError, match=message):
        rules.card_library("ws", out).index([good, file], columns=columns)
    assert out.read_bytes() == before


def test_irregular_files_are_rejected(rules: Rules, tmp_path: Path) -> None:
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    for path in (tmp_path / "loop.jsonl", Path("/dev/zero")):
        with pytest.raises(CardLibraryError, match="not a regular file"):
            rules.card_library("ws", tmp_path / "c.db").index([path])


@pytest.mark.parametrize(
    ("rows", "ids", "reason"),
    [
        ('1,"ない\n2,x\n3,y\n', ["2", "3"], "never closed"),
        ('1,"ない\n2,x\n3,"y"\n', ["2", "3"], "before the end of its cell"),
        ('1,"ない\nある "q" 2"\n3,y\n', ["3"], "before the end of its cell"),
        (f"1,{'あ' * 200_000}\n2,x\n", ["2"], "a cell has more than"),
        ('1,"a\nb"\n2,x\n', ["1", "2"], None),
        ("1,a,b\n2,x\n", ["2"], "it has 3 cells"),
        ('1,"a\rb"\n2,x\r\n', ["1", "2"], None),
        ("1,a\rb\n2,x\n", ["2"], "a carriage return"),
        (f"1,a{',y' * 500_000}\n2,x\n", ["2"], "more than 1000000 characters"),
        ('1,"a' + "\nb" * 250 + '"\n2,x\n', ["2"], "not closed in 200 lines"),
        ('1,"a' + "\nb" * 300 + "\n2,x\n", ["2"], "not closed in 200 lines"),
    ],
)
def test_bad_csv_row_loses_no_other_row(
    rules: Rules, tmp_path: Path, rows: str, ids: list[str], reason: str | None
) -> None:
    file, out = tmp_path / "c.csv", tmp_path / "c.db"
    file.write_text(HEADING + rows, encoding="utf-8")
    report = rules.card_library("ws", out).index([file], columns=NAMED)
    assert [id for (id,) in execute(out, "SELECT id FROM cards ORDER BY id")] == ids
    assert report.reported[:1] == ([(file, 2, report.reported[0][2])] if reason else [])
    assert reason is None or reason in report.reported[0][2]


ROWS = [
    ('{"id": "1", "text": null}', ""),
    ('{"id": 1, "text": ["山", "札"]}', "山\n札"),
    ('{"id": "1", "text": 1}', "the card text is not a string but 1"),
    ('{"id": true, "text": ""}', "the id is not a text or a number but True"),
    ('{"id": [1], "text": ""}', "the id is not a text or a number but [1]"),
    ('{"id": "1", "text": "", "level": NaN}', "not JSON: NaN is not a number in JSON"),
    ('{"id": "1", "text": "", "level": 1e999}', "not JSON: 1e999 is too large a number"),
    ('{"id": "1", "id": "2", "text": ""}', "not JSON: 'id' occurs twice"),
    ('{"id": "1" "text": ""}', "not JSON: a comma is missing at character 12"),
    ('{"id": "1", "text": "\\x"}', "not JSON: an unexpected character"),
    ("[" * 100_000, "not JSON: hundreds of nested brackets"),
]


@pytest.mark.parametrize(("row", "expected"), ROWS)
@pytest.mark.parametrize("suffix", ["jsonl", "json"])
def test_load_and_index_agree_on_valid_rows(
    rules: Rules, tmp_path: Path, row: str, expected: str, suffix: str
) -> None:
    file, out = tmp_path / f"c.{suffix}", tmp_path / "c.db"
    file.write_text(f"[{row}]" if suffix == "json" else row, encoding="utf-8")
    (read,) = load_cards(file)
    report = rules.card_library("ws", out).index([file])
    if isinstance(read, Reject):
        assert expected.removeprefix("not JSON: ").partition(" at character ")[0] in read.reason
        assert [reason for _, _, reason in report.reported] == [read.reason]
    else:
        assert (read.id, read.text) == ("1", expected)
        assert execute(out, "SELECT id, text FROM cards") == [("1", expected)]


def test_endless_line_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files, "_LONGEST_LINE", 3_000_000)
    (tmp_path / "zeros").write_bytes(bytes(9_000_000))
    for path in (tmp_path / "zeros", Path("/dev/zero")):
        (rejected,) = load_cards(path)
        assert "more than 1000000 characters" in getattr(rejected, "reason", "")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": 1}', "not a JSON array"),
        (b'[{"id": "a", "text": "a"}, {"i', "here on"),
        (b'[{"id": "a", "text": "a"} {"id": "b", "text": "b"}]', "a comma is missing"),
        (b'[{"id": "a", "text": "a"}, ]', "a value is missing"),
        (b'[,{"id": "a", "text": "a"}]', "a value is missing"),
        (b'[{"id": "a", "text": "a"}][{"id": "b", "text": "b"}]', "after the end"),
    ],
)
def test_broken_json_array_is_reported(
    rules: Rules, tmp_path: Path, content: bytes, message: str
) -> None:
    file, out = tmp_path / "c.json", tmp_path / "c.db"
    file.write_bytes(content)
    assert rules.card_library("ws", out).index([file]).rejected == 1
    assert message in execute(out, "SELECT reason FROM rejects")[0][0]


def _change_version(path: Path) -> None:
    with sqlite3.connect(path) as library:
        library.execute("PRAGMA user_version = 99")


def _write_other_database(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (a)")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_change_version, "another version of Rulebook"),
        (_write_other_database, "not a card library"),
        (lambda path: path.write_bytes(b"not a database, surely" * 99), "not a database"),
    ],
)
def test_file_that_is_not_a_library_is_unchanged(
    rules: Rules, tmp_path: Path, damage: Any, message: str
) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    damage(out)
    before = out.read_bytes()
    with pytest.raises(CardLibraryError, match=message):
        rules.card_library("ws", out).index([file])
    assert out.read_bytes() == before


def test_library_of_another_game_is_rejected(rules: Rules, library: Path) -> None:
    with pytest.raises(CardLibraryError, match="weiss-schwarz, not of rebirth-for-you"):
        rules.card_library("reb", library).index([])


def test_full_disk_loses_no_committed_cards(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = numbered_cards(60)
    file, out = write_jsonl(tmp_path / "c.jsonl", cards), tmp_path / "c.db"
    monkeypatch.setattr(indexing, "_BATCH", 10)

    @contextmanager
    def open_small(path: Path, game: Game) -> Iterator[sqlite3.Connection]:
        with writing_library(path, game) as library:
            (pages,) = library.execute("PRAGMA page_count").fetchone()
            library.execute(f"PRAGMA max_page_count = {pages + 30}")
            yield library

    with monkeypatch.context() as patch:
        patch.setattr(library_module, "writing_library", open_small)
        with pytest.raises(CardLibraryError, match="disk is full"):
            rules.card_library("ws", out).index([file])
    (stored,) = execute(out, "SELECT count(*) FROM cards")[0]
    assert stored % 10 == 0
    report = rules.card_library("ws", out).index([file])
    assert (report.unchanged, report.new) == (stored, 60 - stored)


def test_index_command_output_and_exit_codes(run: Run, tmp_path: Path) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    result = run("cards", "index", "-g", "ws", str(file), "--out", str(out))
    assert (result.exit_code, result.output) == (
        0,
        f"{out}: 4 new, 0 changed, 0 unchanged, 0 removed, 0 read again\n",
    )
    file.write_text(file.read_text(encoding="utf-8") + "nonsense\n", encoding="utf-8")
    result = run("cards", "index", "-g", "ws", str(file), "--out", str(out))
    assert result.exit_code == 1
    assert "1 rows are not cards" in result.output
    assert f"{file}:5: not JSON: a value is missing at character 1" in result.output
    fresh = run("cards", "index", "-g", "ws", "--out", str(tmp_path / "new.db"))
    assert (fresh.exit_code, (tmp_path / "new.db").exists()) == (2, False)
    for option in (["--column", "x=y"], ["--column", "text"]):
        result = run("cards", "index", "-g", "ws", str(file), "--out", str(out), *option)
        assert result.exit_code == 2
        assert "the fields are id, name" in result.output
    missing = run("cards", "index", "-g", "ws", str(tmp_path / "no.csv"), "--out", str(out))
    assert (missing.exit_code, "there is no file" in missing.output) == (2, True)


def test_several_processes_give_the_same_library(
    rules: Rules, library: Path, tmp_path: Path
) -> None:
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([write_jsonl(tmp_path / "cards.jsonl", CARDS)], jobs=2)
    assert dump(out) == dump(library)

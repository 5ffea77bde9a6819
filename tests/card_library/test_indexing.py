"""Files of cards become a database: all that can be read, nothing lost, only what changed."""

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
from rulebook.text import tables
from rulebook.text.tables import Reject
from tests.card_library.conftest import CARDS, numbered_cards, write_jsonl
from tests.conftest import Run


def ask(path: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as library:
        return library.execute(sql, values).fetchall()


def dump(path: Path) -> list[tuple[Any, ...]]:
    """Everything that a library says of its cards, without its own keys."""
    sql = "SELECT id, line, text, status, more, digest FROM cards ORDER BY id"
    parts = "SELECT id, section, act, verb, of_zones, from_zones, to_zones, words FROM all_parts"
    links = "SELECT id, clause, role, words FROM card_clauses"
    return [*ask(path, sql), *sorted(ask(path, parts), key=str), *sorted(ask(path, links))]


def test_parts_say_what_is_taken_from_where(library: Path) -> None:
    costs = ask(
        library, "SELECT act, from_zones, to_zones FROM costs WHERE id = 'LH/W01-001' ORDER BY part"
    )
    assert costs == [("pay-stock", None, None), ("put", "手札", "控え室")]
    effects = ask(library, "SELECT act FROM effects WHERE id = 'LH/W01-001' ORDER BY part")
    assert [act for (act,) in effects] == [
        *("may", "pay", "if-you-do", "look", "choose", "show", "add", "shuffle")
    ]
    burn = ask(library, "SELECT who, whom, count FROM effects WHERE act = 'deal-damage'")
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
def test_what_is_given_shared_or_said_by_the_rules_counts(
    rules: Rules, tmp_path: Path, text: str, act: str, zones: str | None
) -> None:
    out = tmp_path / "c.db"
    file = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])
    rules.card_library("ws", out).index([file])
    found = ask(out, "SELECT act, from_zones FROM effects WHERE act = ? AND to_zones <> ''", act)
    assert found == [] if zones is None else found == [(act, zones)]


@pytest.mark.parametrize(
    "text",
    [
        "次の2つの効果のうちあなたが選んだ1つを行う。『［手札を1枚控え室に置く］ あなたはコストを"
        "払ってよい。そうしたら、あなたは1枚引く。』『相手に1ダメージを与える。』",
        "【永】 あなたのキャラすべてに、『【自】 アンコール ［手札のキャラを1枚控え室に置く］』"
        "という能力を与える。",
    ],
)
def test_costs_inside_of_quotations_are_costs(rules: Rules, tmp_path: Path, text: str) -> None:
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index(
        [write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])]
    )
    assert ask(out, "SELECT act, from_zones FROM costs") == [("put", "手札")]


def test_links_are_those_of_annotate(library: Path, rules: Rules) -> None:
    for card in CARDS:
        text = str(card["text"])
        wanted = {
            (clause["number"], clause["role"], text[span["start"] : span["end"]])
            for one in (rules.annotator("ws").annotate(text).as_json()["governing"])
            for clause in one
            for span in clause["spans"]
        }
        sql = "SELECT clause, role, words FROM card_clauses WHERE id = ?"
        assert set(ask(library, sql, card["id"])) == wanted


def test_steps_are_those_of_resolve(library: Path, rules: Rules) -> None:
    first = CARDS[0]
    steps = rules.resolve("ws", str(first["text"])).abilities[0].steps
    wanted = [step.text for step in steps if step.part != "between"]
    sql = "SELECT s.text FROM steps s JOIN abilities USING (ability)"
    sql += " JOIN cards USING (card) WHERE id = ?"
    assert [text for (text,) in ask(library, f"{sql} ORDER BY place", first["id"])][
        : len(wanted)
    ] == wanted


def test_database_is_sound(library: Path) -> None:
    assert ask(library, "PRAGMA integrity_check") == [("ok",)]
    assert ask(library, "PRAGMA foreign_key_check") == []
    assert ask(library, "PRAGMA journal_mode") == [("delete",)]
    assert not [path for path in library.parent.iterdir() if path.name.startswith("cards.db-")]
    for (view,) in ask(library, "SELECT name FROM sqlite_master WHERE type = 'view'"):
        ask(library, f"SELECT * FROM {view} LIMIT 1")


def test_other_columns_are_kept(library: Path) -> None:
    sql = "SELECT colour, level, more FROM cards ORDER BY id LIMIT 1"
    assert ask(library, sql) == [("黄", 1, '{"rare": "R"}')]


def test_csv_json_and_lines_give_the_same(rules: Rules, library: Path, tmp_path: Path) -> None:
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
        texts = "SELECT id, name, text, level, more FROM cards ORDER BY id"
        assert ask(out, texts) == ask(library, texts)


def test_only_what_changed_is_read(rules: Rules, tmp_path: Path) -> None:
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
    assert ask(out, "PRAGMA foreign_key_check") == []
    found = ask(out, "SELECT rowid FROM cards_fts WHERE words MATCH '\"ダメージ\"'")
    assert len(found) == 1


def test_other_code_reads_all_again(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    before = dump(out)
    monkeypatch.setattr(indexing, "_reading_key", lambda *_: "newer")
    report = rules.card_library("ws", out).index([])
    assert report.read_again == len(CARDS)
    assert dump(out) == before
    assert ask(out, "SELECT DISTINCT reading FROM cards") == [("newer",)]


def test_interrupted_run_is_taken_up(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = numbered_cards(30)
    file, out, whole = (
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
    assert ask(out, "SELECT count(*) FROM cards") == [(15,)]
    report = rules.card_library("ws", out).index([file])
    assert (report.new, report.unchanged) == (15, 15)
    rules.card_library("ws", whole).index([file])
    assert dump(out) == dump(whole)


def test_rows_that_are_no_cards_stay_behind(rules: Rules, tmp_path: Path) -> None:
    file, out = tmp_path / "c.jsonl", tmp_path / "c.db"
    lines = [
        json.dumps(CARDS[0]).encode(),
        b'{"id": "x", "text": ',
        b"[1, 2]",
        b'{"id": "", "text": "a"}',
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
    told = dict(ask(out, "SELECT line, reason FROM rejects"))
    assert list(told) == list(range(2, len(lines) + 1))
    assert "not JSON" in told[2]
    assert "no column 'id'" in told[5]
    assert "unpaired surrogates" in told[6]
    assert "30000 characters" in told[8]
    assert "line 1" in told[9]
    again = rules.card_library("ws", out).index([file])
    assert (again.unchanged, again.rejected) == (1, len(lines) - 1)
    assert ask(out, "SELECT count(*) FROM rejects") == [(len(lines) - 1,)]


def test_a_card_of_another_game_is_told(rules: Rules, tmp_path: Path) -> None:
    out = tmp_path / "c.db"
    text = "【起】【エントリー】：［エネ2］このターン中、このキャラを＋２/±０。"
    file = write_jsonl(tmp_path / "c.jsonl", [{"id": "1", "text": text}])
    assert rules.card_library("ws", out).index([file]).foreign == 1
    (told,) = ask(out, "SELECT words, reason FROM unread_parts WHERE words = ? LIMIT 1", text)
    assert "a card of Reバース for you (understood: 100%)" in told[1]


def test_an_id_of_another_file_is_not_overwritten(rules: Rules, tmp_path: Path) -> None:
    one, two = write_jsonl(tmp_path / "1.jsonl", CARDS[:1]), tmp_path / "2.jsonl"
    write_jsonl(two, [{**CARDS[1], "id": CARDS[0]["id"]}])
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([one])
    report = rules.card_library("ws", out).index([two])
    assert (report.rejected, report.changed) == (1, 0)
    assert ask(out, "SELECT text FROM cards") == [(CARDS[0]["text"],)]


def test_a_fault_of_ours_stops_nothing(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    annotator = rules.annotator("ws")
    annotate = type(annotator).annotate

    def fails(self: object, text: str, id: str | None = None) -> object:
        if "2枚" in text:
            raise LookupError("invented")
        return annotate(annotator, text, id)

    monkeypatch.setattr(type(annotator), "annotate", fails)
    out = tmp_path / "c.db"
    report = rules.card_library("ws", out).index([write_jsonl(tmp_path / "c.jsonl", CARDS)])
    assert (report.new, report.rejected) == (3, 1)
    assert "LookupError: invented" in ask(out, "SELECT reason FROM rejects")[0][0]


@pytest.mark.parametrize("content", [b"", b"\n\n", b'{"di": "1", "text": ""}\n'])
def test_a_file_without_a_card_takes_nothing_away(
    rules: Rules, tmp_path: Path, content: bytes
) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    file.write_bytes(content)
    report = rules.card_library("ws", out).index([file])
    assert (report.empty, report.gone) == ([file], 0)
    assert ask(out, "SELECT count(*) FROM cards") == [(4,)]


HEADING = "番号,効果\n"
NAMED = ("id=番号", "text=効果")


@pytest.mark.parametrize(
    ("name", "content", "columns", "told"),
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
    ],
)
def test_a_file_that_is_meant_otherwise_touches_nothing(
    rules: Rules, tmp_path: Path, name: str, content: str | bytes, columns: Any, told: str
) -> None:
    good, out = write_jsonl(tmp_path / "good.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([good])
    before = out.read_bytes()
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(CardLibraryError, match=told):
        rules.card_library("ws", out).index([good, file], columns=columns)
    assert out.read_bytes() == before


def test_what_can_be_read_but_once_is_no_file_of_a_library(rules: Rules, tmp_path: Path) -> None:
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    for path in (tmp_path / "loop.jsonl", Path("/dev/zero")):
        with pytest.raises(CardLibraryError, match="not a regular file"):
            rules.card_library("ws", tmp_path / "c.db").index([path])


@pytest.mark.parametrize(
    ("rows", "kept", "reason"),
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
def test_a_bad_row_of_a_table_costs_itself(
    rules: Rules, tmp_path: Path, rows: str, kept: list[str], reason: str | None
) -> None:
    file, out = tmp_path / "c.csv", tmp_path / "c.db"
    file.write_text(HEADING + rows, encoding="utf-8")
    report = rules.card_library("ws", out).index([file], columns=NAMED)
    assert [id for (id,) in ask(out, "SELECT id FROM cards ORDER BY id")] == kept
    assert report.reported[:1] == ([(file, 2, report.reported[0][2])] if reason else [])
    assert reason is None or reason in report.reported[0][2]


ROWS = [
    ('{"id": "1", "text": null}', ""),
    ('{"id": 1, "text": ["山", "札"]}', "山\n札"),
    ('{"id": "1", "text": 1}', "the card text is not a string but 1"),
    ('{"id": "1", "text": "", "level": NaN}', "not JSON: NaN is not a number in JSON"),
    ('{"id": "1", "text": "", "level": 1e999}', "not JSON: 1e999 is too large a number"),
    ('{"id": "1", "id": "2", "text": ""}', "not JSON: 'id' occurs twice"),
    ('{"id": "1" "text": ""}', "not JSON: a comma is missing at character 12"),
    ('{"id": "1", "text": "\\x"}', "not JSON: an unexpected character"),
    ("[" * 100_000, "not JSON: hundreds of nested brackets"),
]


@pytest.mark.parametrize(("row", "told"), ROWS)
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_all_commands_take_the_same_for_a_card(
    rules: Rules, tmp_path: Path, row: str, told: str, form: str
) -> None:
    file, out = tmp_path / f"c.{form}", tmp_path / "c.db"
    file.write_text(f"[{row}]" if form == "json" else row, encoding="utf-8")
    (read,) = load_cards(file)
    report = rules.card_library("ws", out).index([file])
    if isinstance(read, Reject):
        assert told.removeprefix("not JSON: ").partition(" at character ")[0] in read.reason
        assert [reason for _, _, reason in report.reported] == [read.reason]
    else:
        assert ask(out, "SELECT id, text FROM cards") == [(read.id, read.text)] == [("1", told)]


def test_a_line_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_LONGEST_LINE", 3_000_000)
    (tmp_path / "zeros").write_bytes(bytes(9_000_000))
    for path in (tmp_path / "zeros", Path("/dev/zero")):
        (rejected,) = load_cards(path)
        assert "more than 1000000 characters" in getattr(rejected, "reason", "")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b'{"id": 1}', "not a JSON array"),
        (b'[{"id": "a", "text": "a"}, {"i', "here on"),
        (b'[{"id": "a", "text": "a"} {"id": "b", "text": "b"}]', "a comma is missing"),
        (b'[{"id": "a", "text": "a"}, ]', "a value is missing"),
        (b'[,{"id": "a", "text": "a"}]', "a value is missing"),
        (b'[{"id": "a", "text": "a"}][{"id": "b", "text": "b"}]', "after the end"),
    ],
)
def test_broken_arrays_are_told(rules: Rules, tmp_path: Path, content: bytes, word: str) -> None:
    file, out = tmp_path / "c.json", tmp_path / "c.db"
    file.write_bytes(content)
    assert rules.card_library("ws", out).index([file]).rejected == 1
    assert word in ask(out, "SELECT reason FROM rejects")[0][0]


def _other_version(path: Path) -> None:
    with sqlite3.connect(path) as library:
        library.execute("PRAGMA user_version = 99")


def _no_library(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (a)")


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (_other_version, "another version of Rulebook"),
        (_no_library, "not a card library"),
        (lambda path: path.write_bytes(b"not a database, surely" * 99), "not a database"),
    ],
)
def test_what_is_no_library_is_left_alone(
    rules: Rules, tmp_path: Path, spoil: Any, word: str
) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    rules.card_library("ws", out).index([file])
    spoil(out)
    before = out.read_bytes()
    with pytest.raises(CardLibraryError, match=word):
        rules.card_library("ws", out).index([file])
    assert out.read_bytes() == before


def test_another_game_is_refused(rules: Rules, library: Path) -> None:
    with pytest.raises(CardLibraryError, match="weiss-schwarz, not of rebirth-for-you"):
        rules.card_library("reb", library).index([])


def test_a_full_disk_loses_nothing(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = numbered_cards(60)
    file, out = write_jsonl(tmp_path / "c.jsonl", cards), tmp_path / "c.db"
    monkeypatch.setattr(indexing, "_BATCH", 10)

    @contextmanager
    def small(path: Path, game: Game) -> Iterator[sqlite3.Connection]:
        with writing_library(path, game) as library:
            (pages,) = library.execute("PRAGMA page_count").fetchone()
            library.execute(f"PRAGMA max_page_count = {pages + 30}")
            yield library

    with monkeypatch.context() as patch:
        patch.setattr(library_module, "writing_library", small)
        with pytest.raises(CardLibraryError, match="disk is full"):
            rules.card_library("ws", out).index([file])
    (kept,) = ask(out, "SELECT count(*) FROM cards")[0]
    assert kept % 10 == 0
    report = rules.card_library("ws", out).index([file])
    assert (report.unchanged, report.new) == (kept, 60 - kept)


def test_the_command_tells_and_leaves(run: Run, tmp_path: Path) -> None:
    file, out = write_jsonl(tmp_path / "c.jsonl", CARDS), tmp_path / "c.db"
    done = run("cards", "index", "-g", "ws", str(file), "--out", str(out))
    assert (done.exit_code, done.output) == (
        0,
        f"{out}: 4 new, 0 changed, 0 unchanged, 0 removed, 0 read again\n",
    )
    file.write_text(file.read_text(encoding="utf-8") + "nonsense\n", encoding="utf-8")
    done = run("cards", "index", "-g", "ws", str(file), "--out", str(out))
    assert done.exit_code == 1
    assert "1 rows are not cards" in done.output
    assert f"{file}:5: not JSON: a value is missing at character 1" in done.output
    fresh = run("cards", "index", "-g", "ws", "--out", str(tmp_path / "new.db"))
    assert (fresh.exit_code, (tmp_path / "new.db").exists()) == (2, False)
    for wrong in (["--column", "x=y"], ["--column", "text"]):
        done = run("cards", "index", "-g", "ws", str(file), "--out", str(out), *wrong)
        assert done.exit_code == 2
        assert "the fields are id, name" in done.output
    missing = run("cards", "index", "-g", "ws", str(tmp_path / "no.csv"), "--out", str(out))
    assert (missing.exit_code, "there is no file" in missing.output) == (2, True)


def test_many_processes_give_the_same(rules: Rules, library: Path, tmp_path: Path) -> None:
    out = tmp_path / "c.db"
    rules.card_library("ws", out).index([write_jsonl(tmp_path / "cards.jsonl", CARDS)], jobs=2)
    assert dump(out) == dump(library)

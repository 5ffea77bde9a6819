"""Tables of rulings are imported row by row; clauses are suggested."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rulebook.api import Rules, open_rules
from rulebook.errors import DocumentError
from rulebook.records import replace
from rulebook.rulings.csv_import import ImportedRulings
from tests.conftest import Run
from tests.rulings.stars import add_stars, ruling_toml

HEAD = "番号,日付,質問,回答,カード,条文,備考\n"
GOOD = (
    'Q1,2026年1月13日,"種がなくなったら, どうなる？","負けます。\n2.1.2です。",'
    "星の庭;月の庭,2.1.2、2.1.1,x\n"
)


@pytest.fixture
def stars(tmp_path: Path) -> Rules:
    return open_rules(add_stars(tmp_path, ""))


def load(rules: Rules, folder: Path, text: str | bytes, **options: object) -> ImportedRulings:
    path = folder / "faq.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8-sig"))
    return rules.rulings.load_table(path, "stars", **options)  # type: ignore[arg-type]


def test_row_becomes_a_ruling(stars: Rules, tmp_path: Path) -> None:
    imported = load(stars, tmp_path, HEAD + GOOD)
    (ruling,) = imported.rulings
    assert (ruling.id, str(ruling.date), ruling.edition) == ("Q1", "2026-01-13", "1.0")
    assert ruling.question == "種がなくなったら, どうなる？"
    assert ruling.answer == "負けます。\n2.1.2です。"
    assert ruling.cards == ("星の庭", "月の庭")
    assert ruling.clauses == ("2.1.2", "2.1.1")
    assert (imported.rejected, imported.unused) == ((), ("備考",))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("Q2,2026-13-01,問,答,,,\n", "is not a date"),
        ("Q2,そのうち,問,答,,,\n", "date"),
        ("Q2,,問,,,,\n", "answer: empty"),
        ("Q2,,,答,,,\n", "question: empty"),
        ("Q2,,問,答,,第九条,\n", "clauses"),
        (f"Q2,,問,答,,{'9.' * 40}9,\n", "clauses"),
        ("Q2,,問,答,,2.1.9,\n", "has no clause 2.1.9"),
        ("Q2,,問,答,,2.1.1、3,\n", "3 after 2.1.1"),
        ("Q2,,問,答,,2.1.1-2.1.2,\n", "'2.1.1-2.1.2' is not a clause number"),
        ("a/b,,問,答,,,\n", "id"),
        ("Q1,,問,答,,,\n", "the id Q1 is also in line 2"),
        ("Q2,,問,答,,,,,,\n", "cells"),
        ('Q2,,"問"x,答,,,\n', "closed before the end"),
        ('Q2,,"問,答,,,\n', "never closed"),
    ],
)
def test_bad_row_is_rejected_unchanged(stars: Rules, tmp_path: Path, row: str, reason: str) -> None:
    last = "Q9,,最後の問,最後の答,,,\n"
    imported = load(stars, tmp_path, HEAD + GOOD + row + last)
    assert [ruling.id for ruling in imported.rulings] == ["Q1", "Q9"]
    (rejected,) = imported.rejected
    assert rejected.line == 4
    assert reason in rejected.reason
    assert imported.rejects() == HEAD + row


def test_row_of_another_game_is_rejected(stars: Rules, tmp_path: Path) -> None:
    table = "game,question,answer,clauses\nvs,種は？,まく。,2.1.1\n{},いつ？,先に。,2.1.1\n"
    imported = load(stars, tmp_path, table.format("Star　 GARDEN"))
    assert [str(each.reason) for each in imported.rejected] == ["game: 'vs' is another game"]
    assert [each.question for each in imported.rulings] == ["いつ？"]


def test_columns_and_encodings_can_be_named(stars: Rules, tmp_path: Path) -> None:
    table = "Wann;Was\n1;2\n"
    with pytest.raises(DocumentError, match="two columns are named '質問'"):
        load(stars, tmp_path, "質問,質問,回答\n1,2,3\n")
    with pytest.raises(DocumentError, match="no column question"):
        load(stars, tmp_path, table)
    imported = load(stars, tmp_path, table, columns={"question": "Wann", "answer": "was"})
    assert imported.rulings[0].answer == "2"
    assert imported.rulings[0].id == load(stars, tmp_path, "q\ta\n1\t2\n").rulings[0].id
    for codec in ("cp932", "utf-16"):
        with pytest.raises(DocumentError, match=f"not UTF-8\n(.|\n)*--encoding {codec}"):
            load(stars, tmp_path, (HEAD + GOOD).encode(codec))
    assert load(stars, tmp_path, (HEAD + GOOD).encode("cp932"), encoding="cp932").rulings
    for codec in ("cp932", "latin-1"):  # one fails, the other reads characters that nobody wrote
        with pytest.raises(DocumentError, match=r"It is UTF-8: leave out --encoding\.$"):
            load(stars, tmp_path, HEAD + GOOD, encoding=codec)
    with pytest.raises(DocumentError, match=r"Save it as UTF-8 text\.$"):
        load(stars, tmp_path, (HEAD + GOOD).encode() + b"\xff", encoding="cp932")
    with pytest.raises(DocumentError, match="no encoding"):
        load(stars, tmp_path, HEAD + GOOD, encoding="klingon")
    with pytest.raises(DocumentError, match="is empty"):
        load(stars, tmp_path, "")


def test_import_writes_rulings_and_rejects(run: Run, tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, "")
    table = tmp_path / "faq.csv"
    table.write_text(HEAD + GOOD + "Q2,,,答,,,\n", encoding="utf-8")
    out = tmp_path / "mine" / "faq.jsonl"
    call = ("--corpus", corpus, "rulings", "import", "-g", "stars", table, "-o", out)
    result = run(*call, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["rulings"] == 1
    assert "faq.csv:4: question: empty" in result.stderr
    assert (tmp_path / "mine" / "faq.rejects.csv").read_text(encoding="utf-8").count("\n") == 2
    shown = run("--corpus", corpus, "--rulings", out, "rulings", "show", "Q1")
    assert "負けます" in shown.stdout
    assert run(*call).exit_code == 2  # it is already there


def test_import_into_an_own_corpus_is_read_with_it(run: Run, tmp_path: Path) -> None:
    corpus, table = add_stars(tmp_path, ""), tmp_path / "faq.csv"
    table.write_text(HEAD + GOOD, encoding="utf-8")
    assert run("--corpus", corpus, "rulings", "import", "-g", "stars", table).exit_code == 0
    assert "Q1" in run("--corpus", corpus, "rulings", "list", "-g", "stars").stdout
    others = run("rulings", "list", "-g", "ws", "-n", "1")  # no “stars” is known here
    assert (others.exit_code, others.stderr) == (0, "")


def test_import_replaces_no_file(run: Run, tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, "")
    table, out = tmp_path / "faq.csv", tmp_path / "mine.jsonl"
    table.write_text(HEAD + GOOD + "Q2,,,答,,,\n", encoding="utf-8")
    call = ("--corpus", corpus, "rulings", "import", "-g", "stars", table, "-o", out)
    for rejects in (table, tmp_path):  # the table itself, and a folder
        refused = run(*call, "--rejects", rejects)
        assert refused.exit_code == 2, refused.output
        assert not out.exists()  # so that the import can be repeated
    assert table.read_text(encoding="utf-8").startswith(HEAD + GOOD)
    (tmp_path / "mine.rejects.csv").write_text("edited by hand", encoding="utf-8")
    assert "already exists" in run(*call).stderr
    assert (tmp_path / "mine.rejects.csv").read_text(encoding="utf-8") == "edited by hand"


@pytest.mark.parametrize("suggest", [(), ("--suggest",)])
def test_import_with_a_known_id_says_that_it_is_left_out(
    suggest: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    corpus = add_stars(tmp_path, ruling_toml("q1", "種は？", "まく。"))
    (tmp_path / "faq.csv").write_text(HEAD + GOOD, encoding="utf-8")
    assert run("--corpus", corpus, "rulings", "list").exit_code == 0  # which caches them
    call = ("--corpus", corpus, "rulings", "import", "-g", "stars", tmp_path / "faq.csv")
    result = run(*call, *suggest)
    assert result.exit_code == 1
    assert "1 with ids of other rulings" in result.stderr


def test_first_import_with_a_known_id_says_that_it_is_left_out(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's data folder did not exist when the rules were opened."""
    monkeypatch.setenv("RULEBOOK_DATA", str(tmp_path / "data"))
    (tmp_path / "faq.csv").write_text("id,q,a\nWS-case-001,種は？,まく。\n", encoding="utf-8")
    result = run("rulings", "import", "-g", "ws", tmp_path / "faq.csv")
    assert (result.exit_code, "1 with ids of other rulings" in result.stderr) == (1, True)


def test_rejects_need_their_own_file(run: Run, tmp_path: Path) -> None:
    table, out = tmp_path / "faq.csv", tmp_path / "mine.jsonl"
    table.write_text(HEAD + GOOD + "Q2,,,答,,,\n", encoding="utf-8")
    call = ("--corpus", add_stars(tmp_path, ""), "rulings", "import", "-g", "stars", table)
    refused = run(*call, "-o", out, "--rejects", out)
    assert (refused.exit_code, out.exists()) == (2, False)


@pytest.mark.parametrize("name", ["mine.JSONL", "mine.toml", "mine", ".jsonl"])
def test_file_with_unread_suffix_is_not_written(name: str, run: Run, tmp_path: Path) -> None:
    table, out = tmp_path / "faq.csv", tmp_path / name
    table.write_text(HEAD + GOOD, encoding="utf-8")
    call = ("--corpus", add_stars(tmp_path, ""), "rulings", "import", "-g", "stars", table)
    refused = run(*call, "-o", out)
    assert (refused.exit_code, out.exists()) == (2, False)


def test_imported_file_can_be_read(run: Run, tmp_path: Path) -> None:
    corpus, out = add_stars(tmp_path, ""), tmp_path / "mine.jsonl"
    table = tmp_path / os.fsdecode(b"\xff.csv")  # a name that is not UTF-8
    try:
        table.write_text(HEAD + GOOD, encoding="utf-8")
    except OSError:
        pytest.skip("file names are text here")
    call = ("--corpus", corpus, "rulings", "import", "-g", "stars", table, "-o")
    assert run(*call, out).exit_code == 0
    assert run(*call, tmp_path / "named.jsonl", "--source", "庭\x1b[31m").exit_code == 0
    assert run(*call, tmp_path / "refused.jsonl", "--source", "\udc80").exit_code == 2
    for path in (out, tmp_path / "named.jsonl", out.rename(table.with_suffix(".jsonl"))):
        if path.exists():
            read = run("--corpus", corpus, "--rulings", path, "rulings", "check", "stars")
            assert (read.exit_code, "1 rulings" in read.stdout) == (0, True), read.output


def test_carriage_return_ends_a_row(stars: Rules, tmp_path: Path) -> None:
    (ruling,) = load(stars, tmp_path, 'question,answer\r問,"答\nえ"\r').rulings
    assert (ruling.question, ruling.answer) == ("問", "答\nえ")


def test_heading_may_have_a_line_break(stars: Rules, tmp_path: Path) -> None:
    named = {"question": "質問\n（全文）"}
    (ruling,) = load(stars, tmp_path, '"質問\n（全文）",回答\n問,答\n', columns=named).rulings
    assert (ruling.question, ruling.answer) == ("問", "答")


def test_quotation_mark_inside_a_cell_is_a_character(stars: Rules, tmp_path: Path) -> None:
    """Two such rows once included those between them."""
    rows = "".join(f"Q{at},,{mark}問,答,,,\n" for at, mark in enumerate(('3"', "", '5"', "")))
    imported = load(stars, tmp_path, HEAD + rows)
    assert [ruling.question for ruling in imported.rulings] == ['3"問', "問", '5"問', "問"]
    assert imported.rejected == ()


def test_unreadable_head_is_reported(stars: Rules, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no head"):
        load(stars, tmp_path, f"question,answer,{'x' * 200_000}\n問,答,\n")


def test_unicode_line_separator_does_not_end_a_row(stars: Rules, tmp_path: Path) -> None:
    (ruling,) = load(stars, tmp_path, "question,answer\n問\u2028い,答\x85え\n").rulings
    assert ruling.question == "問\u2028い"


def test_rulings_are_found_by_words(tmp_path: Path) -> None:
    rulings = ruling_toml("a", "種がなくなったら負けですか？", "はい。", ["2.1.2"])
    rulings += ruling_toml("b", "順番は誰からですか？", "先攻からです。種は後です。", ["2.1.1"])
    rules = open_rules(add_stars(tmp_path, rulings))
    assert [r.id for r in rules.rulings.search("種がなくなる")] == ["a"]
    assert [r.id for r in rules.rulings.search("先攻の順番と種が")] == ["b", "a"]
    assert rules.rulings.search("宇宙船") == ()


def test_suggestions_have_clauses_of_worked_cases(rules: Rules) -> None:
    """Without the numbers in their answers, most cases get one of their clauses."""
    right = total = 0
    for ruling in list(rules.rulings.all("ws"))[::3]:
        bare = ruling.answer
        for number in ruling.clauses:
            bare = bare.replace(number, "")
        suggested = rules.rulings.suggest(replace(ruling, clauses=(), answer=bare))
        total += 1
        right += bool({each.clause for each in suggested} & set(ruling.clauses))
    assert right >= 0.6 * total


@pytest.mark.parametrize("name", ["CON", "nul", "com1", "lpt9.2"])
def test_id_reserved_by_windows_is_rejected(name: str, tmp_path: Path, run: Run) -> None:
    table = tmp_path / "faq.csv"
    table.write_text(f"id,question,answer,clauses\n{name},問,答,9.2.2\n", encoding="utf-8")
    out = tmp_path / "rulings.jsonl"
    result = run("rulings", "import", "-g", "ws", table, "--out", out)
    assert result.exit_code == 1
    assert f"{name!r} cannot be an id" in result.output

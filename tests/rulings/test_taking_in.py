"""Tables of rulings are taken in row by row, linked by suggestion, reviewed by a person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulebook.api import Rules, open_rules
from rulebook.errors import DocumentError
from rulebook.records import replace
from rulebook.rulings.csv_import import ImportedRulings
from tests.conftest import Run
from tests.rulings.stars import add_stars, ruling_toml
from tests.support import ROOT

HEAD = "番号,日付,質問,回答,カード,条文,備考\n"
GOOD = (
    'Q1,2026年1月13日,"種がなくなったら, どうなる？","負けます。\n2.1.2です。",'
    "星の庭;月の庭,2.1.2、2.1.1,x\n"
)


@pytest.fixture
def stars(tmp_path: Path) -> Rules:
    return open_rules(add_stars(tmp_path, ""))


def taken(rules: Rules, folder: Path, text: str | bytes, **options: object) -> ImportedRulings:
    path = folder / "faq.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8-sig"))
    return rules.rulings.take_in(path, "stars", **options)  # type: ignore[arg-type]


def test_a_row_becomes_a_ruling(stars: Rules, tmp_path: Path) -> None:
    came = taken(stars, tmp_path, HEAD + GOOD)
    (ruling,) = came.rulings
    assert (ruling.id, str(ruling.date), ruling.edition) == ("Q1", "2026-01-13", "1.0")
    assert ruling.question == "種がなくなったら, どうなる？"
    assert ruling.answer == "負けます。\n2.1.2です。"
    assert ruling.cards == ("星の庭", "月の庭")
    assert ruling.clauses == ("2.1.2", "2.1.1")
    assert (came.rejected, came.unused) == ((), ("備考",))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("Q2,2026-13-01,問,答,,,\n", "date"),
        ("Q2,そのうち,問,答,,,\n", "date"),
        ("Q2,,問,,,,\n", "answer: empty"),
        ("Q2,,,答,,,\n", "question: empty"),
        ("Q2,,問,答,,第九条,\n", "clauses"),
        ("a/b,,問,答,,,\n", "id"),
        ("Q1,,問,答,,,\n", "id Q1 stands in line 2"),
        ("Q2,,問,答,,,,,,\n", "cells"),
        ('Q2,,"問"x,答,,,\n', "expected after"),
        ('Q2,,"問,答,,,\n', "unexpected end"),
    ],
)
def test_a_bad_row_is_kept_as_it_is(stars: Rules, tmp_path: Path, row: str, reason: str) -> None:
    last = "Q9,,最後の問,最後の答,,,\n"
    came = taken(stars, tmp_path, HEAD + GOOD + row + last)
    assert [ruling.id for ruling in came.rulings] == ["Q1", "Q9"]
    (rejected,) = came.rejected
    assert rejected.line == 4
    assert reason in rejected.reason
    assert came.rejects() == HEAD + row


def test_columns_and_encodings_are_named(stars: Rules, tmp_path: Path) -> None:
    table = "Wann;Was\n1;2\n"
    with pytest.raises(DocumentError, match="no column question"):
        taken(stars, tmp_path, table)
    came = taken(stars, tmp_path, table, columns={"question": "Wann", "answer": "was"})
    assert came.rulings[0].answer == "2"
    assert came.rulings[0].id == taken(stars, tmp_path, "q\ta\n1\t2\n").rulings[0].id
    with pytest.raises(DocumentError, match="--encoding"):
        taken(stars, tmp_path, (HEAD + GOOD).encode("cp932"))
    assert taken(stars, tmp_path, (HEAD + GOOD).encode("cp932"), encoding="cp932").rulings
    with pytest.raises(DocumentError, match="no encoding"):
        taken(stars, tmp_path, HEAD + GOOD, encoding="klingon")
    with pytest.raises(DocumentError, match="is empty"):
        taken(stars, tmp_path, "")


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
    assert run(*call).exit_code == 2  # it is there already


def test_an_import_replaces_no_file(run: Run, tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, "")
    table, out = tmp_path / "faq.csv", tmp_path / "mine.jsonl"
    table.write_text(HEAD + GOOD + "Q2,,,答,,,\n", encoding="utf-8")
    call = ("--corpus", corpus, "rulings", "import", "-g", "stars", table, "-o", out)
    for rejects in (table, tmp_path):  # the table itself, and what is no file
        refused = run(*call, "--rejects", rejects)
        assert refused.exit_code == 2, refused.output
        assert not out.exists()  # so that all can be done again
    assert table.read_text(encoding="utf-8").startswith(HEAD + GOOD)
    (tmp_path / "mine.rejects.csv").write_text("mended by hand", encoding="utf-8")
    assert "is there already" in run(*call).stderr
    assert (tmp_path / "mine.rejects.csv").read_text(encoding="utf-8") == "mended by hand"


def test_a_head_that_cannot_be_read_is_told(stars: Rules, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no head"):
        taken(stars, tmp_path, f"question,answer,{'x' * 200_000}\n問,答,\n")


def test_only_a_newline_ends_a_row(stars: Rules, tmp_path: Path) -> None:
    (ruling,) = taken(stars, tmp_path, "question,answer\n問\u2028い,答\x85え\n").rulings
    assert ruling.question == "問\u2028い"


@pytest.mark.parametrize("form", ["toml", "jsonl"])
def test_a_review_writes_each_decision_and_can_be_left(run: Run, tmp_path: Path, form: str) -> None:
    rulings = ruling_toml("a", "種がなくなったら負けですか？", "はい。（2.1.2）")
    rulings += ruling_toml("b", "順番は？", "先攻からです。") + ruling_toml("c", "空は？", "青い。")
    corpus = add_stars(tmp_path, rulings)
    path = corpus / "stars" / "rulings" / "stars.toml"
    if form == "jsonl":
        listed = run("--corpus", corpus, "rulings", "list", "--json").stdout
        path.unlink()
        path = path.with_suffix(".jsonl")
        path.write_text(listed, encoding="utf-8")
    first = run("--corpus", corpus, "rulings", "review", stdin="\nq\n")
    assert "1 of 3" in first.stdout
    assert "2.1.2  種がなくなったプレイヤーは負けます。  (sure)" in first.stdout
    second = run("--corpus", corpus, "rulings", "review", stdin="9.9\n2.1.1\nn\n")
    assert "1 of 2" in second.stdout
    assert "no clause 9.9" in second.stdout
    rules = open_rules(corpus)
    assert {r.id: r.clauses for r in rules.rulings.all()} == {
        "a": ("2.1.2",),
        "b": ("2.1.1",),
        "c": (),
    }
    assert [r.id for r in rules.rulings.all() if r.reviewed] == ["c"]
    assert "nothing more" in run("--corpus", corpus, "rulings", "review", stdin="").stdout
    assert run("--corpus", corpus, "rulings", "check").exit_code == 0


def test_rulings_are_found_by_their_words(tmp_path: Path) -> None:
    rulings = ruling_toml("a", "種がなくなったら負けですか？", "はい。", ["2.1.2"])
    rulings += ruling_toml("b", "順番は誰からですか？", "先攻からです。種は後です。", ["2.1.1"])
    rules = open_rules(add_stars(tmp_path, rulings))
    assert [r.id for r in rules.rulings.search("種がなくなる")] == ["a"]
    assert [r.id for r in rules.rulings.search("先攻の順番と種が")] == ["b", "a"]
    assert rules.rulings.search("宇宙船") == ()


def test_suggestions_find_the_clauses_of_worked_cases() -> None:
    """Without the numbers in their answers, most cases get a clause that they rest on."""
    rules = open_rules(ROOT / "corpus")
    right = total = 0
    for ruling in list(rules.rulings.all("ws"))[::3]:
        bare = ruling.answer
        for number in ruling.clauses:
            bare = bare.replace(number, "")
        suggested = rules.rulings.suggest(replace(ruling, clauses=(), answer=bare))
        total += 1
        right += bool({each.clause for each in suggested} & set(ruling.clauses))
    assert right >= 0.6 * total

"""``rulings review`` asks for clauses and writes the decisions into the files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import Result

from rulebook.api import open_rules
from rulebook.errors import CorpusError
from tests.cli.test_screen import on_terminal
from tests.conftest import Run
from tests.rulings.stars import STARS, add_stars, ruling_toml

ROW = {"id": "a", "game": "stars", "edition": "1.0", "question": "種は？", "answer": "まく。"}
TOML = 'edition = "1.0"\n[[ruling]]\nid = "a"\nquestion = "種は？"\nanswer = "まく。"\n'


class Reviewed(NamedTuple):
    """The result of a review, and the text of the file after it."""

    result: Result
    text: str


def review(run: Run, folder: Path, name: str, text: str, answers: str = "2.1.2\n") -> Reviewed:
    """Review one file of rulings of the invented game."""
    path = add_stars(folder, "") / "stars" / "rulings" / name
    path.parent.mkdir()
    path.write_bytes(text.encode())
    result = run("--corpus", folder / "corpus", "rulings", "review", stdin=answers)
    return Reviewed(result, path.read_bytes().decode())


@pytest.mark.parametrize("form", ["toml", "jsonl"])
def test_review_writes_every_decision(run: Run, tmp_path: Path, form: str) -> None:
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
    second = run("--corpus", corpus, "rulings", "review", stdin="9.9\n2.1.1\n\nn\n")
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


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_review_preserves_bom_and_line_ends(run: Run, tmp_path: Path, end: str, bom: str) -> None:
    rows = (json.dumps({**ROW, "id": id}, ensure_ascii=False) + end for id in "ab")
    after = review(run, tmp_path / "lines", "a.jsonl", bom + "".join(rows), "2.1.1\n2.1.2\n")
    assert after.text.startswith(bom + "{")
    first, second = map(json.loads, after.text.removeprefix(bom).split(end)[:2])
    assert (first["clauses"], second["clauses"]) == (["2.1.1"], ["2.1.2"])
    if end != "\r":  # not allowed in TOML
        after = review(run, tmp_path / "toml", "a.toml", bom + TOML.replace("\n", end))
        decided = TOML.replace('"a"\n', '"a"\nclauses = ["2.1.2"]\n')
        assert after.text == bom + decided.replace("\n", end)


def test_refused_suggestion_is_not_shown(run: Run, tmp_path: Path) -> None:
    table = '[[ruling.suggested]]\nclause = "2.1.2"\nconfidence = "sure"\n'
    after = review(run, tmp_path, "a.toml", TOML + table, "n\n")
    assert table in after.text
    assert not open_rules(tmp_path / "corpus").rulings.find("a").numbers


@pytest.mark.parametrize("said", ["、", ",", "　", " "])
def test_only_enter_accepts_suggestions(run: Run, tmp_path: Path, said: str) -> None:
    text = TOML.replace("まく。", "はい。（2.1.2）")
    after = review(run, tmp_path, "a.toml", text, f"{said}\n")
    assert "is not a clause number" in after.result.stdout
    assert after.text == text


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_enter_before_a_ruling_is_shown_does_not_approve_it(tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, ruling_toml("a", "種は？", "はい。（2.1.2）"))
    typed = (b"\n", b"q\n")  # before the question, and after it
    assert "nothing more" not in on_terminal("--corpus", corpus, "rulings", "review", typed=typed)
    assert not open_rules(corpus).rulings.find("a").clauses


@pytest.mark.parametrize("id", ['"\\u0061"', "'a'", "'''a'''"])
def test_id_in_any_toml_notation_is_found(run: Run, tmp_path: Path, id: str) -> None:
    after = review(run, tmp_path, "a.toml", TOML.replace('"a"', id))
    assert 'clauses = ["2.1.2"]' in after.text


@pytest.mark.parametrize("more", ["", ', suggested = [{clause = "2.1.2"}]'])
def test_file_without_place_for_a_line_is_not_changed(run: Run, tmp_path: Path, more: str) -> None:
    text = f'edition = "1.0"\nruling = [{{id = "a", question = "種は？", answer = "x"{more}}}]\n'
    after = review(run, tmp_path, "a.toml", text)
    assert (after.result.exit_code, after.text) == (2, text)
    assert "nothing can be put in here" in after.result.stderr


@pytest.mark.parametrize("name", ["a.toml", "a.jsonl"])
def test_clauses_are_not_written_under_another_edition(run: Run, tmp_path: Path, name: str) -> None:
    text = (TOML if name == "a.toml" else json.dumps(ROW)).replace('"1.0"', '"0.9"')
    after = review(run, tmp_path, name, text)
    assert (after.result.exit_code, after.text) == (2, text)
    assert "numbers are those of 0.9, not of 1.0" in after.result.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (('"まく。"', json.dumps("まく。")), '"まかない。"'),
        (('edition = "1.0"\n', '"edition": "1.0", '), ""),
    ],
    ids=["reworded", "without edition"],
)
@pytest.mark.parametrize("name", ["a.toml", "a.jsonl"])
def test_ruling_changed_meanwhile_is_not_approved(
    tmp_path: Path, name: str, old: tuple[str, str], new: str
) -> None:
    corpus, text = add_stars(tmp_path, ""), TOML if name == "a.toml" else json.dumps(ROW)
    path = corpus / "stars" / "rulings" / name
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    rulings = open_rules(corpus).rulings
    ruling = rulings.find("a")
    changed = text.replace(old[0], new).replace(old[1], new)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(CorpusError, match="no longer here as it was shown"):
        rulings.accept(ruling, ["2.1.2"])
    assert path.read_text(encoding="utf-8") == changed


def test_row_gets_the_edition_of_its_clauses(run: Run, tmp_path: Path) -> None:
    later = STARS.replace("2.1.1. ", "2.1.1. 庭は広い。\n2.1.1.1. ", 1)
    corpus, path = add_stars(tmp_path, "", later), tmp_path / "mine.jsonl"
    path.write_text(json.dumps(ROW), encoding="utf-8")
    run("--corpus", corpus, "--rulings", path, "rulings", "review", stdin="2.1.1.1\n\n")
    row = json.loads(path.read_text(encoding="utf-8"))
    assert (row["edition"], row["clauses"]) == ("1.1", ["2.1.1.1"])


def test_typed_numbers_have_any_separator_and_count_once(run: Run, tmp_path: Path) -> None:
    after = review(run, tmp_path, "a.toml", TOML, "2.1.1,2.1.2、２．１．１\n")
    assert 'clauses = ["2.1.1", "2.1.2"]' in after.text


@pytest.mark.parametrize(("language", "message"), [("en", "interrupted"), ("ja", "中断しました")])
def test_end_of_input_interrupts_review(
    run: Run, tmp_path: Path, language: str, message: str
) -> None:
    corpus = add_stars(tmp_path, ruling_toml("a", "順番は？", "先攻からです。"))
    result = run("--lang", language, "--corpus", corpus, "rulings", "review", stdin="s")
    assert result.exit_code == 0
    result = run("--lang", language, "--corpus", corpus, "rulings", "review", stdin="9.9\n")
    assert result.stderr.endswith(f"rulebook: {message}\n")
    assert result.exit_code == 130


def test_full_clause_is_shown_before_it_is_accepted(run: Run, tmp_path: Path) -> None:
    end = "ただし、種が残っているあいだは負けません。"
    later = STARS.replace("2.1.1. ", f"2.1.1. {'庭には星と種を並べます。' * 9}{end}", 1)
    corpus = add_stars(tmp_path, ruling_toml("a", "庭は？", "広い。（2.1.1）"), later)
    path = corpus / "stars" / "rulings" / "stars.toml"
    before = path.read_text(encoding="utf-8")
    shown = run("--corpus", corpus, "rulings", "review", stdin="2.1.2\nq\n").stdout
    assert end in shown
    assert "2.1.2  種がなくなったプレイヤーは負けます。" in shown.split("Enter: ")[1]
    assert path.read_text(encoding="utf-8") == before

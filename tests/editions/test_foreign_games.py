"""Games of documents in other layouts: adding, showing, and a next edition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Openings, Run
from tests.support import FIXTURES

FOREIGN = FIXTURES / "foreign"


def add_edition(run: Run, folder: Path, document: Path, version: str) -> None:
    result = run(
        *("--corpus", folder, "edition", "add", "mine", document, "--title", "mine"),
        *("--version", version),
    )
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("document", "typed", "number", "path"),
    [
        ("hundreds", "100.2A", "100.2a", ["1", "100", "100.2", "100.2a"]),
        ("apart", "103.2.b", "103.2.b", ["103", "103.2", "103.2.b"]),
        ("zeros", "2.1.2", "002.01.02", ["002", "002.01", "002.01.02"]),
        ("english", "201.1a", "201.1a", ["2", "201", "201.1", "201.1a"]),
    ],
)
def test_numbers_of_any_style_are_found(
    *,
    run: Run,
    openings: Openings,
    garden: Path,
    document: str,
    typed: str,
    number: str,
    path: list[str],
) -> None:
    add_edition(run, garden, FOREIGN / f"{document}.txt", "1.0")
    openings.share(garden)
    corpus = ("--corpus", garden)
    shown = json.loads(run(*corpus, "show", "mine", typed, "--json").stdout)
    assert shown["number"] == number
    exported = json.loads(run(*corpus, "export", "mine").stdout)
    parents = {clause["number"]: clause["parent"] for clause in exported["clauses"]}
    place = [number]
    while parents[place[0]] is not None:
        place.insert(0, parents[place[0]])
    assert place == path
    found = run(*corpus, "search", "-g", "mine", f"number:{typed}", "--json").stdout
    assert [json.loads(line)["number"] for line in found.splitlines()] == [number]


def test_edition_with_letters_is_compared(run: Run, garden: Path, tmp_path: Path) -> None:
    add_edition(run, garden, FOREIGN / "hundreds.txt", "1.0")
    text = (FOREIGN / "hundreds.txt").read_text(encoding="utf-8")
    inserted = "100.2a つるはしには名前を書きます。\n"
    old = (
        "100.2a 同じ名前のつるはしは 4 枚までです。\n100.2b 王のつるはしは、100.2a に数えません。\n"
    )
    new = f"{inserted}{old.replace('100.2b', '100.2c').replace('100.2a', '100.2b')}"
    assert old in text
    (tmp_path / "next.txt").write_text(text.replace(old, new), encoding="utf-8")
    add_edition(run, garden, tmp_path / "next.txt", "1.1")
    rows = run("--corpus", garden, "diff", "mine@1.0", "mine@1.1", "--json").stdout.splitlines()
    changes = [json.loads(row) for row in rows]
    assert {
        (row["old"], row["new"], row["change"]) for row in changes if row["change"] != "kept"
    } == {
        (None, "100.2a", "added"),
        ("100.2a", "100.2b", "moved"),
        ("100.2b", "100.2c", "moved"),
    }

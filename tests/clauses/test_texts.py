"""Clauses in full, against text taken from the documents by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook.clauses.model import Rulebook
from tests.support import FIXTURES, GAMES, Case, read_cases

CASES = [case for game in GAMES for case in read_cases(FIXTURES / "clauses" / f"{game}.txt")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_clause_in_full(case: Case, books: Mapping[str, Rulebook]) -> None:
    number, _, title = case.title.partition(" ")
    clause = books[case.file.stem].by_number[number]
    assert (clause.title or "", clause.text) == (title, case.expected)


@pytest.mark.parametrize(
    "path", [*FIXTURES.glob("clauses/*.txt"), *FIXTURES.glob("*/*/*.txt")], ids=str
)
def test_fixture_files_are_written_as_they_are_read(path: Path) -> None:
    """One format for all cases; writing them anew changes nothing but what has changed."""
    assert "\n".join(case.block for case in read_cases(path)) == path.read_text(encoding="utf-8")

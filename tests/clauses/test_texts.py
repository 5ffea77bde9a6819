"""Clauses in full, against text taken from the documents by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebook.clauses.model import Rulebook
from tests.support import FIXTURES, GAMES, Case, read_cases

CASES = [case for game in GAMES for case in read_cases(FIXTURES / "clauses" / f"{game}.txt")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_clause_in_full(case: Case, books: Mapping[str, Rulebook]) -> None:
    number, _, title = case.input.partition(" ")
    clause = books[case.file.stem].by_number[number]
    assert (clause.title or "", clause.text) == (title, case.expected)

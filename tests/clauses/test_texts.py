"""Full clauses, compared with text that was copied from the documents by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebook.clauses.model import Rulebook
from tests.support import FIXTURES, GAMES, read_cases


@pytest.mark.parametrize("game", GAMES)
def test_clauses_have_the_copied_text(game: str, books: Mapping[str, Rulebook]) -> None:
    for case in read_cases(FIXTURES / "clauses" / f"{game}.txt"):
        number, _, title = case.title.partition(" ")
        clause = books[game].by_number[number]
        assert (clause.title or "", clause.text) == (title, case.expected), number


def test_written_fixture_files_equal_the_read_ones() -> None:
    """Writing a fixture file changes only the changed cases."""
    for path in (*FIXTURES.glob("clauses/*.txt"), *FIXTURES.glob("*/*/*.txt")):
        written = "\n".join(case.block for case in read_cases(path))
        assert written == path.read_text(encoding="utf-8"), path

"""The outline of each document: every clause, in order, with its heading and blocks.

The golden files were compared with the documents line by line. ``python -m
tests.clauses.test_outline`` writes them; read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.model import Block, BlockKind, Clause, Rulebook
from tests.support import FIXTURES, GAMES, ROOT


def outline(book: Rulebook) -> str:
    return "".join(f"{_row(clause)}\n" for clause in book.clauses)


def _row(clause: Clause) -> str:
    start = clause.text.replace("\n", "⏎")[:20]
    what = f"= {clause.title}" if clause.title is not None else start
    kinds = " ".join(_kind(block) for block in clause.blocks)
    flags = "" if clause.printed else " !unprinted"
    flags += " !truncated" if clause.truncated else ""
    return f"{clause.number}\t{what}\t{kinds}{flags}"


def _kind(block: Block) -> str:
    label = f"[{block.label}]" if block.label else ""
    rows = f"×{block.text.count(chr(10)) + 1}" if block.kind is BlockKind.TABLE else ""
    return f"{block.kind}{label}{rows}"


@pytest.mark.parametrize("game", GAMES)
def test_outline_equals_golden_file(game: str, books: Mapping[str, Rulebook]) -> None:
    golden = (FIXTURES / "outlines" / f"{game}.txt").read_text(encoding="utf-8")
    assert outline(books[game]).splitlines() == golden.splitlines()


if __name__ == "__main__":
    for book in load_corpus(ROOT / "corpus").rulebooks():
        path = FIXTURES / "outlines" / f"{book.game.id}.txt"
        path.write_text(outline(book), encoding="utf-8")

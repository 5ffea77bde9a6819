"""Wordings that the documents print: the clause prints them, and the program reads them.

A line of ``tests/fixtures/<game>/wordings`` is a clause, what it prints, and that with its blanks
filled in, as a card would say it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulebook.cards.printing.unparser import unparse
from rulebook.cards.reading.card_parser import CardParser
from rulebook.clauses.corpus import Corpus
from tests.support import FIXTURES

WORDINGS = [
    (path.parent.parent.name, *line.split("\t"))
    for path in sorted(FIXTURES.glob("*/wordings/*.tsv"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(("game", "clause", "printed", "text"), WORDINGS)
def test_a_printed_wording_is_read(
    game: str,
    clause: str,
    printed: str,
    text: str,
    readers: Callable[[str], CardParser],
    corpus: Corpus,
) -> None:
    found = corpus.read(corpus.game(game)).by_number[clause]
    assert printed in found.text.replace("\n", "")
    reading = readers(game).read(text)
    assert [gap.text for gap in reading.gaps] == []
    assert "\n".join(map(unparse, reading.abilities)) == reading.canonical

"""Card wordings in the rule documents: the clause has them, and the parser reads them.

A line of ``tests/fixtures/<game>/wordings`` has a clause, its wording, and the wording with its
blanks filled in, as on a card.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulebook.cards.reading.card_parser import CardParser
from rulebook.clauses.corpus import Corpus
from tests.cards.trees import printed_text
from tests.support import FIXTURES

WORDINGS = [
    (path.parent.parent.name, *line.split("\t"))
    for path in sorted(FIXTURES.glob("*/wordings/*.tsv"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(("game", "clause", "printed", "text"), WORDINGS)
def test_wording_of_a_clause_is_read(
    game: str,
    clause: str,
    printed: str,
    text: str,
    readers: Callable[[str], CardParser],
    corpus: Corpus,
) -> None:
    printing_clause = corpus.read(corpus.game(game)).by_number[clause]
    assert printed in printing_clause.text.replace("\n", "")
    reading = readers(game).read(text)
    assert [gap.text for gap in reading.gaps] == []
    assert printed_text(reading) == reading.canonical

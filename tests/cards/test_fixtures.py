"""Invented cards, each construction of the language in several: text, tree, and text again.

Each outline was read beside its text.  Write them again with
``python -m tests.cards.test_fixtures`` and read the difference.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby

import pytest

from rulebook.cards.outline import outline
from rulebook.cards.reading import Reader, Status
from rulebook.cards.writing import unparse
from rulebook.clauses.corpus import load_corpus
from tests.cards.fixtures import CardCase, blocks, write_blocks
from tests.support import ROOT

ENOUGH = {"ws": 250, "reb": 60, "gbf": 60, "vs": 60, "los": 60}
CASES = [case for game in ENOUGH for case in blocks(game, "ast")]


@cache
def reader_of(game: str) -> Reader:
    return Reader(load_corpus(ROOT / "corpus").game(game))


@pytest.mark.parametrize(("game", "number"), ENOUGH.items())
def test_there_are_enough(game: str, number: int) -> None:
    cases = [case for case in CASES if case.game == game]
    assert len(cases) >= number
    assert len({case.text for case in cases}) == len(cases)
    assert all(len(list(group)) >= 2 for _, group in groupby(cases, lambda case: case.file))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_card(case: CardCase) -> None:
    reader = reader_of(case.game)
    reading = reader.read(case.text)
    assert [gap.text for gap in reading.gaps] == []
    assert reading.status is Status.PARSED
    assert "\n".join(map(outline, reading.abilities)).splitlines() == case.expected.splitlines()
    written = "\n".join(map(unparse, reading.abilities))
    assert written == reading.canonical
    assert reader.read(written).abilities == reading.abilities


if __name__ == "__main__":
    for path, group in groupby(CASES, lambda case: case.file):
        cards = [
            CardCase(path, card.title, card.text, "\n".join(map(outline, abilities)))
            for card in group
            for abilities in [reader_of(card.game).read(card.text).abilities]
        ]
        write_blocks(path, cards)

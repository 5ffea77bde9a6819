from __future__ import annotations

import pytest

from rulebook.cards.reading import Reader
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game


@pytest.fixture(scope="session")
def ws(corpus: Corpus) -> Game:
    return corpus.game("ws")


@pytest.fixture(scope="session")
def reader(ws: Game) -> Reader:
    return Reader(ws)

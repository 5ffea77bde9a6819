from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from rulebook.cards.reading import Reader
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game


@pytest.fixture(scope="session")
def ws(corpus: Corpus) -> Game:
    return corpus.game("ws")


@pytest.fixture(scope="session")
def readers(corpus: Corpus) -> Callable[[str], Reader]:
    """The reader of a game, by its alias."""
    return cache(lambda alias: Reader(corpus.game(alias)))


@pytest.fixture(scope="session")
def reader(readers: Callable[[str], Reader]) -> Reader:
    return readers("ws")

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from rulebook.cards.reading.card_parser import CardParser, load_dialect
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game


@pytest.fixture(scope="session")
def ws(corpus: Corpus) -> Game:
    return corpus.game("ws")


@pytest.fixture(scope="session")
def readers(corpus: Corpus) -> Callable[[str], CardParser]:
    """A function that returns the parser of a game, by its alias."""
    return cache(lambda alias: CardParser(load_dialect(corpus.game(alias))))


@pytest.fixture(scope="session")
def reader(readers: Callable[[str], CardParser]) -> CardParser:
    return readers("ws")

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from rulebook.api import Rules
from rulebook.cards.reading.card_parser import CardParser, load_dialect
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game

Said = Callable[[str, str], list[str]]


@pytest.fixture
def said(rules: Rules) -> Said:
    """A function that returns each step of a text of a game, in Japanese and in English."""

    def said_steps(game: str, text: str) -> list[str]:
        resolution = rules.resolve(game, text)
        steps = [step for each in resolution.abilities for step in each.own_steps()]
        return [each for step in steps for each in (step.text, step.said(resolution.english))]

    return said_steps


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

"""Fixture files of card texts: invented cards with expected results."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support import FIXTURES, Case, read_cases

GAMES = sorted(path.parent.name for path in FIXTURES.glob("*/ast"))
"""The games of which there are invented cards, by alias."""


class CardCase(Case):
    """An invented card of a fixture file."""

    @property
    def game(self) -> str:
        """The alias of the game."""
        return self.file.parent.parent.name

    def __str__(self) -> str:
        return f"{self.game} {self.file.stem}: {self.title}"


def blocks(game: str, folder: str) -> Iterator[CardCase]:
    """Yield the cases in all files of ``folder`` (``ast``, ``links``) of ``game``, an alias."""
    for path in sorted((FIXTURES / game / folder).glob("*.txt")):
        for case in read_cases(path):
            yield CardCase(case.file, case.title, case.text, case.expected)

"""Fixture files of card texts: blocks of a title, a text, and what is expected of it.

``== title``, the text, ``--``, the expectation; an empty line ends a block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support import FIXTURES


@dataclass(frozen=True)
class CardCase:
    """An invented card of a fixture file."""

    file: Path
    title: str
    text: str
    expected: str

    @property
    def game(self) -> str:
        """The alias of the game: the folder in which the files lie."""
        return self.file.parent.parent.name

    def __str__(self) -> str:
        return f"{self.game} {self.file.stem}: {self.title}"


def blocks(game: str, folder: str) -> Iterator[CardCase]:
    """Yield the cases in all files of ``folder`` (``ast``, ``links``) of ``game``, an alias."""
    for path in sorted((FIXTURES / game / folder).glob("*.txt")):
        for block in path.read_text(encoding="utf-8").strip("\n").split("\n\n"):
            title, _, rest = block.partition("\n")
            text, _, expected = rest.partition("\n--\n")
            yield CardCase(path, title.removeprefix("== "), text, expected)


def write_blocks(path: Path, cards: list[CardCase]) -> None:
    """Write the file at ``path`` anew."""
    parts = [f"== {card.title}\n{card.text}\n--\n{card.expected}\n" for card in cards]
    path.write_text("\n".join(parts), encoding="utf-8")

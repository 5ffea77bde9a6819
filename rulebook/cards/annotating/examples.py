"""Invented cards that ship with a game, to show how its card texts are read."""

from __future__ import annotations

from rulebook.clauses.game import Game
from rulebook.records import dataclass
from rulebook.toml_files.loader import load_toml


@dataclass(frozen=True, slots=True)
class Example:
    """An invented card: its title, which says what it shows, and its text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class _ExamplesFile:
    """The keys of ``examples.toml``, by which the file is checked."""

    card: tuple[Example, ...]


def load_examples(game: Game) -> tuple[Example, ...]:
    """Return the example cards of ``game``; none if it has no such file. The site shows them, and
    the card reader warms up with them. Raises :class:`CorpusError` where the file is malformed."""
    path = game.folder / "examples.toml"
    return load_toml(path, _ExamplesFile, hint="See CONTRIBUTING.md.").card if path.exists() else ()

"""``cards.toml`` of a game, as it is written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulebook.cards.spelling.canonical_form import Spelling
from rulebook.clauses.game import Game
from rulebook.records import dataclass, field
from rulebook.toml_files.kinds import ClauseNumber, EditionName


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The concept of a concept key, with clauses in this game that are not those of the concept."""

    concept: str
    clauses: tuple[ClauseNumber, ...]


@dataclass(frozen=True, slots=True)
class CardsFile:
    """``cards.toml`` of a game: how its card texts are written, and which clauses explain them.
    ``reminders`` are reminder texts that many cards print, each with its own names and numbers."""

    edition: EditionName
    spelling: Spelling = field(default_factory=Spelling)
    links: Mapping[str, str | LinkTarget] = field(default_factory=dict)
    reminders: tuple[str, ...] = ()


def load_cards_file(path: Path) -> CardsFile:
    """Return the ``cards.toml`` at ``path``, or an empty one if there is none, since a game may
    spell all as others do. Raises :class:`CorpusError` if it is malformed."""
    if not path.exists():
        return CardsFile(EditionName(""))
    from rulebook.toml_files.loader import load_toml

    return load_toml(path, CardsFile, hint="See CONTRIBUTING.md, “Add a card grammar for a game”.")


def cards_path(game: Game) -> Path:
    """Return the path of the ``cards.toml`` of ``game`` for its edition, which says how its cards
    are spelled. Without the file, the common spelling holds."""
    return game.table("cards.toml")

"""What a game of the corpus says of its card texts: ``cards.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulebook.cards.canonical_form import NAMES, Spelling
from rulebook.cards.conjugation import learn
from rulebook.cards.tree.verbs import Verb
from rulebook.clauses.game import Game
from rulebook.toml_loader import ClauseNumber, EditionName, Pattern, load_toml

_HINT = "See CONTRIBUTING.md, “Add a card grammar for a game”."


@dataclass(frozen=True, slots=True)
class _SpellingTable:
    """``[spelling]``: what sources write, and what canonical text says for it."""

    icons: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = NAMES
    bare_marks: tuple[Pattern, ...] = ()


@dataclass(frozen=True, slots=True)
class _VerbsTable:
    """``[verbs]``: words in dictionary form; those in る that change like 取る are consonant."""

    words: tuple[str, ...] = ()
    consonant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """A concept, and the clauses that govern it here instead of the concept's own."""

    concept: str
    clauses: tuple[ClauseNumber, ...]


@dataclass(frozen=True, slots=True)
class CardsFile:
    """``cards.toml`` of a game: how its card texts are written, and what governs them."""

    edition: EditionName
    spelling: _SpellingTable = field(default_factory=_SpellingTable)
    verbs: _VerbsTable = field(default_factory=_VerbsTable)
    links: Mapping[str, str | LinkTarget] = field(default_factory=dict)


@cache
def load_spelling(path: Path) -> Spelling:
    """Return the spellings in the ``cards.toml`` at ``path``; none where there is no such file."""
    table = load_cards_file(path).spelling
    return Spelling(dict(table.icons), dict(table.words), table.names, table.bare_marks)


@cache
def learn_verbs(path: Path) -> None:
    """Make known the verbs that the ``cards.toml`` at ``path`` adds to those of all games.

    ``[verbs]`` has ``words`` in dictionary form, and ``consonant`` for those in る that change like
    払う (取る).
    """
    table = load_cards_file(path).verbs
    for word in table.words:
        learn(Verb(word))
    for word in table.consonant:
        learn(Verb(word), consonant=True)


def load_cards_file(path: Path) -> CardsFile:
    """Return the ``cards.toml`` at ``path``, an empty one where there is no such file.

    Raises :class:`CorpusError` where it is malformed.
    """
    if not path.exists():
        return CardsFile(EditionName(""))
    return load_toml(path, CardsFile, hint=_HINT)


def cards_path(game: Game) -> Path:
    """Return where ``game`` says what it says of its card texts."""
    return game.table("cards.toml")

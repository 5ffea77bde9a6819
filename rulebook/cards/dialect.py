"""What a game says of its card texts: how they are spelled, its verbs, its grammar."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulebook.cards import games  # noqa: F401 - makes known what only one game has
from rulebook.cards.actions import rules_built
from rulebook.cards.canonical_form import NAMES, Spelling
from rulebook.cards.conjugation import VerbForms, forms_of
from rulebook.cards.lalr_tables import HINT, LalrTables, grammar_path, open_grammar_tables
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError
from rulebook.records import dataclass, field
from rulebook.toml_files.kinds import ClauseNumber, EditionName, Pattern

_HINT = "See CONTRIBUTING.md, “Add a card grammar for a game”."


@dataclass(frozen=True, slots=True)
class _SpellingTable:
    """``[spelling]``: what sources write, and what canonical text says for it."""

    icons: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = NAMES
    bare_marks: tuple[Pattern, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """A concept, and the clauses that govern it here instead of the concept's own."""

    concept: str
    clauses: tuple[ClauseNumber, ...]


@dataclass(frozen=True, slots=True)
class CardsFile:
    """``cards.toml`` of a game: how its card texts are written, and what governs them.

    ``reminders`` are the words in which cards recall the rules over and over, with any name and
    any number for those that differ.
    """

    edition: EditionName
    spelling: _SpellingTable = field(default_factory=_SpellingTable)
    links: Mapping[str, str | LinkTarget] = field(default_factory=dict)
    reminders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dialect:
    """The language of one game's cards: all that reading them needs to know of the game.

    It is made once and passed along; two games, or one game before and after a change, have
    nothing in common.
    """

    spelling: Spelling
    verbs: VerbForms
    tables: LalrTables
    reminders: tuple[str, ...] = ()


def load_dialect(game: Game, cache: Path | None = None) -> Dialect:
    """Return the dialect of ``game`` as its files say now; ``cache`` is as for a corpus.

    Raises :class:`CorpusError` where the game has no card grammar, or one of its files is not
    what it should be.
    """
    path = grammar_path(game)
    tables = open_grammar_tables(path, game.id, cache)
    _check_rules(path, tables)
    file = load_cards_file(cards_path(game))
    return Dialect(_spelling(file), forms_of(tables.verbs), tables, file.reminders)


def _check_rules(path: Path, tables: LalrTables) -> None:
    """Raise :class:`CorpusError` where the grammar has rules of which nothing could be made."""
    strange = {rule.name for rule in tables.rules if rule.builds} - rules_built()
    if strange:
        raise CorpusError(path, f"nothing builds the rules {', '.join(sorted(strange))}", hint=HINT)


def load_spelling(path: Path) -> Spelling:
    """Return the spellings in the ``cards.toml`` at ``path``; none where there is no such file."""
    return _spelling(load_cards_file(path))


def _spelling(file: CardsFile) -> Spelling:
    table = file.spelling
    return Spelling(dict(table.icons), dict(table.words), table.names, table.bare_marks)


def load_cards_file(path: Path) -> CardsFile:
    """Return the ``cards.toml`` at ``path``, an empty one where there is no such file.

    Raises :class:`CorpusError` where it is malformed.
    """
    if not path.exists():
        return CardsFile(EditionName(""))
    from rulebook.toml_files.loader import load_toml

    return load_toml(path, CardsFile, hint=_HINT)


def cards_path(game: Game) -> Path:
    """Return where ``game`` says what it says of its card texts."""
    return game.table("cards.toml")

"""All that annotating the cards of one game needs, loaded from its files or from plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, write_json
from rulebook.cards.annotating.governing import GoverningFile, load_governing_table
from rulebook.cards.builders.lexicon import load_frames
from rulebook.cards.grammar.keywords import KeywordMeaning, load_keywords
from rulebook.cards.interpreting.naming import Sorts, load_sorts
from rulebook.cards.linking.link_table import LinkTable, load_link_table
from rulebook.cards.reading.card_parser import Dialect, load_dialect, open_grammar
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.records import dataclass, replace
from rulebook.toml_files.loader import load_if_there

_FILE = "cards.json"
# Parts of the package that decide what the cached tables contain.
_CODE = ("text", "clauses", "links", "cards", "cache/plain_values.py", "toml_files")


@dataclass(frozen=True, slots=True)
class CardTables:
    """The grammar, spelling, links, sorts and rules with which the cards of a game are annotated,
    as values that JSON can store: a browser has only these, no TOML and no grammar."""

    dialect: Dialect
    link_table: LinkTable
    sorts: Sorts
    governing: GoverningFile
    opened: Mapping[str, KeywordMeaning]
    roles: Mapping[str, str]
    english: Mapping[str, str]


def load_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return all tables for the cards of ``game``, made from its files, which is slow: see
    :func:`open_card_tables`. Raises :class:`CorpusError` without a grammar or for a bad table."""
    dialect, sorts = load_dialect(game, corpus.cache), load_sorts(corpus)
    link_table, _ = load_link_table(corpus, game)
    table, _ = load_governing_table(corpus, game)
    keywords, _ = load_keywords(corpus, game)
    opened = {word: entry.opens for word, entry in keywords.items() if entry.opens}
    return CardTables(dialect, link_table, sorts, table.file, opened, table.roles, table.english)


def check_card_tables(corpus: Corpus, game: Game) -> tuple[Finding, ...]:
    """Return findings on entries for the cards of ``game`` that cite clauses which its edition does
    not have. Raises :class:`CorpusError` for a bad table. No grammar is compiled: that is slow."""
    _, stale = load_link_table(corpus, game)
    _, also_stale = load_governing_table(corpus, game)
    load_frames(game)
    load_sorts(corpus)
    load_examples(game)
    return (*stale, *also_stale)


def open_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return the card tables of ``game`` from the cache, so that they are made from their files
    only once. The grammar has a cache of its own. Raises as :func:`load_card_tables` does."""

    def fill(folder: Path) -> None:
        """Write the tables into ``folder``, but not the grammar: it has its own cache."""
        plain = to_plain(load_card_tables(corpus, game))
        plain["dialect"]["tables"] = None
        write_json(folder / _FILE, plain)

    name = f"cards_{game.slug}-{code_digest(*_CODE)[:8]}{corpus.digest()[:16]}"
    tables = CachedFolder(corpus.cache, name, fill).read(
        lambda folder: from_plain(CardTables, json.loads((folder / _FILE).read_bytes()))
    )
    grammar = open_grammar(game, corpus.cache)
    return replace(tables, dialect=replace(tables.dialect, tables=grammar))


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
    """Return the invented cards of ``game``, if any. The site shows them, and the card reader warms
    up with them. Raises :class:`CorpusError` where the file is malformed."""
    file = load_if_there(game.folder / "examples.toml", _ExamplesFile, hint="See CONTRIBUTING.md.")
    return file.card if file else ()

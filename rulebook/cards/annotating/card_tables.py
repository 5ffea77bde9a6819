"""All that annotating the cards of one game needs, loaded from its files or from plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, write_json
from rulebook.cards.annotating.examples import load_examples
from rulebook.cards.annotating.governing import GoverningFile, load_governing_table
from rulebook.cards.builders.lexicon import FramesFile, load_frames
from rulebook.cards.grammar.keywords import KeywordMeaning, load_keywords
from rulebook.cards.grammar.lalr_tables import LalrTables
from rulebook.cards.interpreting.naming import Sorts, load_sorts
from rulebook.cards.linking.link_table import LinkTable, load_link_table
from rulebook.cards.reading.dialect import load_dialect, open_grammar
from rulebook.cards.spelling.canonical_form import Spelling
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.records import dataclass, replace

_FILE = "cards.json"
# Parts of the package that decide what the cached tables contain.
_CODE = ("text", "clauses", "links", "cards", "cache/plain_values.py", "toml_files")


@dataclass(frozen=True, slots=True)
class CardTables:
    """The grammar, spelling, links, sorts and rules with which the cards of a game are annotated,
    as values that JSON can store: a browser has only these, no TOML and no grammar."""

    grammar: LalrTables
    spelling: Spelling
    frames: tuple[FramesFile, ...]
    reminders: tuple[str, ...]
    link_table: LinkTable
    sorts: Sorts
    governing: GoverningFile
    opened: Mapping[str, KeywordMeaning]
    roles: Mapping[str, str]
    english: Mapping[str, str]


def load_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return all tables that annotating the cards of ``game`` needs, made from its files, which is
    slow; :func:`open_card_tables` caches them. Raises :class:`CorpusError` where one is malformed,
    or the game has no card grammar."""
    dialect = load_dialect(game, corpus.cache)
    link_table, _ = load_link_table(corpus, game)
    table, _ = load_governing_table(corpus, game)
    keywords, _ = load_keywords(corpus, game)
    opened = {word: entry.opens for word, entry in keywords.items() if entry.opens}
    written = (dialect.tables, dialect.spelling, dialect.frames, dialect.reminders)
    governing = (table.file, opened, table.roles, table.english)
    return CardTables(*written, link_table, load_sorts(corpus), *governing)


def check_card_tables(corpus: Corpus, game: Game) -> tuple[Finding, ...]:
    """Return findings on entries for the cards of ``game`` that cite missing clauses; these are
    left out of its card tables. Raises :class:`CorpusError` where a table is malformed. The grammar
    is not compiled: that is slow, and a game need not have one."""
    _, stale = load_link_table(corpus, game)
    _, also_stale = load_governing_table(corpus, game)
    load_frames(game)
    load_sorts(corpus)
    load_examples(game)
    return (*stale, *also_stale)


def open_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return the card tables of ``game`` from the cache, so that they are made from their files
    only once; if the cache has none, they are made now. The grammar has a cache of its own. Raises
    :class:`CorpusError` as :func:`load_card_tables` does."""

    def fill(folder: Path) -> None:
        """Write the tables into ``folder``, but not the grammar: it has its own cache."""
        plain = to_plain(load_card_tables(corpus, game))
        write_json(folder / _FILE, plain | {"grammar": None})

    def read(folder: Path) -> CardTables:
        """Return the tables that ``fill`` wrote into the cache ``folder``."""
        return from_plain(CardTables, json.loads((folder / _FILE).read_bytes()))

    name = f"cards_{game.slug}-{code_digest(*_CODE)[:8]}{corpus.digest()[:16]}"
    grammar = open_grammar(game, corpus.cache)
    return replace(CachedFolder(corpus.cache, name, fill).read(read), grammar=grammar)

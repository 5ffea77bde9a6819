"""All that annotating the cards of one game needs, loaded from its files or from plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, write_json
from rulebook.cards.annotating.governing import (
    GoverningFile,
    GoverningTable,
    load_governing_table,
)
from rulebook.cards.builders.lexicon import FramesFile
from rulebook.cards.grammar.keywords import KeywordMeaning, load_keywords
from rulebook.cards.grammar.lalr_tables import (
    LalrTables,
    plain_tables,
    tables_from_plain,
)
from rulebook.cards.interpreting.naming import Sorts, load_sorts
from rulebook.cards.linking.link_table import LinkTable, load_link_table
from rulebook.cards.reading.dialect import Dialect, load_dialect, open_grammar
from rulebook.cards.spelling.canonical_form import Spelling
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.records import dataclass

_FILE = "cards.json"
# Parts of the package that have a say in what is kept.
_CODE = ("text", "clauses", "links", "cards", "cache/plain_values.py", "toml_files")


@dataclass(frozen=True, slots=True)
class CardTables:
    """The grammar, links, sorts and rules with which the cards of a game are annotated.
    ``findings`` list entries that cite missing clauses; these entries are left out."""

    dialect: Dialect
    link_table: LinkTable
    sorts: Sorts
    governing: GoverningTable
    opened: Mapping[str, KeywordMeaning]
    findings: tuple[Finding, ...] = ()


def load_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return all tables that annotating the cards of ``game`` needs, made from its files;
    :func:`open_card_tables` caches them. Raises :class:`CorpusError` where one is malformed, or the
    game has no card grammar."""
    dialect = load_dialect(game, corpus.cache)
    link_table, stale = load_link_table(corpus, game)
    governing, also_stale = load_governing_table(corpus, game)
    keywords, _ = load_keywords(corpus, game)
    opened = {word: entry.opens for word, entry in keywords.items() if entry.opens}
    findings = (*stale, *also_stale)
    return CardTables(dialect, link_table, load_sorts(corpus), governing, opened, findings)


def open_card_tables(corpus: Corpus, game: Game) -> CardTables:
    """Return the card tables of ``game`` from the cache, so that they are made from their files
    only once; if the cache has none, they are made now. Raises :class:`CorpusError` as
    :func:`load_card_tables` does."""

    def fill(folder: Path) -> None:
        write_json(folder / _FILE, _plain_files(load_card_tables(corpus, game)))

    name = f"cards_{game.slug}-{code_digest(*_CODE)[:8]}{corpus.digest()[:16]}"
    grammar = open_grammar(game, corpus.cache)
    return CachedFolder(corpus.cache, name, fill).read(
        lambda folder: _card_tables(json.loads((folder / _FILE).read_bytes()), grammar)
    )


def plain_card_tables(tables: CardTables) -> dict[str, Any]:
    """Return ``tables`` as plain values for JSON, for the card reader in browsers. There it reads
    no TOML and makes no grammar tables."""
    return {"grammar": plain_tables(tables.dialect.tables), **_plain_files(tables)}


def _plain_files(tables: CardTables) -> dict[str, Any]:
    """Return the plain values of ``tables`` without the grammar, which has a cache of its own."""
    return {
        "spelling": to_plain(tables.dialect.spelling),
        "frames": to_plain(tables.dialect.frames),
        "reminders": list(tables.dialect.reminders),
        "link_table": to_plain(tables.link_table),
        "sorts": to_plain(tables.sorts),
        "governing": to_plain(tables.governing.file),
        "opened": to_plain(tables.opened),
        "roles": to_plain(tables.governing.roles),
        "english": to_plain(tables.governing.english),
        "findings": to_plain(tables.findings),
    }


def card_tables_from_plain(data: dict[str, Any]) -> CardTables:
    """Return the tables from the plain values that :func:`plain_card_tables` made. A browser has
    only these."""
    return _card_tables(data, tables_from_plain(data["grammar"]))


def _card_tables(data: Mapping[str, Any], grammar: LalrTables) -> CardTables:
    """Return the tables from the plain values of the cache, which need no parser of TOML.
    ``grammar`` comes apart, since it has a cache of its own."""
    spelling = from_plain(Spelling, data["spelling"])
    frames = from_plain(tuple[FramesFile, ...], data["frames"])
    return CardTables(
        Dialect(spelling, grammar, frames, tuple(data["reminders"])),
        from_plain(LinkTable, data["link_table"]),
        from_plain(Sorts, data["sorts"]),
        GoverningTable(
            from_plain(GoverningFile, data["governing"]), data["roles"], data["english"]
        ),
        {word: from_plain(KeywordMeaning, each) for word, each in data["opened"].items()},
        from_plain(tuple[Finding, ...], data["findings"]),
    )

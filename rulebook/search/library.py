"""What questions and searches are answered from: indexes, tables and snippets in the cache.

All of it is built by itself the first time.  Reading a table loads neither Whoosh nor the rule
documents; both are imported only where something must be built.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook import __version__
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.search.ranking_table import (
    TABLE_VERSION,
    RankingTable,
    SharedVocabulary,
    load_table,
    load_vocabulary,
)
from rulebook.search.snippets import Snippets, load_snippets
from rulebook.store import cache_root, cached_folder, is_whole

if TYPE_CHECKING:
    from whoosh.index import Index

# Raised by one whenever what is written into the index changes.
INDEX_VERSION = 7


class Library:
    """The corpus with its cache folder: ``$RULEBOOK_CACHE`` or the user's own unless given.

    Where nothing can be written, all is built in a temporary folder for this process, with a
    warning.
    """

    def __init__(self, corpus: Corpus, root: Path | None = None) -> None:
        self.corpus = corpus
        self._root = root or cache_root()
        content = f"{INDEX_VERSION} {TABLE_VERSION} {__version__} {corpus.digest()}"
        self._key = hashlib.sha256(content.encode()).hexdigest()[:16]
        self._tables_name = f"tables-{self._key}"
        self._vocabulary: SharedVocabulary | None = None
        self._tables: dict[str, RankingTable] = {}
        self._snippets: dict[str, Snippets] = {}
        self._opened: dict[str, Index] = {}

    def is_filled(self) -> bool:
        """Whether the tables lie whole in the cache, so that asking waits for nothing."""
        return is_whole(self._root / self._tables_name)

    def index(self, game: Game) -> Index:
        """Return the index of ``game`` for Whoosh to search, read once."""
        from rulebook.search.index import load_index

        if game.id not in self._opened:
            self._opened[game.id] = load_index(self._indexes() / f"{game.id}.index.json")
        return self._opened[game.id]

    def table(self, game: Game) -> RankingTable:
        """Return the table of ``game``, read once."""
        if game.id not in self._tables:
            folder = self.tables()
            if self._vocabulary is None:
                self._vocabulary = load_vocabulary(folder / "vocabulary.json")
            path = folder / f"{game.id}.table.json"
            self._tables[game.id] = load_table(path, self._vocabulary)
        return self._tables[game.id]

    def snippets(self, game: Game) -> Snippets:
        """Return the snippets of ``game``, read once."""
        if game.id not in self._snippets:
            self._snippets[game.id] = load_snippets(self.tables() / f"{game.id}.snippets.json")
        return self._snippets[game.id]

    @cache  # noqa: B019 - a library lives as long as its process
    def tables(self) -> Path:
        """Return the folder with a table and a snippets for each game, built if need be."""

        def fill(folder: Path) -> None:
            from rulebook.search.artifacts import write_tables

            write_tables(self.corpus, self.index, folder)

        return cached_folder(self._root, self._tables_name, fill)

    @cache  # noqa: B019
    def _indexes(self) -> Path:
        def fill(folder: Path) -> None:
            from rulebook.search.artifacts import write_indexes

            write_indexes(self.corpus, folder)

        return cached_folder(self._root, f"index-{self._key}", fill)

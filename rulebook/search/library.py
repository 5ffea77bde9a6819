"""What questions and searches are answered from: indexes, tables and snippets in the cache.

All of it is built by itself the first time.  Reading a table loads neither Whoosh nor the rule
documents; both are imported only where something must be built.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.search.ranking_table import (
    RankingTable,
    SharedVocabulary,
    load_table,
    load_vocabulary,
)
from rulebook.search.snippets import Snippets, load_snippets
from rulebook.store import CachedFolder, cache_root, code_digest

if TYPE_CHECKING:
    from whoosh.index import Index

# Modules that have a say in what is kept.
_CODE = ("text", "clauses", "links", "search")


class Library:
    """The corpus with its cache folder: ``$RULEBOOK_CACHE`` or the user's own unless given.

    Where nothing can be written, all is built in a temporary folder for this process, with a
    warning.
    """

    def __init__(self, corpus: Corpus, root: Path | None = None) -> None:
        self.corpus = corpus
        root = root or cache_root()
        content = f"{code_digest(*_CODE)} {corpus.digest()}"
        key = hashlib.sha256(content.encode()).hexdigest()[:16]
        self._index_folder = CachedFolder(root, f"index-{key}", self._fill_indexes)
        self._table_folder = CachedFolder(root, f"tables-{key}", self._fill_tables)
        self._vocabulary: SharedVocabulary | None = None
        self._tables: dict[str, RankingTable] = {}
        self._snippets: dict[str, Snippets] = {}
        self._opened: dict[str, Index] = {}

    def is_filled(self) -> bool:
        """Whether the tables lie whole in the cache, so that asking waits for nothing."""
        return self._table_folder.is_filled()

    def index(self, game: Game) -> Index:
        """Return the index of ``game`` for Whoosh to search, read once."""
        from rulebook.search.index import load_index

        if game.id not in self._opened:
            name = f"{game.id}.index.json"
            self._opened[game.id] = self._index_folder.read(lambda all_: load_index(all_ / name))
        return self._opened[game.id]

    def table(self, game: Game) -> RankingTable:
        """Return the table of ``game``, read once."""
        if game.id not in self._tables:
            name, vocabulary = f"{game.id}.table.json", self._shared_vocabulary()
            self._tables[game.id] = self._table_folder.read(
                lambda all_: load_table(all_ / name, vocabulary)
            )
        return self._tables[game.id]

    def snippets(self, game: Game) -> Snippets:
        """Return the snippets of ``game``, read once."""
        if game.id not in self._snippets:
            name = f"{game.id}.snippets.json"
            self._snippets[game.id] = self._table_folder.read(
                lambda all_: load_snippets(all_ / name)
            )
        return self._snippets[game.id]

    def tables(self) -> Path:
        """Return the folder with a table and a snippets for each game, built if need be."""
        return self._table_folder.path()

    def _shared_vocabulary(self) -> SharedVocabulary:
        if self._vocabulary is None:
            self._vocabulary = self._table_folder.read(
                lambda all_: load_vocabulary(all_ / "vocabulary.json")
            )
        return self._vocabulary

    def _fill_tables(self, folder: Path) -> None:
        from rulebook.search.artifacts import write_tables

        write_tables(self.corpus, self.index, folder)

    def _fill_indexes(self, folder: Path) -> None:
        from rulebook.search.artifacts import write_indexes

        write_indexes(self.corpus, folder)

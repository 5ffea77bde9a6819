"""Access to the cached index, table and snippets of each game, built on first use. Reading a table
loads neither Whoosh nor the rule documents; building imports both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rulebook.cache.store import UNEXPECTED, CachedFolder, code_digest
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import RulebookError
from rulebook.messages import Message
from rulebook.search.tables.ranking_table import RankingTable, load_table, save_table
from rulebook.search.tables.snippets import Snippets, build_snippets, load_snippets, save_snippets
from rulebook.search.tables.vocabulary import SharedVocabulary, load_vocabulary, save_vocabulary

if TYPE_CHECKING:
    from whoosh.searching import Searcher

T = TypeVar("T")

INDEX = "index.json"

# Parts of the package on which the cached files depend.
_CODE = ("text", "clauses", "links", "editions", "rulings", "search", "toml_files")


class SearchTables:
    """A corpus with its search tables, cached and built where missing, after a word to ``say``."""

    def __init__(self, corpus: Corpus, say: Callable[[str], None] | None = None) -> None:
        """Name cache folders by a digest of code and corpus, so old tables are not used."""
        self.corpus = corpus
        self._say = say or (lambda _: None)
        self._key = f"{code_digest(*_CODE)[:8]}{corpus.digest()[:16]}"
        self._folders: dict[str, CachedFolder] = {}
        self._loaded: dict[str, Any] = {}
        self._was_rebuilt = False

    def is_filled(self) -> bool:
        """Whether the tables of all games are cached: else a site build has a process make them."""
        return all(self._table_folder(each).is_filled() for each in self.corpus.games.values())

    def fill(self) -> None:
        """Build the missing tables of every game, for the wheel and for a site build."""
        for game in self.corpus.games.values():
            self._table_folder(game).path()

    def retry_rebuilt(self, work: Callable[[], T]) -> T:
        """Return the result of ``work``. If it fails unexpectedly, rebuild the tables and try once
        more: only use reveals some damage."""
        try:
            return work()
        except UNEXPECTED as error:
            if self._was_rebuilt or isinstance(error, RulebookError):
                raise
            self._was_rebuilt = True
            self._loaded.clear()
            for folder in [*self._folders.values()]:  # renewing one may open others
                folder.renewed()
            return work()

    def index(self, game: Game) -> Searcher:
        """Return the Whoosh index of ``game`` for the query language of ``search``; loaded once."""
        from rulebook.search.tables.index import build_index, load_index, save_index

        def fill(place: Path) -> None:
            """Build the index, and say so: the document has to be read for it, which is slow."""
            self._say(Message("indexing {title}", title=game.title))
            save_index(build_index(self.corpus.read(game)), place / INDEX)

        folder = self._folder(f"index_{game.slug}", fill)
        return self._once(f"index {game.key}", folder, lambda place: load_index(place / INDEX))

    def table(self, game: Game) -> RankingTable:
        """Return the ranking table of ``game``, loaded once, since every question needs it."""
        vocabulary, folder = self.vocabulary(), self._table_folder(game)
        return self._once(f"table {game.key}", folder, lambda place: load_table(place, vocabulary))

    def snippets(self, game: Game) -> Snippets:
        """Return the snippets of ``game``, which answers show, stored with its ranking table."""
        return self._once(f"snippets {game.key}", self._table_folder(game), load_snippets)

    def vocabulary(self) -> SharedVocabulary:
        """Return the vocabulary, loaded once, since the ranking tables of all games share it."""

        def fill(place: Path) -> None:
            """Build the vocabulary: questions that find it in the cache import no builder."""
            from rulebook.search.tables.vocabulary_builder import build_vocabulary

            save_vocabulary(build_vocabulary(self.corpus), place)

        return self._once("vocabulary", self._folder("vocabulary", fill), load_vocabulary)

    def _once(self, name: str, folder: CachedFolder, load: Callable[[Path], T]) -> T:
        """Return what ``load`` reads from ``folder``, loaded once: many questions use one table."""
        if name not in self._loaded:
            self._loaded[name] = folder.read(load)
        loaded: T = self._loaded[name]
        return loaded

    def _table_folder(self, game: Game) -> CachedFolder:
        """Return the cache folder of the ranking table and the snippets of ``game``. Both are in
        one folder because both are needed to answer, and they are built together."""

        def fill(place: Path) -> None:
            """Build the table and the snippets, and say so: it takes seconds."""
            from rulebook.search.tables.table_builder import build_table

            self._say(Message("preparing {title}", title=game.title))
            save_table(build_table(self.corpus, game, self.vocabulary()), place)
            save_snippets(build_snippets(self.corpus, game), place)

        return self._folder(f"tables_{game.slug}", fill)

    def _folder(self, sort: str, fill: Callable[[Path], None]) -> CachedFolder:
        """Return the cache folder of the ``sort``, made once; changed code or data have another."""
        if sort not in self._folders:
            self._folders[sort] = CachedFolder(self.corpus.cache, f"{sort}-{self._key}", fill)
        return self._folders[sort]

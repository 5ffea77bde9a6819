"""The cached index, table and snippets of each game, built (which imports Whoosh) on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rulebook.cache.store import UNEXPECTED, CachedFolder, code_digest
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import RulebookError
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass
from rulebook.search.tables import ranking_table
from rulebook.search.tables.ranking_table import KeyedRows, save_rows

if TYPE_CHECKING:
    from whoosh.searching import Searcher

_CLAUSES, _ELSEWHERE = "snippets.jsonl", "elsewhere.jsonl"
Elsewhere = Mapping[int, tuple[tuple[str, str, str], ...]]
T = TypeVar("T")
INDEX = "index.json"
# Parts of the package on which the cached files depend.
_CODE = ("text", "clauses", "links", "editions", "rulings", "search", "toml_files")


class Snippet(NamedTuple):
    """A clause as an answer shows it; ``leans_on`` has the numbers of clauses it cites."""

    number: str
    title: str | None
    text: str
    parent: str | None
    children: tuple[str, ...]
    leans_on: tuple[str, ...]
    remark: str

    @property
    def heading(self) -> str:
        """The title, or the text where there is none, to name the clause in lists."""
        return self.title if self.title is not None else self.text


@dataclass(frozen=True, slots=True, eq=False)
class Snippets:
    """The clauses of a game by number, and by concept the other games' alias, word and clause."""

    clauses: Mapping[str, Snippet]
    elsewhere: Elsewhere

    def path(self, clause: Snippet) -> tuple[Snippet, ...]:
        """Return the clauses above ``clause``, topmost first; raise for a cycle (damaged)."""
        above: list[Snippet] = []
        while clause.parent is not None:
            clause = self.clauses[clause.parent]
            above.append(clause)
            if len(above) > len(self.clauses):
                raise ValueError(f"{clause.number} is its own ancestor")
        return tuple(reversed(above))

    def children(self, clause: Snippet) -> tuple[Snippet, ...]:
        """Return the children of ``clause``, which an answer lists below its text."""
        return tuple(self.clauses[number] for number in clause.children)


def build_snippets(corpus: Corpus, game: Game) -> Snippets:
    """Return what answers show of each clause of ``game``, so a question reads no document; and by
    number of each concept, the word and clause of every other game, to which answers point."""
    from rulebook.links.concepts import load_concepts  # slow, not needed with a cache
    from rulebook.links.linker import link_game

    linked, clauses, elsewhere = link_game(corpus, game), {}, {}
    for c in linked.book.clauses:
        rest = c.parent, c.children, linked.leans_on(c), c.remark
        clauses[c.number] = Snippet(c.number, c.title, c.text, *rest)
    aliases = {other.id: other.alias for other in corpus.games.values() if other.id != game.id}
    for number, concept in enumerate(load_concepts(corpus, game).by_id.values()):
        rules = ((aliases[id], rule) for id, rule in concept.rules.items() if id in aliases)
        elsewhere[number] = tuple((alias, rule.word, rule.clause) for alias, rule in rules)
    return Snippets(clauses, elsewhere)


def load_snippets(folder: Path) -> Snippets:
    """Load the snippets of a game and, by concept, the alias, word and clause of other games, to
    which answers point. A row is parsed when first used: an answer shows few of them."""
    elsewhere: Elsewhere = KeyedRows(folder / _ELSEWHERE, tuple[tuple[str, str, str], ...])
    return Snippets(_Clauses(folder / _CLAUSES, Snippet), elsewhere)


class _Clauses(KeyedRows[str, Snippet]):
    """Snippets by number; a damaged row must not be shown under another number."""

    def __getitem__(self, number: str) -> Snippet:
        """Return the snippet of ``number``; raise if a damaged row has that of another clause."""
        found = super().__getitem__(number)
        if found.number != number:
            raise LookupError(number)
        return found


class SearchTables:
    """The search tables of a corpus: cached, or built if missing after a message to ``say``."""

    def __init__(self, corpus: Corpus, say: Callable[[str], None] | None = None) -> None:
        """Prepare the tables of ``corpus``, loaded or built when asked for; ``say`` reports a
        build. A digest of code and corpus names cache folders, so no old table is used."""
        self.corpus = corpus
        self._say = say or (lambda _: None)
        self._key = f"{code_digest(*_CODE)[:8]}{corpus.digest()[:16]}"
        self._folders: dict[str, CachedFolder] = {}
        self._loaded: dict[str, Any] = {}
        self._was_rebuilt = False

    def is_filled(self) -> bool:
        """Whether the tables of all games are cached; if not, a site build has a process do it."""
        return all(self._table_folder(each).is_filled() for each in self.corpus.games.values())

    def fill(self) -> None:
        """Build the missing tables of every game, for the wheel and for a site build."""
        for game in self.corpus.games.values():
            self._table_folder(game).path()

    def retry_rebuilt(self, work: Callable[[], T]) -> T:
        """Return the result of ``work``; if it fails on damaged tables, retry with new ones."""
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
            """Build the index of ``game`` in the cache folder ``place``, after a message to users:
            reading the document takes time."""
            self._say(Message("indexing {title}", title=game.title))
            save_index(build_index(self.corpus.read(game)), place / INDEX)

        folder = self._folder(f"index_{game.slug}", fill)
        return self._once(f"index {game.key}", folder, lambda place: load_index(place / INDEX))

    def table(self, game: Game) -> ranking_table.RankingTable:
        """Return the ranking table of ``game``, loaded once, since every question needs it."""
        vocabulary = self.vocabulary()
        load = lambda place: ranking_table.load_table(place, vocabulary)  # noqa: E731
        return self._once(f"table {game.key}", self._table_folder(game), load)

    def snippets(self, game: Game) -> Snippets:
        """Return the snippets of ``game``, which answers show, stored with its ranking table."""
        return self._once(f"snippets {game.key}", self._table_folder(game), load_snippets)

    def vocabulary(self) -> ranking_table.SharedVocabulary:
        """Return the vocabulary, loaded once, since the ranking tables of all games share it."""

        def fill(place: Path) -> None:
            """Build the vocabulary in ``place``; if it is cached, no builder is imported."""
            from rulebook.search.tables.vocabulary_builder import build_vocabulary

            ranking_table.save_vocabulary(build_vocabulary(self.corpus), place)

        folder = self._folder("vocabulary", fill)
        return self._once("vocabulary", folder, ranking_table.load_vocabulary)

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
            """Build table and snippets in ``place``, after a message, since it takes seconds."""
            from rulebook.search.tables.table_builder import build_table

            self._say(Message("preparing {title}", title=game.title))
            ranking_table.save_table(build_table(self.corpus, game, self.vocabulary()), place)
            snippets = build_snippets(self.corpus, game)
            for name, rows in ((_CLAUSES, snippets.clauses), (_ELSEWHERE, snippets.elsewhere)):
                save_rows(place / name, [*rows], rows.values())

        return self._folder(f"tables_{game.slug}", fill)

    def _folder(self, name: str, fill: Callable[[Path], None]) -> CachedFolder:
        """Return the cache folder ``name``, made once, which ``fill`` fills if it is empty. Its
        path ends with a digest (``_key``): after changes of code or corpus, it is another."""
        if name not in self._folders:
            self._folders[name] = CachedFolder(self.corpus.cache, f"{name}-{self._key}", fill)
        return self._folders[name]

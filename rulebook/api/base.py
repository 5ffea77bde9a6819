"""A corpus that is open: its games, their editions and clauses, and what is kept for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebook.api.rulings import CorpusRulings
    from rulebook.clauses.corpus import Corpus
    from rulebook.clauses.game import Game
    from rulebook.clauses.model import Rulebook
    from rulebook.errors import RulebookError
    from rulebook.links.model import LinkedRulebook
    from rulebook.links.results import FoundClause
    from rulebook.search.tables.search_tables import SearchTables


class RulesBase:
    """The rules of every game of a corpus."""

    def __init__(
        self,
        corpus: Corpus,
        say: Callable[[str], None] | None = None,
        own: Path | None = None,
        rulings: Sequence[Path] = (),
    ) -> None:
        self.corpus = corpus
        self._ruling_paths = rulings
        self._own = own
        self._say = say

    @property
    def games(self) -> tuple[Game, ...]:
        """Every game that can be used, each at its current edition, in the order of the ids."""
        return tuple(self.corpus.games.values())

    @property
    def faults(self) -> Mapping[str, RulebookError]:
        """The errors of games that cannot be used, by the name of their folder."""
        return self.corpus.faults

    def game(self, name: str) -> Game:
        """Return the game of that name (``ws``, ``ws@1.109``).

        Raises :class:`UnknownGame` or :class:`UnknownEdition`, which name those that there are.
        """
        return self.corpus.game(name)

    def editions(self, name: str) -> tuple[Game, ...]:
        """Return the game at each of its editions, the oldest first."""
        return self.corpus.editions(self.game(name))

    def book(self, name: str) -> Rulebook:
        """Return the rulebook of a game as it was read, without links."""
        return self.corpus.read(self.game(name))

    def linked(self, name: str) -> LinkedRulebook:
        """Return the whole rulebook of a game: clauses, references, terms, findings."""
        from rulebook.links.linker import link_game

        return link_game(self.corpus, self.game(name))

    def clause(self, name: str, number: str) -> FoundClause:
        """Return the clause ``number`` of the game ``name`` in its place.

        Dots or hyphens, full-width digits and a trailing point are all understood; ``5.5.1.Ⅵ``
        is a step of a clause.  Raises :class:`InvalidNumber` for what is no number, and
        :class:`UnknownClause` with the nearest number that exists.
        """
        from rulebook.clauses.lookup import place_named
        from rulebook.links.results import in_its_place

        linked = self.linked(name)
        return in_its_place(linked, place_named(linked.book, number))

    def headings(self, name: str, numbers: Iterable[str]) -> dict[str, str]:
        """Return what lists show of clauses, by their numbers: a title, or how the text begins.

        No document is read for it.
        """
        tables, game = self.search_tables, self.game(name)
        wanted = [*numbers]
        return tables.retry_rebuilt(
            lambda: {number: tables.snippets(game).clauses[number].heading for number in wanted}
        )

    @property
    def rulings(self) -> CorpusRulings:
        """What was ruled: the rulings of the corpus and of the user's own files."""
        from rulebook.api.rulings import CorpusRulings

        make = lambda: CorpusRulings(self.corpus, self._ruling_paths, lambda: self.search_tables)  # noqa: E731
        return self.corpus.once("rulings", make)

    @property
    def search_tables(self) -> SearchTables:
        """The tables and indexes that questions and searches are answered from."""
        from rulebook.search.tables.search_tables import SearchTables

        return self.corpus.once("tables", lambda: SearchTables(self.corpus, self._say))

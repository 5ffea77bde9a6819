"""From the numbers of one edition to those of another, and what changed in the words between."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game, edition_names
from rulebook.clauses.lookup import find_place
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbers import parse_number
from rulebook.editions.comparison import EditionComparison, compare
from rulebook.editions.tracing import trace
from rulebook.errors import UnknownClause
from rulebook.text.width import shortened

T = TypeVar("T")


class EditionRoutes:
    """The ways from the other editions of a game to ``game``, each worked out once."""

    def __init__(self, corpus: Corpus, game: Game) -> None:
        self._corpus = corpus
        self.game = game
        self.names = frozenset(edition_names(game.folder))
        self._known: dict[Hashable, object] = {}

    @property
    def before(self) -> str:
        """The name of the edition before that of the game, or its own where there is none."""
        names = edition_names(self.game.folder)
        return names[max(0, names.index(self.game.edition.name) - 1)]

    @property
    def book(self) -> Rulebook:
        """The rulebook at the edition that the ways lead to."""
        return self._corpus.read(self.game)

    def has_edition(self, edition: str) -> bool:
        """Whether the corpus has that edition of the game."""
        return edition in self.names

    def number_in(self, edition: str, printed: str) -> str | None:
        """Return the number of the clause called ``printed`` at ``edition``; none where none is.

        A step of a clause is its clause.
        """
        return self._once(("in", edition, printed), lambda: self._number_in(edition, printed))

    def now(self, edition: str, number: str) -> tuple[str, ...]:
        """Return what the clause ``number`` of ``edition`` is called now; nothing if it is gone."""
        if edition == self.game.edition.name:
            return (number,)
        return self._once(("now", edition, number), lambda: self._now(edition, number))

    def changed_words(self, edition: str, number: str) -> tuple[str, ...]:
        """Return how the words of the clause ``number`` changed since ``edition``: 「…」→「…」.

        ``number`` is what it is called now.
        """
        if edition == self.game.edition.name or not self.has_edition(edition):
            return ()
        return self._once(("words", edition, number), lambda: self._changed_words(edition, number))

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = make()
        known: T = self._known[key]  # type: ignore[assignment]
        return known

    def _at(self, edition: str) -> Game:
        return self._corpus.game(f"{self.game.id}@{edition}")

    def _number_in(self, edition: str, printed: str) -> str | None:
        parsed = parse_number(printed)
        if parsed is None or not self.has_edition(edition):
            return None
        here = edition == self.game.edition.name
        book = self.book if here else self._corpus.read(self._at(edition))
        try:
            return find_place(book, parsed).clause.number
        except UnknownClause:
            return None

    def _now(self, edition: str, number: str) -> tuple[str, ...]:
        if self.number_in(edition, number) is None:
            return ()
        steps = trace(self._corpus, self._at(edition), number)
        return next(step.numbers for step in steps if step.game.key == self.game.key)

    def _comparison(self, edition: str) -> EditionComparison:
        def made() -> EditionComparison:
            return compare(self._corpus, f"{self.game.id}@{edition}", self.game.key)

        return self._once(("comparison", edition), made)

    def _changed_words(self, edition: str, number: str) -> tuple[str, ...]:
        comparison = self._comparison(edition)
        change = comparison.alignment.by_new.get(number)
        if change is None or not change.old:
            return ()
        if len(change.old) > 1 or len(change.new) > 1:
            return (f"{'・'.join(change.old)}→{'・'.join(change.new)}",)
        marked = comparison.marked(change)
        old, new = marked.old[0].text, marked.new[0].text
        return tuple(
            f"「{shortened(hunk.old.of(old))}」→「{shortened(hunk.new.of(new))}」"
            for hunk in marked.hunks
        )

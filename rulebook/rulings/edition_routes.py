"""Map clause numbers of one edition to those of another, with the changes of the words.

A ruling is never rewritten; numbers that moved and words that changed are recorded with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game, edition_names
from rulebook.clauses.lookup import find_place
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbers import parse_number
from rulebook.editions.comparison import EditionComparison, compare
from rulebook.editions.settling import trace
from rulebook.errors import UnknownClause
from rulebook.records import replace
from rulebook.rulings.citations import CitationFinder
from rulebook.rulings.model import Ruling, RulingState, Suggestion
from rulebook.text.width import shortened

T = TypeVar("T")


class EditionRoutes:
    """Maps clause numbers of the other editions of a game to ``game``; each result is stored."""

    def __init__(self, corpus: Corpus, game: Game) -> None:
        self._corpus = corpus
        self.game = game
        self.names = frozenset(edition_names(game.folder))
        self._known: dict[Hashable, object] = {}

    @property
    def before(self) -> str:
        """The edition before the current one, which an old text likely cites. Its own if it is
        alone."""
        names = edition_names(self.game.folder)
        return names[max(0, names.index(self.game.edition.name) - 1)]

    @property
    def book(self) -> Rulebook:
        """The rulebook of the edition to which numbers are mapped."""
        return self._corpus.read(self.game)

    def has_edition(self, edition: str) -> bool:
        """Whether the corpus has that edition: numbers of others cannot be followed."""
        return edition in self.names

    def number_in(self, edition: str, printed: str) -> str | None:
        """Return the number of the clause ``printed`` in ``edition``, ``None`` if there is none.
        The number of a step gives that of its clause."""
        return self._once(("in", edition, printed), lambda: self._number_in(edition, printed))

    def now(self, edition: str, number: str) -> tuple[str, ...]:
        """Return the current numbers of clause ``number`` of ``edition``; empty if it is gone. A
        split clause has several; then which one a citation is about cannot be known."""
        if edition == self.game.edition.name:
            return (number,)
        return self._once(("now", edition, number), lambda: self._current_numbers(edition, number))

    def is_sure(self, edition: str, number: str) -> bool:
        """Whether all alignments on the way to now are sure: unsure numbers are not rewritten."""
        if edition == self.game.edition.name:
            return True
        return self._once(("sure", edition, number), lambda: self._is_sure(edition, number))

    def changed_words(self, edition: str, number: str) -> tuple[str, ...]:
        """Return how the words of the clause ``number`` changed since ``edition``: 「…」→「…」.
        ``number`` is its current number."""
        if edition == self.game.edition.name or not self.has_edition(edition):
            return ()
        return self._once(("words", edition, number), lambda: self._changed_words(edition, number))

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value made for ``key``, made once. Thousands of rulings ask for the same
        clauses."""
        if key not in self._known:
            self._known[key] = make()
        known: T = self._known[key]  # type: ignore[assignment]
        return known

    def _at(self, edition: str) -> Game:
        return self._corpus.game(f"{self.game.id}@{edition}")

    def _number_in(self, edition: str, printed: str) -> str | None:
        """Return ``printed`` as ``edition`` writes it, or None if it has no such clause. People
        write 9-2-2 for 9.2.2; a citation without a clause is reported."""
        parsed = parse_number(printed)
        if parsed is None or not self.has_edition(edition):
            return None
        here = edition == self.game.edition.name
        book = self.book if here else self._corpus.read(self._at(edition))
        try:
            return find_place(book, parsed).clause.number
        except UnknownClause:
            return None

    def _current_numbers(self, edition: str, number: str) -> tuple[str, ...]:
        """Return what a clause of an older edition is in the current one; nothing if it is gone."""
        if self.number_in(edition, number) is None:
            return ()
        steps = trace(self._corpus, self._at(edition), number)
        return next(step.numbers for step in steps if step.game.key == self.game.key)

    def _is_sure(self, edition: str, number: str) -> bool:
        """Whether all alignments between the two editions, in either direction, are sure of it. A
        citation in someone's text gets a new number only then: a wrong one would go unnoticed."""
        steps = trace(self._corpus, self._at(edition), number)
        ends = sorted(
            at for at, step in enumerate(steps) if step.game.edition.name in (edition, self._name)
        )
        between = steps[ends[0] + 1 : ends[-1] + 1]
        return all(change.sure for step in between for change in step.changes)

    @property
    def _name(self) -> str:
        return self.game.edition.name

    def _comparison(self, edition: str) -> EditionComparison:
        """Return the comparison of ``edition`` with the current one, made once as it is slow."""

        def made() -> EditionComparison:
            return compare(self._corpus, f"{self.game.id}@{edition}", self.game.key)

        return self._once(("comparison", edition), made)

    def _changed_words(self, edition: str, number: str) -> tuple[str, ...]:
        """Return the words of a current clause that changed since ``edition``, as old → new. For a
        split or merged clause there are only the numbers: its words are in several texts."""
        comparison = self._comparison(edition)
        change = comparison.alignment.by_new.get(number)
        if change is None or not change.old:
            return ()
        if len(change.old) > 1 or len(change.new) > 1:
            return (f"{'・'.join(change.old)}→{'・'.join(change.new)}",)
        marked = comparison.with_differences(change)
        old, new = marked.old[0].text, marked.new[0].text
        return tuple(
            f"「{shortened(hunk.old.of(old))}」→「{shortened(hunk.new.of(new))}」"
            for hunk in marked.hunks
        )


# ---- Rulings

# The most changes of one clause that are recorded.
_MOST_CHANGES = 3


def carry_ruling(ruling: Ruling, routes: EditionRoutes, finder: CitationFinder) -> Ruling:
    """Return ``ruling`` with the numbers of the edition of ``routes``, and the changes since.
    Clauses that are gone there are left out. A ruling of an edition that the corpus does not have
    is returned unchanged."""
    carried = _with_new_numbers(ruling, routes, finder)
    if carried.state is not RulingState.IN_FORCE or not carried.worded:
        return carried
    changes = ((n, routes.changed_words(carried.worded, n)) for n in carried.numbers)
    changed = tuple(
        (number, "、".join(words[:_MOST_CHANGES])) for number, words in changes if words
    )
    return replace(carried, changed=changed)


def _with_new_numbers(ruling: Ruling, routes: EditionRoutes, finder: CitationFinder) -> Ruling:
    """Return ``ruling`` with the numbers of the current edition, and which of them moved. Numbers
    in its question and answer are followed too, but its words stay as they were given."""
    was, edition = ruling.edition, routes.game.edition.name
    if was == edition or not routes.has_edition(was):
        return ruling
    text = f"{ruling.question}\n{ruling.answer}"
    cited = (citation.number for citation in finder.find(text, routes.game))
    named = [n for n in dict.fromkeys((*ruling.numbers, *cited)) if routes.number_in(was, n)]
    now = {number: routes.now(was, number) for number in named}
    return replace(
        ruling,
        edition=edition,
        clauses=_carried(ruling.clauses, now),
        suggested=tuple(
            Suggestion(number, each.confidence)
            for each in ruling.suggested
            for number in now.get(each.clause, (each.clause,))
        ),
        worded=ruling.worded or was,
        moved=tuple((number, "・".join(new)) for number, new in now.items() if new != (number,)),
    )


def _carried(numbers: Sequence[str], now: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return ``numbers`` as they are now; a clause that is gone is left out, a split one is two."""
    new = (each for number in numbers for each in now.get(number, (number,)))
    return tuple(dict.fromkeys(new))

"""Map clause numbers of one edition to those of another, with the changes of their words."""

from __future__ import annotations

from functools import cache, partial

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game, edition_names
from rulebook.clauses.model import Rulebook
from rulebook.editions.citations import Citation, CitationFinder, is_same_range, number_in
from rulebook.editions.comparison import compare
from rulebook.records import replace
from rulebook.rulings.model import Ruling, RulingState, Suggestion
from rulebook.text.display import shortened

_MOST_CHANGES = 3  # the most changes of one clause that are recorded


class EditionRoutes:
    """Maps clause numbers of the other editions of a game to ``game``. Results are stored."""

    def __init__(self, corpus: Corpus, game: Game) -> None:
        """Map the numbers of all editions to ``game``; cached, as comparing editions is slow."""
        self._corpus = corpus
        self.game = game
        # Numbers of editions that are not in the corpus cannot be mapped.
        self.names = frozenset(edition_names(game.folder))
        self.number_in = cache(self._number_in)
        self.changed_words = cache(self._changed_words)
        self._compared = cache(lambda edition: compare(corpus, f"{game.id}@{edition}", game.key))

    @property
    def book(self) -> Rulebook:
        """The rulebook of the edition to which numbers are mapped, with the clauses they became."""
        return self._corpus.read(self.game)

    def book_at(self, edition: str) -> Rulebook:
        """Return the rulebook at ``edition`` (1.109), whose numbers or words a text cites."""
        return self._corpus.read(self._corpus.game(f"{self.game.id}@{edition}"))

    def cited(self, text: str) -> list[Citation]:
        """Return the citations of this game in ``text``, a ruling: all that name no other game."""
        return self.cited_by_game(text)[0]

    def cited_by_game(self, text: str) -> tuple[list[Citation], list[Citation]]:
        """Return the citations of this game in ``text``, a ruling, and those of other games."""
        finder = self._corpus.once(CitationFinder, tuple(self._corpus.games.values()))
        own, others = list[Citation](), list[Citation]()
        for each in finder.find(text, self.game):
            (own if each.game in (None, self.game.id) else others).append(each)
        return own, others

    def is_missing(self, citation: Citation) -> bool:
        """Whether the game that ``citation`` names lacks it: the name (vs) may be a word."""
        book = self._corpus.read(self._corpus.game(citation.game or self.game.id))
        return number_in(book, citation.number) is None

    def _number_in(self, edition: str, printed: str) -> str | None:
        """Return the number in ``edition`` (9.2.2) of the clause that a text names in another form
        (9-2-2) or by a step of it (9.2.2.IV), if any: alignments only know 9.2.2."""
        if edition not in self.names:
            return None
        return number_in(self.book_at(edition), printed)

    def now(self, edition: str, number: str) -> tuple[str, ...]:
        """Return the numbers in ``game`` of the clause that a ruling or text of the time of
        ``edition`` calls ``number``: several if it was split, none if it is gone."""
        if edition == self.game.edition.name:
            return (number,)
        if self.number_in(edition, number) is None:
            return ()
        return self._compared(edition).alignment.by_old[number].new

    def sure_number(self, edition: str, printed: str) -> str | None:
        """Return the one number that the clause ``printed`` of ``edition`` has here, to rewrite it;
        None if there are several, or if it is not sure."""
        number = self.number_in(edition, printed)
        if number is None or edition == self.game.edition.name:
            return number
        change = self._compared(edition).alignment.by_old[number]
        return change.new[0] if change.sure and len(change.new) == 1 else None

    def is_same_range(self, edition: str, first: str, last: str) -> bool:
        """Whether the new numbers of ``first`` and ``last`` enclose the same clauses as in
        ``edition``: else a rewritten range would cite other clauses."""
        if edition not in self.names:
            return False
        old, now = self.book_at(edition), partial(self.sure_number, edition)
        return is_same_range(old, self.book, now, first, last)

    def _changed_words(self, edition: str, number: str) -> tuple[str, ...]:
        """Return how a clause's words changed since ``edition``, or its numbers if split or merged.
        A ruling on the old words is shown with these changes: it may be outdated."""
        if edition == self.game.edition.name or edition not in self.names:
            return ()
        comparison = self._compared(edition)
        change = comparison.alignment.by_new.get(number)
        if change is None or not change.old:
            return ()
        if len(change.old) > 1 or len(change.new) > 1:
            return (f"{'・'.join(change.old)}→{'・'.join(change.new)}",)
        marked = comparison.with_differences(change)
        old, new = marked.old[0].text, marked.new[0].text
        words = ((hunk.old.of(old), hunk.new.of(new)) for hunk in marked.hunks)
        return tuple(f"「{shortened(one)}」→「{shortened(other)}」" for one, other in words)


def carry_ruling(ruling: Ruling, routes: EditionRoutes) -> Ruling:
    """Return ``ruling`` with the clause numbers of the edition of ``routes``, unless its own
    edition is unknown. If the ruling is in force, add how the words of its clauses changed since
    the edition that it was given on (``worded``): its answer may be outdated. Question and answer
    are never rewritten, so ``moved`` also has the numbers cited there, for readers."""
    was, edition = ruling.edition, routes.game.edition.name
    if was != edition and was in routes.names:
        text = f"{ruling.question}\n{ruling.answer}"
        cited = (citation.number for citation in routes.cited(text))
        named = (*ruling.numbers, *(n for n in cited if routes.number_in(was, n)))
        now = {number: routes.now(was, number) for number in dict.fromkeys(named)}
        olds = ((old, now.get(old.clause, (old.clause,))) for old in ruling.suggested)
        ruling = replace(
            ruling,
            edition=edition,
            # A clause that is gone is left out; a split clause becomes two.
            clauses=tuple(dict.fromkeys(new for n in ruling.clauses for new in now.get(n, (n,)))),
            suggested=tuple(Suggestion(n, old.confidence) for old, news in olds for n in news),
            moved=tuple((n, "・".join(new)) for n, new in now.items() if new != (n,)),
            worded=ruling.worded or was,
        )
    if ruling.state is not RulingState.IN_FORCE or not ruling.worded:
        return ruling
    changes = ((n, routes.changed_words(ruling.worded, n)) for n in ruling.numbers)
    changed = tuple((n, "、".join(words[:_MOST_CHANGES])) for n, words in changes if words)
    return replace(ruling, changed=changed)

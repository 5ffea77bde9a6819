"""Check the citations in a text: whether the clause exists, in which edition, with which words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game, natural_order
from rulebook.records import dataclass, replace
from rulebook.rulings.citations import Citation, CitationFinder, mask_markup
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.rulings.wording import ClauseWords, is_quotation


class CitationStatus(StrEnum):
    """The result of checking a citation."""

    FOUND = "found"
    MISSING = "missing"
    """The named edition does not have the clause; without a named one, no edition has it."""
    MOVED = "moved"
    """Only an older edition has the clause, and none is named."""
    MISQUOTED = "misquoted"
    """The clause does not have the words in quotation marks next to the citation."""
    AMBIGUOUS = "ambiguous"
    """Several games have the clause, and nothing says which game is meant."""


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation, and the result of checking it.

    ``games`` are the ids of the games that have the clause, or that it should be of; ``number``
    is the number as the document writes it, ``edition`` the edition that has it.  ``now`` are
    its numbers in the current edition, if that is another.  ``quoted`` is whether the clause has
    the words quoted next to the citation; ``None`` if none are quoted.
    """

    citation: Citation
    status: CitationStatus
    games: tuple[str, ...]
    number: str
    edition: str | None = None
    now: tuple[str, ...] = ()
    quoted: bool | None = None

    @property
    def is_right(self) -> bool:
        """Whether the citation can stay as it is; all others need a person or a rewrite."""
        return self.status is CitationStatus.FOUND


class CitationChecker:
    """Checks citations of the rules of a corpus; ``routes`` maps numbers between editions."""

    def __init__(self, corpus: Corpus, routes: Callable[[Game], EditionRoutes]) -> None:
        self._corpus = corpus
        self._routes = routes
        self._words: dict[str, ClauseWords] = {}
        self.finder = CitationFinder(list(corpus.games.values()))

    def check(
        self, text: str, game: Game | None = None, *, is_markup: bool = False
    ) -> list[CheckedCitation]:
        """Return the citations in ``text``, in order, and what the rules say to each. ``game`` is
        the game of those that name none; else it is the one that the text names, if it names only
        one. With ``is_markup`` what stands in tags and scripts is no text."""
        about = game or self.game_named(text)
        found = self.finder.find(mask_markup(text) if is_markup else text, about)
        checked = [each for citation in found for each in self._check_one(citation, about)]
        return _with_misquoted(checked)

    def of_game(self, text: str, game: Game, *, is_markup: bool = False) -> list[Citation]:
        """Return the citations of ``game`` in ``text``, in order. Those that name no game are of
        the one that ``text`` names, if it names only one."""
        named = self.game_named(text) or game
        found = self.finder.find(mask_markup(text) if is_markup else text, named)
        return [each for each in found if (each.game or named.id) == game.id]

    def game_named(self, text: str) -> Game | None:
        """Return the game that ``text`` names by title or id; None if it names several, or none.
        Then a number without a game is looked for in all of them."""
        named = self.finder.games_named(text)
        return self._corpus.games[next(iter(named))] if len(named) == 1 else None

    def _check_one(self, citation: Citation, about: Game | None) -> Iterator[CheckedCitation]:
        """Yield the result for ``citation``; of unknown games, the one that has clause and words.
        An unsure number that no game has is no citation, so it yields nothing."""
        if citation.game is not None:
            yield self._check_in_game(citation, self._corpus.games[citation.game])
            return
        if about is not None:
            yield self._check_in_game(citation, about)
            return
        each = [self._check_in_game(citation, game) for game in self._corpus.games.values()]
        there = [one for one in each if one.status is not CitationStatus.MISSING]
        right = (
            [one for one in there if one.quoted] or [one for one in there if one.is_right] or there
        )
        if len(right) == 1:
            yield right[0]
        elif right:
            games = tuple(one.games[0] for one in right)
            yield replace(right[0], games=games, status=CitationStatus.AMBIGUOUS)
        elif citation.is_sure:
            yield replace(each[0], games=())

    def _check_in_game(self, citation: Citation, game: Game) -> CheckedCitation:
        """Check one citation in one game: found, moved since another edition, or missing. Without a
        named edition the current one is tried first, then the latest that has the number."""
        routes = self._routes(game)
        current, named = game.edition.name, citation.edition
        for edition in (named,) if named else (current, *self._other_editions(routes)):
            number = routes.number_in(edition, citation.number)
            if number is None:
                continue
            now = routes.now(edition, number) if edition != current else ()
            has_moved = named is None and edition != current
            status = CitationStatus.MOVED if has_moved else CitationStatus.FOUND
            quoted = self._is_quoted(game, edition, number, citation.quote)
            return CheckedCitation(citation, status, (game.id,), number, edition, now, quoted)
        number = citation.number
        return CheckedCitation(citation, CitationStatus.MISSING, (game.id,), number, named)

    def _other_editions(self, routes: EditionRoutes) -> list[str]:
        """Return the editions except the current one, latest first: a citation is likely recent."""
        names = routes.names - {routes.game.edition.name}
        return sorted(names, key=natural_order, reverse=True)

    def _is_quoted(self, game: Game, edition: str, number: str, quote: str) -> bool | None:
        """Return whether the clause has the quoted words; None for too few words to be sure."""
        if not is_quotation(quote):
            return None
        at = self._corpus.game(f"{game.id}@{edition}")
        if at.key not in self._words:
            self._words[at.key] = ClauseWords(self._corpus.read(at))
        return self._words[at.key].has(number, quote)


def _with_misquoted(checked: Sequence[CheckedCitation]) -> list[CheckedCitation]:
    """Return ``checked`` with the status ``MISQUOTED`` where it applies. Of a list of citations
    with one quotation, only one must have the words."""
    right = {each.citation.quote for each in checked if each.quoted}
    return [
        replace(each, status=CitationStatus.MISQUOTED)
        if each.quoted is False and each.is_right and each.citation.quote not in right
        else each
        for each in checked
    ]

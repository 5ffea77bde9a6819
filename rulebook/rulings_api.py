"""Rulings from Python: found, checked, and linked to the clauses that they rest on.

``rules.rulings`` of :mod:`rulebook.api` is the :class:`RulingDesk` of a corpus.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.clauses.lookup import find_place
from rulebook.clauses.numbers import parse_address
from rulebook.errors import CorpusError, InvalidNumber, UnknownRuling
from rulebook.records import dataclass
from rulebook.rulings.shelf import RulingShelf

if TYPE_CHECKING:
    from rulebook.clauses.corpus import Corpus
    from rulebook.clauses.game import Game
    from rulebook.rulings.checking import RulingFinding
    from rulebook.rulings.citation_rewriting import RewrittenText
    from rulebook.rulings.citing import CheckedCitation, CitationChecker
    from rulebook.rulings.model import Ruling, Rulings


@dataclass(frozen=True, slots=True)
class RulingReport:
    """What is wrong in the rulings of a game; ``faults`` are files that could not be read."""

    game: Game
    count: int
    findings: tuple[RulingFinding, ...]
    faults: tuple[CorpusError, ...]


class RulingDesk:
    """All rulings of a corpus, and of the user's own files."""

    def __init__(self, corpus: Corpus, paths: Sequence[Path], cache: Path | None) -> None:
        self._corpus = corpus
        self.shelf = RulingShelf(corpus, paths, cache)
        self._told: set[str] = set()

    def of(self, game: str) -> Rulings:
        """Return the rulings of a game (``ws``, ``ws@1.109``), the newest first.

        A file that cannot be read is left out, with a warning.
        """
        return self._of(self._corpus.game(game))

    def _of(self, game: Game) -> Rulings:
        rulings = self.shelf.of(game)
        for error in rulings.faults:
            if str(error) not in self._told:
                self._told.add(str(error))
                warnings.warn(f"rulings left out: {error}", stacklevel=3)
        return rulings

    def all(self, game: str | None = None) -> Iterator[Ruling]:
        """Yield the rulings of one game or of every game, game by game, the newest first."""
        for each in self._games(game):
            yield from self._of(each).all

    def _games(self, game: str | None) -> list[Game]:
        return [self._corpus.game(game)] if game else list(self._corpus.games.values())

    def find(self, id: str, game: str | None = None) -> Ruling:
        """Return the ruling called ``id``; raises :class:`UnknownRuling` with the likeliest ids."""
        ids: list[str] = []
        for each in self._games(game):
            rulings = self._of(each)
            if found := rulings.by_id.get(id):
                return found
            ids += rulings.by_id
        raise UnknownRuling(id, get_close_matches(id, ids[:10_000], n=3))

    def at(self, game: str, number: str) -> tuple[Ruling, ...]:
        """Return the rulings that rest on the clause ``number`` of ``game``, suggested ones last.

        Raises :class:`InvalidNumber` or :class:`UnknownClause`.
        """
        address = parse_address(number)
        if address is None:
            raise InvalidNumber(number)
        found = self._corpus.game(game)
        place = find_place(self._corpus.read(found), address)
        return tuple(self._of(found).by_clause.get(place.clause.number, ()))

    def check(self, game: str) -> RulingReport:
        """Return what is wrong or out of date in the rulings of ``game``."""
        from rulebook.rulings.checking import check_rulings

        found = self._corpus.game(game)
        rulings = self.shelf.of(found)
        findings = tuple(check_rulings(rulings, self.shelf.routes(found)))
        return RulingReport(found, len(rulings.all), findings, rulings.faults)

    # ---- Citations in any text

    def cite(
        self, text: str, game: str | None = None, *, form: str = "text"
    ) -> list[CheckedCitation]:
        """Return the clause numbers in ``text``, in order, and what the rules say to each.

        Those beside which no game is named are of ``game``, else of the only game that the text
        names.  ``form`` is ``text``, ``markdown`` or ``html``.  Spans count code points.
        """
        about = self._corpus.game(game) if game else None
        return self._checker.check(text, about, is_markup=form == "html")

    def upgrade(
        self, text: str, to: str, *, since: str | None = None, form: str = "text"
    ) -> RewrittenText:
        """Return ``text`` with the clause numbers of one game as those of the edition ``to``.

        ``to`` is a game at an edition (``ws@1.111``).  Numbers that name no edition are of
        ``since``, else of the edition before it.  Raises :class:`UnknownEdition`.
        """
        from rulebook.rulings.citation_rewriting import upgrade_citations
        from rulebook.rulings.citations import mask_markup

        target = self._corpus.game(to)
        routes = self.shelf.routes(target)
        before = self._corpus.game(f"{target.id}@{since}") if since else self._before(target)
        shown = mask_markup(text) if form == "html" else text
        named = self._checker.game_named(text) or target
        found = self._checker.finder.find(shown, named)
        own = [each for each in found if (each.game or named.id) == target.id]
        return upgrade_citations(text, own, routes, before.edition.name)

    def _before(self, game: Game) -> Game:
        """Return the edition before that of ``game``, or ``game`` where there is none."""
        editions = self._corpus.editions(game)
        at = next(at for at, each in enumerate(editions) if each.key == game.key)
        return editions[max(0, at - 1)]

    def link(
        self, text: str, base: str, *, game: str | None = None, form: str = "text"
    ) -> RewrittenText:
        """Return ``text`` with its citations as links to the pages of a site at ``base``."""
        from rulebook.rulings.citation_rewriting import LinkForm, link_citations

        return link_citations(text, self.cite(text, game, form=form), base, LinkForm(form))

    @property
    def _checker(self) -> CitationChecker:
        from rulebook.rulings.citing import CitationChecker

        make = lambda: CitationChecker(self._corpus, self.shelf.routes)  # noqa: E731
        return self._corpus.once("citations", make)

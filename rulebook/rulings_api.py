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

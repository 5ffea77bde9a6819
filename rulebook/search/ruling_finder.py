"""The rulings of a corpus found by their words, and those that answer a question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.cache.store import CachedFolder
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.question import Question
from rulebook.search.ruling_search import (
    FOUND,
    MOST_TOLD,
    FoundRuling,
    RulingsInForce,
    asked_tokens,
    build_ruling_search,
    load_in_force,
    rulings_in_force,
    save_in_force,
)

if TYPE_CHECKING:
    from rulebook.clauses.corpus import Corpus
    from rulebook.clauses.game import Game
    from rulebook.rulings.model import Ruling
    from rulebook.search.model import Answers


class RulingFinder:
    """Finds rulings on the shelf of a corpus; what answers questions is kept in the cache."""

    def __init__(self, corpus: Corpus, shelf: RulingShelf) -> None:
        self._corpus = corpus
        self._shelf = shelf

    def search(self, query: Question, games: Iterable[Game], limit: int) -> tuple[Ruling, ...]:
        """Return the rulings of ``games`` that have the words of ``query``, best first."""
        tokens = asked_tokens(query)
        found = [
            (-each.score, at, rulings[each.place])
            for at, game in enumerate(games)
            if (rulings := self._shelf.warned(game).all)
            for each in self._searched(game, rulings, tokens)[:limit]
        ]
        found.sort(key=lambda each: each[:2])
        return tuple(ruling for _, _, ruling in found[:limit])

    def _searched(
        self, game: Game, rulings: Sequence[Ruling], tokens: Sequence[str]
    ) -> list[FoundRuling]:
        make = lambda: build_ruling_search(rulings)  # noqa: E731
        return self._corpus.once(("ruling search", game.key), make).find(tokens)

    # ---- What answers questions

    def answering(self, answers: Answers) -> tuple[Ruling, ...]:
        """Return the rulings in force that answer what was asked, best first.

        They have a good part of its words, and rest on a clause that was found.
        """
        numbers: defaultdict[str, set[str]] = defaultdict(set)
        best = answers.found[:FOUND]
        games = {found.game.key: found.game for found in best}
        for found in best:
            numbers[found.game.key].add(found.clause.number)
        tokens = asked_tokens(answers.question)
        told = [
            (-each.score, at, game, each.place)
            for at, (key, game) in enumerate(games.items())
            for each in self._in_force(game).answering(tokens, numbers[key])
        ]
        told.sort(key=lambda each: each[:2])
        # A place that is none, in a cache that is whole but wrong, tells nothing.
        best_told = ((game, place) for _, _, game, place in told[:MOST_TOLD])
        return tuple(ruling for each in best_told for ruling in self._shelf.at(*each))

    def _in_force(self, game: Game) -> RulingsInForce:
        in_force = self._corpus.once(("in force", game.key), lambda: self._kept_in_force(game))
        if not in_force.is_whole:
            self._shelf.warned(game)
        return in_force

    def _kept_in_force(self, game: Game) -> RulingsInForce:
        if not self._shelf.keeps(game):
            return rulings_in_force(self._shelf.warned(game))
        return self._folder().read(lambda place: load_in_force(place / f"{game.id}.json"))

    def _folder(self) -> CachedFolder:
        return self._shelf.folder("rulingsearch", self._fill)

    def _fill(self, folder: Path) -> None:
        for game in self._corpus.games.values():
            save_in_force(rulings_in_force(self._shelf.of(game)), folder / f"{game.id}.json")

    def fill(self) -> None:
        """Build what is missing of what is kept, for every game."""
        self._folder().path()

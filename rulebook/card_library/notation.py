"""Texts in the notation of another game: told from those of a game that is hard to read."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.card_parser import CardParser
from rulebook.cards.dialect import load_dialect
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError

# A text of which our game understands less than this, and another one more than that, is its.
_OURS, _THEIRS = 0.5, 0.9
# Shorter texts may be anything.
_SHORTEST = 8


class OtherNotations:
    """The card texts of all games of a corpus but one."""

    def __init__(self, corpus: Corpus, game: Game) -> None:
        self._game = game
        self._others = [other for other in corpus.games.values() if other.id != game.id]
        self._parsers: list[tuple[Game, CardParser]] | None = None

    def told(self, text: str, coverage: float) -> str | None:
        """Return in words which other game ``text`` looks like, if it does.

        ``coverage`` is the share of its characters that our game understands.
        """
        if coverage >= _OURS or len(text.strip()) < _SHORTEST:
            return None
        found = [(parser.read(text).coverage, other) for other, parser in self._loaded()]
        best = max(found, key=lambda pair: pair[0], default=None)
        if best is None or best[0] < _THEIRS:
            return None
        share, other = best
        return (
            f"it looks like a card of {other.title} (understood: {share:.0%}),"
            f" not of {self._game.title} ({coverage:.0%})"
        )

    def _loaded(self) -> list[tuple[Game, CardParser]]:
        if self._parsers is None:
            self._parsers = list(self._load())
        return self._parsers

    def _load(self) -> Iterator[tuple[Game, CardParser]]:
        for game in self._others:
            try:
                yield game, CardParser(load_dialect(game))
            except CorpusError:
                continue  # it has no grammar of cards

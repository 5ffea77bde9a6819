"""The corpus: the games that are there, found by id or alias, and their documents."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulebook.clauses.game import Game, load_game
from rulebook.clauses.model import Rulebook
from rulebook.clauses.reader import read_rules
from rulebook.errors import CorpusError, UnknownGame


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """The games of one corpus folder, by id, in the order of the ids."""

    folder: Path
    games: Mapping[str, Game]

    def game(self, name: str) -> Game:
        """Return the game of that id or alias; raises :class:`UnknownGame`."""
        wanted = name.strip().lower()
        for game in self.games.values():
            if wanted in (game.id, game.alias):
                return game
        known = [f"{game.alias} ({game.id})" for game in self.games.values()]
        raise UnknownGame(name, known)

    def read(self, game: Game) -> Rulebook:
        """Return the rulebook of ``game``, read once in a process."""
        return _read(game)

    def rulebooks(self) -> Iterator[Rulebook]:
        """Yield the rulebook of every game."""
        return (self.read(game) for game in self.games.values())

    def digest(self) -> str:
        """Return a key that changes whenever anything in the corpus changes."""
        content = hashlib.sha256()
        shared = sorted(self.folder.glob("*.toml"))
        own = [path for game in self.games.values() for path in sorted(game.path.parent.glob("*"))]
        for path in (*shared, *own):
            content.update(path.read_bytes())
        return content.hexdigest()


def load_corpus(folder: Path) -> Corpus:
    """Load every game of ``folder``: a folder each, with ``game.toml`` and ``rules.txt``.

    Raises :class:`CorpusError` when a game cannot be loaded or there is none.
    """
    games = [load_game(path.parent) for path in sorted(folder.glob("*/game.toml"))]
    if not games:
        hint = "A corpus holds a folder for each game, with game.toml and rules.txt."
        raise CorpusError(folder, "no games in this folder", hint=hint)
    return Corpus(folder, {game.id: game for game in games})


@cache
def _read(game: Game) -> Rulebook:
    try:
        source = game.path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(game.path, str(error)) from error
    return read_rules(source, game)

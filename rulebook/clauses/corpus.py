"""The corpus: the games that are there, found by id or alias, and their documents."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.clauses.game import Game, load_game
from rulebook.errors import CorpusError, UnknownGame

if TYPE_CHECKING:
    from rulebook.clauses.model import Rulebook

_HINT = "See CONTRIBUTING.md, “Add a game”."


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

    def source(self, game: Game) -> str:
        """Return the document of ``game``.

        Raises :class:`CorpusError` where it cannot be read or is not the one in ``game.toml``.
        """
        try:
            raw = game.path.read_bytes()
            digest = hashlib.sha256(raw).hexdigest()
            if digest != game.sha256:
                hint = f"If the change is meant, write into game.toml: sha256 = {digest!r}"
                raise CorpusError(game.path, "not the document that game.toml names", hint=hint)
            return raw.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CorpusError(game.path, str(error)) from error

    def read(self, game: Game) -> Rulebook:
        """Return the rulebook of ``game``, read once in a process."""
        return _read(self, game)

    def rulebooks(self) -> Iterator[Rulebook]:
        """Yield the rulebook of every game."""
        return (self.read(game) for game in self.games.values())

    def digest(self) -> str:
        """Return a key that changes whenever a document or a table of the corpus changes."""
        content = hashlib.sha256()
        own = [path for g in self.games.values() for path in sorted(g.path.parent.glob("*.toml"))]
        for path in (*sorted(self.folder.glob("*.toml")), *own):
            content.update(path.read_bytes())
        for game in self.games.values():
            content.update(self.source(game).encode())
        return content.hexdigest()


def load_corpus(folder: Path) -> Corpus:
    """Load every game of ``folder``: a folder each, with ``game.toml`` and ``rules.txt``.

    Raises :class:`CorpusError` when a game cannot be loaded or there is none.
    """
    games = [load_game(path.parent) for path in sorted(folder.glob("*/game.toml"))]
    if not games:
        hint = "A corpus holds a folder for each game, with game.toml and rules.txt."
        raise CorpusError(folder, "no games in this folder", hint=hint)
    names = Counter(name for game in games for name in {game.id, game.alias})
    for game in games:
        for name in (game.id, game.alias):
            if names[name] > 1:
                path = game.path.with_name("game.toml")
                raise CorpusError(path, f"another game is called {name!r} too", hint=_HINT)
    return Corpus(folder, {game.id: game for game in games})


@cache
def _read(corpus: Corpus, game: Game) -> Rulebook:
    # Answering from tables needs the corpus but reads no document.
    from rulebook.clauses.reader import read_rules

    return read_rules(corpus.source(game), game)

"""The catalog of a corpus: its games, cached so that a question reads no TOML.

Its cache key is of every file of the corpus, so it is never out of date.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, write_json
from rulebook.clauses.corpus import Corpus, corpus_digest, load_corpus
from rulebook.clauses.game import Game
from rulebook.data import own_cache

_FILE = "catalog.json"
_NAMES = ("id", "alias", "title", "title_en", "publisher")
_CODE = (
    "cache/plain_values.py",
    "clauses/catalog.py",
    "clauses/corpus.py",
    "clauses/game.py",
    "toml_files",
)


def open_corpus(folder: Path, own: Path | None = None, *, cache: Path | None = None) -> Corpus:
    """Return the corpus in ``folder``, with the user's games in ``own``, if there are any.

    ``cache`` is the cache folder, else the user's own. A corpus with faults is read again each
    time, so that they are reported each time. Raises :class:`CorpusError` when no game can be used.
    """
    own = own if own and own.is_dir() else None
    digest = corpus_digest(folder, own) if own else corpus_digest(folder)
    loaded: list[Corpus] = []

    def fill(place: Path) -> None:
        """Read the corpus, and write its games to the cache: later starts read no TOML."""
        loaded.append(load_corpus(folder, own, cache=cache))
        games = loaded[0].games.values()
        write_json(place / _FILE, {"games": [plain_game(game, own) for game in games]})

    name = f"catalog-{code_digest(*_CODE)[:8]}{digest[:16]}"
    kept = CachedFolder(cache or own_cache(), name, fill)
    corpus = kept.read(lambda place: _load_cached(place / _FILE, folder, own, cache, digest))
    if loaded and loaded[0].faults:
        kept.remove()
        return loaded[0]
    return corpus


def _load_cached(
    path: Path, folder: Path, own: Path | None, cache: Path | None, digest: str
) -> Corpus:
    """Return the corpus from its cached list of games, so that no TOML is read at the start."""
    rows = json.loads(path.read_bytes())["games"]
    games = [game_from_plain(row, own if own and row.pop("own") else folder) for row in rows]
    return Corpus(folder, {game.id: game for game in games}, {}, own, cache, digest)


def plain_game(game: Game, own: Path | None = None) -> dict[str, Any]:
    """Return ``game`` as plain values for the cache, without paths, which follow from its names.

    With a folder of the user's own, ``own`` says in which of the two folders it is.
    """
    row: dict[str, Any] = to_plain(game)
    row["folder"] = game.folder.name
    del row["edition"]["path"]
    return {**row, "own": game.folder.parent == own} if own else row


def game_from_plain(row: dict[str, Any], corpus: Path) -> Game:
    """Return the game that :func:`plain_game` made ``row`` of; a :class:`ValueError` if damaged."""
    if not all(isinstance(row[name], str) for name in _NAMES):
        raise ValueError("a name that is no text")
    folder = corpus / row["folder"]
    path = folder / "editions" / row["edition"]["name"] / "rules.txt"
    edition = {**row["edition"], "path": path}
    return from_plain(Game, {**row, "folder": folder, "edition": edition})

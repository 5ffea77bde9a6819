"""The corpus: its games, found by id, alias and edition, and their documents. Functions that read
TOML import its modules, because most runs use the cached list of games and read no TOML."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, folder_digest, text_digest, write_json
from rulebook.clauses.game import (
    Game,
    edition_names,
    folded_name,
    is_later,
    load_edition,
    load_game,
)
from rulebook.data import own_cache
from rulebook.errors import CorpusError, Fault, UnknownEdition, UnknownGame, require_text
from rulebook.files import read_file
from rulebook.messages import Message
from rulebook.records import NamedTuple, replace

if TYPE_CHECKING:
    from rulebook.clauses.model import Rulebook

P = ParamSpec("P")
T = TypeVar("T")

_HINT = "See CONTRIBUTING.md, “Add a game”."


def stored(make: Callable[Concatenate[Corpus, P], T]) -> Callable[Concatenate[Corpus, P], T]:
    """Return ``make``, a slow function of a corpus, wrapped so that each corpus stores results."""

    @wraps(make)
    def found(corpus: Corpus, /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of ``make``, stored in ``corpus``: slow loading is done only once."""
        return corpus.once(make, corpus, *args, **kwargs)

    return found


class CorpusPaths(NamedTuple):
    """The folders of a corpus and its cache; another process opens the corpus with these."""

    folders: tuple[Path, ...]
    cache: Path


class Corpus:
    """The games of one corpus folder, and the results derived from them so far. A second folder may
    contain the user's own games, which are added, or replace those with the same id unless older;
    the tables that all games share are read from the first, ``folder``. ``games`` are the games by
    id, each at its current edition; ``faults`` are the errors of those that cannot be used, by
    folder. What is built from the games is stored in the folder ``cache``, else in the user's."""

    def __init__(
        self,
        folder: Path,
        games: Mapping[str, Game],
        faults: Mapping[str, CorpusError],
        own: Path | None = None,
        cache: Path | None = None,
        digest: str | None = None,
    ) -> None:
        """``games`` are by id; ``faults`` has the errors of those that cannot be used, by folder.
        ``own`` has the user's own games; a known ``digest`` saves reading all files again."""
        self.folder = folder
        self.folders = (folder, own) if own else (folder,)
        self.games = games
        self.faults = faults
        self.cache = cache or own_cache()
        self._digest = digest
        self._results: dict[Hashable, Any] = {}

    @property
    def paths(self) -> CorpusPaths:
        """The folders and the cache, with which a worker process opens the same corpus."""
        return CorpusPaths(self.folders, self.cache)

    def game(self, name: str) -> Game:
        """Return the game whose id, alias or title is ``name``, in any width and case, perhaps with
        an edition: ``ws@1.109``. Raises :class:`UnknownGame`, :class:`UnknownEdition`, or the
        game's own :class:`CorpusError`."""
        require_text("the name of a game", name)
        wanted, at, edition = name.strip().partition("@")
        wanted = folded_name(wanted)
        for game in self.games.values():
            if wanted and wanted in game.found_by:
                return self.once(_load_at_edition, game, edition.strip()) if at else game
        if wanted in self.faults:
            raise self.faults[wanted]
        known = [f"{game.alias} ({game.id})" for game in self.games.values()]
        raise UnknownGame(name, known, sorted(self.faults))

    def editions(self, game: Game) -> tuple[Game, ...]:
        """Return ``game`` at each of its editions, oldest first: by date and only then by name,
        because 1.11 may be later than 1.109. An edition without a date takes that of the one before
        it by name. In this order, clauses are followed from one to the next."""
        current = self.games.get(game.id, game)
        return self.once(_load_editions, current if current.folder == game.folder else game)

    def source(self, game: Game) -> str:
        """Return the text of the document of ``game`` as in its file, to explain how it is read.
        Raises :class:`CorpusError` if it cannot be read, or is not the document of its edition."""
        return _document_of(game)

    def read(self, game: Game) -> Rulebook:
        """Return the rulebook of ``game``; its document is read once for this corpus."""
        return self.once(_read_document, game)

    def rulebooks(self) -> Iterator[Rulebook]:
        """Yield the rulebook of every game, for comparisons and measurements of all of them."""
        return (self.read(game) for game in self.games.values())

    def once(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return ``make(*args, **kwargs)``, called once for this corpus, this function of a module
        and these arguments. Results are stored in this object: a corpus opened again has none."""
        key = (make, args, *kwargs.items())
        if key not in self._results:
            self._results[key] = make(*args, **kwargs)
        result: T = self._results[key]
        return result

    def digest(self) -> str:
        """Return a key that changes with any file of the corpus, by which caches can be named."""
        return self._digest or self.once(corpus_digest, *self.folders)


def _load_at_edition(game: Game, edition: str) -> Game:
    """Return ``game`` at ``edition``; raise :class:`UnknownEdition` with the names that exist."""
    names = edition_names(game.folder)
    if edition not in names:
        raise UnknownEdition(game.title, edition, names)
    return replace(game, edition=load_edition(game.folder, edition))


def _load_editions(game: Game) -> tuple[Game, ...]:
    """Return ``game`` at each of its editions, in the order of :meth:`Corpus.editions`."""
    last, dated = date.min, []
    for at, name in enumerate(edition_names(game.folder)):
        edition = replace(game, edition=load_edition(game.folder, name))
        last = edition.edition.effective or last
        dated.append((last, at, edition))
    return tuple(edition for *_, edition in sorted(dated))


def _read_document(game: Game) -> Rulebook:
    """Return the rulebook of ``game``: the function under which :meth:`Corpus.once` stores it."""
    from rulebook.clauses.reader import read_rules

    return read_rules(_document_of(game), game)


def _document_of(game: Game) -> str:
    """Return the text of the document of ``game``. Raises :class:`CorpusError` if it cannot be read
    or is not that of its edition, because the tables name the clauses of exactly that document."""
    from hashlib import sha256  # not needed in most runs

    from rulebook.text.data_files import decode_text

    path = game.edition.path
    try:
        raw = read_file(path)
        digest = sha256(raw).hexdigest()
        if digest != game.edition.sha256:
            what = "If the change is intended, write into edition.toml: sha256 = {digest!r}"
            hint = Message(what, digest=digest)
            raise CorpusError(path, "not the document that edition.toml names", hint=hint)
        return decode_text(raw)
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(path, str(error)) from error


def corpus_digest(*folders: Path) -> str:
    """Return a key for caches that changes with any file in ``folders``; of one, its digest."""
    digests = [folder_digest(folder) for folder in folders]
    return digests[0] if len(digests) == 1 else text_digest("".join(digests).encode())


def load_corpus(folder: Path, own: Path | None = None, *, cache: Path | None = None) -> Corpus:
    """Return the corpus of the games in ``folder`` and in the user's folder ``own``. A game in both
    is used at its later edition, or as the user has it if neither is later. Errors of single games
    are stored, so others stay usable; raises :class:`CorpusError` if no game is usable."""
    games: dict[str, Game] = {}
    faults: dict[str, CorpusError] = {}
    places = {place.name: place for place in _folders_of_games(folder)}
    for own_game in _folders_of_games(own) if own else ():
        shipped = places.get(own_game.name)
        with suppress(CorpusError):  # an own game with an error is used, to report the error
            if shipped and is_later(load_game(shipped).edition, load_game(own_game).edition):
                continue
        places[own_game.name] = own_game
    for place in places.values():  # shipped games first: no own game can take their names
        try:
            game = load_game(place)
            _refuse_taken_names(game, games)
            _document_of(game)  # raises if it is missing or another
            games[game.id] = game
        except CorpusError as error:
            faults[place.name.lower()] = error
    if not games and faults:
        raise next(iter(faults.values()))
    if not games:
        hint = "A corpus contains a folder for each game, with game.toml and editions/."
        raise CorpusError(folder, "no games in this folder", hint=hint)
    return Corpus(folder, dict(sorted(games.items())), faults, own, cache)


def _folders_of_games(folder: Path) -> list[Path]:
    """Return the folders of games in ``folder``, also those that lost their ``game.toml``: a
    shipped edition must not take the place of the user's unnoticed."""
    named = (folder.glob(f"[!.]*/{name}") for name in ("game.toml", "editions"))
    return sorted({path.parent for paths in named for path in paths})


def _refuse_taken_names(game: Game, games: Mapping[str, Game]) -> None:
    """Raise if ``game`` has an id, alias or title of ``games``: a name must lead to one game."""
    from rulebook.toml_files.loader import line_of_key

    taken = {name for other in games.values() for name in other.found_by}
    path, what = game.folder / "game.toml", "another game is also called {name!r}"
    names = {"id": game.id, "alias": game.alias, "title.ja": game.title, "title.en": game.title_en}
    if faults := [
        Fault(line_of_key(path, *key.split(".")), Message(what, name=name), "choose another")
        for key, name in names.items()
        if folded_name(name) in taken
    ]:
        raise CorpusError(path, faults=faults, hint=_HINT)


_FILE = "catalog.json"
_NAMES = ("id", "alias", "title", "title_en", "publisher")
_CODE = ("cache/plain_values.py", "clauses/corpus.py", "clauses/game.py", "toml_files")


def open_corpus(folder: Path, own: Path | None = None, *, cache: Path | None = None) -> Corpus:
    """Return the corpus in ``folder``, with the user's games in ``own``, if there are any, from a
    list of games in ``cache``, by default the user's cache folder. A corpus with faults is read
    again each time, to report them. Raises :class:`CorpusError` if no game can be used."""
    own = own if own and own.is_dir() else None
    digest = corpus_digest(folder, own) if own else corpus_digest(folder)
    loaded: list[Corpus] = []

    def read(place: Path) -> Corpus:
        """Return the corpus from the list of games that ``fill`` stored in ``place``, so no TOML is
        read. With the user's folder ``own``, “own” of a row is whether its game is there."""
        rows = json.loads((place / _FILE).read_bytes())["games"]
        games = [game_from_plain(row, own if own and row.pop("own") else folder) for row in rows]
        return Corpus(folder, {game.id: game for game in games}, {}, own, cache, digest)

    def fill(place: Path) -> None:
        """Load all games, and cache a list of them in ``place``, for faster later starts."""
        loaded.append(load_corpus(folder, own, cache=cache))
        games = loaded[0].games.values()
        write_json(place / _FILE, {"games": [plain_game(game, own) for game in games]})

    name = f"catalog-{code_digest(*_CODE)[:8]}{digest[:16]}"
    cached = CachedFolder(cache or own_cache(), name, fill)
    corpus = cached.read(read)
    if loaded and loaded[0].faults:
        cached.remove()
        return loaded[0]
    return corpus


def plain_game(game: Game, own: Path | None = None) -> dict[str, Any]:
    """Return ``game`` as plain values for the cache and the card reader in the browser, without
    paths, which follow from its names. With the user's folder ``own``, “own” is whether the game is
    in that folder."""
    row: dict[str, Any] = to_plain(game)
    row["folder"] = game.folder.name
    del row["edition"]["path"]
    return {**row, "own": game.folder.parent == own} if own else row


def game_from_plain(row: dict[str, Any], corpus: Path) -> Game:
    """Return the game from which :func:`plain_game` made ``row``, in the folder ``corpus``. Raises
    :class:`ValueError` if a name is not a string, so a damaged cache is built again."""
    if not all(isinstance(row[name], str) for name in _NAMES):
        raise ValueError("a name that is no text")
    folder = corpus / row["folder"]
    path = folder / "editions" / row["edition"]["name"] / "rules.txt"
    edition = {**row["edition"], "path": path}
    return from_plain(Game, {**row, "folder": folder, "edition": edition})

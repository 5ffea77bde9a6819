"""Load the rulings of a corpus: from files, with the numbers of the current edition, cached."""

from __future__ import annotations

import json
import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.cache.plain_values import compact_json, from_plain, to_plain
from rulebook.cache.store import CachedFolder, code_digest, source_files, text_digest
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.data import own_rulings
from rulebook.errors import CorpusError, Fault
from rulebook.files import read_file
from rulebook.messages import Message
from rulebook.rulings.model import FORMS, Ruling, Rulings

if TYPE_CHECKING:
    from rulebook.rulings.edition_routes import EditionRoutes

FOLDER = "rulings"
_CODE = ("text", "clauses", "editions", "rulings", "toml_files", "search/asking/ruling_search.py")


class RulingShelf:
    """The rulings in the folders of the games and in ``paths``, files or folders of the user."""

    def __init__(self, corpus: Corpus, paths: Sequence[Path] = ()) -> None:
        """Take the rulings of ``corpus`` and of ``paths``, which the user named. Raises
        :class:`CorpusError` for a folder without ruling files: it is probably the wrong one."""
        self._corpus = corpus
        self.paths = tuple(path.absolute() for path in paths)
        for path in self.paths:  # the folder of imported rulings, which nobody names, may be empty
            if path.is_dir() and path != own_rulings().absolute() and not _files_in(path):
                hint = Message("Names of ruling files end in {forms}.", forms=", ".join(FORMS))
                raise CorpusError(path, "no rulings in this folder", hint=hint)
        self._read: dict[str, Rulings] = {}
        self._warned: set[str] = set()

    def of(self, game: Game) -> Rulings:
        """Return the rulings of ``game`` at its edition, cached; faulty files are in ``faults``."""
        if game.key not in self._read:
            if self.is_cached(game):
                folder = self.folder("rulings", self._fill_cache)
                folder.path()  # if missing, ``_fill_cache`` makes it, and also fills ``_read``
                if game.key not in self._read:
                    self._read[game.key] = folder.read(
                        lambda place: load_rulings(place / f"{game.id}.jsonl", game)
                    )
            else:
                self._read[game.key] = self._all_from_files({game.id: game})[game.id]
        return self._read[game.key]

    def warned(self, game: Game) -> Rulings:
        """Return the rulings of ``game``, after warning once of each fault that leaves some out."""
        for error in self._left_out(game):
            if str(error) not in self._warned:
                self._warned.add(str(error))
                warnings.warn(Message("rulings left out: {error}", error=error), stacklevel=3)
        return self.of(game)

    def is_whole(self, games: Iterable[Game]) -> bool:
        """Whether no ruling of ``games`` was left out: else commands exit with 1 for scripts."""
        return not any(any(self._left_out(game)) for game in games)

    def _left_out(self, game: Game) -> Iterator[str]:
        """Yield why rulings of ``game`` are left out, but not for exact copies of other rulings."""
        rulings = self.of(game)
        yield from (error.message for error in rulings.faults)
        kept = {(each.id.lower(), each.question, each.answer) for each in rulings.all}
        lost = (r for r in rulings.twice if (r.id.lower(), r.question, r.answer) not in kept)
        for path, count in Counter(ruling.place.path for ruling in lost).items():
            yield Message("{path}: {count} with ids of other rulings", path=path, count=count)

    def at(self, game: Game, place: int) -> tuple[Ruling, ...]:
        """Return the ruling of ``game`` at the index ``place``, which the search for rulings
        stores; empty if there is none. Other rulings are not loaded."""
        if game.key in self._read or not self.is_cached(game):
            return self.of(game).all[place : place + 1]
        folder = self.folder("rulings", self._fill_cache)
        return folder.read(lambda kept: load_ruling(kept / f"{game.id}.jsonl", game, place))

    def is_cached(self, game: Game) -> bool:
        """Whether rulings of ``game`` are cached: only at its current edition, as others are seldom
        asked for, and only if this shelf has files of rulings."""
        return game.key == self._corpus.games[game.id].key and self._has_files

    @cached_property
    def _has_files(self) -> bool:
        """Whether there is a file of rulings at all: without one there is nothing to cache."""
        return any(map(self.own_files, self._corpus.games.values())) or any(self.given_files())

    def routes(self, game: Game) -> EditionRoutes:
        """Return the map from numbers of any edition, which rulings cite, to those of ``game``."""
        from rulebook.rulings.edition_routes import EditionRoutes

        return self._corpus.once(EditionRoutes, self._corpus, game)

    def own_files(self, game: Game) -> list[Path]:
        """Return the corpus's files of rulings for ``game``. Clause numbers differ by edition, so
        an older edition may have its own copy of a file, which is returned instead."""
        files = _files_in(game.folder / FOLDER)
        return [game.table(path.relative_to(game.folder).as_posix()) for path in files]

    def given_files(self) -> Iterator[Path]:
        """Yield the user's ruling files, named (``--rulings``) or imported, not the corpus's."""
        for path in self.paths:
            yield from _files_in(path) if path.is_dir() else [path]

    def _all_from_files(self, games: dict[str, Game]) -> dict[str, Rulings]:
        """Return the rulings of ``games`` at their editions, newest first, undated last. They are
        read together: a file may have several games, and its faults are then those of all."""
        from rulebook.rulings.edition_routes import carry_ruling
        from rulebook.rulings.ruling_files import load_ruling_file

        read: dict[str, list[Ruling]] = {id: [] for id in games}
        faults: dict[str, list[CorpusError]] = {id: [] for id in games}
        files = [(path, game) for game in games.values() for path in self.own_files(game)]
        for path, own in [*files, *((path, None) for path in self.given_files())]:
            try:
                loaded = load_ruling_file(path, self._corpus.game, own)
                if not loaded and own is None:  # the user named it, perhaps by mistake
                    raise CorpusError(path, "no rulings in this file")
                for ruling in loaded:
                    if ruling.game in read:
                        read[ruling.game].append(ruling)
            except CorpusError as error:
                for id in [own.id] if own else games:
                    faults[id].append(error)
        rulings = {}
        for id, game in games.items():
            routes = self.routes(game)
            once: dict[str, Ruling] = {}
            twice: list[Ruling] = []
            for ruling in read[id]:
                # Ids name pages, and some file systems ignore case.
                if once.setdefault(ruling.id.lower(), ruling) is not ruling:
                    twice.append(ruling)
            carried = [carry_ruling(ruling, routes) for ruling in once.values()]
            carried.sort(key=lambda ruling: -ruling.date.toordinal() if ruling.date else 0)
            rulings[id] = Rulings(game, tuple(carried), tuple(twice), tuple(faults[id]))
        return rulings

    def folder(self, name: str, fill: Callable[[Path], None]) -> CachedFolder:
        """Return the cache folder ``name``, of rulings or of their search index, which ``fill``
        fills. Its key changes with the code, the corpus and the ruling files."""
        key = f"{code_digest(*_CODE)[:8]}{self._corpus.digest()[:16]}"
        files = self.given_files()
        given = [os.fsencode(self._cached_name(p)) + b"\0" + _content(p) for p in files]
        key = text_digest(key.encode(), *given)[:16] if given else key
        return CachedFolder(self._corpus.cache, f"{name}-{key}", fill)

    def _fill_cache(self, folder: Path) -> None:
        """Write the rulings of all games: a line with count and faults, then one for each
        ruling."""
        for id, rulings in self._all_from_files(dict(self._corpus.games)).items():
            self._read[rulings.game.key] = rulings
            # A file name may not be valid UTF-8: its other bytes are written as JSON escapes.
            place = folder / f"{id}.jsonl"
            errors = ((self._cached_name(e.path), e) for e in rulings.faults)
            faults = to_plain(tuple((name, e.whole, e.faults, e.hint) for name, e in errors))
            every = (*rulings.all, *rulings.twice)  # the latter are reported
            names = {path: self._cached_name(path) for path in {r.place.path for r in every}}
            with place.open("w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(compact_json({"count": len(rulings.all), "faults": faults}) + "\n")
                for ruling in every:
                    values = to_plain(ruling).items()
                    row = {name: value for name, value in values if value not in (None, [])}
                    row["place"] = {"path": names[ruling.place.path], "line": ruling.place.line}
                    file.write(compact_json(row) + "\n")

    def fill(self) -> None:
        """Build missing caches of every game, so the first question need not wait."""
        for game in self._corpus.games.values():
            self.of(game)

    def _cached_name(self, path: Path) -> str:
        """Return a name for ``path`` in the cache: relative in the corpus, which may be moved."""
        for folder in self._corpus.folders:
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return str(path.absolute())


def _content(path: Path) -> bytes:
    """Return the content of a file for the cache key. An unreadable file, which is cached as a
    fault, has a byte that is not UTF-8 instead: the key changes as soon as the file can be read."""
    try:
        return read_file(path) if path.is_file() else b"\xff"
    except OSError:
        return b"\xff"


def _files_in(folder: Path) -> list[Path]:
    """Return the ruling files in ``folder`` and below, sorted, so the order never varies."""
    return sorted(path for path in map(Path, source_files(str(folder))) if path.suffix in FORMS)


def load_rulings(path: Path, game: Game) -> Rulings:
    """Return the cached rulings of ``game``, then (after the ``count``) those that repeat an id."""
    path_of = cache(game.folder.parent.joinpath)
    with path.open(encoding="utf-8") as lines:
        head = json.loads(lines.readline())
        rulings = [_cached_ruling(json.loads(line), path_of) for line in lines]
    count = head["count"]
    kept = from_plain(tuple[tuple[str, str, tuple[Fault, ...], str], ...], head["faults"])
    faults = (CorpusError(path_of(p), what, faults=all, hint=hint) for p, what, all, hint in kept)
    return Rulings(game, tuple(rulings[:count]), tuple(rulings[count:]), tuple(faults))


def load_ruling(path: Path, game: Game, place: int) -> tuple[Ruling, ...]:
    """Return the cached ruling at index ``place``, if any. Of thousands only its line is parsed."""
    with path.open(encoding="utf-8") as lines:
        if not 0 <= place < json.loads(lines.readline())["count"]:
            return ()
        row = json.loads(next(islice(lines, place, None)))
    return (_cached_ruling(row, game.folder.parent.joinpath),)


def _cached_ruling(row: dict[str, Any], path_of: Callable[[str], Path]) -> Ruling:
    """Return the ruling in a cached ``row``; ``path_of`` finds its file: a corpus may be moved."""
    place = row["place"]
    return from_plain(Ruling, {**row, "place": {**place, "path": path_of(place["path"])}})

"""Load the rulings of a corpus: from files, with the numbers of the current edition, cached."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.cache.digests import text_digest
from rulebook.cache.store import CachedFolder, code_digest
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.data import own_rulings
from rulebook.errors import CorpusError
from rulebook.messages import Message
from rulebook.rulings.model import FORMS, Ruling, Rulings

if TYPE_CHECKING:
    from rulebook.rulings.edition_routes import EditionRoutes

FOLDER = "rulings"
_CODE = ("text", "clauses", "editions", "rulings", "toml_files", "search/asking/ruling_search.py")


class RulingShelf:
    """The rulings of the games of a corpus. They are those in the folders of the games and those in
    ``paths``, files or folders of the user's."""

    def __init__(self, corpus: Corpus, paths: Sequence[Path] = ()) -> None:
        self._corpus = corpus
        self.paths = tuple(path.absolute() for path in paths)
        _require_rulings(self.paths)
        self._read: dict[str, Rulings] = {}
        self._routes: dict[str, EditionRoutes] = {}
        self._warned: set[str] = set()

    def of(self, game: Game) -> Rulings:
        """Return the rulings of ``game`` with the numbers of its edition. A faulty file is left
        out; its error is in ``faults``."""
        if game.key not in self._read:
            self._read[game.key] = (
                self._from_cache(game) if self.keeps(game) else self._from_files(game)
            )
        return self._read[game.key]

    def warned(self, game: Game) -> Rulings:
        """Return the rulings of ``game``, and warn once of each file left out for its faults. One
        faulty file must not keep users from the others."""
        rulings = self.of(game)
        for error in rulings.faults:
            if str(error) not in self._warned:
                self._warned.add(str(error))
                what = Message("rulings left out: {error}", error=error.message)
                warnings.warn(what, stacklevel=3)
        return rulings

    def at(self, game: Game, place: int) -> tuple[Ruling, ...]:
        """Return the ruling at index ``place`` of those of ``game``; empty if there is none. It is
        read alone, because a question is answered by one or two of many thousand."""
        if game.key in self._read or not self.keeps(game):
            return self.of(game).all[place : place + 1]
        from rulebook.rulings.kept_rulings import load_ruling

        folder = self.folder("rulings", self._fill_cache)
        return folder.read(lambda kept: load_ruling(kept / f"{game.id}.jsonl", game, place))

    def keeps(self, game: Game) -> bool:
        """Whether the rulings of ``game`` are cached. Only those at its current edition are asked
        often."""
        return game.key == self._corpus.games[game.id].key and self._has_files

    @cached_property
    def _has_files(self) -> bool:
        """Whether there is a file of rulings at all: without one there is nothing to cache."""
        return any(self._all_files())

    def routes(self, game: Game) -> EditionRoutes:
        """Return the map of clause numbers to this edition, made once. Rulings are of any
        edition."""
        if game.key not in self._routes:
            from rulebook.rulings.edition_routes import EditionRoutes

            self._routes[game.key] = EditionRoutes(self._corpus, game)
        return self._routes[game.key]

    # ---- Files

    def own_files(self, game: Game) -> list[Path]:
        """Return the ruling files of ``game``. An older edition may have its own versions of
        them."""
        names = [path.name for path in _files_in(game.folder / FOLDER)]
        return [game.table(f"{FOLDER}/{name}") for name in names]

    def _given_files(self) -> Iterator[Path]:
        """Yield the files that the user named (``--rulings``), and those in folders among them."""
        for path in self.paths:
            if path.is_dir():
                yield from _files_in(path)
            else:
                yield path

    def _all_files(self) -> Iterator[Path]:
        """Yield the files of every game and those that the user named. With none, nothing is
        cached."""
        for game in self._corpus.games.values():
            yield from self.own_files(game)
        yield from self._given_files()

    # ---- Reading

    def _from_files(self, game: Game) -> Rulings:
        return self._all_from_files({game.id: game})[game.id]

    def _all_from_files(self, games: dict[str, Game]) -> dict[str, Rulings]:
        """Return the rulings of each of ``games``; a file may have several, so it is read once."""
        from rulebook.rulings.ruling_files import load_ruling_file

        read: dict[str, list[Ruling]] = {id: [] for id in games}
        faults: dict[str, list[CorpusError]] = {id: [] for id in games}
        files = [(path, game) for game in games.values() for path in self.own_files(game)]
        for path, own in [*files, *((path, None) for path in self._given_files())]:
            try:
                loaded = load_ruling_file(path, self._corpus.game, own)
                if not loaded and own is None:
                    raise CorpusError(path, "no rulings in this file")
                for ruling in loaded:
                    if ruling.game in read:
                        read[ruling.game].append(ruling)
            except CorpusError as error:
                for id in [own.id] if own else games:
                    faults[id].append(error)
        return {id: self._carried_rulings(game, read[id], faults[id]) for id, game in games.items()}

    def _carried_rulings(
        self, game: Game, read: Iterable[Ruling], faults: Sequence[CorpusError]
    ) -> Rulings:
        """Return the rulings of ``game`` in its current numbers, the newest first. Of two with one
        id the second is only reported: ids name pages and answers."""
        from rulebook.rulings.citations import CitationFinder
        from rulebook.rulings.edition_routes import carry_ruling

        routes, finder = self.routes(game), CitationFinder([game])
        once: dict[str, Ruling] = {}
        twice: list[Ruling] = []
        for ruling in read:
            # Ids name pages, and some file systems know no case.
            if once.setdefault(ruling.id.lower(), ruling) is not ruling:
                twice.append(ruling)
        carried = [carry_ruling(ruling, routes, finder) for ruling in once.values()]
        carried.sort(key=lambda ruling: -ruling.date.toordinal() if ruling.date else 0)
        return Rulings(game, tuple(carried), tuple(twice), tuple(faults))

    # ---- Caching

    def _from_cache(self, game: Game) -> Rulings:
        """Return the rulings of ``game`` from the cache: carrying them over editions takes long."""
        folder = self.folder("rulings", self._fill_cache)
        folder.path()
        if game.key in self._read:  # just made
            return self._read[game.key]
        from rulebook.rulings.kept_rulings import load_rulings

        return folder.read(lambda place: load_rulings(place / f"{game.id}.jsonl", game))

    def folder(self, sort: str, fill: Callable[[Path], None]) -> CachedFolder:
        """Return the cached folder of one ``sort`` of data made from all rulings. ``fill`` writes
        it if a file or the code changed."""
        return CachedFolder(self._corpus.cache, f"{sort}-{self._key()}", fill)

    def _fill_cache(self, folder: Path) -> None:
        """Write the rulings of all games into the cache folder: one file may have several games."""
        from rulebook.rulings.kept_rulings import save_rulings

        for id, rulings in self._all_from_files(dict(self._corpus.games)).items():
            self._read[rulings.game.key] = rulings
            save_rulings(rulings, folder / f"{id}.jsonl", self._cached_name)

    def fill(self) -> None:
        """Build what is missing in the cache for every game, ahead of the first question."""
        for game in self._corpus.games.values():
            self.of(game)

    def _key(self) -> str:
        """Return the key of the cache: it changes with the code, the corpus and the given files."""
        key = f"{code_digest(*_CODE)[:8]}{self._corpus.digest()[:16]}"
        given = [
            os.fsencode(self._cached_name(path)) + b"\0" + _content(path)
            for path in self._given_files()
        ]
        return text_digest(key.encode(), *given)[:16] if given else key

    def _cached_name(self, path: Path) -> str:
        """Return the name of ``path`` in the cache: in a corpus, the path relative to it. The cache
        of the shipped corpus is built before the path of the installation is known."""
        for folder in self._corpus.folders:
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return str(path.absolute())


def _content(path: Path) -> bytes:
    """Return the content of a file for the cache key; an unreadable one is reported later."""
    from rulebook.files import read_file

    try:
        return read_file(path) if path.is_file() else b""
    except OSError:
        return b""


def _require_rulings(paths: Iterable[Path]) -> None:
    """Raise :class:`CorpusError` for a folder of ``paths`` without ruling files: a wrong one. The
    user's own folder may be empty: it is read in every call."""
    for path in paths:
        if path.is_dir() and path != own_rulings().absolute() and not _files_in(path):
            hint = Message("Files of rulings end with {forms}.", forms=", ".join(FORMS))
            raise CorpusError(path, "no rulings in this folder", hint=hint)


def _files_in(folder: Path) -> list[Path]:
    """Return the ruling files below ``folder`` in order; hidden files are those of editors."""
    # Without a glob pattern: compiling one takes longer than listing the folder.
    return sorted(
        Path(place, name)
        for place, _, names in os.walk(folder)
        for name in names
        if name.endswith(FORMS) and not name.startswith(".")
    )

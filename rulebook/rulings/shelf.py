"""Where the rulings of a corpus are found: read from files, carried on, kept in the cache."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.cache.digests import text_digest
from rulebook.cache.plain_values import compact_json
from rulebook.cache.store import CachedFolder, code_digest
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError, Fault
from rulebook.rulings.model import (
    FORMS,
    Ruling,
    RulingPlace,
    Rulings,
    RulingSource,
    RulingState,
    Suggestion,
    SuggestionConfidence,
)

if TYPE_CHECKING:
    from rulebook.rulings.edition_routes import EditionRoutes

FOLDER = "rulings"
_CODE = ("text", "clauses", "editions", "rulings", "toml_files", "search/ruling_search.py")


class RulingShelf:
    """The rulings of the games of a corpus.

    They are those in the folders of the games and those in ``paths``, files or folders of the
    user's.
    """

    def __init__(self, corpus: Corpus, paths: Sequence[Path] = ()) -> None:
        self._corpus = corpus
        self.paths = tuple(path.absolute() for path in paths)
        self._read: dict[str, Rulings] = {}
        self._routes: dict[str, EditionRoutes] = {}
        self._warned: set[str] = set()

    def of(self, game: Game) -> Rulings:
        """Return the rulings of ``game`` with the numbers of its edition.

        A file at fault is left out; its error stands in ``faults``.
        """
        if game.key not in self._read:
            self._read[game.key] = self._kept(game) if self.keeps(game) else self._made(game)
        return self._read[game.key]

    def warned(self, game: Game) -> Rulings:
        """Return the same, and warn, once, of each file that is left out."""
        rulings = self.of(game)
        for error in rulings.faults:
            if str(error) not in self._warned:
                self._warned.add(str(error))
                warnings.warn(f"rulings left out: {error}", stacklevel=3)
        return rulings

    def at(self, game: Game, place: int) -> tuple[Ruling, ...]:
        """Return the ruling at ``place`` among all of ``game``, alone; none where there is none.

        A question that a ruling or two answer needs no others.
        """
        if game.key in self._read or not self.keeps(game):
            return self.of(game).all[place : place + 1]
        folder = self.folder("rulings", self._fill)
        return folder.read(lambda kept: _load_one(kept / f"{game.id}.jsonl", game, place))

    def keeps(self, game: Game) -> bool:
        """Whether the rulings of ``game`` are kept in the cache: any, at its current edition."""
        return game.key == self._corpus.games[game.id].key and self._has_files

    @cached_property
    def _has_files(self) -> bool:
        return any(self._files())

    def routes(self, game: Game) -> EditionRoutes:
        """Return the ways from the other editions of ``game`` to this one."""
        if game.key not in self._routes:
            from rulebook.rulings.edition_routes import EditionRoutes

            self._routes[game.key] = EditionRoutes(self._corpus, game)
        return self._routes[game.key]

    # ---- Files

    def own_files(self, game: Game) -> list[Path]:
        """Return the files of rulings in the folder of ``game``, at its edition."""
        names = [path.name for path in _files_in(game.folder / FOLDER)]
        return [game.table(f"{FOLDER}/{name}") for name in names]

    def _given_files(self) -> Iterator[Path]:
        for path in self.paths:
            if path.is_dir():
                yield from _files_in(path)
            else:
                yield path

    def _files(self) -> Iterator[Path]:
        for game in self._corpus.games.values():
            yield from self.own_files(game)
        yield from self._given_files()

    # ---- Reading

    def _made(self, game: Game) -> Rulings:
        return self._all({game.id: game})[game.id]

    def _all(self, games: dict[str, Game]) -> dict[str, Rulings]:
        """Return the rulings of each of ``games``, by id; each file is read once."""
        from rulebook.rulings.ruling_files import read_rulings

        read: dict[str, list[Ruling]] = {id: [] for id in games}
        faults: dict[str, list[CorpusError]] = {id: [] for id in games}
        files = [(path, game) for game in games.values() for path in self.own_files(game)]
        for path, own in [*files, *((path, None) for path in self._given_files())]:
            try:
                for ruling in read_rulings(path, self._corpus.game, own):
                    if ruling.game in read:
                        read[ruling.game].append(ruling)
            except CorpusError as error:
                for id in [own.id] if own else games:
                    faults[id].append(error)
        return {id: self._rulings(game, read[id], faults[id]) for id, game in games.items()}

    def _rulings(
        self, game: Game, read: Iterable[Ruling], faults: Sequence[CorpusError]
    ) -> Rulings:
        from rulebook.rulings.carried_rulings import carry_ruling
        from rulebook.rulings.citations import CitationFinder

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

    # ---- Keeping

    def _kept(self, game: Game) -> Rulings:
        folder = self.folder("rulings", self._fill)
        folder.path()
        if game.key in self._read:  # just made
            return self._read[game.key]
        return folder.read(lambda place: _load(place / f"{game.id}.jsonl", game))

    def folder(self, sort: str, fill: Callable[[Path], None]) -> CachedFolder:
        """Return the folder of the cache for what ``fill`` makes of all rulings."""
        return CachedFolder(self._corpus.cache, f"{sort}-{self._key()}", fill)

    def _fill(self, folder: Path) -> None:
        for id, rulings in self._all(dict(self._corpus.games)).items():
            self._read[rulings.game.key] = rulings
            # A name of a file may be no text: what UTF-8 cannot say is written as JSON escapes it.
            with (folder / f"{id}.jsonl").open(
                "w", encoding="utf-8", errors="backslashreplace"
            ) as file:
                file.writelines(self._kept_lines(rulings))

    def fill(self) -> None:
        """Build what is missing, for every game."""
        for game in self._corpus.games.values():
            self.of(game)

    def _key(self) -> str:
        """Return a key of the code, of the corpus with its rulings, and of the files given."""
        key = f"{code_digest(*_CODE)[:8]}{self._corpus.digest()[:16]}"
        given = [
            os.fsencode(self._told(path)) + b"\0" + (path.read_bytes() if path.is_file() else b"")
            for path in self._given_files()
        ]
        return text_digest(key.encode(), *given)[:16] if given else key

    def _told(self, path: Path) -> str:
        """Return ``path`` as it is kept: those of a corpus by their place in it.

        A corpus that ships is kept before anybody knows where it will lie.
        """
        for folder in self._corpus.folders:
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return str(path.absolute())

    def _kept_lines(self, rulings: Rulings) -> Iterator[str]:
        """Yield a head, with how many rulings there are and the faults, then a line a ruling."""
        from rulebook.rulings.ruling_files import row_of

        faults = [
            [self._told(error.path), list(map(list, error.faults))] for error in rulings.faults
        ]
        paths = {ruling.place.path for ruling in (*rulings.all, *rulings.twice)}
        told = {path: self._told(path) for path in paths}
        yield _line({"count": len(rulings.all), "faults": faults})
        for ruling in (*rulings.all, *rulings.twice):
            place = [told[ruling.place.path], ruling.place.line]
            yield _line({**row_of(ruling), "moved": ruling.moved, "place": place})


def _files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("[!.]*") if path.suffix in FORMS)


def _line(values: Mapping[str, Any]) -> str:
    return compact_json(values) + "\n"


def _load(path: Path, game: Game) -> Rulings:
    paths = _Paths(game.folder.parent)
    with path.open(encoding="utf-8") as lines:
        head = json.loads(lines.readline())
        rulings = [_ruling(json.loads(line), paths) for line in lines]
    count = head["count"]
    faults = [
        CorpusError(paths[name], faults=[Fault(*each) for each in told])
        for name, told in head["faults"]
    ]
    return Rulings(game, tuple(rulings[:count]), tuple(rulings[count:]), tuple(faults))


def _load_one(path: Path, game: Game, place: int) -> tuple[Ruling, ...]:
    with path.open(encoding="utf-8") as lines:
        if not 0 <= place < json.loads(lines.readline())["count"]:
            return ()
        row = json.loads(next(islice(lines, place, None)))
    return (_ruling(row, _Paths(game.folder.parent)),)


class _Paths(dict[str, Path]):
    """The paths of kept names, each made once; an absolute one stays so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __missing__(self, name: str) -> Path:
        return self.setdefault(name, self._folder / name)


def _ruling(row: dict[str, Any], paths: Mapping[str, Path]) -> Ruling:
    name, line = row["place"]
    return Ruling(
        id=row["id"],
        game=row["game"],
        edition=row["edition"],
        question=row["question"],
        answer=row["answer"],
        source=RulingSource(**row["source"]),
        place=RulingPlace(paths[name], line),
        date=date.fromisoformat(row["date"]) if "date" in row else None,
        clauses=tuple(row.get("clauses", ())),
        suggested=tuple(
            Suggestion(each["clause"], SuggestionConfidence(each["confidence"]))
            for each in row.get("suggested", ())
        ),
        cards=tuple(row.get("cards", ())),
        state=RulingState(row["state"]),
        worded=row.get("worded", ""),
        reviewed=row.get("reviewed", False),
        moved=tuple((old, new) for old, new in row["moved"]),
    )

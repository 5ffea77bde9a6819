"""The cache file of rulings: a head, then a line for each, so that one can be read alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import compact_json, from_plain, to_plain
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError, Fault
from rulebook.messages import packed, unpacked
from rulebook.rulings.model import Ruling, Rulings


def save_rulings(rulings: Rulings, path: Path, name_of: Callable[[Path], str]) -> None:
    """Write ``rulings`` to ``path``, so that they need not be read and carried again. ``name_of``
    gives a file's name that stays valid where the corpus is installed elsewhere."""
    # A file name may not be valid UTF-8: its other bytes are written as JSON escapes.
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(_cached_lines(rulings, name_of))


def _cached_lines(rulings: Rulings, name_of: Callable[[Path], str]) -> Iterator[str]:
    """Yield a head with count and faults, then a line for each ruling: one can be read alone."""
    faults = [
        [
            name_of(error.path),
            [[line, packed(what), packed(instead)] for line, what, instead in error.faults],
        ]
        for error in rulings.faults
    ]
    yield compact_json({"count": len(rulings.all), "faults": faults}) + "\n"
    named = cache(name_of)
    for ruling in (*rulings.all, *rulings.twice):
        place = {"path": named(ruling.place.path), "line": ruling.place.line}
        row = {name: value for name, value in to_plain(ruling).items() if value not in (None, [])}
        yield compact_json({**row, "place": place}) + "\n"


def load_rulings(path: Path, game: Game) -> Rulings:
    """Read the cached rulings of ``game``; a damaged file raises, so that it is built again."""
    path_of = cache(game.folder.parent.joinpath)
    with path.open(encoding="utf-8") as lines:
        head = json.loads(lines.readline())
        rulings = [_cached_ruling(json.loads(line), path_of) for line in lines]
    count = head["count"]
    faults = [
        CorpusError(
            path_of(name),
            faults=[
                Fault(line, unpacked(what), unpacked(instead))
                for line, what, instead in faults_of_file
            ],
        )
        for name, faults_of_file in head["faults"]
    ]
    return Rulings(game, tuple(rulings[:count]), tuple(rulings[count:]), tuple(faults))


def load_ruling(path: Path, game: Game, place: int) -> tuple[Ruling, ...]:
    """Read the ruling at index ``place``; an answer needs few of thousands. Empty if none."""
    with path.open(encoding="utf-8") as lines:
        if not 0 <= place < json.loads(lines.readline())["count"]:
            return ()
        row = json.loads(next(islice(lines, place, None)))
    return (_cached_ruling(row, game.folder.parent.joinpath),)


def _cached_ruling(row: dict[str, Any], path_of: Callable[[str], Path]) -> Ruling:
    """Return the ruling in a cached ``row``; ``path_of`` finds its file, which may have moved."""
    place = row["place"]
    return from_plain(Ruling, {**row, "place": {**place, "path": path_of(place["path"])}})

"""Rulings as they are kept in the cache: a head, then a line each; one can be read alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import compact_json
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError, Fault
from rulebook.messages import packed, unpacked
from rulebook.rulings.model import (
    Ruling,
    RulingPlace,
    Rulings,
    RulingSource,
    RulingState,
    Suggestion,
    SuggestionConfidence,
)


def save_rulings(rulings: Rulings, path: Path, name_of: Callable[[Path], str]) -> None:
    """Write ``rulings`` to ``path``; ``name_of`` gives the name under which a path is stored."""
    # A name of a file may be no text: what UTF-8 cannot say is written as JSON escapes it.
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(_lines(rulings, name_of))


def _lines(rulings: Rulings, name_of: Callable[[Path], str]) -> Iterator[str]:
    """Yield a head, with how many rulings there are and the faults, then a line a ruling."""
    from rulebook.rulings.ruling_files import row_of

    faults = [
        [
            name_of(error.path),
            [[line, packed(what), packed(instead)] for line, what, instead in error.faults],
        ]
        for error in rulings.faults
    ]
    paths = {ruling.place.path for ruling in (*rulings.all, *rulings.twice)}
    names = {path: name_of(path) for path in paths}
    yield _line({"count": len(rulings.all), "faults": faults})
    for ruling in (*rulings.all, *rulings.twice):
        place = [names[ruling.place.path], ruling.place.line]
        edition_changes = {"moved": ruling.moved, "changed": ruling.changed}
        yield _line({**row_of(ruling), **edition_changes, "place": place})


def _line(values: Mapping[str, Any]) -> str:
    return compact_json(values) + "\n"


def load_rulings(path: Path, game: Game) -> Rulings:
    """Read the rulings of ``game`` that :func:`save_rulings` wrote; raises for what is none."""
    paths = _Paths(game.folder.parent)
    with path.open(encoding="utf-8") as lines:
        head = json.loads(lines.readline())
        rulings = [_ruling(json.loads(line), paths) for line in lines]
    count = head["count"]
    faults = [
        CorpusError(
            paths[name],
            faults=[
                Fault(line, unpacked(what), unpacked(instead))
                for line, what, instead in faults_of_file
            ],
        )
        for name, faults_of_file in head["faults"]
    ]
    return Rulings(game, tuple(rulings[:count]), tuple(rulings[count:]), tuple(faults))


def load_ruling(path: Path, game: Game, place: int) -> tuple[Ruling, ...]:
    """Read the ruling at ``place`` among them alone; none where there is none."""
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
        changed=tuple((number, words) for number, words in row["changed"]),
    )

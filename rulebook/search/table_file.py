"""Writing a game's table as compact JSON, and reading it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulebook.search.ranking_table import ConceptRow, RankingTable
from rulebook.search.vocabulary import SharedVocabulary
from rulebook.store import write_json

# What is written as it stands.
_PLAIN = ("game", "numbers", "intents", "lengths", "rarities", "names")


def save_table(table: RankingTable, path: Path) -> None:
    """Write ``table``, without the vocabulary and what can be worked out, to ``path``."""
    content: dict[str, Any] = {name: getattr(table, name) for name in _PLAIN}
    content["concepts"] = {
        n: [row.clause, row.also, row.words] for n, row in table.concepts.items()
    }
    content["printed"] = _columns(table.printed)
    content["spoken"] = _columns(table.spoken)
    write_json(path, content)


def load_table(path: Path, vocabulary: SharedVocabulary) -> RankingTable:
    """Read a table that :func:`save_table` wrote; raises for what is no table."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    _check(data)
    return RankingTable(
        game=data["game"],
        numbers=tuple(data["numbers"]),
        parents=parents_of(data["numbers"]),
        intents=tuple(data["intents"]),
        lengths=tuple(data["lengths"]),
        printed=_rows(data["printed"]),
        spoken=_rows(data["spoken"]),
        rarities=tuple(data["rarities"]),
        concepts={
            int(number): ConceptRow(clause, tuple(also), tuple(words))
            for number, (clause, also, words) in data["concepts"].items()
        },
        names=data["names"],
        vocabulary=vocabulary,
    )


def _check(data: Mapping[str, Any]) -> None:
    """Raise :class:`ValueError` where the rows of a table are not of one length, or no rows."""
    numbers, columns = data["numbers"], [data["intents"], data["lengths"]]
    whole = (
        all(isinstance(row, list) and len(row) == len(numbers) for row in columns)
        and len(data["rarities"]) == len(numbers) + 1
        and all(isinstance(value, int) for row in (*columns, data["rarities"]) for value in row)
        and all(isinstance(number, str) for number in numbers)
        and isinstance(data["names"], dict)
    )
    if not whole:
        raise ValueError("not a table of clauses")


def parents_of(numbers: Sequence[str]) -> tuple[int, ...]:
    """Return for each clause number the place of the nearest one above it, -1 where none is."""
    places = {number: place for place, number in enumerate(numbers)}
    parents = []
    for number in numbers:
        above = _above(number)
        while above and above not in places:
            above = _above(above)
        parents.append(places.get(above, -1))
    return tuple(parents)


def _above(number: str) -> str:
    """Return the number one level up, nothing for a chapter."""
    return number[: max(number.rfind("."), number.rfind("-"), 0)]


def _columns(postings: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return ``postings`` as three rows of words: features, gaps, counts.

    Like ones stand together, for they compress best so.
    """
    order = sorted(postings, key=lambda feature: (postings[feature], feature))
    gaps, counts = ([postings[feature][row] for feature in order] for row in (0, 1))
    return [" ".join(row) for row in (order, gaps, counts)]


def _rows(columns: Sequence[str]) -> dict[str, tuple[str, str]]:
    # No bare split(): some of the characters that stand for numbers count as white space.
    features, gaps, counts = (column.split(" ") if column else [] for column in columns)
    return dict(zip(features, zip(gaps, counts, strict=True), strict=True))

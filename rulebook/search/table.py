"""The table that ranks: all of a game that does not depend on the question, computed once.

The command line and the website read the same table and add up the same whole numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

# Raised by one whenever the form of the table or the rules of ranking change.
TABLE_VERSION = 1


@dataclass(frozen=True, slots=True)
class ConceptRow:
    """A concept in this game: label, rule word, governing clause, other clauses, wordings.

    ``wordings`` are the tokens of each of the game's words for it.
    """

    label: str
    word: str
    clause: int
    also: tuple[int, ...]
    wordings: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One game's table.  Clauses are named by their place in ``numbers``, in document order.

    ``last`` is the place of the last clause below each; ``heading`` says which are headings;
    ``priors`` and ``said`` hold a number for each.  ``postings``: token to gaps between places
    and weights, in turn.  ``names``: name to places in ``concepts``, or below zero in ``terms``
    (from -1 downwards); ``terms`` holds defining clauses.  ``sayings``: everyday word to the
    tokens of what the rules say for it.
    """

    game: str
    numbers: tuple[str, ...]
    last: tuple[int, ...]
    heading: tuple[int, ...]
    priors: tuple[int, ...]
    said: tuple[int, ...]
    postings: Mapping[str, list[int]]
    concepts: tuple[ConceptRow, ...]
    terms: tuple[int, ...]
    names: Mapping[str, list[int]]
    sayings: Mapping[str, list[list[str]]]

    def posting(self, token: str) -> Iterator[tuple[int, int]]:
        """Yield place and weight of each clause that has ``token``."""
        flat = self.postings.get(token, ())
        place = 0
        for at in range(0, len(flat), 2):
            place += flat[at]
            yield place, flat[at + 1]

    def count(self, token: str) -> int:
        """Return how many clauses have ``token``."""
        return len(self.postings.get(token, ())) // 2


def save_table(table: Table, path: Path) -> None:
    """Write ``table`` as compact JSON."""
    data = {"version": TABLE_VERSION} | {
        field.name: _plain(getattr(table, field.name)) for field in fields(table)
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _plain(value: object) -> object:
    """Return ``value`` with each concept as the list of its fields."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, ConceptRow):
        return [_plain(getattr(value, field.name)) for field in fields(value)]
    return value


def load_table(path: Path) -> Table:
    """Read a table that :func:`save_table` wrote."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Table(
        game=data["game"],
        numbers=tuple(data["numbers"]),
        last=tuple(data["last"]),
        heading=tuple(data["heading"]),
        priors=tuple(data["priors"]),
        said=tuple(data["said"]),
        postings=data["postings"],
        concepts=tuple(ConceptRow(*row) for row in data["concepts"]),
        terms=tuple(data["terms"]),
        names=data["names"],
        sayings=data["sayings"],
    )

"""Saving a ranking table as files of a folder, and loading it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulebook.cache.store import write_json
from rulebook.search.tables.ranking_table import ConceptRow, RankingTable
from rulebook.search.tables.stored_rows import (
    KeyedRows,
    load_rows,
    load_shards,
    save_rows,
    save_shards,
)
from rulebook.search.tables.vocabulary import SharedVocabulary

_TABLE, _CONCEPTS = "table.json", "concepts.jsonl"
_PRINTED, _PHRASED, _NAMES = "printed.jsonl", "spoken.jsonl", "own_names.jsonl"
# Columns with a value for each clause.
_COLUMNS = ("numbers", "parents", "intents", "lengths")
_PLAIN = ("game", *_COLUMNS, "rarities", "longest_name")


def save_table(table: RankingTable, folder: Path) -> None:
    """Write ``table``, without the vocabulary, into ``folder``."""
    content = {name: getattr(table, name) for name in _PLAIN}
    write_json(folder / _TABLE, content)
    save_rows(folder / _CONCEPTS, list(table.concepts), concept_rows(table).values())
    save_shards(table.printed, folder / _PRINTED)
    save_shards(table.phrased, folder / _PHRASED)
    save_shards(table.names, folder / _NAMES)


def concept_rows(table: RankingTable) -> dict[int, list[Any]]:
    """Return the concepts of ``table`` by number, as plain values."""
    return {number: [*row] for number, row in table.concepts.items()}


def load_table(folder: Path, vocabulary: SharedVocabulary) -> RankingTable:
    """Load a table that :func:`save_table` wrote; raise :class:`ValueError` for a damaged one."""
    data: dict[str, Any] = json.loads((folder / _TABLE).read_bytes())
    _check(data)
    return RankingTable(
        game=data["game"],
        **{name: tuple(data[name]) for name in _COLUMNS},
        rarities=tuple(data["rarities"]),
        concepts=KeyedRows(*load_rows(folder / _CONCEPTS, _concept)),
        names=load_shards(folder / _NAMES),
        longest_name=data["longest_name"],
        vocabulary=vocabulary,
        printed=load_shards(folder / _PRINTED),
        phrased=load_shards(folder / _PHRASED),
    )


def _concept(row: list[Any]) -> ConceptRow:
    """Return the concept that a stored ``row`` describes."""
    clause, also, words = row
    return ConceptRow(clause, tuple(also), tuple(words))


def _check(data: Mapping[str, Any]) -> None:
    """Raise :class:`ValueError` unless all columns have one length and the right types."""
    numbers, *columns = (data[name] for name in _COLUMNS)
    whole = (
        all(isinstance(row, list) and len(row) == len(numbers) for row in columns)
        and len(data["rarities"]) == len(numbers) + 1
        and all({*map(type, row)} <= {int} for row in (*columns, data["rarities"]))
        and {*map(type, numbers)} <= {str}
        and type(data["longest_name"]) is int
    )
    if not whole:
        raise ValueError("not a table of clauses")

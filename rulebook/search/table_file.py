"""Writing a game's table as compact JSON, its passages beside it, and reading it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulebook.search.alias_search import AliasSearch
from rulebook.search.ranking_table import ConceptRow, RankingTable
from rulebook.search.vocabulary import SharedVocabulary
from rulebook.store import write_json

# What is written as it stands.
_PLAIN = ("game", "numbers", "heading", "priors", "intents", "terms", "names")


def save_table(table: RankingTable, path: Path) -> None:
    """Write ``table``, without the vocabulary and what can be worked out, to ``path``."""
    content: dict[str, Any] = {name: getattr(table, name) for name in _PLAIN}
    content["concepts"] = {
        n: [row.clause, row.also, row.words] for n, row in table.concepts.items()
    }
    content["postings"] = _columns(table.postings)
    write_json(path, content)
    write_json(_beside(path), {"passages": table.passages})


def load_table(path: Path, vocabulary: SharedVocabulary) -> RankingTable:
    """Read a table that :func:`save_table` wrote; raises for what is no table."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    passages = json.loads(_beside(path).read_text(encoding="utf-8"))["passages"]
    _check(data, passages)
    return RankingTable(
        game=data["game"],
        numbers=tuple(data["numbers"]),
        last=last_below(data["numbers"]),
        heading=tuple(data["heading"]),
        priors=tuple(data["priors"]),
        intents=tuple(data["intents"]),
        postings=_rows(data["postings"]),
        concepts={
            int(number): ConceptRow(clause, tuple(also), tuple(words))
            for number, (clause, also, words) in data["concepts"].items()
        },
        terms=tuple(data["terms"]),
        names=data["names"],
        passages=passages,
        vocabulary=vocabulary,
        aliases=AliasSearch([aliases for _, aliases, _ in passages]),
    )


def _check(data: Mapping[str, Any], passages: Sequence[object]) -> None:
    """Raise :class:`ValueError` where the rows of a table are not of one length, or no rows."""
    numbers, columns = data["numbers"], [data[name] for name in ("heading", "priors", "intents")]
    whole = (
        all(isinstance(row, list) and len(row) == len(numbers) for row in (*columns, passages))
        and all(isinstance(value, int) for row in columns for value in row)
        and all(isinstance(number, str) for number in numbers)
        and isinstance(data["names"], dict)
    )
    if not whole:
        raise ValueError("not a table of clauses")


def last_below(numbers: Sequence[str]) -> tuple[int, ...]:
    """Return for each clause number the place of the last one below it, its own if none is."""
    places = {number: place for place, number in enumerate(numbers)}
    last = list(range(len(numbers)))
    for place, number in enumerate(numbers):
        above = _above(number)
        while above:
            if above in places:
                last[places[above]] = place
            above = _above(above)
    return tuple(last)


def _above(number: str) -> str:
    """Return the number one level up, nothing for a chapter."""
    return number[: max(number.rfind("."), number.rfind("-"), 0)]


def _beside(path: Path) -> Path:
    """Return the file of passages that belongs to the table at ``path``."""
    return path.with_name(path.name.replace("table.", "passages."))


def _columns(postings: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return ``postings`` as three rows of words: tokens, gaps, weights.

    Like ones stand together, for they compress best so.
    """
    order = sorted(postings, key=lambda token: (postings[token], token))
    gaps, weights = zip(*(postings[token] for token in order), strict=True)
    return [" ".join(row) for row in (order, gaps, weights)]


def _rows(columns: Sequence[str]) -> dict[str, tuple[str, str]]:
    tokens, gaps, weights = (column.split(" ") for column in columns)
    return dict(zip(tokens, zip(gaps, weights, strict=True), strict=True))

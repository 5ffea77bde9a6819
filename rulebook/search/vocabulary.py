"""The vocabulary: what all games share, beside their tables.

It holds the names of concepts, everyday words with what the rules say instead, and how card texts
begin.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from rulebook.records import dataclass
from rulebook.store import write_json


@dataclass(frozen=True, slots=True, eq=False)
class SharedVocabulary:
    """What all games share.

    ``names``: the key of a name to the numbers of its concepts.  ``synonyms``: the key of an
    everyday word to the numbers of its meanings.  ``outside``: the keys of words that no rules
    speak of.  ``openings``: the words in the first bracket of card texts.
    """

    names: Mapping[str, Sequence[int]]
    synonyms: Mapping[str, Sequence[int]]
    outside: frozenset[str]
    openings: tuple[str, ...]


def save_vocabulary(vocabulary: SharedVocabulary, path: Path) -> None:
    """Write ``vocabulary`` as compact JSON: keys of the same numbers are one text."""
    content = {
        "names": _grouped(vocabulary.names),
        "synonyms": _grouped(vocabulary.synonyms),
        "outside": sorted(vocabulary.outside),
        "openings": vocabulary.openings,
    }
    write_json(path, content)


def load_vocabulary(path: Path) -> SharedVocabulary:
    """Read a vocabulary that :func:`save_vocabulary` wrote."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return SharedVocabulary(
        names=_ungrouped(data["names"]),
        synonyms=_ungrouped(data["synonyms"]),
        outside=frozenset(data["outside"]),
        openings=tuple(data["openings"]),
    )


def _grouped(numbers: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return the keys as one text, and for each run of them that leads to the same: how many."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for key, value in numbers.items():
        groups.setdefault(tuple(value), []).append(key)
    keys = "\n".join(key for group in groups.values() for key in group)
    return {"keys": keys, "runs": [[value, len(group)] for value, group in groups.items()]}


def _ungrouped(grouped: Mapping[str, Any]) -> dict[str, Sequence[int]]:
    values = chain.from_iterable(repeat(value, count) for value, count in grouped["runs"])
    return dict(zip(grouped["keys"].split("\n"), values, strict=bool(grouped["keys"])))

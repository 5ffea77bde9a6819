"""Files of JSON lines with random access: mappings whose rows are parsed on first access.

The first line has the keys and the byte offset of each row, in digits of fixed width.  So a
question parses only the few rows that it needs.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import accumulate, count
from pathlib import Path
from typing import Any, Generic, TypeVar

from rulebook.cache.plain_values import compact_json, from_plain

K = TypeVar("K")
T = TypeVar("T")

# The number of digits of an offset.
_WIDTH = 9


class KeyedRows(Mapping[K, T], Generic[K, T]):
    """A mapping from keys to rows of a file; a damaged row raises when it is read."""

    def __init__(self, content: bytes, kind: Any) -> None:
        """``content`` is that of the file; ``kind`` is the type of the values. Only keys are parsed
        here, each value when it is asked for, as most never are."""
        self._content = content
        self._kind = kind
        self._first = content.index(b"\n") + 1
        keys, self._starts = json.loads(content[: self._first])
        if not isinstance(self._starts, str) or len(self._starts) != _WIDTH * len(keys):
            raise ValueError("not a row for each key")
        self._places: dict[K, int] = dict(zip(keys, count(), strict=False))
        self._read: dict[K, T] = {}

    def __getitem__(self, key: K) -> T:
        """Return the value of ``key``; its row is parsed only now, since a question needs few."""
        if key not in self._read:
            at = self._places[key] * _WIDTH
            start = self._first + int(self._starts[at : at + _WIDTH])
            row = json.loads(self._content[start : self._content.index(b"\n", start)])
            self._read[key] = from_plain(self._kind, row)
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def save_rows(path: Path, keys: Collection[object], rows: Iterable[object]) -> None:
    """Write ``keys`` and the place where the line of each starts, then each of ``rows`` as a line.
    So a reader can find and parse one row without the others."""
    lines = list(map(_line, rows))
    starts = accumulate(map(len, lines), initial=0)
    digits = "".join(f"{start:0{_WIDTH}}" for start, _ in zip(starts, lines, strict=False))
    path.write_bytes(b"".join([_line([keys, digits]), *lines]))


def _line(value: object) -> bytes:
    """Return ``value`` as one line of compact JSON."""
    return compact_json(value).encode() + b"\n"


def load_rows(path: Path, kind: Any) -> KeyedRows[Any, Any]:
    """Load saved rows of the type ``kind``, each parsed when used; raise :class:`ValueError` for a
    damaged file."""
    # Most of the content is never parsed, so nothing is copied.
    return KeyedRows(path.read_bytes(), kind)


class Shards(Mapping[str, T]):
    """A mapping from words, stored in a shard for each first character."""

    def __init__(self, shards: KeyedRows[str, dict[str, T]]) -> None:
        self._shards = shards
        self._read: dict[str, dict[str, T]] = {}

    def _shard(self, key: str) -> dict[str, T]:
        """Return the shard that may have ``key``, empty if there is none. Each shard is parsed once
        and then stored, since several words of a question are often in the same one."""
        char = _shard_char(key)
        found = self._read.get(char)
        if found is None:
            found = self._shards.get(char, {})
            if not isinstance(found, dict):
                raise ValueError("not a shard")
            self._read[char] = found
        return found

    def __getitem__(self, key: str) -> T:
        return self._shard(key)[key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._shard(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; faster than the inherited method, which catches an error."""
        return self._shard(key).get(key, default)

    def __iter__(self) -> Iterator[str]:
        return (key for shard in self._shards.values() for key in shard)

    def __len__(self) -> int:
        return sum(map(len, self._shards.values()))


def _shard_char(key: str) -> str:
    """Return the character whose shard has ``key``: its first, or its last if the first is a sign.
    All features with a sign, as names have, would otherwise be in one large shard."""
    char = key[:1]
    return char if char.isalnum() else key[-1:]


def save_shards(mapping: Mapping[str, object], path: Path) -> None:
    """Write ``mapping``, which has no empty key, as shards: all keys with the same first or last
    character are one row. A question then parses only the few shards of its words."""
    shards: dict[str, dict[str, object]] = {}
    for key in sorted(mapping):
        shards.setdefault(_shard_char(key), {})[key] = mapping[key]
    save_rows(path, list(shards), shards.values())


def load_shards(path: Path) -> Shards[Any]:
    """Load a saved mapping; each shard is parsed only when one of its keys is looked up, since a
    question needs few. Raise :class:`ValueError` for a damaged file, which is then built again."""
    return Shards(load_rows(path, dict))

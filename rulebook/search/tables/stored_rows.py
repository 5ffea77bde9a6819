"""Files of JSON lines with random access: a sequence of rows, and a mapping in shards.

The first line has a head and the byte offset of each row, in digits of fixed width.  So a question
parses only the few rows that it needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from rulebook.cache.plain_values import compact_json

K = TypeVar("K")
T = TypeVar("T")

# The number of digits of an offset.
_WIDTH = 9


class JsonRows(Sequence[T], Generic[T]):
    """A sequence of rows, parsed by ``read`` on access; a damaged row raises then."""

    def __init__(self, content: bytes, first: int, starts: str, read: Callable[[Any], T]) -> None:
        """``starts`` are the digits of the offset of each row from ``first``."""
        self._content = content
        self._first = first
        self._starts = starts
        self._read = read

    def __len__(self) -> int:
        return len(self._starts) // _WIDTH

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...

    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        start = self._first + int(self._starts[place * _WIDTH : (place + 1) * _WIDTH])
        return self._read(json.loads(self._content[start : self._content.index(b"\n", start)]))


class KeyedRows(Mapping[K, T]):
    """A mapping from ``keys`` to rows, each parsed on first access."""

    def __init__(self, keys: Collection[K], rows: Sequence[T]) -> None:
        """Raise :class:`ValueError` unless there is a row for each key."""
        if len(keys) != len(rows):
            raise ValueError("not a row for each key")
        self._places = dict(zip(keys, count(), strict=False))
        self._rows = rows
        self._read: dict[K, T] = {}

    def __getitem__(self, key: K) -> T:
        if key not in self._read:
            self._read[key] = self._rows[self._places[key]]
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def save_rows(path: Path, head: object, rows: Iterable[object]) -> None:
    """Write ``head``, and each of ``rows`` as a line of compact JSON, to ``path``."""
    lines = list(map(_line, rows))
    starts = accumulate(map(len, lines), initial=0)
    digits = "".join(f"{start:0{_WIDTH}}" for start, _ in zip(starts, lines, strict=False))
    path.write_bytes(b"".join([_line([head, digits]), *lines]))


def _line(value: object) -> bytes:
    """Return ``value`` as one line of compact JSON."""
    return compact_json(value).encode() + b"\n"


def load_rows(path: Path, read: Callable[[Any], T]) -> tuple[Any, JsonRows[T]]:
    """Return the head and the rows that :func:`save_rows` wrote; raise for a damaged file."""
    # Most of the content is never parsed, so nothing is copied.
    content = path.read_bytes()
    end = content.index(b"\n")
    head, starts = json.loads(content[:end])
    if not isinstance(starts, str):
        raise ValueError("nothing says where the rows begin")
    return head, JsonRows(content, end + 1, starts, read)


class _ReadShards(dict[str, dict[str, T]]):
    """Shards by character, each parsed on first access."""

    def __init__(self, chars: str, shards: Sequence[dict[str, T]]) -> None:
        self._chars, self._shards = chars, shards

    def __missing__(self, char: str) -> dict[str, T]:
        place = self._chars.find(char) if char else -1
        return self.setdefault(char, self._shards[place]) if place >= 0 else {}


class Shards(Mapping[str, T]):
    """A mapping from words whose shards are parsed on first access; a damaged one raises then."""

    def __init__(self, chars: str, shards: Sequence[dict[str, T]]) -> None:
        """``chars`` are the characters of the ``shards``, in their order."""
        self._chars = chars
        self._read = _ReadShards(chars, shards)

    def __getitem__(self, key: str) -> T:
        return self._read[_shard_char(key)][key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._read[_shard_char(key)]

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; faster than the inherited method, which catches an error."""
        return self._read[_shard_char(key)].get(key, default)

    def __iter__(self) -> Iterator[str]:
        return (key for char in self._chars for key in self._read[char])

    def __len__(self) -> int:
        return sum(len(self._read[char]) for char in self._chars)


def _shard_char(key: str) -> str:
    """Return the character of the shard of ``key``: its first, or its last behind a sign."""
    char = key[:1]
    return char if char.isalnum() else key[-1:]


def save_shards(mapping: Mapping[str, object], path: Path) -> None:
    """Write ``mapping``, which has no empty key, to ``path``."""
    shards: dict[str, dict[str, object]] = {}
    for key in sorted(mapping):
        shards.setdefault(_shard_char(key), {})[key] = mapping[key]
    save_rows(path, "".join(shards), shards.values())


def load_shards(path: Path) -> Shards[Any]:
    """Load a mapping that :func:`save_shards` wrote; raise for a damaged file."""
    chars, shards = load_rows(path, _shard)
    if not isinstance(chars, str) or len(chars) != len(shards):
        raise ValueError("not a character for each shard")
    return Shards(chars, shards)


def _shard(row: Any) -> dict[str, Any]:
    """Return ``row`` if it is a mapping, else raise :class:`ValueError`."""
    if not isinstance(row, dict):
        raise ValueError("not a shard")
    return row

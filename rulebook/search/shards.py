"""Mappings in a file, of which a question reads only the few shards that it needs.

A shard holds the keys that begin with one character; those that begin with a sign are of one sort
and many, and are with what they end with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rulebook.search.json_rows import load_rows, save_rows

T = TypeVar("T")


class _ReadShards(dict[str, dict[str, T]]):
    """The shards by their characters, each read when it is first asked for."""

    def __init__(self, chars: str, shards: Sequence[dict[str, T]]) -> None:
        self._chars, self._shards = chars, shards

    def __missing__(self, char: str) -> dict[str, T]:
        place = self._chars.find(char) if char else -1
        return self.setdefault(char, self._shards[place]) if place >= 0 else {}


class Shards(Mapping[str, T]):
    """A mapping from words, read as far as it is asked; a bad shard raises when it is asked."""

    def __init__(self, chars: str, shards: Sequence[dict[str, T]]) -> None:
        """``chars`` are the characters of the ``shards``, in their order."""
        self._chars = chars
        self._read = _ReadShards(chars, shards)

    def __getitem__(self, key: str) -> T:
        return self._read[_char_of(key)][key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._read[_char_of(key)]

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``, without the error that the standard library would catch."""
        return self._read[_char_of(key)].get(key, default)

    def __iter__(self) -> Iterator[str]:
        return (key for char in self._chars for key in self._read[char])

    def __len__(self) -> int:
        return sum(len(self._read[char]) for char in self._chars)


def _char_of(key: str) -> str:
    """Return the character of the shard that has ``key``."""
    char = key[:1]
    return char if char.isalnum() else key[-1:]


def save_shards(mapping: Mapping[str, object], path: Path) -> None:
    """Write ``mapping``, which has no empty key, to ``path``."""
    shards: dict[str, dict[str, object]] = {}
    for key in sorted(mapping):
        shards.setdefault(_char_of(key), {})[key] = mapping[key]
    save_rows(path, "".join(shards), shards.values())


def load_shards(path: Path) -> Shards[Any]:
    """Read a mapping that :func:`save_shards` wrote; raises for what is none."""
    chars, shards = load_rows(path, _shard)
    if not isinstance(chars, str) or len(chars) != len(shards):
        raise ValueError("not a character for each shard")
    return Shards(chars, shards)


def _shard(row: Any) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise ValueError("not a shard")
    return row

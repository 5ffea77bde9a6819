"""Mappings in a file, of which a question reads only the few shards that it needs.

A shard holds the keys that begin with one character.  It is an object of JSON on a line of its
own; the line before all of them has those characters and where the line of each begins, in bytes
behind the first line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class Shards(Mapping[str, T]):
    """A mapping from words, read as far as it is asked; a bad shard raises when it is asked."""

    def __init__(self, lines: bytes, starts: Mapping[str, int]) -> None:
        """``lines`` are the shards as they lie in the file, each from one of ``starts`` on."""
        self._lines = lines
        self._starts = starts
        self._read: dict[str, dict[str, T]] = {}

    def _shard(self, char: str) -> Mapping[str, T]:
        if char not in self._starts:
            return {}
        if char not in self._read:
            start = self._starts[char]
            self._read[char] = json.loads(self._lines[start : self._lines.index(b"\n", start)])
        return self._read[char]

    def __getitem__(self, key: str) -> T:
        return self._shard(key[:1])[key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._shard(key[:1])

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``, without the error that the standard library would catch."""
        return self._shard(key[:1]).get(key, default)

    def __iter__(self) -> Iterator[str]:
        return (key for char in self._starts for key in self._shard(char))

    def __len__(self) -> int:
        return sum(len(self._shard(char)) for char in self._starts)


def save_shards(mapping: Mapping[str, object], path: Path) -> None:
    """Write ``mapping``, which has no empty key, to ``path``."""
    shards: dict[str, dict[str, object]] = {}
    for key in sorted(mapping):
        shards.setdefault(key[0], {})[key] = mapping[key]
    lines = [_line(shard) for shard in shards.values()]
    starts = accumulate(map(len, lines[:-1]), initial=0) if lines else ()
    path.write_bytes(b"".join([_line(["".join(shards), list(starts)]), *lines]))


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def load_shards(path: Path) -> Shards[Any]:
    """Read a mapping that :func:`save_shards` wrote; raises for what is none."""
    head, _, lines = path.read_bytes().partition(b"\n")
    return Shards(lines, dict(zip(*json.loads(head), strict=True)))

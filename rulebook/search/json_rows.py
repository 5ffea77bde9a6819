"""Rows of JSON in a file, a line each, of which only those that are asked for are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K")
T = TypeVar("T")


class JsonRows(Sequence[T], Generic[T]):
    """Lines of JSON as a sequence of what ``read`` makes of each; a bad one raises when asked."""

    def __init__(self, lines: Sequence[bytes], read: Callable[[Any], T]) -> None:
        self._lines = lines
        self._read = read

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...

    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        if isinstance(place, slice):
            return JsonRows(self._lines[place], self._read)
        return self._read(json.loads(self._lines[place]))


class KeyedRows(Mapping[K, T]):
    """Rows by their keys, in this order, each read when it is first asked for."""

    def __init__(self, keys: Collection[K], rows: Sequence[T]) -> None:
        """Raise :class:`ValueError` where there is not a row for each key."""
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


def write_rows(path: Path, rows: Iterable[object]) -> None:
    """Write ``rows`` to ``path``, each as a line of compact JSON."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def read_lines(path: Path) -> list[bytes]:
    """Return the lines that :func:`write_rows` wrote, as they lie in the file."""
    return path.read_bytes().split(b"\n")

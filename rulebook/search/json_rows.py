"""Rows of JSON in a file, a line each, of which only those that are asked for are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

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


def write_rows(path: Path, rows: Iterable[object]) -> None:
    """Write ``rows`` to ``path``, each as a line of compact JSON."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def read_lines(path: Path) -> list[bytes]:
    """Return the lines that :func:`write_rows` wrote, as they lie in the file."""
    return path.read_bytes().split(b"\n")

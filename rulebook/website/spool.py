"""Texts of many files, held on disk while a site is built: a large site does not fit in memory."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self

from rulebook.text.spans import Span


class SpooledTexts(MutableMapping[str, str]):
    """A mapping from paths to texts in a temporary file, which is gone at the end of the block.

    A path that is set again takes further room.  Raises :class:`OSError` where the disk is full.
    """

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115  # closed by __exit__
        self._places: dict[str, Span] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()

    def __setitem__(self, path: str, text: str) -> None:
        start = self._file.seek(0, 2)
        self._places[path] = Span(start, start + self._file.write(text.encode()))

    def __getitem__(self, path: str) -> str:
        place = self._places[path]
        self._file.seek(place.start)
        return self._file.read(place.end - place.start).decode()

    def __delitem__(self, path: str) -> None:
        del self._places[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

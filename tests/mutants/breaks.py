"""The list of breaks, ``breaks.tsv``: one on each line.

A line has a place (a file or a folder), code that occurs there once, its broken replacement, and
the tests that must then fail.  The list is chosen by hand: a library that makes every small change
(mutmut, cosmic-ray) would make tens of thousands here and run the tests for each; this list shows
in minutes whether the tests still detect what matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support import read_rows

LIST = Path(__file__).with_name("breaks.tsv")


@dataclass(frozen=True)
class Break:
    """A change of the code that a test must detect; ``tests`` are arguments of pytest."""

    place: str
    code: str
    replacement: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.place}: {self.code}  →  {self.replacement or '(nothing)'}"

    def fits(self, root: Path) -> bool:
        """Return whether the code occurs exactly once below ``root``."""
        return len(list(self.files(root))) == 1

    def files(self, root: Path) -> Iterator[Path]:
        """Yield the files below ``root`` with the code, once for each occurrence."""
        place = root / self.place
        for path in sorted(place.rglob("*.*")) if place.is_dir() else [place]:
            if path.suffix in (".py", ".js", ".html"):
                yield from [path] * path.read_text(encoding="utf-8").count(self.code)


def read_breaks() -> list[Break]:
    """Return the list."""
    rows = ([*row, ""][:4] if len(row) == 3 else row for row in read_rows(LIST))
    return [Break(place, code, new, tuple(tests.split())) for place, code, new, tests in rows]

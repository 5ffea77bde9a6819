"""The list of breaks, ``breaks.tsv``: one a line, with what it does to the code.

A line has a place (a file, or a folder in which the code may move about), a piece of code that
stands there once, what stands there instead when it is broken, and the tests that must go red.
The list is chosen by hand.  A library that makes every small change by itself (mutmut,
cosmic-ray) makes tens of thousands here and runs the tests for each of them; this one asks in
minutes whether the tests still see what matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support import read_rows

LIST = Path(__file__).with_name("breaks.tsv")


@dataclass(frozen=True)
class Break:
    """A change of the code that some test must see; ``tests`` are arguments of pytest."""

    place: str
    code: str
    instead: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.place}: {self.code}  →  {self.instead or '(nothing)'}"

    def fits(self, root: Path) -> bool:
        """Whether the code stands just once below ``root``."""
        return len(list(self.files(root))) == 1

    def files(self, root: Path) -> Iterator[Path]:
        """Yield the files below ``root`` in which the code stands, once for each time."""
        place = root / self.place
        for path in sorted(place.rglob("*.*")) if place.is_dir() else [place]:
            if path.suffix in (".py", ".js", ".html"):
                yield from [path] * path.read_text(encoding="utf-8").count(self.code)


def read_breaks() -> list[Break]:
    """Return the list."""
    rows = ([*row, ""][:4] if len(row) == 3 else row for row in read_rows(LIST))
    return [Break(place, code, new, tuple(tests.split())) for place, code, new, tests in rows]

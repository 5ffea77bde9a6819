"""What the tests share: where fixtures lie, and how their files are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = Path(__file__).resolve().parent / "fixtures"
SHARED = ROOT.parent / "shared"
GAMES = (
    "granblue-fantasy",
    "legend-of-stars",
    "rebirth-for-you",
    "victory-spark",
    "weiss-schwarz",
)


@dataclass(frozen=True)
class Case:
    """A case of a fixture file: input above the line with a dot, expectation below it."""

    file: Path
    input: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file.stem}:{self.input.split()[0]}"


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a fixture file; a line of four hyphens ends each."""
    for part in path.read_text(encoding="utf-8").split("----\n"):
        if part.strip():
            above, _, below = part.partition("\n.\n")
            yield Case(path, above, below.rstrip("\n"))


def read_rows(path: Path) -> Iterator[list[str]]:
    """Yield the rows of a table of tab-separated cells."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")

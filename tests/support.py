"""What the tests share: where fixtures lie, and how their files are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copy2, copytree

from rulebook.clauses.corpus import Corpus, load_corpus

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


def copied_game(game: str, folder: Path, edits: Mapping[str, tuple[str, str]] = {}) -> Corpus:
    """Return a corpus in ``folder`` of the shared tables and a copy of one game that ships.

    ``edits`` say for a file of the game (``terms.toml``) which words become which others.
    """
    for table in (ROOT / "corpus").glob("*.toml"):
        copy2(table, folder / table.name)
    if not (folder / game).exists():
        copytree(ROOT / "corpus" / game, folder / game)
    for name, (old, new) in edits.items():
        path = folder / game / name
        text = path.read_text(encoding="utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_corpus(folder)


def read_rows(path: Path) -> Iterator[list[str]]:
    """Yield the rows of a table of tab-separated cells."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")

"""Shared helpers: paths of fixtures, readers of fixture files, small corpora."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copy2, copytree
from typing import TypeVar

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


_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Case:
    """A case of a fixture file: its title, its text (may be empty) and the expected output."""

    file: Path
    title: str
    text: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file.stem}:{self.title.split()[0]}"

    @property
    def block(self) -> str:
        """The case in the format of its file."""
        above = f"== {self.title}\n{self.text}".rstrip("\n")
        return f"{above}\n--\n{self.expected}".rstrip("\n") + "\n"


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a fixture file.

    ``== title``, the text, ``--``, the expectation; an empty line ends a case.
    """
    for block in path.read_text(encoding="utf-8").strip("\n").split("\n\n"):
        above, _, expected = f"{block}\n".partition("\n--\n")
        title, _, text = above.partition("\n")
        yield Case(path, title.removeprefix("== "), text, expected.rstrip("\n"))


def write_cases(path: Path, cases: Iterable[Case]) -> None:
    """Write ``cases`` to the fixture file at ``path``."""
    path.write_text("\n".join(case.block for case in cases), encoding="utf-8")


def copied_game(
    game: str, folder: Path, edits: Mapping[str, tuple[str, str]] = {}, *, lean: bool = False
) -> Corpus:
    """Return a corpus in ``folder`` of the shared tables and a copy of one shipped game.

    ``edits`` has, for a file of the game (``terms.toml``), the old words and the new ones.
    ``lean`` drops most of the search tables, for tests that do not depend on answers.
    """
    folder.mkdir(exist_ok=True)
    for table in (ROOT / "corpus").glob("*.toml"):
        copy2(table, folder / table.name)
    if not (folder / game).exists():
        copytree(ROOT / "corpus" / game, folder / game)
    for name, (old, new) in edits.items():
        path = folder / game / name
        text = path.read_text(encoding="utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    if lean:
        _lean_tables(folder)
    return load_corpus(folder)


def _lean_tables(folder: Path) -> None:
    """Reduce each search table in ``folder`` to some rows of each sort."""
    mapped = "".join(path.read_text("utf-8") for path in folder.glob("*/concepts.toml"))
    _thin(folder / "outside.toml", "\n  ", lambda row: "\n" in row)
    _thin(folder / "everyday.toml", "\n\n", lambda row: not row.startswith("[["))
    _thin(folder / "concepts.toml", "\n\n", lambda row: row.partition("\n")[0] in mapped)
    for path in folder.glob("*/players.toml"):
        first_lines = re.sub(r"('''\n.*\n)[^']*'''", r"\1'''", path.read_text("utf-8"))
        path.write_text(first_lines, "utf-8")


def _thin(path: Path, between: str, must_stay: Callable[[str], bool]) -> None:
    """Reduce the file at ``path`` to every fortieth row and those that must stay."""
    rows = path.read_text("utf-8").split(between)
    remaining = (row for at, row in enumerate(rows) if at % 40 == 0 or must_stay(row))
    path.write_text(between.join(remaining), "utf-8")


def write_game(folder: Path, game: str, edition: str, rules: str, name: str = "1.0") -> None:
    """Write a game of the edition ``name`` as ``folder``: ``game.toml``, ``edition.toml``, rules.

    The digest of the rules replaces ``SHA`` in ``edition``.
    """
    place = folder / "editions" / name
    place.mkdir(parents=True)
    (place / "rules.txt").write_text(rules, encoding="utf-8")
    digest = sha256(rules.encode()).hexdigest()
    (place / "edition.toml").write_text(edition.replace("SHA", digest), encoding="utf-8")
    (folder / "game.toml").write_text(game, encoding="utf-8")


@cache
def module_trees() -> Mapping[Path, ast.Module]:
    """Return the syntax tree of each module of the package."""
    paths = sorted((ROOT / "rulebook").rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def read_rows(path: Path) -> Iterator[list[str]]:
    """Yield the rows of a table of tab-separated cells."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def run_async(work: Coroutine[object, object, _Result]) -> _Result:
    """Run ``work`` in its own thread: Playwright may run an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()

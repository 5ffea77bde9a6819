"""A command that is killed at any moment leaves the old data or the complete new data.

``RULEBOOK_KILLS=100 pytest tests/test_kills.py`` kills each command a hundred times.
"""

from __future__ import annotations

import os
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.fuzz.commands import WRITERS, start
from tests.star_garden import rules as garden_rules

KILLS = int(os.environ.get("RULEBOOK_KILLS", "4"))
_NOTES = "sg 1.1.1 を参照\n" * 300


def _cite(place: Path) -> list[str | Path]:
    notes = place / "notes.md"
    if not notes.exists():
        notes.write_text(_NOTES, encoding="utf-8")
    return ["cite", "--write", "--links", "https://example.org/", notes]


def _cite_done(place: Path) -> bool:
    links = (place / "notes.md").read_text(encoding="utf-8").count("](https://example.org/")
    assert links in (0, 300)
    return links == 300


def _edition(place: Path) -> list[str | Path]:
    document = place / "next.txt"
    document.write_text(garden_rules("9.1"), encoding="utf-8")
    new_game = ["--title", "庭", "--alias", "garden"]
    return ["edition", "add", "garden", document, "--into", place / "own", *new_game]


def _edition_done(place: Path) -> bool:
    own = place / "own"
    assert not own.exists() or sorted(path.name for path in own.glob("*/game.toml"))
    return own.exists() and (own / "garden" / "editions" / "9.1" / "report.md").is_file()


def _rulings_done(place: Path) -> bool:
    assert not (place / "rulings.jsonl").exists() or WRITERS["import"].has_output(place, "1")
    return (place / "rulings.jsonl").exists()


def _library_done(place: Path) -> bool:
    if not (place / "cards.db").exists():
        return False
    with closing(sqlite3.connect(place / "cards.db")) as library:
        assert library.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert library.execute("SELECT count(*) FROM meta").fetchone() == (3,)
        return bool(library.execute("SELECT count(*) FROM cards").fetchone() == (50,))


COMMANDS: dict[str, tuple[Callable[[Path], list[str | Path]], Callable[[Path], bool]]] = {
    "cite --write": (_cite, _cite_done),
    "edition add": (_edition, _edition_done),
    "rulings import": (
        lambda place: WRITERS["import"].arguments(place, "1"),
        _rulings_done,
    ),
    "cards index": (lambda place: WRITERS["index"].arguments(place, "1"), _library_done),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_command_loses_nothing(name: str, tmp_path: Path) -> None:
    arguments, is_done = COMMANDS[name]
    chance = random.Random(name)
    first = tmp_path / "first"
    first.mkdir()
    began = time.monotonic()
    start(arguments(first), first).communicate(timeout=60)
    duration = time.monotonic() - began
    assert is_done(first)
    for kill in range(KILLS):
        place = tmp_path / f"killed-{kill}"
        place.mkdir()
        process = start(arguments(place), place)
        time.sleep(chance.uniform(0, duration))
        process.kill()
        process.communicate()
        if not is_done(place):
            start(arguments(place), place).communicate(timeout=60)
            assert is_done(place), (name, kill)

"""The questions for measuring search: single facts, and real questions of players."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support import SHARED

TUNING, HELD_BACK, DEVELOPMENT = "tuning", "held-back", "development"
HARD_SHARED = "hard, shared"
# The files of hard questions, in the order of reports.
_HARD = (
    *("tuning", "unread", "fresh", "later-tuning", "later-unread", "public-tuning"),
    *("public-unread", "icons-tuning", "icons-unread", "quoted-tuning", "quoted-unread"),
    *("lists-tuning", "lists-unread", "talk-tuning", "talk-unread", "talk-later"),
    *("posts-tuning", "posts-unread", "stories-tuning", "stories-unread", "mixed-unread"),
    *("style-unread", "topics-unread"),
)
_HARD_SETS = {name: f"hard, {name.replace('-', ' ')}" for name in _HARD}
UNREAD = (
    HELD_BACK,
    *(split for name, split in _HARD_SETS.items() if not name.endswith("tuning")),
)
"""The sets that nobody who works on ranking may read, nor their misses."""


@dataclass(frozen=True)
class Question:
    """A question, the clauses each of which answers it, and the set that it belongs to.

    ``game`` is ``""`` if the question names none; its clauses are then written ``ws:9.2.1``. A full
    answer has one clause of each group of ``needed``. An unanswerable question has no clauses.
    """

    game: str
    text: str
    governing: tuple[str, ...]
    kind: str
    style: str
    split: str
    needed: tuple[tuple[str, ...], ...] = ()


def own_questions() -> Iterator[Question]:
    """Yield the project's questions, split by the hash of the text, so that nobody chooses."""
    data = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
    for entry in data["question"]:
        odd = hashlib.sha256(entry["text"].encode()).digest()[0] % 2
        split = HELD_BACK if odd else TUNING
        governing = tuple(entry["governing"])
        kind, style = entry["kind"], entry["style"]
        yield Question(entry["game"], entry["text"], governing, kind, style, split)


def development_questions() -> Iterator[Question]:
    """Yield the questions of ``shared/questions/dev.jsonl``, if it exists."""
    path = SHARED / "questions" / "dev.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        entry = json.loads(line)
        governing = tuple(entry["governing"])
        yield Question(entry["game"], entry["question"], governing, "any", "plain", DEVELOPMENT)


def hard_questions() -> Iterator[Question]:
    """Yield the hard questions: the shared ones, if they exist, and our own."""
    own = Path(__file__).with_name("hard")
    for split, path in (
        (HARD_SHARED, SHARED / "questions" / "hard.jsonl"),
        *((split, own / f"{name}.jsonl") for name, split in _HARD_SETS.items()),
    ):
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            entry = json.loads(line)
            game, governing = entry["game"] or "", tuple(entry["governing"])
            needed = tuple(map(tuple, entry["needed"]))
            yield Question(
                game, entry["question"], governing, "hard", entry["style"], split, needed
            )

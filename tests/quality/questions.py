"""The questions that search is measured with: single facts, and what people really ask."""

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
    "style-unread",
)
_HARD_SETS = {name: f"hard, {name.replace('-', ' ')}" for name in _HARD}
UNREAD = (
    HELD_BACK,
    *(split for name, split in _HARD_SETS.items() if not name.endswith("tuning")),
)
"""The sets whose questions and misses nobody who works on ranking may see."""


@dataclass(frozen=True)
class Question:
    """A question, the clauses any of which answers it, and the set that it belongs to.

    ``game`` is ``""`` where none is named; clauses are then written ``ws:9.2.1``.  Of each group
    of ``needed`` a full answer has one clause.  Nothing governs what the rules do not answer.
    """

    game: str
    text: str
    governing: tuple[str, ...]
    kind: str
    style: str
    split: str
    needed: tuple[tuple[str, ...], ...] = ()


def own_questions() -> Iterator[Question]:
    """Yield the project's questions, split by hash of the text: nobody chooses where one goes."""
    data = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
    for entry in data["question"]:
        odd = hashlib.sha256(entry["text"].encode()).digest()[0] % 2
        split = HELD_BACK if odd else TUNING
        governing = tuple(entry["governing"])
        kind, style = entry["kind"], entry["style"]
        yield Question(entry["game"], entry["text"], governing, kind, style, split)


def development_questions() -> Iterator[Question]:
    """Yield the questions of ``shared/questions/dev.jsonl``; none where it is absent."""
    path = SHARED / "questions" / "dev.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        entry = json.loads(line)
        governing = tuple(entry["governing"])
        yield Question(entry["game"], entry["question"], governing, "any", "plain", DEVELOPMENT)


def hard_questions() -> Iterator[Question]:
    """Yield the hard questions: the shared ones where they are at hand, and our own."""
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

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
HARD_SHARED, HARD_TUNING, HARD_UNREAD = "hard, shared", "hard, tuning", "hard, unread"
HARD_FRESH = "hard, fresh"
HARD_LATER_TUNING, HARD_LATER_UNREAD = "hard, later tuning", "hard, later unread"
PUBLIC_TUNING, PUBLIC_UNREAD = "hard, public tuning", "hard, public unread"
ICONS_TUNING, ICONS_UNREAD = "hard, icons tuning", "hard, icons unread"
QUOTED_TUNING, QUOTED_UNREAD = "hard, quoted tuning", "hard, quoted unread"
LISTS_TUNING, LISTS_UNREAD = "hard, lists tuning", "hard, lists unread"
TALK_TUNING, TALK_UNREAD = "hard, talk tuning", "hard, talk unread"
TALK_LATER = "hard, talk later"
UNREAD = (
    *(HELD_BACK, HARD_UNREAD, HARD_FRESH, HARD_LATER_UNREAD),
    *(PUBLIC_UNREAD, ICONS_UNREAD, QUOTED_UNREAD, LISTS_UNREAD, TALK_UNREAD, TALK_LATER),
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
    for split, path in (
        (HARD_SHARED, SHARED / "questions" / "hard.jsonl"),
        (HARD_TUNING, Path(__file__).with_name("hard") / "tuning.jsonl"),
        (HARD_UNREAD, Path(__file__).with_name("hard") / "unread.jsonl"),
        (HARD_FRESH, Path(__file__).with_name("hard") / "fresh.jsonl"),
        (HARD_LATER_TUNING, Path(__file__).with_name("hard") / "later-tuning.jsonl"),
        (HARD_LATER_UNREAD, Path(__file__).with_name("hard") / "later-unread.jsonl"),
        (PUBLIC_TUNING, Path(__file__).with_name("hard") / "public-tuning.jsonl"),
        (PUBLIC_UNREAD, Path(__file__).with_name("hard") / "public-unread.jsonl"),
        (ICONS_TUNING, Path(__file__).with_name("hard") / "icons-tuning.jsonl"),
        (ICONS_UNREAD, Path(__file__).with_name("hard") / "icons-unread.jsonl"),
        (QUOTED_TUNING, Path(__file__).with_name("hard") / "quoted-tuning.jsonl"),
        (QUOTED_UNREAD, Path(__file__).with_name("hard") / "quoted-unread.jsonl"),
        (LISTS_TUNING, Path(__file__).with_name("hard") / "lists-tuning.jsonl"),
        (LISTS_UNREAD, Path(__file__).with_name("hard") / "lists-unread.jsonl"),
        (TALK_TUNING, Path(__file__).with_name("hard") / "talk-tuning.jsonl"),
        (TALK_UNREAD, Path(__file__).with_name("hard") / "talk-unread.jsonl"),
        (TALK_LATER, Path(__file__).with_name("hard") / "talk-later.jsonl"),
    ):
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            entry = json.loads(line)
            game, governing = entry["game"] or "", tuple(entry["governing"])
            needed = tuple(map(tuple, entry["needed"]))
            yield Question(
                game, entry["question"], governing, "hard", entry["style"], split, needed
            )

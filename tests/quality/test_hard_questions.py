"""The hard questions are well formed, cite existing clauses and are split by their hash."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from rulebook.clauses.model import Rulebook
from tests.quality.questions import development_questions, own_questions
from tests.support import SHARED

FOLDER = Path(__file__).with_name("hard")
TUNING, UNREAD = "tuning", "unread"
# Each is the complete work of one author, not split by hash.
WHOLE = (
    "fresh",
    "talk-tuning",
    "talk-unread",
    "talk-later",
    "posts-tuning",
    "posts-unread",
    "stories-tuning",
    "stories-unread",
    "mixed-unread",
    "topics-unread",
)
LATER_TUNING, LATER_UNREAD = "later-tuning", "later-unread"
HALVES = {
    name: (f"{name}-tuning", f"{name}-unread")
    for name in ("later", "public", "icons", "quoted", "lists")
}
STYLES = {
    "asked",
    "scenario",
    "exception",
    "several",
    "english",
    "script",
    "unanswerable",
    "card",
    "no-game",
}

Entry = dict[str, Any]


def read(path: Path) -> list[Entry]:
    """Return the questions of a file of JSON Lines, none if it does not exist."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def hard_questions() -> Iterator[tuple[str, Entry]]:
    """Yield the hard questions, each with the name of its file."""
    for part in (TUNING, UNREAD, *WHOLE, *chain.from_iterable(HALVES.values())):
        for entry in read(FOLDER / f"{part}.jsonl"):
            yield part, entry


def part_of(text: str, written: str) -> str:
    """Return the file for a question of the set ``written``, by its hash."""
    number = int(hashlib.sha256(text.encode()).hexdigest(), 16)
    if written in HALVES:
        return HALVES[written][number % 2]
    return UNREAD if number % 3 == 0 else TUNING


def fold_text(text: str) -> str:
    """Return the text without differences of width, case and space."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def test_questions_are_in_the_file_of_their_hash() -> None:
    assert not [
        entry["id"]
        for part, entry in hard_questions()
        if part not in (*WHOLE, part_of(entry["question"], part.split("-")[0]))
    ]


def test_every_clause_exists_in_its_game(books: Mapping[str, Rulebook]) -> None:
    aliases = {book.game.alias: book for book in books.values()}
    for _, entry in hard_questions():
        for clause in entry["governing"]:
            alias, _, number = clause.rpartition(":")
            book = aliases[alias] if entry["game"] is None else books[entry["game"]]
            assert number in book.by_number, (entry["id"], clause)


def test_clauses_of_full_answer_equal_governing_clauses() -> None:
    for _, entry in hard_questions():
        needed = {clause for group in entry["needed"] for clause in group}
        assert needed == set(entry["governing"]), entry["id"]
        assert all(entry["needed"]), entry["id"]
        assert (entry["style"] == "unanswerable") == (not needed), entry["id"]


def test_only_no_game_questions_have_no_game(books: Mapping[str, Rulebook]) -> None:
    for _, entry in hard_questions():
        assert entry["style"] in STYLES, entry["id"]
        if entry["style"] != "unanswerable":
            assert (entry["style"] == "no-game") == (entry["game"] is None), entry["id"]
        assert entry["game"] is None or entry["game"] in books, entry["id"]


def test_ids_and_texts_are_unique() -> None:
    entries = [entry for _, entry in hard_questions()]
    ids = Counter(entry["id"] for entry in entries)
    texts = Counter(fold_text(entry["question"]) for entry in entries)
    assert not [key for key, times in ids.items() if times > 1]
    assert not [entry["id"] for entry in entries if texts[fold_text(entry["question"])] > 1]


def test_texts_are_in_no_other_set() -> None:
    others = {fold_text(question.text) for question in (*own_questions(), *development_questions())}
    others |= {fold_text(entry["question"]) for entry in read(SHARED / "questions" / "hard.jsonl")}
    assert not [
        entry["id"] for _, entry in hard_questions() if fold_text(entry["question"]) in others
    ]


def test_every_file_has_all_styles_and_games(books: Mapping[str, Rulebook]) -> None:
    for part in (TUNING, UNREAD, LATER_TUNING, LATER_UNREAD):
        entries = [entry for name, entry in hard_questions() if name == part]
        assert {entry["style"] for entry in entries} == STYLES
        assert {entry["game"] for entry in entries} == {*books, None}

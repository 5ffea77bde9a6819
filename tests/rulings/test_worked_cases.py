"""The worked cases: each sentence cites existing clauses; no case is in our question sets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

import pytest

from rulebook.clauses.model import Rulebook
from tests.quality.questions import development_questions, own_questions
from tests.quality.test_hard_questions import fold_text, hard_questions, read
from tests.support import GAMES, ROOT, SHARED

COUNTS = {game: 20 if game == "legend-of-stars" else 75 for game in GAMES}
SENTENCE = re.compile(r"[^。（）]+。（([0-9.、-]+)）")
# Two questions with a greater similarity count as one.
SAME = 0.8


def file_of(game: str) -> dict[str, Any]:
    path = ROOT / "corpus" / game / "rulings" / "worked-cases.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cases(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = file_of(game)["ruling"]
    return found


def questions_of_our_sets() -> Iterator[str]:
    yield from (question.text for question in (*own_questions(), *development_questions()))
    yield from (entry["question"] for _, entry in hard_questions())
    yield from (entry["question"] for entry in read(SHARED / "questions" / "hard.jsonl"))


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_exists_in_the_edition(books: Mapping[str, Rulebook], game: str) -> None:
    book = books[game]
    assert file_of(game)["edition"] == book.game.edition.name
    cited = {number for case in cases(game) for number in case["clauses"]}
    assert cited <= book.by_number.keys()


@pytest.mark.parametrize("game", GAMES)
def test_answer_has_two_to_five_sentences_with_clauses(game: str) -> None:
    for case in cases(game):
        sentences = [match[1].split("、") for match in SENTENCE.finditer(case["answer"])]
        assert SENTENCE.sub("", case["answer"]) == "", case["id"]
        assert 2 <= len(sentences) <= 5, case["id"]
        assert {number for numbers in sentences for number in numbers} == set(case["clauses"])


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_consecutive(books: Mapping[str, Rulebook], game: str) -> None:
    alias = books[game].game.alias
    expected = [f"{alias}-case-{number:03}" for number in range(1, COUNTS[game] + 1)]
    assert [case["id"] for case in cases(game)] == expected
    assert all(len(set(case["clauses"])) == len(case["clauses"]) for case in cases(game))


@pytest.mark.slow
def test_cases_differ_from_each_other_and_our_questions() -> None:
    questions = [case["question"] for game in GAMES for case in cases(game)]
    assert len(set(map(fold_text, questions))) == len(questions)
    others = [fold_text(question) for question in questions_of_our_sets()]
    assert [question for question in questions if is_any_of(fold_text(question), others)] == []


def is_any_of(question: str, others: list[str]) -> bool:
    compared = SequenceMatcher(autojunk=False)
    compared.set_seq2(question)
    for other in others:
        compared.set_seq1(other)
        bounds = (compared.real_quick_ratio, compared.quick_ratio, compared.ratio)
        if all(bound() > SAME for bound in bounds):
            return True
    return False

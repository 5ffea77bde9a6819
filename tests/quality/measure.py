"""``make quality``: how often the governing clause is found, and how reliable confidence is.

Prints for each set of questions, for our engine and others, the shares with a governing clause
first, within five, and with all clauses of a full answer within five; then our results by style
and game, the confidence, and games without their tables. ``--misses`` lists the questions whose
first clause is wrong, except those of unread sets.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from unittest.mock import patch

from rulebook.api import Rules
from rulebook.clauses.corpus import load_corpus
from rulebook.search.asking import answers as answers_module
from rulebook.search.asking.confidence import Certainty, best_piece, evidence_values, likelihoods
from rulebook.search.asking.confidence import certainty as estimated_certainty
from rulebook.search.asking.rank import RankedClause
from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.tables.search_tables import SearchTables
from tests.quality.engines import Engine, cache_folder, engines
from tests.quality.questions import (
    HELD_BACK,
    UNREAD,
    Question,
    development_questions,
    hard_questions,
    own_questions,
)
from tests.quality.unprepared import print_unprepared
from tests.support import ROOT

SHOWN = 5


@dataclass(frozen=True)
class Score:
    """Counts over a set of questions."""

    questions: int
    first: int
    five: int
    full: int

    def __str__(self) -> str:
        n = max(1, self.questions)
        shares = (100 * count / n for count in (self.first, self.five, self.full))
        return f"{self.questions:5}" + "".join(f"{share:8.1f}" for share in shares)


def is_full(question: Question, found: Sequence[str]) -> bool:
    """Return whether ``found`` has all clauses of a full answer."""
    return all(set(group) & set(found) for group in question.needed or (question.governing,))


def score(engine: Engine, questions: Iterable[Question]) -> Score:
    """Return the score of ``engine`` on ``questions``, all of which have an answer."""
    rows = [(each, engine(each.game, each.text)[:SHOWN]) for each in questions]
    return Score(
        questions=len(rows),
        first=sum(bool(found) and found[0] in each.governing for each, found in rows),
        five=sum(bool(set(found) & set(each.governing)) for each, found in rows),
        full=sum(is_full(each, found) for each, found in rows),
    )


def _chance_of_first(asked: UnderstoodQuestion, ranked: Sequence[RankedClause]) -> float:
    """Return the estimated probability that the first of ``ranked`` answers ``asked``."""
    evidence = evidence_values(asked, ranked, best_piece(asked, ranked[0].place))
    return math.prod(likelihoods(evidence, asked.table.prepared))


class Asked:
    """The full search as an engine. Clauses and confidence of each question are cached."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._answers: dict[tuple[str, str], tuple[list[str], Certainty]] = {}
        self.chances: dict[tuple[str, str], float] = {}
        """The estimated probability that the first clause is right."""

    def __call__(self, game: str, question: str) -> list[str]:
        return self._ask(game, question)[0]

    def certainty(self, question: Question) -> Certainty:
        """Return the confidence of the first answer."""
        return self._ask(question.game, question.text)[1]

    def _ask(self, game: str, question: str) -> tuple[list[str], Certainty]:
        key = game, question
        if key not in self._answers:
            with patch.object(answers_module, "certainty", self._recorded(key)):
                answers = self._rules.ask(question, game or None, limit=SHOWN)
            found = [(each.game.alias, each.clause.number) for each in answers.found]
            numbers = [number if game else f"{alias}:{number}" for alias, number in found]
            self._answers[key] = numbers, answers.confidence
        return self._answers[key]

    def _recorded(self, key: tuple[str, str]) -> Callable[..., Certainty]:
        """Return :func:`certainty` that also records its estimate for the question."""

        def certainty(asked: UnderstoodQuestion, ranked: Sequence[RankedClause]) -> Certainty:
            self.chances[key] = _chance_of_first(asked, ranked) if ranked else 0.0
            return estimated_certainty(asked, ranked)

        return certainty


def print_reliability(questions: Sequence[Question], ask: Asked) -> None:
    """Print how many first answers are right for each tenth of the estimated probability."""
    print("reliability: estimated, questions, right")
    rights: dict[int, list[bool]] = {}
    for each in questions:
        found = ask(each.game, each.text)
        chance = ask.chances.get((each.game, each.text), 0.0)
        is_right = bool(found) and found[0] in each.governing
        rights.setdefault(min(9, int(10 * chance)), []).append(is_right)
    for tenth, right in sorted(rights.items()):
        share = 100 * sum(right) / len(right)
        bar = "#" * round(share / 4)
        print(f"  {10 * tenth:3}-{10 * tenth + 10:3} {len(right):5}{share:7.1f} {bar}")


def _print_groups(
    ask: Asked, questions: Sequence[Question], key: Callable[[Question], str]
) -> None:
    for name in sorted({key(question) for question in questions}):
        group = [question for question in questions if key(question) == name]
        sure = [each for each in group if ask.certainty(each) is Certainty.SURE]
        print(
            f"    {name or 'none named':<22}{score(ask, group)}{100 * len(sure) / len(group):8.1f}"
        )


def _print_set(name: str, questions: Sequence[Question], ask: Asked, tables: SearchTables) -> None:
    answered = [question for question in questions if question.governing]
    print(f"{name}\n  {'rulebook':<24}{score(ask, answered)}")
    named = [question for question in answered if question.game]
    for engine_name, engine in list(engines(tables))[1:]:
        print(f"  {engine_name:<24}{score(engine, named)}")
    if name not in UNREAD:
        _print_groups(ask, answered, lambda question: question.style)
        _print_groups(ask, answered, lambda question: question.game)


class Honesty(NamedTuple):
    """Counts of questions that rules answer, and of those that they do not."""

    answered: int
    sure: int  # Of these, those with a sure answer
    right: int  # Of the sure answers, those that govern
    lost: int  # Of the answered, those that the rules do not seem to answer
    others: int
    reported: int  # Of the others, those that the rules do not seem to answer


def honesty(questions: Sequence[Question], ask: Asked) -> Honesty:
    """Return the counts of correct and wrong confidence on ``questions``."""
    answered = [question for question in questions if question.governing]
    others = [question for question in questions if not question.governing]
    sure = [each for each in answered if ask.certainty(each) is Certainty.SURE]
    lost, reported = (
        sum(ask.certainty(each) is Certainty.NONE for each in some) for some in (answered, others)
    )
    return Honesty(len(answered), len(sure), score(ask, sure).first, lost, len(others), reported)


def _print_confidence(name: str, questions: Sequence[Question], ask: Asked) -> None:
    found = honesty(questions, ask)
    print(
        f"  {name:<18} sure {found.sure} of {found.answered}, right {found.right};"
        f" not answered though they could be {found.lost};"
        f" unanswerable reported {found.reported} of {found.others}"
    )


def _print_misses(ask: Asked, questions: Iterable[Question]) -> None:
    print("\nnot first")
    for question in questions:
        found = ask(question.game, question.text)
        if question.governing and found[:1] and found[0] not in question.governing:
            expected = " ".join(question.governing)
            print(f"  {question.game}  {question.text}  expected {expected}  got {found[:3]}")


def main(with_misses: bool) -> None:
    """Print all that is measured."""
    corpus = load_corpus(ROOT / "corpus", cache=cache_folder())
    ask, tables = Asked(Rules(corpus)), SearchTables(corpus)
    questions = [*own_questions(), *development_questions(), *hard_questions()]
    sets = {
        name: [each for each in questions if each.split == name]
        for name in dict.fromkeys(each.split for each in questions)
    }
    print(f"{'':<26}    n   first    five    full    sure")
    for name, some in sets.items():
        _print_set(name, some, ask, tables)
    print("confidence")
    for name, some in sets.items():
        _print_confidence(name, some, ask)
    unread = [each for each in questions if each.split in UNREAD and each.split != HELD_BACK]
    print_reliability(unread, ask)
    print_unprepared([each for each in questions if each.game and each.governing], score)
    if with_misses:
        _print_misses(ask, [each for each in questions if each.split not in UNREAD])


if __name__ == "__main__":
    main("--misses" in sys.argv[1:])

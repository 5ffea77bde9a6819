"""``make quality``: how often the governing clause is found, beside other engines.

Prints hit@1, hit@3, hit@5 and the mean reciprocal rank for each split, game and kind of question,
and lists the misses of the tuning split.  Those of the held-back split are never listed: whoever
tunes must not see them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rulebook.clauses.corpus import load_corpus
from rulebook.search.library import Library
from tests.quality.engines import Engine, cache_folder, engines, ours
from tests.quality.questions import (
    DEVELOPMENT,
    HELD_BACK,
    TUNING,
    Question,
    development_questions,
    own_questions,
)
from tests.support import ROOT


@dataclass(frozen=True)
class Score:
    """Counts over a set of questions."""

    questions: int
    first: int
    three: int
    five: int
    reciprocal: float

    def __str__(self) -> str:
        n = max(1, self.questions)
        shares = (100 * count / n for count in (self.first, self.three, self.five))
        hits = "".join(f"{share:8.1f}" for share in shares)
        return f"{self.questions:5}{hits}{self.reciprocal / n:8.3f}"


def rank_of(question: Question, found: Sequence[str]) -> int | None:
    """Return the place, from 0, of the first governing clause."""
    return next((i for i, number in enumerate(found) if number in question.governing), None)


def score(engine: Engine, questions: Iterable[Question]) -> Score:
    """Return how well ``engine`` does on ``questions``."""
    ranks = [rank_of(question, engine(question.game, question.text)) for question in questions]
    found = [rank for rank in ranks if rank is not None]
    return Score(
        questions=len(ranks),
        first=sum(rank < 1 for rank in found),
        three=sum(rank < 3 for rank in found),
        five=sum(rank < 5 for rank in found),
        reciprocal=sum(1 / (rank + 1) for rank in found),
    )


def _print_groups(
    engine: Engine, questions: list[Question], key: Callable[[Question], str]
) -> None:
    for name in sorted({key(question) for question in questions}):
        group = [question for question in questions if key(question) == name]
        print(f"    {name:<22}{score(engine, group)}")


def main() -> None:
    library = Library(load_corpus(ROOT / "corpus"), cache_folder())
    questions = [*own_questions(), *development_questions()]
    print(f"{'':<26}    n   hit@1   hit@3   hit@5     MRR")
    for split in (TUNING, HELD_BACK, DEVELOPMENT):
        chosen = [question for question in questions if question.split == split]
        if not chosen:
            continue
        print(split)
        for name, engine in engines(library):
            print(f"  {name:<24}{score(engine, chosen)}")
        _print_groups(ours(library), chosen, lambda question: question.style)
        _print_groups(ours(library), chosen, lambda question: question.game)
        if split != DEVELOPMENT:
            _print_groups(ours(library), chosen, lambda question: question.kind)
    if "--misses" in sys.argv:
        _print_misses(ours(library), [q for q in questions if q.split != HELD_BACK])


def _print_misses(engine: Engine, questions: list[Question]) -> None:
    print("\nnot first, tuning and development only")
    for question in questions:
        found = engine(question.game, question.text)
        place = rank_of(question, found)
        if place != 0:
            rank = "-" if place is None else str(place + 1)
            wanted = " ".join(question.governing)
            print(
                f"  {rank:>2}  {question.game}  {question.text}  wanted {wanted}  got {found[:3]}"
            )


if __name__ == "__main__":
    main()

"""Which game a question is about: the one it names, else the one whose rules know its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.name_matching import find_names, longest_of
from rulebook.search.tables.units import QuestionUnit


def game_named(text: str, names: Mapping[str, str]) -> str | None:
    """Return the id of the only game that ``text`` (in normal form) names, or ``None``."""
    named = {names[found.key] for found in find_names(text, names.__contains__, longest_of(names))}
    return named.pop() if len(named) == 1 else None


# The lead, in code points, that the best game needs; and the bonus for a term of its own.
CLEARLY, TERM = 4, 3


def guess_game(questions: Sequence[UnderstoodQuestion]) -> int | None:
    """Return the index of the game that clearly knows most of a question, or ``None``.

    ``questions`` are the same question as each game understands it.
    """
    known = [_known(each) for each in questions]
    most = max(known, default=0)
    others = sorted(known)[:-1]
    clear = most - max(others, default=0) >= CLEARLY
    return known.index(most) if clear else None


def _known(asked: UnderstoodQuestion) -> int:
    """Return how much of the question the rules of the game print, in code points.

    Players' phrases do not count, as they do not distinguish games; defined terms count more.
    """
    return sum(
        len(unit.text) * _is_known(asked, unit) + TERM * bool(unit.terms) for unit in asked.units
    )


def _is_known(asked: UnderstoodQuestion, unit: QuestionUnit) -> bool:
    """Return whether the rules print all tokens of ``unit``, or it is a name."""
    has_all = bool(unit.tokens) and all(token in asked.table.printed for token in unit.tokens)
    return has_all or bool(unit.names)

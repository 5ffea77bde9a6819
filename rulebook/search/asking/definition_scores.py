"""Evidence: the clauses that define what a question is about, where it asks for no more.

These are questions that are a name alone or ask what it is, and questions that ask how several
names differ: “AとBの違い” is “Aとは” and “Bとは”.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.intent import Intent
from rulebook.search.tables.units import QuestionUnit

COMPARING = (
    *("の違い", "の差", "の区別", "どう違", "どうちが", "何が違", "なにが違", "何がちが", "違いは"),
    *("difference", "differ", "compare"),
)
# What joins names that are compared, and what the last of them has between itself and the rest.
JOINING = ("と", "、", "・", "や", "/", "&", " and ", " or ", " vs", ",")
TRAILING = ("", "は", "とは", "と", "との", "では", "って")
# What is left of a question that is a name alone, beside the name.
NOTHING = frozenset("をはがのにでとってなに何、。…・「」『』")
ASKING_WORDS = frozenset(("what", "is", "are", "a", "an", "the", "does", "mean", "do", "how"))


def definition_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield the defining clause of each subject of ``asked``, before what only speaks of it."""
    for place in dict.fromkeys(defined(asked, unit) for unit in _subjects(asked)):
        if place >= 0:
            yield place, asked.weights.defines


def defined(asked: UnderstoodQuestion, unit: QuestionUnit) -> int:
    """Return the place of the clause that defines what ``unit`` names, -1 for none."""
    places = (asked.table.definitions.get(name, -1) for name in (*unit.terms, *unit.concepts))
    return next((place for place in places if place >= 0), -1)


def _subjects(asked: UnderstoodQuestion) -> Sequence[QuestionUnit]:
    """Return the units whose definitions answer ``asked``, none where it asks for more."""
    named = [unit for unit in asked.units if unit.names]
    if any(map(asked.subject.__contains__, COMPARING)):
        compared = [unit for unit in named if _is_compared(asked.subject, unit.text)]
        return compared if len(compared) > 1 else ()
    is_alone = len(named) == 1 and not (frozenset(asked.intents) - {Intent.WHAT_IS})
    return named if is_alone and _is_bare(asked) else ()


def _is_bare(asked: UnderstoodQuestion) -> bool:
    """Whether the question consists of names and asking words only."""
    others = (unit.text for unit in asked.units if not unit.names)
    if not ASKING_WORDS.issuperset(others):
        return False
    return all(char in NOTHING or char.isascii() for char in asked.rest)


def _is_compared(text: str, name: str) -> bool:
    """Whether ``name`` is joined to another name in ``text``, or stands before what compares."""
    after = text[text.find(name) + len(name) :]
    if not after.strip("? ") or after.startswith(JOINING):
        return True
    return any(after.startswith(last + marker) for last in TRAILING for marker in COMPARING)

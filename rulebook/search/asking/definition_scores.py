"""Evidence: the clauses that define what a question is about, where it asks for no more.

These are questions that are a name alone or ask what it is, and questions that ask how several
names differ: “AとBの違い” is “Aとは” and “Bとは”.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.intent import Intent
from rulebook.search.tables.ranking_table import RankingTable
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
# Words that ask for the steps of a procedure, and those beside them.
STEPS = frozenset(
    ("流れ", "手順", "順", "順番", "ステップ", "やり方", "仕方", "steps", "procedure")
)
BESIDE_STEPS = frozenset(("最初", "全部", "一通り", "処理", "of"))


def definition_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield the defining clause of each subject of ``asked``, before what only speaks of it.

    If ``asked`` wants the steps of a procedure, that is the clause that begins them.
    """
    places = [place for unit in _subjects(asked) if (place := defined(asked, unit)) >= 0]
    if any(unit.text in STEPS for unit in asked.units):
        places = [_procedure(asked.table, place) for place in places]
    for place in dict.fromkeys(places):
        yield place, asked.weights.defines


def defined(asked: UnderstoodQuestion, unit: QuestionUnit) -> int:
    """Return the place of the clause that defines what ``unit`` names, -1 for none."""
    places = (asked.table.definitions.get(name, -1) for name in (*unit.terms, *unit.concepts))
    return next((place for place in places if place >= 0), -1)


def _procedure(table: RankingTable, place: int) -> int:
    """Return the first clause from ``place`` on, in its section, that says how; else ``place``."""
    parent = table.parents[place]
    siblings = (at for at, above in enumerate(table.parents) if above == parent and at >= place)
    return next((at for at in siblings if table.intents[at] >> Intent.HOW_TO & 1), place)


def _subjects(asked: UnderstoodQuestion) -> Sequence[QuestionUnit]:
    """Return the units whose definitions answer ``asked``, none where it asks for more."""
    named = [unit for unit in asked.units if unit.names]
    if any(map(asked.subject.__contains__, COMPARING)):
        compared = [unit for unit in named if _is_compared(asked.subject, unit.text)]
        return compared if len(compared) > 1 else ()
    return named if len(named) == 1 and _is_bare(asked) else ()


def _is_bare(asked: UnderstoodQuestion) -> bool:
    """Whether the question consists of names and words that ask what something is, or its steps."""
    others = [unit.text for unit in asked.units if not unit.names]
    asks_steps = not STEPS.isdisjoint(others)
    wanted = {Intent.WHAT_IS, Intent.HOW_TO, Intent.ORDER} if asks_steps else {Intent.WHAT_IS}
    words = ASKING_WORDS | STEPS | BESIDE_STEPS if asks_steps else ASKING_WORDS
    if not (words.issuperset(others) and wanted.issuperset(asked.intents)):
        return False
    left = asked.rest
    for word in others:
        left = left.replace(word, "")
    return all(char in NOTHING or char.isascii() for char in left)


def _is_compared(text: str, name: str) -> bool:
    """Whether ``name`` is joined to another name in ``text``, or stands before what compares."""
    after = text[text.find(name) + len(name) :]
    if not after.strip("? ") or after.startswith(JOINING):
        return True
    return any(after.startswith(last + marker) for last in TRAILING for marker in COMPARING)

"""Why a clause answers: the names that lead to it, then the words that it has in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from rulebook.search.rank import RankedClause
from rulebook.search.snippets import Snippet
from rulebook.search.understood import UnderstoodQuestion
from rulebook.text.normal import fold

# What a verb ends with behind its stem: names are found by it, people write the whole word.  Where
# one begins with another it comes first.  They are no pattern, which would take long to compile.
_ROWS: tuple[tuple[Sequence[str], ...], ...] = (
    ("っいき", "たて", ("ら", "り", "")),
    ("ん", "だで", ("ら", "り", "")),
    ("れ", ("て", "る", "ば", "たら", "たり", "た", "ない")),
    ("わかがさたなばまら", ("れて", "れる", "れたら", "れたり", "れた", "れない", "ない", "ず")),
    ("うくぐすつぬぶむる",),
)
ENDINGS = tuple("".join(each) for row in _ROWS for each in product(*row))


def reasons(
    asked: UnderstoodQuestion, ranked: RankedClause, clause: Snippet, path: tuple[Snippet, ...]
) -> Iterator[str]:
    """Yield what speaks for ``clause``: players' words read as rule words, then words in common."""
    yield from dict.fromkeys((*_names(asked, ranked), *_words(asked, clause, path)))


def _names(asked: UnderstoodQuestion, ranked: RankedClause) -> Iterator[str]:
    for unit in asked.units:
        for concept in unit.concepts:
            if concept in ranked.concepts:
                word = asked.table.concepts[concept].words[0]
                said = _whole_word(asked.question.text, unit.text)
                yield f"{said} = {word}" if word != unit.text else word


def _whole_word(question: str, name: str) -> str:
    """Return ``name`` with what a verb in ``question`` has behind it."""
    end = question.find(name) + len(name)
    if end < len(name):
        return name
    return name + next((each for each in ENDINGS if question.startswith(each, end)), "")


def _words(asked: UnderstoodQuestion, clause: Snippet, path: tuple[Snippet, ...]) -> Iterator[str]:
    """Yield the words of the question, as they were typed, that the clause or what is above has."""
    shown = fold("\n".join((clause.heading, clause.text, *(above.title or "" for above in path))))
    question = asked.question
    for unit in asked.units:
        at = question.text.find(unit.text)
        if at >= 0 and unit.text in shown:
            yield question.normal.printed(at, at + len(unit.text)).of(question.printed)

"""Why a clause answers: the names that lead to it, then the words that it has in common."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.search.rank import RankedClause
from rulebook.search.snippets import Snippet
from rulebook.search.understood import UnderstoodQuestion
from rulebook.text.normal import fold

# What a verb ends with behind its stem: names are found by it, people write the whole word.
ENDING = (
    "っ[たて][らり]?|[いき][たて][らり]?|ん[だで][らり]?|れ(?:[てるば]|た[らり]?|ない)"
    "|[わかがさたなばまら](?:れ(?:[てる]|た[らり]?|ない)|ない|ず)|[うくぐすつぬぶむる]"
)


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
    ending = re.compile(ENDING).match(question, end) if end >= len(name) else None
    return name + (ending[0] if ending else "")


def _words(asked: UnderstoodQuestion, clause: Snippet, path: tuple[Snippet, ...]) -> Iterator[str]:
    """Yield the words of the question, as they were typed, that the clause or what is above has."""
    shown = fold("\n".join((clause.heading, clause.text, *(above.title or "" for above in path))))
    question = asked.question
    for unit in asked.units:
        at = question.text.find(unit.text)
        if at >= 0 and unit.text in shown:
            yield question.normal.printed(at, at + len(unit.text)).of(question.printed)

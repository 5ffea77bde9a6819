"""Why a clause answers: the names that lead to it, then the words that it has in common."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.search.query import Query
from rulebook.search.rank import RankedClause
from rulebook.search.snippets import Snippet
from rulebook.text.normal import fold


def reasons(
    query: Query, ranked: RankedClause, clause: Snippet, path: tuple[Snippet, ...]
) -> Iterator[str]:
    """Yield what speaks for ``clause``: players' words read as rule words, then words in common."""
    yield from dict.fromkeys((*_names(query, ranked), *_words(query, clause, path)))


def _names(query: Query, ranked: RankedClause) -> Iterator[str]:
    for unit in query.units:
        for concept in unit.concepts:
            if concept in ranked.concepts:
                word = query.table.concepts[concept].words[0]
                yield f"{unit.text} = {word}" if word != unit.text else word


def _words(query: Query, clause: Snippet, path: tuple[Snippet, ...]) -> Iterator[str]:
    """Yield the words of the question, as they were typed, that the clause or what is above has."""
    shown = fold("\n".join((clause.heading, clause.text, *(above.title or "" for above in path))))
    question = query.question
    for unit in query.units:
        at = question.text.find(unit.text)
        if at >= 0 and unit.text in shown:
            yield question.normal.printed(at, at + len(unit.text)).of(question.printed)

"""Why a clause answers: the names that lead to it, then the words that it has in common."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.search.analysis import common_spans, token_texts
from rulebook.search.query import Query
from rulebook.search.rank import RankedClause
from rulebook.search.snippets import Snippet
from rulebook.text.normal import fold


def reasons(
    query: Query, ranked: RankedClause, clause: Snippet, path: tuple[Snippet, ...]
) -> Iterator[str]:
    """Yield what speaks for ``clause``: players' words read as rule words, then words in common."""
    yield from _names(query, ranked)
    shown = "\n".join((clause.heading, clause.text, *(above.title or "" for above in path)))
    there = set(token_texts(fold(shown), single_characters=True))
    question = query.question
    spans = common_spans(question.normal, there)
    yield from dict.fromkeys(span.of(question.printed) for span in spans)


def _names(query: Query, ranked: RankedClause) -> Iterator[str]:
    for unit in query.units:
        for concept in unit.concepts:
            if concept in ranked.concepts:
                word = query.table.concepts[concept].words[0]
                yield f"{unit.text} = {word}" if word != unit.text else word

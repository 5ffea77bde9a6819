"""The questions that searching is timed with: the headings of the rulebooks, asked about."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.clauses.corpus import Corpus


def timing_questions(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield game id and question, made from every heading, so they need no other file."""
    for book in corpus.rulebooks():
        for clause in book.clauses:
            if clause.title:
                yield book.game.id, f"{clause.title}はどうなる？"

"""Linking all five rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Row, median_ms
from rulebook.clauses.corpus import load_corpus
from rulebook.data import data_folder
from rulebook.links.linker import link_rulebook
from rulebook.links.terms import load_term_table


def linking_rows() -> Iterator[Row]:
    """Time clause trees to references, terms and findings."""
    books = [
        (book, load_term_table(book)[0]) for book in load_corpus(data_folder("corpus")).rulebooks()
    ]

    def link_all() -> None:
        for book, table in books:
            link_rulebook(book, table)

    yield Row("link all five rulebooks", median_ms(link_all, runs=3), goal=2000)

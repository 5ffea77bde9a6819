"""Reading and linking all five documents."""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Row, median_ms
from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.reader import read_rules
from rulebook.data import data_folder
from rulebook.links.linker import link_rulebook
from rulebook.links.terms import load_term_table


def document_rows() -> Iterator[Row]:
    """Time reading documents, and linking references, terms and findings."""
    corpus = load_corpus(data_folder("corpus"))
    games = corpus.games.values()
    sources = [(game.edition.path.read_text(encoding="utf-8"), game) for game in games]
    books = [(book, load_term_table(book)[0]) for book in corpus.rulebooks()]
    read = median_ms(lambda: [read_rules(*each) for each in sources], runs=7)
    yield Row("read all five documents", read, goal=1000)
    link = median_ms(lambda: [link_rulebook(*each) for each in books], runs=3)
    yield Row("link all five rulebooks", link, goal=2000)

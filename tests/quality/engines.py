"""Search engines to compare: ours, and those that a user might choose instead."""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from whoosh.query import Or, Term

from rulebook.search.analysis import tokens
from rulebook.search.asking.rank import rank
from rulebook.search.asking.understood import understand
from rulebook.search.question import read_question
from rulebook.search.tables.search_tables import SearchTables
from rulebook.text.normal import fold
from tests.memory import folder_of_this_process

# The best weights for Whoosh on the development questions.
_FIELD_WEIGHTS = {"text": 1.0, "title": 0.5}

Engine = Callable[[str, str], list[str]]
"""A function from game and question to clause numbers, best first."""
DEPTH = 10


def engines(tables: SearchTables) -> Iterator[tuple[str, Engine]]:
    """Yield the installed engines by name, ours first."""
    yield "rulebook", own_engine(tables)
    yield "Whoosh BM25F", whoosh(tables)
    yield "FTS5 trigram", fts5(tables)
    for name, make in (("tantivy", tantivy), ("bm25s", bm25s)):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        yield name, make(tables, module)


def own_engine(tables: SearchTables) -> Engine:
    def ask(game: str, question: str) -> list[str]:
        table = tables.table(tables.corpus.games[game])
        query = understand(table, read_question(question))
        return [table.numbers[ranked.place] for ranked in rank(query)[:DEPTH]]

    return ask


def whoosh(tables: SearchTables, depth: int = DEPTH) -> Engine:
    """Return Whoosh on our index, with at most ``depth`` clauses."""
    searchers = {game.id: tables.index(game) for game in tables.corpus.games.values()}

    def ask(game: str, question: str) -> list[str]:
        terms = [
            Term(field, token, boost=boost)
            for token in tokens(fold(question))
            for field, boost in _FIELD_WEIGHTS.items()
        ]
        return [hit["printed"] for hit in searchers[game].search(Or(terms), limit=depth)]

    return ask


def _texts(tables: SearchTables, game_id: str) -> list[tuple[str, str]]:
    book = tables.corpus.read(tables.corpus.games[game_id])
    return [(c.number, f"{c.title or ''}\n{c.text}") for c in book.clauses]


def fts5(tables: SearchTables) -> Engine:
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE clause USING"
        " fts5(game UNINDEXED, number UNINDEXED, text, tokenize='trigram')"
    )
    for game in tables.corpus.games:
        rows = [(game, number, text) for number, text in _texts(tables, game)]
        database.executemany("INSERT INTO clause VALUES (?, ?, ?)", rows)

    def ask(game: str, question: str) -> list[str]:
        grams = dict.fromkeys(question[i : i + 3] for i in range(len(question) - 2))
        query = " OR ".join('"' + gram.replace('"', '""') + '"' for gram in grams)
        if not query:
            return []
        found = database.execute(
            "SELECT number FROM clause WHERE clause MATCH ? AND game = ?"
            f" ORDER BY bm25(clause) LIMIT {DEPTH}",
            (query, game),
        )
        return [row[0] for row in found]

    return ask


def tantivy(tables: SearchTables, module: Any) -> Engine:
    """Return tantivy with its n-gram tokenizer set to pairs of characters."""
    analyzer = module.TextAnalyzerBuilder(module.Tokenizer.ngram(2, 2, False)).build()
    indexes = {}
    for game in tables.corpus.games:
        schema = module.SchemaBuilder()
        schema.add_text_field("number", stored=True, tokenizer_name="raw")
        schema.add_text_field("text", tokenizer_name="pairs")
        index = module.Index(schema.build(), path=str(folder_of_this_process("tantivy-")))
        index.register_tokenizer("pairs", analyzer)
        writer = index.writer()
        for number, text in _texts(tables, game):
            writer.add_document(module.Document(number=number, text=text))
        writer.commit()
        index.reload()
        indexes[game] = index

    def ask(game: str, question: str) -> list[str]:
        index = indexes[game]
        grams = dict.fromkeys(question[i : i + 2] for i in range(len(question) - 1))
        parts = [
            (module.Occur.Should, module.Query.term_query(index.schema, "text", gram))
            for gram in grams
        ]
        searcher = index.searcher()
        hits = searcher.search(module.Query.boolean_query(parts), DEPTH).hits
        return [searcher.doc(address)["number"][0] for _, address in hits]

    return ask


def bm25s(tables: SearchTables, module: Any) -> Engine:
    """Return bm25s on the same pairs of characters."""
    indexes = {}
    for game in tables.corpus.games:
        numbers, texts = zip(*_texts(tables, game), strict=True)
        retriever = module.BM25()
        words = [tokens(fold(text)) for text in texts]
        retriever.index(words, show_progress=False)
        indexes[game] = (numbers, retriever)

    def ask(game: str, question: str) -> list[str]:
        numbers, retriever = indexes[game]
        asked = tokens(fold(question))
        places, _ = retriever.retrieve([asked], k=DEPTH, show_progress=False)
        return [numbers[place] for place in places[0]]

    return ask


def cache_folder() -> Path:
    """Return a new cache folder for the measured tables."""
    return folder_of_this_process("quality-")

"""Building the index and asking, compared with SQLite FTS5 trigrams on the same clauses."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.measure import Row, median_ms, process_ms
from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.data import data_folder
from rulebook.search.asking.rank import rank
from rulebook.search.asking.understood import understand
from rulebook.search.question import read_question
from rulebook.search.tables.index import build_index, save_index
from rulebook.search.tables.search_tables import INDEX, SearchTables
from tests.quality.engines import engines

_QUESTION = "山札がなくなったらどうなる？"
_SQLITE = """
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute(
    "SELECT number, text FROM clause WHERE clause MATCH ? ORDER BY bm25(clause) LIMIT 5",
    (sys.argv[2],),
)
print(list(rows))
"""


def searching_rows() -> Iterator[Row]:
    """Time the index build, a warm question and a cold one."""
    corpus = load_corpus(data_folder("corpus"))
    list(corpus.rulebooks())
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "clauses.db"
        yield Row(
            "build the indexes",
            median_ms(lambda: _build(corpus), runs=3),
            goal=2000,
            baseline="FTS5 trigram",
            baseline_milliseconds=median_ms(lambda: fill_fts(corpus, database), runs=3),
        )
        yield from _warm(corpus, database)
        yield from _other_engines(corpus)
        yield Row(
            "cold `rulebook ask`, whole process",
            process_ms([sys.executable, "-m", "rulebook", "ask", "-g", "ws", _QUESTION]),
            goal=120,
            baseline="cold python + FTS5",
            baseline_milliseconds=process_ms(
                [sys.executable, "-c", _SQLITE, str(database), _trigrams(_QUESTION)]
            ),
        )
        python = process_ms([sys.executable, "-c", "pass"])
        yield Row("bare python, whole process", python)


def timing_questions(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield game id and question, made from every heading, so that no other file is needed."""
    for book in corpus.rulebooks():
        for clause in book.clauses:
            if clause.title:
                yield book.game.id, f"{clause.title}はどうなる？"


def _build(corpus: Corpus) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for game in corpus.games.values():
            save_index(build_index(corpus.read(game)), Path(folder, INDEX))


def _warm(corpus: Corpus, database: Path) -> Iterator[Row]:
    tables = SearchTables(corpus)
    questions = list(timing_questions(corpus))[::4]
    fts = sqlite3.connect(database)

    def ask(place: int) -> None:
        game, question = questions[place]
        rank(understand(tables.table(corpus.games[game]), read_question(question)))

    def ask_fts5(place: int) -> None:
        ask_fts(fts, *questions[place])

    own_times = [median_ms(partial(ask, place), runs=3) for place in range(len(questions))]
    fts_times = [median_ms(partial(ask_fts5, place), runs=3) for place in range(len(questions))]
    for name, share, goal in (("p50", 0.5, 1), ("p95", 0.95, 3)):
        at = int(share * (len(questions) - 1))
        yield Row(
            f"warm question, {name} of {len(questions)}",
            sorted(own_times)[at],
            goal=goal,
            baseline="FTS5 trigram",
            baseline_milliseconds=sorted(fts_times)[at],
        )


def _other_engines(corpus: Corpus) -> Iterator[Row]:
    """Time the other engines of the quality measurements that are installed."""
    questions = list(timing_questions(corpus))[::4]
    for name, engine in engines(SearchTables(corpus)):
        times = sorted(median_ms(partial(engine, *question), runs=3) for question in questions)
        yield Row(f"warm question, {name}, p50", times[len(times) // 2])


def fill_fts(corpus: Corpus, path: Path) -> None:
    """Write the same clauses into an SQLite FTS5 table with trigrams."""
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE VIRTUAL TABLE clause USING"
            " fts5(game UNINDEXED, number UNINDEXED, text, tokenize='trigram')"
        )
        database.executemany(
            "INSERT INTO clause VALUES (?, ?, ?)",
            [
                (book.game.id, clause.number, f"{clause.title or ''}\n{clause.text}")
                for book in corpus.rulebooks()
                for clause in book.clauses
            ],
        )


def ask_fts(database: sqlite3.Connection, game: str, question: str) -> list[str]:
    """Return the numbers that FTS5 finds for ``question`` in ``game``, best first."""
    query = _trigrams(question)
    if not query:
        return []
    rows = database.execute(
        "SELECT number FROM clause WHERE clause MATCH ? AND game = ?"
        " ORDER BY bm25(clause) LIMIT 10",
        (query, game),
    )
    return [row[0] for row in rows]


def _trigrams(question: str) -> str:
    grams = dict.fromkeys(question[i : i + 3] for i in range(len(question) - 2))
    return " OR ".join('"' + gram.replace('"', '""') + '"' for gram in grams)

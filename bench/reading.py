"""Reading all five documents."""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Row, median_ms
from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.reader import read_rules
from rulebook.data import data_folder


def reading_rows() -> Iterator[Row]:
    """Time source text to clause trees."""
    games = list(load_corpus(data_folder("corpus")).games.values())
    sources = [(game.edition.path.read_text(encoding="utf-8"), game) for game in games]

    def read_all() -> None:
        for source, game in sources:
            read_rules(source, game)

    yield Row("read all five documents", median_ms(read_all, runs=7), goal=1000)

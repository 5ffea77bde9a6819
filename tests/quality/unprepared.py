"""Games without tables: each of ours in turn, with its own tables removed."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns

from rulebook.clauses.corpus import load_corpus
from rulebook.search.tables.search_tables import SearchTables
from tests.quality.engines import Engine, cache_folder, own_engine, whoosh
from tests.quality.questions import Question
from tests.support import GAMES, ROOT

# The hand-written tables of one game. Tables that games share stay.
_TABLES = ("players.toml", "concepts.toml", "terms.toml")


def unprepared() -> Iterator[tuple[str, SearchTables]]:
    """Yield each game with search tables in which only this game has no tables of its own."""
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder) / "corpus"
            copytree(ROOT / "corpus", corpus, ignore=ignore_patterns(game))
            copytree(ROOT / "corpus" / game, corpus / game, ignore=ignore_patterns(*_TABLES))
            yield game, SearchTables(load_corpus(corpus, cache=cache_folder()))


def print_unprepared(
    questions: Sequence[Question], score: Callable[[Engine, list[Question]], object]
) -> None:
    """Print the scores of games without tables, next to BM25 on their clauses."""
    print("games without tables")
    for game, tables in unprepared():
        asked = [question for question in questions if question.game == game]
        for name, engine in (
            ("rulebook", own_engine(tables)),
            ("Whoosh BM25F", whoosh(tables)),
        ):
            print(f"  {game:<24}{name:<14}{score(engine, asked)}")

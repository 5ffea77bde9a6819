"""Games that nobody prepared: each of ours in turn, with its own tables taken away."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns

from rulebook.clauses.corpus import load_corpus
from rulebook.search.tables.search_tables import SearchTables
from tests.quality.engines import Engine, cache_folder, ours, whoosh
from tests.quality.questions import Question
from tests.support import GAMES, ROOT

# What a person wrote for one game alone; what the games share stays.
_TABLES = ("players.toml", "concepts.toml", "terms.toml")


def unprepared() -> Iterator[tuple[str, SearchTables]]:
    """Yield each game, with search tables in which it has none and the others have theirs."""
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder) / "corpus"
            copytree(ROOT / "corpus", corpus, ignore=ignore_patterns(game))
            copytree(ROOT / "corpus" / game, corpus / game, ignore=ignore_patterns(*_TABLES))
            yield game, SearchTables(load_corpus(corpus, cache=cache_folder()))


def print_unprepared(
    questions: Sequence[Question], score: Callable[[Engine, list[Question]], object]
) -> None:
    """Print how well a game is answered that nobody prepared, beside BM25 on its clauses."""
    print("games without tables")
    for game, tables in unprepared():
        asked = [question for question in questions if question.game == game]
        for name, engine in (
            ("rulebook", ours(tables)),
            ("Whoosh BM25F", whoosh(tables)),
        ):
            print(f"  {game:<24}{name:<14}{score(engine, asked)}")

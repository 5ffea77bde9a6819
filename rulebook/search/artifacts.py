"""Writing indexes, tables and snippets into the cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from whoosh.index import Index

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.links.clause_aliases import load_clause_aliases
from rulebook.links.concepts import load_concepts
from rulebook.links.linker import link_game
from rulebook.links.synonyms import load_synonyms
from rulebook.search.index import build_index, save_index
from rulebook.search.ranking_table import save_table, save_vocabulary
from rulebook.search.snippets import build_snippets, save_snippets
from rulebook.search.table_builder import build_table, build_vocabulary


def write_indexes(corpus: Corpus, folder: Path) -> None:
    """Write the index of each game into ``folder``."""
    for game in corpus.games.values():
        save_index(build_index(corpus.read(game)), folder / f"{game.id}.index.json")


def write_tables(corpus: Corpus, index: Callable[[Game], Index], folder: Path) -> None:
    """Write the vocabulary, and the table and snippets of each game, into ``folder``."""
    concepts = load_concepts(corpus)
    vocabulary = build_vocabulary(concepts, load_synonyms(corpus))
    save_vocabulary(vocabulary, folder / "vocabulary.json")
    aliases = {game.id: game.alias for game in corpus.games.values()}
    for game in corpus.games.values():
        linked = link_game(corpus, game)
        players = load_clause_aliases(linked.book)[0]
        table = build_table(linked, concepts, vocabulary, index(game), players)
        save_table(table, folder / f"{game.id}.table.json")
        save_snippets(
            build_snippets(linked, concepts, aliases), folder / f"{game.id}.snippets.json"
        )

"""Writing indexes, tables and shelves into the cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from whoosh.filedb.filestore import FileStorage
from whoosh.index import Index

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.links.concepts import load_concepts
from rulebook.links.linker import link_game
from rulebook.links.players import load_players_words
from rulebook.links.sayings import load_sayings
from rulebook.search.index import fill_index
from rulebook.search.shelf import build_shelf, save_shelf
from rulebook.search.table import save_table, save_vocabulary
from rulebook.search.tabulate import build_table, build_vocabulary


def write_indexes(corpus: Corpus, folder: Path) -> None:
    """Write a Whoosh index for each game into a folder of its own."""
    for game in corpus.games.values():
        place = folder / game.id
        place.mkdir()
        storage = FileStorage(place)
        fill_index(storage, corpus.read(game)).close()
        storage.close()
        for lock in place.glob("*LOCK"):
            lock.unlink()


def open_index(folder: Path) -> Index:
    """Open the index in ``folder`` for reading."""
    return FileStorage(folder, readonly=True).open_index()


def write_tables(corpus: Corpus, index: Callable[[Game], Index], folder: Path) -> None:
    """Write the vocabulary, and the table and shelf of each game, into ``folder``."""
    concepts = load_concepts(corpus)
    vocabulary = build_vocabulary(concepts, load_sayings(corpus))
    save_vocabulary(vocabulary, folder / "vocabulary.json")
    aliases = {game.id: game.alias for game in corpus.games.values()}
    for game in corpus.games.values():
        linked = link_game(corpus, game)
        players = load_players_words(game)
        table = build_table(linked, concepts, vocabulary, index(game), players)
        save_table(table, folder / f"{game.id}.table.json")
        save_shelf(build_shelf(linked, concepts, aliases), folder / f"{game.id}.shelf.json")

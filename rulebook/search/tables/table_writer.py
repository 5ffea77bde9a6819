"""Building indexes, tables and snippets from a corpus and writing them into cache folders."""

from __future__ import annotations

from pathlib import Path

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.links.concepts import load_concepts
from rulebook.links.furigana import load_furigana
from rulebook.links.linker import link_game
from rulebook.links.question_words import (
    load_everyday,
    load_off_topic,
    load_outside,
    load_principles,
    load_situations,
)
from rulebook.search.tables.clause_phrases import phrases_by_clause
from rulebook.search.tables.index import build_index, save_index
from rulebook.search.tables.ranking_table import save_table
from rulebook.search.tables.search_tables import INDEX
from rulebook.search.tables.snippets import build_snippets, save_snippets
from rulebook.search.tables.table_builder import build_table
from rulebook.search.tables.vocabulary import SharedVocabulary, save_vocabulary
from rulebook.search.tables.vocabulary_builder import build_vocabulary


def write_vocabulary(corpus: Corpus, folder: Path) -> None:
    """Build the vocabulary that all games of ``corpus`` share and write it into the cache
    ``folder``, so later processes only load it."""
    vocabulary = build_vocabulary(
        load_concepts(corpus),
        load_everyday(corpus).say,
        load_outside(corpus),
        load_off_topic(corpus),
        tuple(corpus.games.values()),
        load_furigana(corpus),
        load_situations(corpus),
    )
    save_vocabulary(vocabulary, folder)


def write_index(corpus: Corpus, game: Game, folder: Path) -> None:
    """Build the Whoosh index of ``game`` in the cache ``folder``, so later searches only load
    it."""
    save_index(build_index(corpus.read(game)), folder / INDEX)


def write_table(corpus: Corpus, game: Game, vocabulary: SharedVocabulary, folder: Path) -> None:
    """Build the ranking table and the snippets of ``game`` and write them into the cache
    ``folder``, so later questions need not read the rule document."""
    concepts = load_concepts(corpus, game)
    linked = link_game(corpus, game)
    said = phrases_by_clause(corpus, game)
    by_situation, _ = load_principles(corpus, linked.book)
    principles = [by_situation.get(name, ()) for name in load_situations(corpus).situations]
    table = build_table(
        linked, concepts, vocabulary, load_everyday(corpus), said, load_furigana(corpus), principles
    )
    save_table(table, folder)
    game_aliases = {other.id: other.alias for other in corpus.games.values()}
    save_snippets(build_snippets(linked, concepts, game_aliases), folder)

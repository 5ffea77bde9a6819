"""The zones and keywords of a game as its cards call them, with every name that they go by."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.cards.linking.link_table import load_link_table
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.links.concepts import load_concepts
from rulebook.text.normal import fold

ConceptNames = Mapping[str, tuple[str | None, tuple[str, ...]]]
"""For each word of card texts its concept (``hand``) and its names in normal form."""


def load_names(corpus: Corpus, game: Game, sort: str) -> ConceptNames:
    """Return the words of that ``sort`` (``zone``, ``keyword``) that the tables of links know."""
    link_table, _ = load_link_table(corpus, game)
    concepts = load_concepts(corpus).by_id
    found: dict[str, tuple[str | None, tuple[str, ...]]] = {}
    for key, (concept, _) in link_table.targets.items():
        kind, _, word = key.partition(":")
        if kind == sort:
            names = concepts[concept].names(game.id) if concept in concepts else ()
            found[word] = (concept, tuple(dict.fromkeys(map(fold, (word, concept, *names)))))
    return found

"""What speaks for clauses of a ruling that names none: where citations, search, cards meet."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.annotating.annotator import open_annotator
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.rulings.citations import CitationFinder
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.rulings.model import Ruling
from rulebook.rulings.suggesting import Evidence
from rulebook.search.asking.answers import answer
from rulebook.search.tables.search_tables import SearchTables

# How many answers to the words of a ruling are looked at.
_READ = 10


def evidence_on(
    ruling: Ruling, tables: SearchTables, routes: EditionRoutes, finder: CitationFinder
) -> Evidence:
    """Return what speaks for clauses that ``ruling`` may rest on, at the edition of ``routes``."""
    game = routes.game
    found = finder.find(ruling.answer, game)
    here = (routes.number_in(ruling.edition, each.number) for each in found)
    return Evidence(
        cited=[number for number in here if number],
        by_question=_asked(tables, game, ruling.question),
        by_answer=_asked(tables, game, ruling.answer),
        by_cards=_on_cards(tables.corpus, game, ruling.cards),
    )


def _asked(tables: SearchTables, game: Game, words: str) -> list[str]:
    return [found.clause.number for found in answer(tables, words, game, limit=_READ).found]


def _on_cards(corpus: Corpus, game: Game, cards: Sequence[str]) -> list[str]:
    """Return the clauses that govern ``cards``, those that are texts and no names."""
    texts = [card for card in cards if "【" in card or "。" in card]
    if not texts:
        return []
    annotator = open_annotator(corpus, game)
    links = (link for text in texts for link in annotator.annotate(text).links)
    return list(dict.fromkeys(number for link in links for number in link.clauses))

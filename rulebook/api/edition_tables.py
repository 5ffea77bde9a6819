"""The tables of a game with clause numbers, and the proof that an edition can be used with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebook.clauses.corpus import Corpus
    from rulebook.clauses.game import Game
    from rulebook.editions.adding import Proof
    from rulebook.search.asking.rank import GovernedPart


def numbered_tables() -> Mapping[str, type[Any]]:
    """Return the type of each table file with clause numbers, which a new edition rewrites."""
    from rulebook.cards.annotating.governing import GoverningFile
    from rulebook.cards.grammar.keywords import KeywordsFile
    from rulebook.cards.spelling.canonical_form import CardsFile
    from rulebook.links.concepts import AliasesFile, ConceptRulesFile, PrinciplesFile
    from rulebook.links.terms import TermsFile
    from rulebook.rulings.ruling_files import RulingsFile

    return {
        "terms.toml": TermsFile,
        "concepts.toml": ConceptRulesFile,
        "players.toml": AliasesFile,
        "situations.toml": PrinciplesFile,
        "cards.toml": CardsFile,
        "governing.toml": GoverningFile,
        "keywords.toml": KeywordsFile,
        "rulings/**/*.toml": RulingsFile,
    }


def prove(corpus: Corpus, game: Game) -> Proof:
    """Load all tables of each edition of ``game``, so an unusable edition raises before the new
    game is moved into place. Return how many findings each has, and a guide for its author."""
    from rulebook.api.guide import guide_lines
    from rulebook.cards.annotating.annotator import check_card_tables
    from rulebook.links.linker import link_game

    findings = {}
    for edition in corpus.editions(game):
        stale = check_card_tables(corpus, edition)
        findings[edition.edition.name] = len(link_game(corpus, edition).findings) + len(stale)
    return findings, partial(guide_lines, corpus, game)


UNDERSTOOD = 0.4  # the least share of a card text; 【起】はいつ使える？ only begins like one


def read_card_question(corpus: Corpus, game: Game, text: str) -> Sequence[Sequence[GovernedPart]]:
    """Return the governing clauses of each ability of ``text``, a question that may be a pasted
    card: they answer it better than its words. A clause has the length of its shortest span, since
    one on few words ranks higher. Empty if ``text`` is too long or mostly not understood."""
    from rulebook.cards.annotating.annotator import open_annotator
    from rulebook.cards.spelling.canonical_form import LONGEST_CARD
    from rulebook.search.asking.rank import GovernedPart

    if len(text) > LONGEST_CARD:
        return ()
    annotation = open_annotator(corpus, game).annotate(text)
    if annotation.reading.coverage < UNDERSTOOD:
        return ()
    return [
        [
            GovernedPart(each.number, each.role, min(s.end - s.start for s in each.spans))
            for each in ability
            if each.spans
        ]
        for ability in annotation.governing
    ]

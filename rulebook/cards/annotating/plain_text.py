"""A card text of a game without a card grammar: its terms with the clauses that define them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.cards.annotating.annotator import Annotation
from rulebook.cards.annotating.json_text import card_text, link_rest, link_text
from rulebook.cards.grammar.lalr_tables import grammar_path
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.reading.card_parser import Gap, ParsedCard
from rulebook.clauses.game import Game
from rulebook.text.spans import Span

if TYPE_CHECKING:
    from rulebook.links.model import LinkedRulebook

NO_GRAMMAR = "this game has no card grammar"


class _TermsOfText(Annotation):
    """A card text of which only terms are known; no stage reads it."""

    def __init__(self, game: Game, reading: ParsedCard, links: tuple[CardLink, ...]) -> None:
        """Set all parts at once: without a card grammar, no stage computes them on demand."""
        self.id, self.game, self.text = None, game, reading.text
        self.reading, self.links, self.meaning, self.governing = reading, links, (), ()

    def json_text(self) -> str:
        """Return the terms as a line of JSON with the same members as for games with a card
        grammar, so that programs can read both."""
        text = self.text
        links = [
            link_text(one.start, text[one.start : one.end], link_rest(one.concept, one.clauses))
            for one in self.links
        ]
        return card_text(
            None,
            self.game,
            text,
            status=self.reading.status,
            gaps=self.reading.gaps,
            misprints=(),
            abilities="",
            links=", ".join(links),
            meaning="",
            governing="",
        )


def has_grammar(game: Game) -> bool:
    """Whether ``game`` has a grammar of card texts; else callers link only the terms in a text."""
    return grammar_path(game).exists()


def link_plain_text(linked: LinkedRulebook, text: str) -> Annotation:
    """Return an annotation of ``text``, in which each word that is a term or heading of the rules
    has a link to its clause. Used for games without a card grammar, so the whole text is a gap.
    Latin letters match in any case."""
    from rulebook.links.uses import whole_words  # not needed for cards with a grammar
    from rulebook.text.word_finder import WordFinder

    clauses = {
        clause.title.lower(): clause.number for clause in linked.book.clauses if clause.title
    }
    for term in linked.terms:
        clauses.update(dict.fromkeys(map(str.lower, (term.word, *term.spellings)), term.clause))
    # A few letters get longer in lower case, which would move the links.
    folded = text.lower() if len(text.lower()) == len(text) else text
    links = tuple(
        CardLink(at, at + len(word), "term", word, (clauses[word],))
        for at, word in whole_words(folded, WordFinder(clauses))
    )
    gap = Gap(Span(0, len(text)), text, 0, (), NO_GRAMMAR)
    reading = ParsedCard(text, text, (), (gap,))
    return _TermsOfText(linked.book.game, reading, links)

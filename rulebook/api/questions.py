"""Questions to the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulebook.api.base import RulesBase

if TYPE_CHECKING:
    from rulebook.clauses.game import Game
    from rulebook.links.concepts import Concept
    from rulebook.links.glossary import GlossaryEntry
    from rulebook.search.asking.card_scores import GovernedPart
    from rulebook.search.asking.model import Answers
    from rulebook.search.query.parser import Hit


class QuestionMethods(RulesBase):
    """What governs this?"""

    def ask(self, question: str, game: str | None = None, *, limit: int = 5) -> Answers:
        """Return the clauses that govern what ``question`` asks, best first.

        Without ``game`` the words may tell which it is about; else the best of each game come.
        With them come the rulings that answer it.
        A question that is a clause number is looked up; raises :class:`UnknownClause` where no
        game asked has it.
        """
        from rulebook.search.asking.answers import answer

        about = self.game(game) if game else None
        found = self.search_tables.retry_rebuilt(
            lambda: answer(
                self.search_tables, question, about, limit=limit, read_card=self._read_card
            )
        )
        return found._replace(rulings=self.rulings.answering(found))

    def _read_card(self, game: Game, text: str) -> Sequence[Sequence[GovernedPart]]:
        # What reads cards is loaded only for one.
        from rulebook.api.card_questions import read_card_question
        from rulebook.cards.spelling.limits import LONGEST_CARD

        return read_card_question(self.corpus, game, text) if len(text) <= LONGEST_CARD else ()

    def search(self, query: str, game: str | None = None, *, limit: int = 10) -> tuple[Hit, ...]:
        """Return the clauses that match ``query`` (phrases, AND OR NOT, fields), best first.

        Raises :class:`QueryError` with the column at which the query goes wrong.
        """
        from rulebook.search.query.parser import search

        about = self.game(game) if game else None
        return self.search_tables.retry_rebuilt(
            lambda: search(self.search_tables, query, about, limit=limit)
        )

    def term(self, word: str, game: str | None = None) -> tuple[GlossaryEntry, ...]:
        """Return what ``word`` means, an entry for each game that defines it.

        ``word`` is a rule word or what players say for it.  Raises :class:`UnknownConcept` with
        the likeliest words.
        """
        from rulebook.links.concepts import load_concepts
        from rulebook.links.glossary import look_up, unknown_word

        games = [self.game(game)] if game else list(self.games)
        books = [self.linked(each.key) for each in games]
        concepts = load_concepts(self.corpus, *games)
        entries = [look_up(word, linked, concepts) for linked in books]
        found = tuple(entry for entry in entries if entry is not None)
        if not found:
            raise unknown_word(word, books)
        return found

    def compare(self, name: str, *at: str) -> tuple[Concept, ...]:
        """Return the concepts called ``name``, each with what governs it in every game.

        ``at`` are games at other editions.  Raises :class:`UnknownConcept` with likely names.
        """
        from rulebook.links.concepts import load_concepts

        return load_concepts(self.corpus, *map(self.game, at)).find(name)

"""What each stage of reading makes of a document or a card, for those who look inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebook.api.cards import CardMethods
from rulebook.errors import RulebookError


class StageMethods(CardMethods):
    """What does each stage make of this text?"""

    def explain(self, name: str, stage: str, text: str | None = None) -> Iterator[dict[str, Any]]:
        """Yield what a stage made of ``text``, or of the document of the game where it is None.

        Of rule text the stages are ``lines`` and ``tree``, of a card text ``tokens``, ``tree``,
        ``ast`` and ``meaning``; for ``tree``, a text without a single clause number is a card.
        """
        from rulebook.cards.reading.stages import CARD_STAGES
        from rulebook.clauses.reader import read_rules
        from rulebook.clauses.stages import line_rows, tree_rows

        game = self.game(name)
        source = self.corpus.source(game) if text is None else text
        if stage == "lines":
            return line_rows(source, game)
        if stage == "tree" and (book := read_rules(source, game)).clauses:
            return tree_rows(book)
        if stage == "meaning":
            return ({"meaning": line} for line in self._told(name, source))
        if stage not in CARD_STAGES:
            known = ", ".join(("lines", *CARD_STAGES, "meaning"))
            raise RulebookError(f"there is no stage {stage!r}", hint=f"Stages: {known}")
        return CARD_STAGES[stage](self.card_parser(name), source)

    def _told(self, name: str, text: str) -> Iterator[str]:
        from rulebook.cards.meaning.telling import tell

        return tell(self.annotate(name, text).meaning, text)

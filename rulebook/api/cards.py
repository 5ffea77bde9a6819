"""Card texts: annotated, resolved, counted, kept in a library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.api.base import RulesBase

if TYPE_CHECKING:
    from rulebook.card_library.library import CardLibrary
    from rulebook.cards.annotating.annotator import Annotation, Annotator
    from rulebook.cards.crews.crew import GivenCard
    from rulebook.cards.reading.card_parser import CardParser
    from rulebook.cards.reading.gaps import Counts, MissingPart
    from rulebook.cards.resolving.resolution import CardResolution


class CardMethods(RulesBase):
    """What does this card say, and what governs it?"""

    def annotate(self, name: str, text: str) -> Annotation:
        """Return the card ``text`` as abilities, with the clauses that govern its parts.

        Spans count code points of ``text``.  What is not understood stands in ``reading.gaps``.
        Raises :class:`CardError` for an empty text and for one of more than ``LONGEST_CARD``.
        """
        from rulebook.cards.spelling.limits import refuse_what_is_no_card

        refuse_what_is_no_card(text)
        return self.annotator(name).annotate(text)

    def resolve(self, name: str, text: str) -> CardResolution:
        """Return how each ability of the card ``text`` is resolved, step by step.

        Spans count code points of ``text``.  Raises :class:`CardError` for a text that is no card.
        """
        from rulebook.cards.resolving.resolver import resolve_card

        return resolve_card(self.annotate(name, text), self.annotator(name).governing)

    def other_notation(self, annotation: Annotation) -> str | None:
        """Return in words which other game the text looks like a card of, if it does."""
        from rulebook.card_library.notation import other_notations

        reading = annotation.reading
        game = annotation.game
        key = ("other notations", game.key)
        others = self.corpus.once(key, lambda: other_notations(self.corpus, game))
        return others.told(reading.text, reading.coverage)

    def card_html(self, annotation: Annotation) -> str:
        """Return an annotated card as a fragment of HTML, escaped, for a page of one's own."""
        from rulebook.website.card_fragment import render_card

        clauses = self.book(annotation.game.key).clauses
        return render_card(annotation, {c.number: c.title or c.text for c in clauses})

    def annotator(self, name: str) -> Annotator:
        """Return what annotates the cards of one game, loaded once."""
        from rulebook.cards.annotating.annotator import open_annotator

        return open_annotator(self.corpus, self.game(name))

    def annotate_all(
        self, name: str, cards: Iterable[GivenCard], *, jobs: int = 1, scheduler: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """Yield the JSON of each card (id and text), in the order of ``cards``.

        ``jobs`` processes work on it, or a Dask cluster; a few hundred cards for each are held.
        Raises :class:`WorkerError` where a process was killed, or :class:`ClusterError`.
        """
        from rulebook.cards.crews.many_cards import annotate_all

        return annotate_all(self.corpus, self.game(name), cards, jobs, scheduler)

    def annotate_lines(
        self, name: str, cards: Iterable[GivenCard], *, jobs: int = 1, scheduler: str | None = None
    ) -> Iterator[str]:
        """Yield what :meth:`annotate_all` does as lines of JSON, without newlines at their ends."""
        from rulebook.cards.crews.many_cards import annotate_lines

        return annotate_lines(self.corpus, self.game(name), cards, jobs, scheduler)

    def card_parser(self, name: str) -> CardParser:
        """Return what reads the cards of one game as trees, without links; loaded once."""
        from rulebook.cards.reading.card_parser import CardParser
        from rulebook.cards.reading.dialect import load_dialect

        game = self.game(name)
        make = lambda: CardParser(load_dialect(game, self.corpus.cache))  # noqa: E731
        return self.corpus.once(("card parser", game.key), make)

    def card_counts(self, name: str, cards: Iterable[tuple[str | None, str]]) -> Counts:
        """Return how far the ``cards`` (id and text) are understood."""
        from rulebook.cards.reading.gaps import Counts

        counts = Counts()
        parser = self.card_parser(name)
        for _, text in cards:
            counts.add(parser.read(text))
        return counts

    def card_gaps(self, name: str, cards: Iterable[tuple[str | None, str]]) -> list[MissingPart]:
        """Return what the grammar does not know in ``cards``, most wanted first."""
        from rulebook.cards.reading.gaps import rank_gaps

        parser = self.card_parser(name)
        return rank_gaps((id or "?", parser.read(text)) for id, text in cards)

    def card_library(self, name: str | None, path: Path | str) -> CardLibrary:
        """Return the library at ``path``; with ``name``, a game, it may be one to be made."""
        from rulebook.card_library.database import library_game
        from rulebook.card_library.library import CardLibrary

        place = Path(path)
        return CardLibrary(self.corpus, self.game(name or library_game(place)), place)

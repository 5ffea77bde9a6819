"""Card texts with what they mean and the clauses that govern them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulebook.cards.annotating.card_tables import CardTables, open_card_tables
from rulebook.cards.annotating.governing import GoverningClause, MatchedFact
from rulebook.cards.annotating.json_text import (
    card_text,
    clauses_text,
    link_rest,
    link_text,
    meaning_text,
    printed_link,
    tree_text,
    without_marks,
)
from rulebook.cards.annotating.reading import CardStages, Reading
from rulebook.cards.facts.locations import is_unmarked
from rulebook.cards.interpreting.meaning_reader import MeaningReader
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.reading.card_parser import (
    CardParser,
    ParsedCard,
)
from rulebook.cards.tree.placing import printed
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.records import dataclass, replace
from rulebook.text.normal import Normalised
from rulebook.text.spans import Span

if TYPE_CHECKING:
    from rulebook.cards.annotating.card_lines import LineWriter


@dataclass(frozen=True, slots=True)
class Annotation:
    """A card text, what it says, and the clauses that it leans on."""

    id: str | None
    game: Game
    reading: ParsedCard
    links: tuple[CardLink, ...]
    meaning: tuple[AbilityMeaning, ...]
    governing: tuple[tuple[GoverningClause, ...], ...]

    def words_for(self, clause: GoverningClause) -> str:
        """Return the fewest words of the text that ``clause`` is for.

        There are none where it is for a whole ability.
        """
        abilities = {(ability.start, ability.end) for ability in self.reading.abilities}
        parts = [span for span in clause.spans if (span.start, span.end) not in abilities]
        fewest = min(parts, key=lambda span: span.end - span.start, default=Span(0, 0))
        return fewest.of(self.reading.text)

    def as_json(self) -> dict[str, Any]:
        """Return the annotation as ``annotate.schema.json`` describes it."""
        plain: dict[str, Any] = json.loads(self.json_text())
        return plain

    def json_text(self) -> str:
        """Return the same as a line of JSON, Japanese unescaped."""
        reading = self.reading
        return card_text(
            self.id,
            self.game,
            reading.text,
            status=reading.status,
            gaps=reading.gaps,
            misprints=reading.misprints,
            abilities=without_marks(", ".join(map(tree_text, reading.abilities))),
            links=", ".join([_link_text(link, reading.text) for link in self.links]),
            meaning=without_marks(", ".join(map(meaning_text, self.meaning))),
            governing=without_marks(", ".join(map(clauses_text, self.governing))),
        )


class Annotator:
    """Annotates the card texts of one game."""

    def __init__(self, game: Game, tables: CardTables) -> None:
        self.game = game
        self.governing = tables.governing
        self.findings = tables.findings
        self.parser = CardParser(tables.dialect)
        meanings = MeaningReader(self.parser, tables.sorts, tables.governing.file)
        self._stages = CardStages(game, self.parser, tables.link_table, meanings, tables.governing)

    def annotate(self, text: str, id: str | None = None) -> Annotation:
        """Return ``text``, one card, with its parts and the clauses that govern them."""
        source = self.parser.canonical(text)
        read = Reading(self._stages, source.text).all()
        parsed = self.parser.parsed(text, source, printed(read.abilities, source), read.gaps)
        links = (link for links in read.links for link in links)
        governing = tuple(
            tuple(
                replace(c, spans=printed(c.spans, source), step_spans=printed(c.step_spans, source))
                for c in clauses
            )
            for clauses in read.clauses((is_unmarked(read.zone_hints), read.marks))
        )
        flat = tuple(_printed_link(link, source, text) for link in links)
        return Annotation(id, self.game, parsed, flat, printed(read.meaning, source), governing)

    def facts(self, text: str) -> Iterator[MatchedFact]:
        """Yield the facts of ``text``, one card, each with what the rules make of it."""
        read = Reading(self._stages, self.parser.canonical(text).text).all()
        unmarked, marks = is_unmarked(read.zone_hints), read.marks
        for ability in read.meaning:
            yield from self.governing.facts(ability, read.text, unmarked=unmarked, marks=marks)

    @cached_property
    def line_writer(self) -> LineWriter:
        """What writes many cards as lines of JSON."""
        from rulebook.cards.annotating.card_lines import LineWriter  # which one card does without

        return LineWriter(self._stages)


def _printed_link(link: CardLink, source: Normalised, text: str) -> CardLink:
    start, words = printed_link(link.start, link.end, source, text)
    return replace(link, start=start, end=start + len(words))


def _link_text(link: CardLink, text: str) -> str:
    words = text[link.start : link.end]
    return link_text(link.start, words, link_rest(link.concept, link.clauses))


def open_annotator(corpus: Corpus, game: Game) -> Annotator:
    """Return what annotates the cards of ``game``, made once for each corpus.

    Raises as :func:`open_card_tables` does.
    """
    return corpus.once(_annotator, corpus, game)


def _annotator(corpus: Corpus, game: Game) -> Annotator:
    return Annotator(game, open_card_tables(corpus, game))

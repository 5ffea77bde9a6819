"""Card texts with what they mean and the clauses that govern them."""

from __future__ import annotations

import json
from typing import Any

from rulebook.cards.annotating.card_tables import CardTables, open_card_tables
from rulebook.cards.annotating.governing import GoverningClause
from rulebook.cards.annotating.json_text import (
    clauses_text,
    gaps_text,
    links_text,
    list_text,
    meanings_text,
    misprints_text,
    quoted,
    trees_text,
)
from rulebook.cards.features.whereabouts import is_unmarked_card
from rulebook.cards.interpreting.meaning_reader import MeaningReader
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.reading.card_parser import CardParser, ParsedCard
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.records import dataclass, replace
from rulebook.text.spans import Span

# What a part may end with that is no part of it.
_BLANK = "、 \u3000\n"


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
        return (
            f'{{"id": {"null" if self.id is None else quoted(self.id)}, '
            f'"game": {quoted(self.game.id)}, "text": {quoted(reading.text)}, '
            f'"status": {quoted(reading.status.value)}, "coverage": {round(reading.coverage, 4)}, '
            f'"abilities": {trees_text(reading.abilities)}, '
            f'"unparsed": {gaps_text(reading.gaps, reading.text)}, '
            f"{misprints_text(reading.misprints, reading.text)}"
            f'"links": {links_text(self.links, reading.text)}, '
            f'"meaning": {meanings_text(self.meaning)}, '
            f'"governing": {list_text(map(clauses_text, self.governing))}}}'
        )


class Annotator:
    """Annotates the card texts of one game."""

    def __init__(self, game: Game, tables: CardTables) -> None:
        self.game = game
        self.governing = tables.governing
        self.findings = tables.findings
        self.parser = CardParser(tables.dialect)
        self._link_table = tables.link_table
        self._meanings = MeaningReader(self.parser, tables.sorts, tables.governing.file)

    def annotate(self, text: str, id: str | None = None) -> Annotation:
        """Return ``text``, one card, with its parts and the clauses that govern them."""
        reading = self.parser.read(text)
        links = [*map(self._link_table.links, reading.abilities)]
        meaning = self._meanings.meanings(reading.abilities)
        unmarked = is_unmarked_card(meaning, self.governing.file.zones)
        marks = frozenset(mark for ability in meaning for mark in ability.marks)
        governing = tuple(
            self.governing.clauses(ability, own, unmarked=unmarked, marks=marks)
            for ability, own in zip(meaning, links, strict=True)
        )
        flat = tuple(_trimmed(link, text) for of_one in links for link in of_one)
        return Annotation(id, self.game, reading, flat, meaning, governing)


def open_annotator(corpus: Corpus, game: Game) -> Annotator:
    """Return what annotates the cards of ``game``, made once for each corpus.

    Raises as :func:`open_card_tables` does.
    """
    return corpus.once(_annotator, corpus, game)


def _annotator(corpus: Corpus, game: Game) -> Annotator:
    return Annotator(game, open_card_tables(corpus, game))


def _trimmed(link: CardLink, text: str) -> CardLink:
    """Return ``link`` without the comma or space that its part may end with."""
    if text[link.end - 1 : link.end] not in _BLANK:
        return link
    part = text[link.start : link.end]
    return replace(link, end=link.start + len(part.rstrip(_BLANK)))

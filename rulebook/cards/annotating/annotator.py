"""Card texts with what they mean and the clauses that govern them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rulebook.cards.annotating.card_tables import CardTables, open_card_tables
from rulebook.cards.annotating.governing import (
    CitedClause,
    GoverningClause,
    GoverningTable,
    MatchedFact,
)
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
from rulebook.cards.facts.zone_hints import ZoneHint, is_card_unmarked, zone_hint
from rulebook.cards.interpreting.meaning_reader import MeaningReader
from rulebook.cards.linking.link_table import CardLink, LinkTable
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.reading.card_parser import (
    CardParser,
    Gap,
    ParsedCard,
)
from rulebook.cards.tree.card import Ability
from rulebook.cards.tree.placing import printed
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.records import NamedTuple, dataclass, replace
from rulebook.text.normal import Normalised
from rulebook.text.spans import Span

if TYPE_CHECKING:
    from rulebook.cards.annotating.card_lines import LineWriter


Icons = tuple[bool, frozenset[str]]
"""What of a whole card decides which clauses govern one of its abilities: whether it has no icon
of a zone, and all icons of its abilities."""


class CardStages(NamedTuple):
    """The readers of the cards of one game, a member for each stage."""

    game: Game
    parser: CardParser
    links: LinkTable
    meanings: MeaningReader
    governing: GoverningTable


class Reading:
    """A canonical text that is read stage by stage; spans count its characters.

    With many cards each stage runs for all of them before the next, which is faster.
    """

    def __init__(self, stages: CardStages, text: str) -> None:
        self.text = text
        self._stages = stages
        self.abilities: tuple[Ability, ...] = ()
        self.gaps: tuple[Gap, ...] = ()
        self.links: tuple[tuple[CardLink, ...], ...] = ()
        self.meaning: tuple[AbilityMeaning, ...] = ()

    def parse(self) -> None:
        """Parse the text into abilities: the first stage, on which all others depend."""
        self.abilities, self.gaps = self._stages.parser.abilities(self.text)

    def link(self) -> None:
        """Find the clauses that explain words of the trees.

        They are shown at the words, and governing clauses are found by them too.
        """
        links = self._stages.links.links
        self.links = tuple([tuple(links(ability)) for ability in self.abilities])

    def interpret(self) -> None:
        """Turn the trees into meanings, all together: later abilities refer to earlier ones."""
        self.meaning = self._stages.meanings.meanings(self.abilities)

    def all(self) -> Reading:
        """Run all stages for a single card, and return this reading.

        Many cards go through each stage together instead.
        """
        for stage in STAGES:
            stage(self)
        return self

    @property
    def zone_hints(self) -> frozenset[ZoneHint]:
        """What the abilities show about the zone in which they work.

        One may show it for all: whether the card is one without icons of zones decides which
        clauses govern each ability.
        """
        zones = self._stages.governing.file.zones
        return frozenset([zone_hint(ability, zones) for ability in self.meaning])

    @property
    def marks(self) -> frozenset[str]:
        """The icons of the abilities without those of their kinds.

        Rules on one ability may ask for an icon of another one of its card.
        """
        return frozenset([mark for ability in self.meaning for mark in ability.marks])

    def clauses(self, icons: Icons) -> list[list[CitedClause]]:
        """Return the clauses that govern each ability, on a card with these ``icons``.

        The icons come from the whole card, of which this may be one paragraph.
        """
        unmarked, marks = icons
        governing = self._stages.governing.clauses
        pairs = zip(self.meaning, self.links, strict=True)
        return [governing(each, links, unmarked=unmarked, marks=marks) for each, links in pairs]


STAGES = (Reading.parse, Reading.link, Reading.interpret)
"""The stages before the clauses, in their order."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A card text with its trees, links, meanings and governing clauses."""

    id: str | None
    game: Game
    reading: ParsedCard
    links: tuple[CardLink, ...]
    meaning: tuple[AbilityMeaning, ...]
    governing: tuple[tuple[GoverningClause, ...], ...]

    def words_for(self, clause: GoverningClause) -> str:
        """Return the shortest words of the text for which ``clause`` is cited.

        ``""`` where it is cited for a whole ability.
        """
        abilities = {(ability.start, ability.end) for ability in self.reading.abilities}
        parts = [span for span in clause.spans if (span.start, span.end) not in abilities]
        fewest = min(parts, key=lambda span: span.end - span.start, default=Span(0, 0))
        return fewest.of(self.reading.text)

    def as_json(self) -> dict[str, Any]:
        """Return the annotation as plain values, as ``annotate.schema.json`` describes it."""
        plain: dict[str, Any] = json.loads(self.json_text())
        return plain

    def json_text(self) -> str:
        """Return the annotation as a line of JSON, Japanese unescaped.

        It is written directly, which is faster than by way of plain values.
        """
        reading = self.reading
        return card_text(
            self.id,
            self.game,
            reading.text,
            status=reading.status,
            gaps=reading.gaps,
            misprints=reading.misprints,
            abilities=without_marks(", ".join(map(tree_text, reading.abilities))),
            links=", ".join([_json_of_link(link, reading.text) for link in self.links]),
            meaning=without_marks(", ".join(map(meaning_text, self.meaning))),
            governing=without_marks(", ".join([_json_of_clauses(each) for each in self.governing])),
        )


class Annotator:
    """Annotates the card texts of one game."""

    def __init__(self, game: Game, tables: CardTables) -> None:
        self.game = game
        self.governing = tables.governing
        self.findings = tables.findings
        self.parser = CardParser(tables.dialect)
        words = tables.opened, tables.governing.file.around, tables.governing.file.needing
        meanings = MeaningReader(self.parser, tables.sorts, *words)
        self._stages = CardStages(game, self.parser, tables.link_table, meanings, tables.governing)

    def annotate(self, text: str, id: str | None = None) -> Annotation:
        """Return the card text ``text`` annotated; spans count code points of ``text``."""
        source = self.parser.canonical(text)
        read = Reading(self._stages, source.text).all()
        parsed = self.parser.parsed(text, source, printed(read.abilities, source), read.gaps)
        links = (link for links in read.links for link in links)
        governing = tuple(
            tuple(
                GoverningClause(number, role, _spans(places, source), _spans(of_steps, source))
                for number, role, places, of_steps in clauses
            )
            for clauses in read.clauses((is_card_unmarked(read.zone_hints), read.marks))
        )
        flat = tuple(_printed_link(link, source, text) for link in links)
        return Annotation(id, self.game, parsed, flat, printed(read.meaning, source), governing)

    def facts(self, text: str) -> Iterator[MatchedFact]:
        """Yield the facts of the card text ``text`` with their rules, for ``rulebook explain``."""
        read = Reading(self._stages, self.parser.canonical(text).text).all()
        unmarked, marks = is_card_unmarked(read.zone_hints), read.marks
        for ability in read.meaning:
            yield from self.governing.facts(ability, read.text, unmarked=unmarked, marks=marks)

    @cached_property
    def line_writer(self) -> LineWriter:
        """The writer of many cards as lines of JSON, made on first use."""
        from rulebook.cards.annotating.card_lines import LineWriter  # which one card does without

        return LineWriter(self._stages)


def _printed_link(link: CardLink, source: Normalised, text: str) -> CardLink:
    """Return ``link`` with its span in the printed ``text``, as users see that one."""
    start, words = printed_link(link.start, link.end, source, text)
    return replace(link, start=start, end=start + len(words))


def _spans(places: Iterable[tuple[int, int]], source: Normalised) -> tuple[Span, ...]:
    """Return the spans of ``places`` in the printed text, from those in the canonical text. Users
    see the printed one, in which spaces and spellings differ."""
    return tuple(printed(Span(start, end), source) for start, end in places)


def _json_of_clauses(clauses: Iterable[GoverningClause]) -> str:
    """Return ``clauses`` as JSON, in the same form as the templates of many cards write it."""
    places = (dict.fromkeys((span.start, span.end) for span in clause.spans) for clause in clauses)
    pairs = zip(clauses, places, strict=True)
    return clauses_text((clause.number, clause.role, at, {}) for clause, at in pairs)


def _json_of_link(link: CardLink, text: str) -> str:
    """Return ``link`` as JSON, in the same form as the templates of many cards write it."""
    words = text[link.start : link.end]
    return link_text(link.start, words, link_rest(link.concept, link.clauses))


def open_annotator(corpus: Corpus, game: Game) -> Annotator:
    """Return the annotator of the cards of ``game``, made once for each corpus.

    Raises as :func:`open_card_tables` does.
    """
    return corpus.once(_annotator, corpus, game)


def _annotator(corpus: Corpus, game: Game) -> Annotator:
    """Return a new annotator, which :func:`open_annotator` stores in the corpus."""
    return Annotator(game, open_card_tables(corpus, game))


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a card text with the clauses that explain it, the most specific first."""

    text: str
    clauses: tuple[str, ...]
    unparsed: bool


def stretches(annotation: Annotation) -> Iterator[Stretch]:
    """Yield the text of ``annotation``, cut where links or gaps begin or end, for display.

    Links may be inside of each other, which HTML cannot show; a cut part has the clauses of all.
    """
    text, links = annotation.reading.text, annotation.links
    gaps = [gap.span for gap in annotation.reading.gaps]
    cuts = {0, len(text)}
    cuts.update(edge for link in links for edge in (link.start, link.end))
    cuts.update(edge for gap in gaps for edge in (gap.start, gap.end))
    for start, end in pairwise(sorted(cuts)):
        # Inner parts come after outer ones, and say more about the stretch.
        around = [link for link in links if link.start <= start and end <= link.end]
        numbers = dict.fromkeys(number for link in reversed(around) for number in link.clauses)
        lost = any(gap.start <= start and end <= gap.end for gap in gaps)
        yield Stretch(text[start:end], tuple(numbers), lost)

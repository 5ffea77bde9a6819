"""Reading abilities in stages: trees, links, meanings, and then the clauses that govern them."""

from __future__ import annotations

from rulebook.cards.annotating.governing import GoverningClause, GoverningTable
from rulebook.cards.facts.locations import zone_hint
from rulebook.cards.interpreting.meaning_reader import MeaningReader
from rulebook.cards.linking.link_table import CardLink, LinkTable
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.reading.card_parser import CardParser, Gap
from rulebook.cards.tree.card import Ability
from rulebook.clauses.game import Game
from rulebook.records import NamedTuple

Icons = tuple[bool, frozenset[str]]
"""What governs abilities other than their own words: whether the card has no icon of a zone, and
all icons of its abilities."""


class CardStages(NamedTuple):
    """What reads the cards of one game, a member for each stage."""

    game: Game
    parser: CardParser
    links: LinkTable
    meanings: MeaningReader
    governing: GoverningTable


class Reading:
    """Abilities that are read stage by stage; spans count characters of the canonical ``text``."""

    def __init__(self, stages: CardStages, text: str) -> None:
        self.text = text
        self._stages = stages
        self.abilities: tuple[Ability, ...] = ()
        self.gaps: tuple[Gap, ...] = ()
        self.links: tuple[tuple[CardLink, ...], ...] = ()
        self.meaning: tuple[AbilityMeaning, ...] = ()

    def parse(self) -> None:
        """Read the text."""
        self.abilities, self.gaps = self._stages.parser.abilities(self.text)

    def link(self) -> None:
        """Link the words of the trees."""
        links = self._stages.links.links
        self.links = tuple([tuple(links(ability)) for ability in self.abilities])

    def interpret(self) -> None:
        """Read what the trees mean."""
        self.meaning = self._stages.meanings.meanings(self.abilities)

    def all(self) -> Reading:
        """Go through all stages, and return what was read."""
        for stage in STAGES:
            stage(self)
        return self

    @property
    def zone_hints(self) -> frozenset[str]:
        """What the abilities say about the zone of their card (``zone_hint``)."""
        zones = self._stages.governing.file.zones
        return frozenset([zone_hint(ability, zones) for ability in self.meaning])

    @property
    def marks(self) -> frozenset[str]:
        """The icons of the abilities, without those of their kinds."""
        return frozenset([mark for ability in self.meaning for mark in ability.marks])

    def clauses(self, icons: Icons) -> list[tuple[GoverningClause, ...]]:
        """Return the clauses that govern each ability on a card with these ``icons``."""
        unmarked, marks = icons
        governing = self._stages.governing.clauses
        pairs = zip(self.meaning, self.links, strict=True)
        return [governing(each, links, unmarked=unmarked, marks=marks) for each, links in pairs]


STAGES = (Reading.parse, Reading.link, Reading.interpret)
"""The stages that come before the clauses, in their order."""

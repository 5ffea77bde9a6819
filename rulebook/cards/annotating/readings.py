"""A card text read stage by stage, for one card and for the paragraphs of many."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rulebook.cards.annotating.governing import CitedClause
from rulebook.cards.facts.locations import works_unmarked
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.reading.card_parser import Built, Gap
from rulebook.cards.tree.card import Ability

if TYPE_CHECKING:
    from rulebook.cards.annotating.annotator import Annotator


class Reading:
    """A canonical text whose stages are computed on first use; spans count its characters. With
    many cards, each stage runs for all of them before the next, which is faster."""

    def __init__(self, annotator: Annotator, text: str, placeholders: tuple[str, ...] = ()) -> None:
        """Prepare the stages of ``text``. One with ``placeholders`` (for names) was already found
        to repeat no words by mistake, and is not searched again."""
        self.text = text
        self._unrepeated = bool(placeholders)
        self._annotator = annotator

    @cached_property
    def built(self) -> list[Built]:
        """What the grammar builds from each ability, unchecked: building many texts before checking
        any of them is faster."""
        return self._annotator.parser.built(self.text)

    @cached_property
    def parsed(self) -> tuple[tuple[Ability, ...], tuple[Gap, ...]]:
        """The abilities and gaps of the text, on which all later stages depend. What the grammar
        built but makes no sense, or repeats words by mistake, becomes a gap."""
        parser = self._annotator.parser
        return parser.abilities(self.text, self.built, unrepeated=self._unrepeated)

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """The trees without the gaps, all that later stages need."""
        return self.parsed[0]

    @cached_property
    def links(self) -> tuple[tuple[CardLink, ...], ...]:
        """For each tree the clauses that explain its words, which are shown at the words and lead
        to governing clauses, too."""
        links = self._annotator.links.links
        return tuple([tuple(links(ability)) for ability in self.abilities])

    @cached_property
    def meaning(self) -> tuple[AbilityMeaning, ...]:
        """The meanings of the trees, made together: later abilities refer to earlier ones."""
        return self._annotator.meanings.meanings(self.abilities)

    @property
    def zone_hints(self) -> frozenset[bool | None]:
        """What each ability shows about whether the card has no icon of a zone; None for nothing.
        One may show it for all, and the clauses that govern each ability depend on it."""
        zones = self._annotator.governing.file.zones
        return frozenset([works_unmarked(ability, zones) for ability in self.meaning])

    def clauses(self, unmarked: bool) -> list[list[CitedClause]]:
        """Return for each ability the clauses that govern it. ``unmarked`` is whether its card has
        no icon of a zone: that is known from the whole card, of which this may be one paragraph."""
        governing = self._annotator.governing.clauses
        pairs = zip(self.meaning, self.links, strict=True)
        return [governing(each, links, unmarked=unmarked) for each, links in pairs]


STAGES = "built", "parsed", "links", "meaning"
"""The stages of a reading before the clauses, in their order."""

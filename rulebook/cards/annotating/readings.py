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
    """A canonical text whose stages are read on first use; spans count its characters. With many
    cards each stage runs for all of them before the next, which is faster. A text that has
    ``placeholders`` repeats no words."""

    def __init__(self, annotator: Annotator, text: str, placeholders: tuple[str, ...] = ()) -> None:
        """Prepare the stages of ``text``. One with ``placeholders`` was checked for repetitions."""
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
        """The abilities and gaps of the text, on which all later stages depend. A text with
        placeholders was checked for repeated words before."""
        parser = self._annotator.parser
        return parser.abilities(self.text, self.built, unrepeated=self._unrepeated)

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """The trees alone, which the later stages read."""
        return self.parsed[0]

    @cached_property
    def links(self) -> tuple[tuple[CardLink, ...], ...]:
        """The clauses that explain words of each tree. They are shown at the words, and lead to
        governing clauses, too."""
        links = self._annotator.links.links
        return tuple([tuple(links(ability)) for ability in self.abilities])

    @cached_property
    def meaning(self) -> tuple[AbilityMeaning, ...]:
        """The meanings of the trees, read together: later abilities refer to earlier ones."""
        return self._annotator.meanings.meanings(self.abilities)

    @property
    def zone_hints(self) -> frozenset[bool | None]:
        """For each ability, whether it shows that the card has no icon of a zone; None if it shows
        nothing. One may show it for all, and the clauses that govern each ability depend on it."""
        zones = self._annotator.governing.file.zones
        return frozenset([works_unmarked(ability, zones) for ability in self.meaning])

    def clauses(self, unmarked: bool) -> list[list[CitedClause]]:
        """Return the clauses that govern each ability, on a card without icons of zones if it is
        ``unmarked``. That is known from the whole card, of which this may be one paragraph."""
        governing = self._annotator.governing.clauses
        pairs = zip(self.meaning, self.links, strict=True)
        return [governing(each, links, unmarked=unmarked) for each, links in pairs]


STAGES = "built", "parsed", "links", "meaning"
"""The stages of a reading before the clauses, in their order."""

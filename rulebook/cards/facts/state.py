"""What is known of an ability at one point of the walk through its meaning."""

from __future__ import annotations

from rulebook.cards.facts.certainty import CertainCards
from rulebook.cards.facts.fact import NO_KIND
from rulebook.cards.facts.locations import LocationTracker
from rulebook.cards.facts.occupancy import Occupancy
from rulebook.cards.facts.zone_words import ZoneWords
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    ModifyEffect,
    NumberMeaning,
    ThingMeaning,
    Time,
)
from rulebook.cards.tree.words import Kind
from rulebook.records import replace

_LONGEST = 1_000
"""More code points than any ability has; the steps of a longer one are not compared."""


class AbilityState:
    """One ability with the trackers of its cards; ``later`` and ``priced`` change on the walk.

    ``given`` is whether another ability gives it, ``marks`` are the icons of the whole card.
    """

    def __init__(
        self, ability: AbilityMeaning, zones: ZoneWords, *, given: bool, marks: frozenset[str]
    ) -> None:
        self.ability = ability
        self.zones = zones
        self.given = given
        self.marks = marks.union(ability.marks)
        self.kind = ability.kind or next(iter(ability.marks), NO_KIND)
        self.context = _context_of(ability)
        """What a step is compared with: what was surely done, paid or asked before it."""
        self.tracker = LocationTracker(ability, zones)
        self.certain = CertainCards(self.context, zones, self.tracker)
        self.occupancy = Occupancy(self.context, zones, self.tracker)
        self.later = False
        """Whether the step is put off to a later time."""
        self.priced = False
        """Whether the step is the price of something: …ことで."""
        self.changes: dict[str, ModifyEffect] = {}
        """The last change of each number of cards that lasts as long as the ability works."""

    def is_permanent(self, until: Time | None) -> bool:
        """Return whether ``until`` is no end: in 【永】 a time comes back again and again."""
        return until is None or (self.kind == Kind.CONTINUOUS.value and not until.refers)

    def is_all_or_nothing(self, number: NumberMeaning) -> bool:
        """Return whether fewer than ``number`` will not do, as of a price of three."""
        return self.priced and number.count != 1

    def is_refilled(self, effect: Action) -> bool:
        """Return whether as many cards as ``effect`` takes were surely put there right before."""
        return not self.later and self.certain.is_refilled(effect)

    def may_lack_cards(self, effect: Action | ChooseEffect, number: NumberMeaning) -> bool:
        """Return whether fewer than ``number`` of what ``effect`` chooses may be there."""
        what = effect.what
        if self.later or not isinstance(what, ThingMeaning):
            return True
        return not self.certain.is_enough(effect, what, number)


def _context_of(ability: AbilityMeaning) -> AbilityMeaning:
    """Return ``ability``, without its steps if it is so long that comparing them is slow.

    Then nothing is certain, and what may fail is a fact like all others.
    """
    if ability.end - ability.start <= _LONGEST:
        return ability
    return replace(ability, condition=(), cost=(), effects=())

"""What the abilities of a card show about the zone in which they work."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from rulebook.cards.facts.locations import LocationTracker
from rulebook.cards.facts.predicates import ZoneWords, mentions_its_card
from rulebook.cards.meaning.nodes import AbilityMeaning


class ZoneHint(StrEnum):
    """What one ability shows about the zone in which the abilities of its card work."""

    MARKED = "marked"
    """It has the icon of a zone, so that they work there."""
    NAMED = "named"
    """It calls its card by the name of the zone of unmarked cards: このReバース."""
    UNNAMED = "unnamed"
    """It calls its card otherwise, so that this is no such card: このキャラ."""
    UNMARKED = "unmarked"
    """It has no such icon and does not mention its card."""
    NOTHING = ""


def zone_hint(ability: AbilityMeaning, zones: ZoneWords) -> ZoneHint:
    """Return the hint of one ability; others of the card decide where it shows nothing."""
    if zones.unmarked is None:
        return ZoneHint.NOTHING
    if any(mark[1:-1] in zones.field for mark in ability.marks):
        return ZoneHint.MARKED
    if mentions_its_card(ability):
        named = mentions_its_card(ability, zones.unmarked)
        return ZoneHint.NAMED if named else ZoneHint.UNNAMED
    unmarked = LocationTracker(ability, zones).is_in_unmarked_zone(card=True)
    return ZoneHint.UNMARKED if unmarked else ZoneHint.NOTHING


def is_card_unmarked(hints: Collection[ZoneHint]) -> bool:
    """Return whether a card has no icon of a zone; ``hints`` are those of its abilities. Then its
    triggered abilities work in the zone of such cards, which clauses depend on."""
    if ZoneHint.MARKED in hints or ZoneHint.UNNAMED in hints:
        return False
    return ZoneHint.NAMED in hints or ZoneHint.UNMARKED in hints

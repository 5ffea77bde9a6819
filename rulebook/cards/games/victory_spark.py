"""Victory Spark (vs): surprises."""

from __future__ import annotations

from rulebook.cards.actions.rules import Extent, Values, builds
from rulebook.cards.concept_keys import key, keys_of
from rulebook.cards.tree import acts, card
from rulebook.cards.unparser import unparse_part, unparses
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Surprise(card.HeadMark):
    """What lets a card that lies face down be turned up: ［…した時］→ (vs 8.1.1.2.2)."""

    events: tuple[acts.Act, ...]


@builds("surprise")
def _surprise(span: Extent, parts: Values) -> Surprise:
    return Surprise(*span, tuple(parts))


@unparses(Surprise)
def _unparse_surprise(surprise: Surprise) -> str:
    events = "か".join(unparse_part(event) + "時" for event in surprise.events)
    return f"［{events}］→"


keys_of(Surprise)(key("surprise"))

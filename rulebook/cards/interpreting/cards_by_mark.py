"""Cards told by a mark alone: 【ブロッカー】を1枚, 【キャンセル】1枚につき.

A mark names an ability (reb 11.1.1).  What is counted in 枚, or lies in a zone, is a card; it is
one that has such an ability.
"""

from __future__ import annotations

from typing import Any

from rulebook.cards.tree import nouns, qualities
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.words import Counter, Kind, Marking
from rulebook.records import replace

_CARDS = Counter("枚")
_COUNTING = (nouns.Counted, nouns.Total)


def are_cards(quantity: nouns.Quantity | None) -> bool:
    """Whether ``quantity`` is one of cards: 1枚, but not 1つ."""
    return quantity is not None and quantity.unit == _CARDS


def bearing(thing: Node) -> Any:
    """Return ``thing``, of which it is plain that it is cards, with its marks as what they have."""
    match thing:
        case nouns.Noun(word=(Kind() | Marking()) as mark):
            start = thing.qualifiers[-1].end if thing.qualifiers else thing.start
            has = qualities.WithMark(start, thing.end, (mark,), True)
            return nouns.Named(thing.start, thing.end, thing.qualifiers, (has,))
        case nouns.Both(things=things) | nouns.Either(things=things):
            found = tuple(map(bearing, things))
            return thing if found == things else replace(thing, things=found)
        case nouns.Counted(thing=nouns.Thing() as inner) | nouns.Total(thing=inner):
            found = bearing(inner)
            return thing if found is inner else replace(thing, thing=found)
        case _:
            return thing


def counted_by_mark(thing: Node) -> Any:
    """Return ``thing`` as cards where its own number says so: 【スパーク】1枚につき."""
    counted = isinstance(thing, _COUNTING) and are_cards(thing.quantity)
    return bearing(thing) if counted else thing

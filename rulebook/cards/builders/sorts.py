"""The sorts that nouns, zones and numbers can be of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulebook.cards.tree import nouns, qualities
from rulebook.cards.tree.words import ANYTHING, Kind, Marking, Period, Word, Zone


def fits(thing: nouns.Thing | nouns.Quantity, wanted: frozenset[str]) -> bool:
    """Return whether ``thing`` can be of one of the ``wanted`` sorts. A thing of unknown sort fits
    everything, since a wrong gap costs more than a missed one."""
    match thing:
        case nouns.Both(things=things) | nouns.Either(things=things):
            *first, last = things
            owners = nouns.Player if isinstance(last, nouns.Place) else (nouns.Player, nouns.Place)
            if all(isinstance(each, owners) for each in first):
                return fits(last, wanted)  # 自分と相手のメンバー, メンバーと手札のキャラ
            return all(fits(each, wanted) for each in things)
        case _:
            sorts = sorts_of(thing)
            return "any" in sorts or not sorts.isdisjoint(wanted)


_SORTS_OF_NODES: Mapping[type[Any], frozenset[str]] = {
    kind: frozenset(sorts)
    for kinds, sorts in (
        ((nouns.Player,), {"player"}),
        ((nouns.Total, nouns.Mixed), {"card", "number"}),
        ((nouns.Number, nouns.Product, nouns.Sum), {"number"}),
        ((nouns.Quoted, nouns.Choice), {"ability"}),
        ((nouns.Icons,), {"trait", "card"}),
        ((nouns.Spoken,), {"words"}),
        ((nouns.Damage,), {"damage"}),
        ((Kind, Marking), {"ability", "card"}),
        ((Period,), {"time"}),
    )
    for kind in kinds
}

"""The sorts of things, and of what a noun has for a word, that are told by their kind alone."""


def sorts_of(thing: nouns.Thing | nouns.Quantity) -> frozenset[str]:
    """Return the sorts that ``thing`` can be of, to check what verbs and nouns take. A word may
    have several: アタック is an action and a time."""
    match thing:
        case nouns.Noun(word=Word(sorts=sorts)) | nouns.Place(zone=Zone(sorts=sorts)):
            return sorts
        case nouns.Noun(word=special):
            return _SORTS_OF_NODES.get(type(special), ANYTHING)
        case nouns.Named(alternatives=alternatives):
            return _sorts_of_qualities(alternatives)
        case nouns.Quantity():
            return sorts_of_quantity(thing) - {"zone", "pile"}  # it counts cards of a zone
        case nouns.Beside(thing=inner):
            return _BESIDE if inner is None else _BESIDE & {"zone", "card"} | sorts_of(inner)
        case nouns.Counted(thing=nouns.Thing() as inner):
            return sorts_of(inner)
        case nouns.Every(thing=inner) | nouns.Bound(thing=inner):
            return sorts_of(inner)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return frozenset().union(*map(sorts_of, things))
        case _:
            return _SORTS_OF_NODES.get(type(thing), ANYTHING)


_BESIDE = frozenset({"zone", "card", "pile", "deck"})

_NUMBERS = frozenset({"card", "number", "attribute"})


def is_card(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Return whether ``thing`` can only be a card, which is no zone, number or part of a zone.
    Checks refuse what a card cannot be or have; a thing that may be another is let pass."""
    return sorts_of(thing) - {"unseen", "token"} == {"card"}


def sorts_of_quantity(quantity: nouns.Quantity) -> frozenset[str]:
    """Return the sorts that the unit of ``quantity`` counts, to find a unit that does not fit. A
    bare number is one of a card, such as a level."""
    unit = quantity.unit
    return _NUMBERS if unit is None else unit.sorts


def _sorts_of_qualities(alternatives: Sequence[qualities.Quality]) -> frozenset[str]:
    """Return the sorts of a thing named by qualities: a card, or a trait or name itself.
    《A》を得る is about the trait, 《A》を引く about a card."""
    nominal = [quality for quality in alternatives if quality.nominal]
    kinds = ("name" if isinstance(each, qualities.CardName) else "trait" for each in nominal)
    return frozenset({"card", *kinds})

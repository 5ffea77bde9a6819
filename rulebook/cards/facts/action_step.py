"""A payment or a step of an ability, with what its slots need to know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from rulebook.cards.facts.fact import Value
from rulebook.cards.facts.locations import MOVES, is_move
from rulebook.cards.facts.predicates import (
    is_of_its_card,
    is_opponents,
    is_several,
    states_of,
)
from rulebook.cards.facts.state import AbilityState
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning.nodes import Action, PointerMeaning, ThingMeaning
from rulebook.cards.meaning.parts import zones_named

PAYMENT = "payment"
EFFECT = "effect"
UNSTATED = "unstated"
TAKES = {"draw", "turn-up", "act"}
"""Types of actions other than moves that take cards out of a zone."""


class ActionStep:
    """A payment or a step, in the state of the cards right before it."""

    def __init__(self, state: AbilityState, effect: Action, role: str) -> None:
        self.state = state
        self.effect = effect
        self.role = role
        self.moves = is_move(effect)
        self.turns = effect.act == "turn-into" and not self.moves
        """Whether it turns a card or sets a number, and so moves nothing."""
        self.goals = () if self.turns else zones_named(effect.goal)
        self.taken = state.tracker.taken_from(effect)
        """The zones that it takes cards from."""
        takes = self.moves or effect.act in TAKES
        self.out_of = tuple(zone for zone in self.taken if takes and self._may_leave(zone))
        """The zones that cards leave by it, or may leave: 山札の上か控え室に置く."""
        self.several = is_several(effect)
        """Whether it is done to a number of cards other than one."""
        self.at_most = effect.number is not None and effect.number.at_most
        """Whether fewer cards than its number will do."""

    def _may_leave(self, zone: str) -> bool:
        return not self.goals or any(goal != zone for goal in self.goals)

    @cached_property
    def moved(self) -> list[ThingMeaning]:
        """The cards that it moves, each where it is taken from."""
        effect = self.effect
        swapped = effect.act == "swap" and self.role == EFFECT
        parts = (effect.what, effect.goal, effect.companion) if swapped else (effect.what,)
        return [what for part in parts for what in self.state.tracker.moved_by(effect, part)]

    @cached_property
    def on_field(self) -> list[ThingMeaning]:
        """Those of ``moved`` that lie on the field."""
        return list(filter(self.state.tracker.is_on_field, self.moved)) if self.moves else []

    @cached_property
    def fighting(self) -> list[ThingMeaning]:
        """Those of ``on_field`` that may be in a fight as they leave."""
        return [] if self.state.later else list(filter(self.state.tracker.may_fight, self.on_field))

    @cached_property
    def is_refilled(self) -> bool:
        """Whether as many cards as it takes were surely put there right before."""
        return self.state.is_refilled(self.effect)

    @cached_property
    def slots(self) -> Mapping[str, tuple[str, ...]]:
        """The slots of the field that it puts cards into, by what they are."""
        found: dict[str, dict[str, None]] = {}
        for name, value in _places_filled(self):
            found.setdefault(name, {})[value] = None
        return {name: tuple(values) for name, values in found.items()}

    def places_of(self, moved: Iterable[ThingMeaning]) -> Iterable[str]:
        """Return the zones of ``moved``; a character without one is on the field."""
        tracker = self.state.tracker
        return dict.fromkeys(
            place
            for what in moved
            for place in tracker.places(what) or (("field",) if tracker.is_on_field(what) else ())
        )


def turn_of(state: AbilityState, what: ThingMeaning | PointerMeaning | None) -> str:
    """Return which player of a turn has ``what``, ``either-player`` where nothing decides."""
    return state.tracker.whose_turn(what) or "either-player"


def brought(state: AbilityState, coming: Sequence[object]) -> Value:
    """Return the icons of the card itself if nothing else is ``coming``, else ``others``."""
    own = [not state.given and getattr(each, "sort", None) == THIS_CARD for each in coming]
    return tuple(state.marks) if own and all(own) else "others"


def _places_filled(step: ActionStep) -> Iterator[tuple[str, str]]:
    """Yield the slots of the field that cards are put into, and in which state."""
    effect, tracker, occupancy = step.effect, step.state.tracker, step.state.occupancy
    goal = effect.goal
    if step.turns or not isinstance(goal, ThingMeaning) or effect.act not in MOVES:
        return
    for place in goal.things or (goal,):
        own = is_of_its_card(place)
        if place.sort == EMPTY_PLACE:
            if not occupancy.is_surely_empty(effect, place):
                yield "slot", "empty"
        elif not tracker.is_slot(place):
            continue
        elif own and occupancy.leaves_its_slot(effect):
            yield from _left_slot(step, place, tracker.moved_to)
        elif left := tracker.left_for(place):
            yield from _left_slot(step, place, left)
        else:
            yield "slot", "any"
            if own and tracker.are_same(place.of, effect.what):
                yield from (("comes_back_from", zone) for zone in tracker.current)
            for zone in place.zones:
                if not occupancy.is_stated_empty(effect, zone):
                    yield "slot_in", zone
        yield from (("slot_state", state) for state in states_of(effect) or (UNSTATED,))


def _left_slot(
    step: ActionStep, slot: ThingMeaning, gone: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Yield where the card has gone whose slot another one takes: このカードがいた枠に置く."""
    yield "slot", "left"
    for zone in gone:
        yield "left_for", zone
        if step.state.tracker.are_same(slot.of, step.effect.what):
            yield "comes_back_from", zone


def field_slots(step: ActionStep) -> dict[str, Value]:
    """Return what a move has to do with the field: what comes there, leaves it, or stays on it."""
    effect, tracker, on_field = step.effect, step.state.tracker, step.on_field
    if effect.act == "swap":
        comes = bool(on_field) and not all(map(tracker.is_surely_on_field, step.moved))
    else:
        comes = tracker.is_slot(effect.goal) and not on_field
    return {
        "act": effect.act,
        "part": step.role,
        "to": step.goals,
        "mark": step.state.ability.marks,
        "comes": comes,
        "on_field": bool(on_field),
        "changes_slot": tracker.stays_on_field(effect, step.moved) if on_field else None,
        "leaves_fight": _leaves_fight(step),
        "own_card": any(what.sort == THIS_CARD for what in on_field),
    }


def _leaves_fight(step: ActionStep) -> Value:
    """Return whose character leaves its slot in the step in which the ability is played."""
    if not step.fighting:
        return None
    return "opponents" if any(map(is_opponents, step.fighting)) else "own"

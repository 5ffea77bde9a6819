"""Collects the facts of an ability, step by step."""

from __future__ import annotations

from rulebook.cards.facts.fact import Fact, Value, WantedSlots
from rulebook.cards.facts.state import AbilityState
from rulebook.cards.meaning.nodes import Meaning


class Collector:
    """The facts found so far, and the state of the ability that the walk is in."""

    def __init__(self, state: AbilityState, wanted: WantedSlots, found: list[Fact]) -> None:
        self.state = state
        self.ability = state.ability
        self.tracker = state.tracker
        self.wanted = wanted
        self.found = found
        self.step = found[-1].step if found else 0
        self.whole = (state.ability.start, state.ability.end)

    def add(self, role: str, place: Meaning, /, **slots: Value) -> None:
        """Add a fact of the words of ``place``, unless no rule wants it."""
        act = slots.get("act")
        if self.wanted.of(role, act if isinstance(act, str) else "") is not None:
            fact = Fact(role, slots, place.start, place.end, self.step, self.whole)
            self.found.append(fact)

    def add_general(self, role: str, place: Meaning, /, **slots: Value) -> None:
        """Add a fact of the whole ability, or of its whole cost."""
        if self.wanted.of(role, "") is not None:
            fact = Fact(role, slots, place.start, place.end, self.step, self.whole, True)
            self.found.append(fact)

    def next_step(self) -> None:
        """Go on to the next node, whose facts have a place of their own in the order."""
        self.step += 1

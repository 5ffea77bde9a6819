"""What かわりに takes the place of: an event that was told before, or a part of one."""

from __future__ import annotations

from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.setting import Setting
from rulebook.cards.interpreting.slots import slots_of
from rulebook.cards.interpreting.steps import Steps, instead_of
from rulebook.cards.interpreting.things import thing_of
from rulebook.cards.meaning.nodes import PointerMeaning, ThingMeaning
from rulebook.cards.tree import acts


def replaced_by(act: acts.Predicate, setting: Setting) -> PointerMeaning | None:
    """Return which event ``act`` takes the place of, where words point at it: そのかわりに."""
    role = slots_of(act.complements).instead_of
    return next(references(role.thing, setting), None) if role else None


def part_replaced(steps: Steps, setting: Setting) -> ThingMeaning | None:
    """Return what alone of an event is replaced: ストック1枚のかわりに, not そのかわりに."""
    told = filter(None, map(instead_of, steps))
    role = next((r for r in told if not any(references(r.thing, setting))), None)
    return thing_of(role.thing, setting) if role else None

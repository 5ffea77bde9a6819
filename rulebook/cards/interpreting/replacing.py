"""Find the event, the part of an event or the earlier effect that かわりに replaces."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.interpreting.discourse import Setting
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.slots import slots_of
from rulebook.cards.interpreting.steps import Steps, instead_of
from rulebook.cards.interpreting.things import thing_of
from rulebook.cards.meaning.action_types import PAYMENT_TYPES
from rulebook.cards.meaning.nesting import inner_effects, with_each
from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    Effect,
    Event,
    Grant,
    IfEffect,
    MayEffect,
    ModifyEffect,
    PointerMeaning,
    Replace,
    TextPlace,
    ThingMeaning,
)
from rulebook.cards.meaning.parts import zones_named
from rulebook.cards.tree import acts
from rulebook.records import replace


def replaced_by(act: acts.Predicate, setting: Setting) -> PointerMeaning | None:
    """Return the pointer to the event that ``act`` replaces: その of そのかわりに. None where
    かわりに is alone: then an earlier effect of the same kind is looked for."""
    role = slots_of(act.complements).instead_of
    return next(references(role.thing, setting), None) if role else None


def part_replaced(steps: Steps, setting: Setting) -> ThingMeaning | None:
    """Return the part of an event that is replaced: ストック1枚のかわりに, not そのかわりに. All
    else of the event stays as it is; a pointer replaces the event as a whole."""
    replaced = filter(None, map(instead_of, steps))
    role = next((r for r in replaced if not any(references(r.thing, setting))), None)
    return thing_of(role.thing, setting) if role else None


def replacing_same_kind(replaced: Replace, before: Sequence[Effect]) -> Replace:
    """Return ``replaced`` with a pointer to the last effect ``before`` of the same kind. Where
    several effects are done instead, the text does not say which ones they replace."""
    instead = replaced.instead
    while len(instead) == 1 and isinstance(instead[0], (MayEffect, IfEffect)):
        instead = tuple(inner_effects(instead[0]))
    same = (e for e in reversed(before) if len(instead) == 1 and _kind(e) == _kind(instead[0]))
    old = next(same, None)
    if old is None:
        return replaced
    event = PointerMeaning.implicit(replaced.start, old.text_place)
    new = instead[0]
    if isinstance(old, ChooseEffect) and isinstance(new, ChooseEffect):
        filled = _chosen_as(old, new)

        def changed(effect: Effect) -> Effect:
            return filled if effect is new else with_each(effect, changed)

        return replace(replaced, event=event, instead=tuple(map(changed, replaced.instead)))
    return replace(replaced, event=event)


def _kind(effect: Effect) -> tuple[object, ...]:
    """Return a key, equal for effects that may replace each other: payments, or the same verb."""
    match effect:
        case Action(act=act, verb=verb):
            return (Action, act if act in PAYMENT_TYPES else verb)
        case ModifyEffect(measure=measure):
            return (ModifyEffect, measure)
        case Grant(lost=lost):
            return (Grant, lost)
    return (type(effect),)


def _chosen_as(old: ChooseEffect, new: ChooseEffect) -> ChooseEffect:
    """Return ``new`` with the object and source of the choice ``old``, if it has only a number.
    かわりに2枚選ぶ changes only how many of the same cards are chosen."""
    if not isinstance(new.what, PointerMeaning) or new.name != old.name:
        return new
    what = replace(old.what, number=new.number) if isinstance(old.what, ThingMeaning) else old.what
    by = old.by if new.by.basis == "rule" else new.by
    return replace(new, by=by, what=what, source=new.source or old.source)


def last_action_in(
    zones: Sequence[str], before: Sequence[Effect]
) -> tuple[Action, ChooseEffect | None] | None:
    """Return the last action ``before`` from or to ``zones``, and the choice of its object.
    控え室ではなく手札から names only a zone of the action that it replaces."""
    choices = {effect.name: effect for effect in before if isinstance(effect, ChooseEffect)}
    for action in (effect for effect in reversed(before) if isinstance(effect, Action)):
        choice = choices.get(place_of_object(action)[1] or "")
        parts = [action.what, action.source, action.goal]
        if choice is not None:
            parts += [choice.what, choice.source]
        if any(not set(zones).isdisjoint(zones_named(part)) for part in parts):
            return action, choice
    return None


def replacing_action(replaced: Replace, action: Action, choice: ChooseEffect | None) -> Replace:
    """Return ``replaced`` as a replacement of ``action``: 控え室ではなく手札から置いてよい. Number,
    goal and manner are those of ``action`` where they are omitted."""
    place = TextPlace((choice or action).start, action.end)
    event = PointerMeaning.implicit(replaced.start, place)
    what = choice.what if choice else action.what
    number = what.number if isinstance(what, ThingMeaning) else action.number

    def filled(effect: Effect) -> Effect:
        if not isinstance(effect, Action) or effect.verb != action.verb or effect.goal:
            return with_each(effect, filled)
        what = effect.what
        if isinstance(what, ThingMeaning):
            what = replace(what, number=what.number or number)
        count, how = effect.number or number, effect.how or action.how
        return replace(effect, what=what, number=count, goal=action.goal, how=how)

    return replace(replaced, event=event, instead=tuple(map(filled, replaced.instead)))


def pointer_to_done(event: Event, before: Sequence[Effect]) -> PointerMeaning | None:
    """Return the pointer to the action ``before`` that ``event`` names: メンバーに置くかわりに. The
    action of this same text is replaced then, not any such event of the game."""
    goal, acted = zones_named(event.goal), (a for a in reversed(before) if isinstance(a, Action))
    same = (action for action in acted if action.verb == event.verb)
    done = next((action for action in same if zones_named(action.goal) == goal), None)
    if done is None:
        return None
    return PointerMeaning(event.start, event.end, done.text_place, None, True)


def place_of_object(action: Action) -> tuple[TextPlace | None, str | None]:
    """Return place and choice name of the object of ``action``, or of the antecedent of it. Two
    actions with the same result were done to the same cards, so that they count once."""
    what = action.what
    refers = what.refers[:1] if isinstance(what, ThingMeaning) else ()
    object_ = refers[0] if refers else what
    if isinstance(object_, PointerMeaning):
        return object_.to, object_.name
    return (object_.text_place if object_ else None), None

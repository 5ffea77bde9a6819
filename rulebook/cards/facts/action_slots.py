"""The slots of actions: from a payment or a step to where cards go, and what that leaves."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from rulebook.cards.facts.fact import EFFECT, UNSTATED, ActionStep, Value, brought, turn_of
from rulebook.cards.facts.locations import LOOKS, is_move, sets_value
from rulebook.cards.facts.predicates import (
    STATES,
    card_nouns,
    conditions_around,
    is_number,
    is_off_an_end,
    is_opponents,
    is_self_contained,
    is_zone_change,
    laid_as,
    names_other_owner,
    own_pointers,
    states_of,
    turns_over,
)
from rulebook.cards.meaning.nesting import all_effects, surely_before
from rulebook.cards.meaning.nodes import Action, PointerMeaning, ThingMeaning
from rulebook.cards.meaning.parts import nouns_of, zones_named

_ORDER = "順"
_FREE = ("好きな順番", "望む順番")
_BY_OTHERS = {"シャッフルする", "なる"}
"""What the master does not do: the owner shuffles a deck (ws 3.2.4, reb 5.8.1)."""


# ---- Out of which zones


def _from(step: ActionStep, named: Container[object]) -> Value:
    if not step.moves or (step.effect.act == "swap" and step.role == EFFECT):
        return None
    if step.role == EFFECT:
        return step.taken
    is_back = step.state.certain.is_taken_by_its_card
    return tuple(zone for zone in step.taken if not is_back(step.effect, zone))


def _vacates(step: ActionStep, named: Container[object]) -> Value:
    if not step.moves or step.effect.act == "swap":
        return None
    effect, is_filled_again = step.effect, step.state.certain.is_filled_again
    return tuple(
        zone
        for zone in step.taken
        if zone in named and not is_filled_again(effect, zone, effect.what)
    )


def _off_end(step: ActionStep, named: Container[object]) -> Value:
    if not is_off_an_end(step.effect) or step.at_most:
        return None
    zones = tuple(zone for zone in step.taken if zone in named)
    return zones if step.takes and zones and not step.is_refilled else None


def _empties(step: ActionStep, named: Container[object]) -> Value:
    effect, state = step.effect, step.state
    drawn = state.zones.flows.get("draw", ())[:1] if effect.act == "draw" else ()
    zones = [zone for zone in (*step.out_of, *drawn) if zone in named]
    if not zones or step.is_refilled:
        return None
    return tuple(zone for zone in zones if not state.certain.is_one_left(effect, zone))


def _takes(step: ActionStep, named: Container[object]) -> Value:
    what = step.effect.what
    if not step.moves or not isinstance(what, ThingMeaning) or not what.number:
        return None
    return None if own_pointers(what) else what.words


def _ends_look(step: ActionStep, named: Container[object]) -> Value:
    """Whether it moves or shuffles what was seen or shown before (ws 8.6.6.1)."""
    tracker, effect = step.tracker, step.effect
    seen = set() if tracker.turned_up or step.turns else set(tracker.seen)
    if effect.act == "shuffle":
        what = tracker.resolve(effect.what)
        return what is not None and not seen.isdisjoint(what.zones)
    named_there = zones_named(effect.source) or zones_named(effect.what)
    return bool(seen) and step.moves and not named_there and not seen.isdisjoint(step.taken)


# ---- Into which zones


def _grows(step: ActionStep, named: Container[object]) -> Value:
    only_refills = step.state.certain.only_refills
    return tuple(z for z in step.goals if z in named and not only_refills(step.effect, z))


def _stays_in(step: ActionStep, named: Container[object]) -> Value:
    as_many_go_on = step.state.certain.as_many_go_on
    return tuple(z for z in step.goals if z in named and not as_many_go_on(step.effect, z))


def _joins(step: ActionStep, named: Container[object]) -> Value:
    is_vacated = step.state.certain.is_vacated
    return tuple(z for z in step.goals if z in named and not is_vacated(step.effect, z))


def _at_once(step: ActionStep, named: Container[object]) -> Value:
    """The zones into which several cards come at once, in an order that nobody gives.

    They come one by one off an end of a zone (ws 3.2.3), and a shuffle leaves no order.
    """
    effect, state = step.effect, step.state
    if is_off_an_end(effect) or any(_ORDER in how for how in effect.how):
        return None
    if not step.goals or not (step.several or state.tracker.is_several(effect.what)):
        return None
    shuffles = any(
        getattr(each, "act", "") == "shuffle" for each in all_effects(state.context.effects)
    )
    return tuple(z for z in step.goals if not (shuffles and z in state.zones.hidden))


# ---- What is chosen, seen and shuffled


def _chooser(step: ActionStep, named: Container[object]) -> Value:
    chooses = not step.turns and step.tracker.picks_out(step.effect)
    return step.effect.by.who if chooses else None


def _chooses_hidden(step: ActionStep, named: Container[object]) -> Value:
    effect, tracker = step.effect, step.tracker
    if not step.turns and tracker.picks_out(effect):
        return any(map(tracker.is_closed, (effect.what, effect.source)))
    return False


def _picks_hidden(step: ActionStep, named: Container[object]) -> Value:
    """Whether it asks for more than a card and may find that in a hidden zone."""
    effect, tracker = step.effect, step.tracker
    if effect.act == "swap":
        parts = (effect.what, effect.goal, effect.companion)
        if any(map(tracker.is_found_hidden, parts)):
            return True
    if step.turns or not tracker.picks_out(effect):
        return False
    return any(map(tracker.is_found_hidden, tracker.moved_by(effect, effect.what)))


def _sees(step: ActionStep, named: Container[object]) -> Value:
    effect = step.effect
    if effect.act not in LOOKS:
        return None
    return zones_named(effect.what) or zones_named(effect.source) or step.tracker.seen


def _shuffles(step: ActionStep, named: Container[object]) -> Value:
    """The zone whose cards are shuffled: the deck of 山札に戻してシャッフルする."""
    effect = step.effect
    if effect.act != "shuffle":
        return None
    if not isinstance(effect.what, PointerMeaning):
        return zones_named(effect.what)
    before = surely_before(step.state.context.effects, effect) or ()
    done = [each for each in before if is_move(each)]
    return zones_named(getattr(done[-1], "goal", None)) if done else None


def _laid_from_elsewhere(step: ActionStep, named: Container[object]) -> Value:
    tracker, effect = step.tracker, step.effect
    if not laid_as(effect):
        return None
    return not any(map(tracker.is_on_field, tracker.moved_by(effect, effect.what)))


# ---- What it is


def is_treated(effect: Action) -> bool:
    """Return whether ``effect`` has a card treated as something, and not as a number."""
    return effect.act == "treat" and not is_number(effect.what) and not is_number(effect.use)


def _by(step: ActionStep, named: Container[object]) -> Value:
    effect = step.effect
    carried_out = not (sets_value(effect) or is_self_contained(effect))
    rule = effect.by.basis == "rule" and effect.verb not in _BY_OTHERS
    return "rule" if rule and carried_out and step.role == EFFECT else None


def _owner(step: ActionStep, named: Container[object]) -> Value:
    effect = step.effect
    parts = (effect.what, effect.source, effect.goal)
    return step.role == EFFECT and names_other_owner(effect.by, parts)


# ---- What stands up or lies down


def _may_be_so(step: ActionStep, named: Container[object]) -> Value:
    """Whether what is stood or rested may be in that state already."""
    effect = step.effect
    if effect.act != "change-state":
        return False
    what = step.tracker.resolve(effect.what)
    return not (turns_over(effect, what) or _is_asked_otherwise(step, what) or _was_put(step, what))


def _is_asked_otherwise(step: ActionStep, what: ThingMeaning | None) -> bool:
    """Return whether a condition asks for another state of ``what``: 【スタンド】しているなら."""
    effect, tracker = step.effect, step.tracker
    return any(
        (condition.verb == effect.verb) == condition.negated
        for condition in conditions_around(step.state.context, effect)
        if condition.state and tracker.are_same(condition.subject, what)
    )


def _was_put(step: ActionStep, what: ThingMeaning | None) -> bool:
    """Return whether the last step or payment that put ``what`` into a state chose another one."""
    effect, tracker, context = step.effect, step.tracker, step.state.context
    states: list[str] = []
    paid = (each for each in context.cost if each.start < effect.start)
    for each in (*paid, *(surely_before(context.effects, effect) or ())):
        if isinstance(each, Action) and tracker.are_same(each.what, what):
            states += states_of(each)
            states += [state for state in STATES if each.verb.startswith(state)]
    return bool(states) and not effect.verb.startswith(states[-1])


def _decides_attack(step: ActionStep, named: Container[object]) -> Value:
    """Whether the new state decides if a card can attack.

    That is so of one's own that are stood while attacks come, or rested before these do.
    """
    effect, tracker = step.effect, step.tracker
    what = tracker.resolve(effect.what) if effect.act == "change-state" else None
    if what is None or is_opponents(what) or step.state.later:
        return False
    if not tracker.is_on_field(what) or not tracker.may_fight(what):
        return False
    trigger = step.state.ability.trigger
    moment = trigger.moment.word if trigger and trigger.moment else None
    if moment in step.state.zones.past_attacks or tracker.is_own_turn is False:
        return False
    if effect.verb.startswith(STATES[0]) or trigger is None:
        return True
    return any(is_zone_change(e) and tracker.is_slot(e.goal) for e in trigger.events)


ACTION_SLOTS: Mapping[str, Callable[[ActionStep, Container[object]], Value]] = {
    "act": lambda step, _: step.effect.act,
    "verb": lambda step, _: step.effect.verb,
    "kind": lambda step, _: step.state.kind,
    "mark": lambda step, _: step.state.ability.marks,
    "keyword": lambda step, _: step.state.keyword,
    "what": lambda step, _: nouns_of(step.effect.what),
    "goal": lambda step, _: nouns_of(step.effect.goal),
    "of": lambda step, _: card_nouns(step.effect.what) if step.role == EFFECT else None,
    "object": lambda step, _: getattr(step.effect.what, "sort", None),
    "object_of": lambda step, _: getattr(getattr(step.effect.what, "of", None), "sort", None),
    "target": lambda step, _: (
        # The goal decides by its kind: 団長に1ダメージを与える.
        nouns_of(step.tracker.resolve(step.effect.goal))
        if step.effect.act == "deal-damage"
        else None
    ),
    "gives": lambda step, _: (
        "others" if getattr(step.effect.goal, "sort", None) == "qualities" else None
    ),
    "sets": lambda step, _: (
        getattr(step.effect.what, "sort", "cards") if sets_value(step.effect) else None
    ),
    "treats_as": lambda step, _: is_treated(step.effect),
    "several": lambda step, _: step.several,
    "many": lambda step, _: step.several or step.tracker.is_several(step.effect.what),
    "at_most": lambda step, _: step.at_most,
    "one_end": lambda step, _: is_off_an_end(step.effect),
    "as": lambda step, _: laid_as(step.effect),
    "laid_from_elsewhere": _laid_from_elsewhere,
    "by": _by,
    "others_own": _owner,
    "from": _from,
    "vacates": _vacates,
    "turn": lambda step, _: turn_of(step.state, step.effect.what) if step.moves else None,
    "off_end": _off_end,
    "out_of": lambda step, _: step.out_of,
    "empties": _empties,
    "one_by_one": lambda step, _: (
        zones_named(step.effect.source) if step.takes and step.several else None
    ),
    "takes": _takes,
    "ends_look": _ends_look,
    "turned_up": lambda step, _: step.taken if step.goals and step.tracker.turned_up else None,
    "to": lambda step, _: step.goals,
    "taken": lambda step, _: step.taken,
    "unowned": lambda step, _: not step.turns and step.tracker.goes_to_nobodys(step.effect),
    "grows": _grows,
    "stays_in": _stays_in,
    "joins": _joins,
    "enters": lambda step, _: tuple(z for z in step.goals if z not in step.taken),
    "state": lambda step, _: states_of(step.effect) or UNSTATED,
    "at_once": _at_once,
    "free_order": lambda step, _: (
        step.goals
        if any(word in how for how in step.effect.how for word in _FREE)
        and not step.tracker.seen_is_opponents
        else None
    ),
    "brings": lambda step, _: brought(step.state, [step.effect.what]) if step.goals else None,
    "slot": lambda step, _: step.slots.get("slot"),
    "slot_in": lambda step, _: step.slots.get("slot_in"),
    "slot_state": lambda step, _: step.slots.get("slot_state"),
    "left_for": lambda step, _: step.slots.get("left_for"),
    "comes_back_from": lambda step, _: step.slots.get("comes_back_from"),
    "chooser": _chooser,
    "chooses_hidden": _chooses_hidden,
    "picks_hidden": _picks_hidden,
    "sees": _sees,
    "shuffles": _shuffles,
    "may_be_so": _may_be_so,
    "decides_attack": _decides_attack,
}
"""The slots of an action and what works each out; ``named`` are the values that count."""

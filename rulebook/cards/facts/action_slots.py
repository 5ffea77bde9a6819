"""The values of the slots of payments and steps; ``corpus/facts.toml`` says what each slot is.

``wanted`` are the values that rules name; others are left out where that saves work.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from rulebook.cards.facts import fact, predicates
from rulebook.cards.facts.certainty import CertainCards
from rulebook.cards.facts.locations import LOOKS, is_move, sets_value
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import all_effects, surely_before

_FREE = ("好きな順番", "望む順番")
_BY_OTHERS = {"シャッフルする", "なる"}
"""Verbs for what the master does not do: the owner shuffles a deck (ws 3.2.4, reb 5.8.1)."""


def _zones_moved_from(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``from`` of the fact on an action: the zones that its cards leave, so that
    clauses on leaving these are cited; None without a move. Swaps in effects have their own facts.
    A zone that the cost empties is left out if the effect refills it with the ability's own
    card."""
    if not step.moves or (step.effect.act == "swap" and step.role == fact.EFFECT):
        return None
    if step.role == fact.EFFECT:
        return step.sources
    is_back = step.facts.certain.is_taken_by_own_card
    return tuple(zone for zone in step.sources if not is_back(step.effect, zone))


def _vacates(step: fact.ActionStep, wanted: Container[object]) -> fact.Value:
    """Return the slot ``vacates``: those of the ``wanted`` zones (that rules name) that cards leave
    and that no later step surely fills again, since a clause says what happens if such a zone is
    empty afterwards. None without a move, or for a swap, which leaves no zone empty."""
    if not step.moves or step.effect.act == "swap":
        return None
    effect, is_filled_again = step.effect, step.facts.certain.is_filled_again
    left = (zone for zone in step.sources if zone in wanted)
    return tuple(zone for zone in left if not is_filled_again(effect, zone, effect.what))


def _off_end(step: fact.ActionStep, wanted: Container[object]) -> fact.Value:
    """Return the slot ``off_end``: those of the ``wanted`` zones (that rules name) from whose end
    an exact number of cards is taken, since clauses say what happens if they run out. None if they
    cannot run out: with an upper limit, or after as many cards were put there."""
    if not predicates.is_off_an_end(step.effect) or step.at_most:
        return None
    zones = tuple(zone for zone in step.sources if zone in wanted)
    return zones if step.takes_cards and zones and not step.is_refilled else None


def _empties(step: fact.ActionStep, wanted: Container[object]) -> fact.Value:
    """Return the slot ``empties`` of the fact on an action: those of the zones ``wanted`` (by
    rules) that may be empty after it, so that clauses on refilling a deck are cited. None without
    any, or if as many cards were put there before. The rules, not the text, say where cards are
    drawn from."""
    effect, facts = step.effect, step.facts
    drawn = facts.zones.flows.get("draw", ())[:1] if effect.act == "draw" else ()
    zones = [zone for zone in (*step.zones_left, *drawn) if zone in wanted]
    if not zones or step.is_refilled:
        return None
    return tuple(zone for zone in zones if not facts.certain.leaves_at_least_one(effect, zone))


def _takes(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``takes``: the nouns for cards of which a number is moved, since clauses say
    which of the cards in a zone go: of markers, the uppermost (ws 3.7.2). None without a number,
    and for cards that were chosen or named before, because it is known which ones go."""
    what = step.effect.what
    if not step.moves or not isinstance(what, nodes.ThingMeaning) or not what.number:
        return None
    return None if predicates.own_pointers(what) else what.words


def _ends_look(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``ends_look`` of the fact on an action: whether it moves or shuffles cards
    that were looked at, which ends the look by a clause (ws 8.6.6.1); cards turned up have other
    clauses. If the text names their zone again, the cards moved may not be those that were seen."""
    tracker, effect = step.tracker, step.effect
    seen = set() if tracker.turned_up else set(tracker.seen)
    if effect.act == "shuffle":
        what = tracker.cards_of(effect.what)
        return what is not None and not seen.isdisjoint(what.zones)
    named_there = nodes.zones_named(effect.source) or nodes.zones_named(effect.what)
    return bool(seen) and step.moves and not named_there and not seen.isdisjoint(step.sources)


def _goals_unless(
    is_certain: Callable[[CertainCards, nodes.Action, str], bool],
) -> Callable[[fact.ActionStep, Container[object]], fact.Value]:
    """Return the function for a slot: the zones that cards come to, except those for which
    ``is_certain`` (a method of ``CertainCards``) holds. If, say, there surely is room in a zone, no
    clause on a full zone is then cited."""

    def slot(step: fact.ActionStep, wanted: Container[object]) -> fact.Value:
        """Return the ``wanted`` zones that cards come to, except where ``is_certain`` holds."""
        certain, effect = step.facts.certain, step.effect
        return tuple(z for z in step.goals if z in wanted and not is_certain(certain, effect, z))

    return slot


def _at_once(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``at_once`` of the fact on an action: the zones into which several cards come
    at once, so that the clause on who orders them is cited; None if the text states the order, or
    if they are taken one by one from an end (ws 3.2.3). A shuffle undoes it in hidden zones."""
    effect, facts = step.effect, step.facts
    if predicates.is_off_an_end(effect) or any("順" in how for how in effect.how):
        return None
    if not step.goals or not (step.several or facts.tracker.is_several(effect.what)):
        return None
    shuffles = any(getattr(e, "act", "") == "shuffle" for e in all_effects(facts.compared.effects))
    return tuple(z for z in step.goals if not (shuffles and z in facts.zones.hidden))


def _chooses_hidden(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``chooses_hidden`` of the fact on an action: whether cards are chosen from a
    zone that the other player does not see, as there are clauses on that. Players who all choose do
    not see each other's choices (reb 1.3.4.1)."""
    effect, tracker = step.effect, step.tracker
    if not step.in_place and tracker.picks_out(effect):
        return any(map(tracker.is_in_hidden_zone, (effect.what, effect.source)))
    return False


def _picks_hidden(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``picks_hidden``: whether a card with some quality is searched for in a
    hidden zone. The player may then find none, because nobody can check it (reb 9.7.4.3)."""
    effect, tracker = step.effect, step.tracker
    if effect.act == "swap":  # it takes cards on both sides
        parts = (effect.what, effect.goal, effect.companion)
        if any(map(tracker.requires_hidden_quality, parts)):
            return True
    if step.in_place or not tracker.picks_out(effect):
        return False
    return any(map(tracker.requires_hidden_quality, tracker.cards_moved_by(effect, effect.what)))


def _sees(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``sees`` of the fact on an action: the zones that it looks at or shows, or
    the last ones seen if it names none; None for others. Clauses on looking differ by zone."""
    effect = step.effect
    if effect.act not in LOOKS:
        return None
    return nodes.zones_named(effect.what) or nodes.zones_named(effect.source) or step.tracker.seen


def _shuffles(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``shuffles`` of the fact on an action: the zone that is shuffled, the deck in
    山札に戻してシャッフルする; None for other actions. If the text omits it, it is the last zone
    into which cards were surely put. Clauses on shuffling differ by zone."""
    effect = step.effect
    if effect.act != "shuffle":
        return None
    if not isinstance(effect.what, nodes.PointerMeaning):
        return nodes.zones_named(effect.what)
    before = surely_before(step.facts.compared.effects, effect) or ()
    done = [each for each in before if is_move(each)]
    return nodes.zones_named(done[-1].goal) if done else None


def _laid_from_elsewhere(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``laid_from_elsewhere`` of the fact on an action: whether cards that become
    markers or the like come from off the field (ws 3.7.3.1); None if it gives cards no such use."""
    tracker, effect = step.tracker, step.effect
    if not predicates.use_of_cards(effect):
        return None
    return not any(map(tracker.is_on_field, tracker.cards_moved_by(effect, effect.what)))


def is_treated(effect: nodes.Action) -> bool:
    """Whether ``effect`` treats a card, not a number, as something: キャラとして扱う. This may last
    as long as the ability, and a clause says so (ws 8.9.1.2)."""
    return effect.act == "treat" and not any(map(predicates.is_number, (effect.what, effect.use)))


def _by(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``by``: ``rule`` if only the rules say that the ability's player carries out
    the effect, because a clause is cited for that. None for setting a number, which is no action,
    and for shuffling, which the owner does."""
    effect, sort = step.effect, nodes.thing_sort(step.effect.what)
    if step.role != fact.EFFECT or effect.by.basis != "rule" or effect.verb in _BY_OTHERS:
        return None
    states = effect.act == "treat" or effect.verb == "数える" or sets_value(effect)
    of_numbers = effect.act == "add" and sort == "numbers"
    by_itself = effect.verb == "発動する" and sort == "abilities"
    return None if states or of_numbers or by_itself else "rule"


def _is_of_other_owner(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``others_own`` of the fact on an action: whether 自分 in it is a player other
    than the master of the ability, which a clause defines (reb 9.14.2). The master pays all costs,
    so it never is in payments."""
    effect = step.effect
    parts = (effect.what, effect.source, effect.goal)
    return step.role == fact.EFFECT and predicates.names_other_owner(effect.by, parts)


def _may_be_so(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``may_be_so``: whether cards that are stood or rested may be in that state
    already. If so, the clause that nothing happens to these is cited."""
    effect, tracker, compared = step.effect, step.tracker, step.facts.compared
    if effect.act != "change-state":
        return False
    what = tracker.cards_of(effect.what)
    state = f"{effect.verb.removesuffix('する')}している"
    words = [row[0] for row in what.qualities if len(row) == 1] if what else []
    if any(w.startswith("【") and w.endswith("している") and w != state for w in words):
        return False  # the text names cards in another state
    for condition in predicates.conditions_for(compared, effect):  # 【スタンド】しているなら
        same = condition.state and tracker.are_same(condition.subject, what)
        if same and (condition.verb == effect.verb) == condition.negated:
            return False  # the text says that it is not yet in that state
    states: list[str] = []  # into which an earlier step or payment surely put it
    paid = (each for each in compared.cost if each.start < effect.start)
    for each in (*paid, *(surely_before(compared.effects, effect) or ())):
        if isinstance(each, nodes.Action) and tracker.are_same(each.what, what):
            states += predicates.states_of(each)
            states += [state for state in predicates.STATES if each.verb.startswith(state)]
    return not states or effect.verb.startswith(states[-1])


def _decides_attack(step: fact.ActionStep, _: Container[object]) -> fact.Value:
    """Return the slot ``decides_attack``: whether the new state of one's own cards on the field
    decides if they can attack; then clauses on attacking are cited. Not after the turn's attacks or
    in a delayed step. A triggered rest decides it only if a card comes: others have attacked."""
    effect, tracker = step.effect, step.tracker
    what = tracker.cards_of(effect.what) if effect.act == "change-state" else None
    if what is None or predicates.is_opponents(what) or step.facts.delayed:
        return False
    if not tracker.is_on_field(what) or not tracker.may_fight(what):
        return False
    trigger = step.facts.ability.trigger
    moment = trigger.moment.word if trigger and trigger.moment else None
    if moment in step.facts.zones.past_attacks or tracker.is_own_turn is False:
        return False
    if effect.verb.startswith(predicates.STATES[0]) or trigger is None:
        return True  # a card that stands can attack again
    moves = filter(predicates.is_zone_change, trigger.events)
    return any(tracker.is_field_place(event.goal) for event in moves)


ACTION_SLOTS: Mapping[str, Callable[[fact.ActionStep, Container[object]], fact.Value]] = {
    "act": lambda step, _: step.effect.act,
    "verb": lambda step, _: step.effect.verb,
    "kind": lambda step, _: step.facts.kind,
    "mark": lambda step, _: step.facts.ability.marks,
    "keyword": lambda step, _: step.facts.keyword,
    "what": lambda step, _: nodes.nouns_of(step.effect.what),
    "goal": lambda step, _: nodes.nouns_of(step.effect.goal),
    "of": lambda step, _: (
        predicates.card_nouns(step.effect.what) if step.role == fact.EFFECT else None
    ),
    "object": lambda step, _: nodes.thing_sort(step.effect.what),
    "object_of": lambda step, _: nodes.thing_sort(getattr(step.effect.what, "of", None)),
    "target": lambda step, _: (
        # The goal decides by its kind: 団長に1ダメージを与える.
        nodes.nouns_of(step.tracker.cards_of(step.effect.goal))
        if step.effect.act == "deal-damage"
        else None
    ),
    "gives": lambda step, _: (
        "others" if nodes.thing_sort(step.effect.goal) == "qualities" else None
    ),
    "sets": lambda step, _: (
        getattr(step.effect.what, "sort", "cards") if sets_value(step.effect) else None
    ),
    "treats_as": lambda step, _: is_treated(step.effect),
    "several": lambda step, _: step.several,
    "many": lambda step, _: step.several or step.tracker.is_several(step.effect.what),
    "at_most": lambda step, _: step.at_most,
    "one_end": lambda step, _: predicates.is_off_an_end(step.effect),
    "as": lambda step, _: predicates.use_of_cards(step.effect),
    "laid_from_elsewhere": _laid_from_elsewhere,
    "by": _by,
    "others_own": _is_of_other_owner,
    "from": _zones_moved_from,
    "vacates": _vacates,
    # Clauses differ for the two players; if it is unknown, those for both are cited.
    "turn": lambda step, _: (
        (step.tracker.whose_turn(step.effect.what) or "either-player") if step.moves else None
    ),
    "off_end": _off_end,
    "out_of": lambda step, _: step.zones_left,
    "empties": _empties,
    "one_by_one": lambda step, _: (
        nodes.zones_named(step.effect.source) if step.takes_cards and step.several else None
    ),
    "takes": _takes,
    "ends_look": _ends_look,
    "turned_up": lambda step, _: step.sources if step.goals and step.tracker.turned_up else None,
    "to": lambda step, _: step.goals,
    "taken": lambda step, _: step.sources,
    "unowned": lambda step, _: not step.in_place and step.tracker.goes_to_unowned_zone(step.effect),
    # Rules limit the cards in some zones (ws 9.3.2), are checked at the end (reb 10.6.2), or allow
    # only one card (reb 10.3.3).
    "grows": _goals_unless(CertainCards.only_replaces_taken),
    "stays_in": _goals_unless(CertainCards.as_many_leave_later),
    "joins": _goals_unless(CertainCards.is_vacated),
    "enters": lambda step, _: tuple(z for z in step.goals if z not in step.sources),
    "state": lambda step, _: predicates.states_of(step.effect) or fact.UNSTATED,
    "at_once": _at_once,
    "free_order": lambda step, _: (
        step.goals
        if any(word in how for how in step.effect.how for word in _FREE)
        and not step.tracker.seen_is_opponents
        else None
    ),
    "slot": lambda step, _: step.field_place_slots.get("slot"),
    "slot_in": lambda step, _: step.field_place_slots.get("slot_in"),
    "slot_state": lambda step, _: step.field_place_slots.get("slot_state"),
    "left_for": lambda step, _: step.field_place_slots.get("left_for"),
    "comes_back_from": lambda step, _: step.field_place_slots.get("comes_back_from"),
    # Who chooses the cards that are moved; rules differ if all players do (reb 1.3.4).
    "chooser": lambda step, _: (
        step.effect.by.who if not step.in_place and step.tracker.picks_out(step.effect) else None
    ),
    "chooses_hidden": _chooses_hidden,
    "picks_hidden": _picks_hidden,
    "sees": _sees,
    "shuffles": _shuffles,
    "may_be_so": _may_be_so,
    "decides_attack": _decides_attack,
}
"""The function of each slot of an action."""

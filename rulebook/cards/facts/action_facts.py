"""Facts about payments and steps: actions, numbers of cards, and moves."""

from __future__ import annotations

from rulebook.cards.facts import fact, predicates, word_facts
from rulebook.cards.facts.action_slots import ACTION_SLOTS, is_treated
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE
from rulebook.cards.meaning import nodes
from rulebook.cards.tree.words import Vague
from rulebook.records import replace

_LASTING = {"turn-into", "treat", "add"}
"""Types of actions that last; for others, a time only says when they are done."""


def add_payment(facts: fact.Collector, effect: nodes.Action) -> None:
    """Add the facts of ``effect``, one payment of the cost, and of the cards that it moves. Clauses
    on paying differ from those on the same action as a step."""
    step = _add_action_fact(facts, effect, fact.PAYMENT)
    if effect.source is None:  # if not None, the card is in that zone, not on the field
        word_facts.add_character(facts, effect.what)
    word_facts.add_faces(facts, effect)
    _add_field_changes(facts, step)
    facts.tracker.record_payment(effect)


def _add_action_fact(facts: fact.Collector, effect: nodes.Action, role: str) -> fact.ActionStep:
    """Add the fact of ``effect``, a payment or a step by its ``role``, and return it with its
    state. The fact has only the slots that some rule tests, because computing all takes long."""
    facts.certain.record_action(effect)
    step = fact.ActionStep(facts, effect, role)
    wanted = facts.wanted(step.role, effect.act)
    if wanted is not None:
        slots = {
            name: value
            for name, values in wanted.items()
            if name in ACTION_SLOTS and (value := ACTION_SLOTS[name](step, values)) is not None
        }
        facts.add(step.role, effect, **slots | {"act": effect.act})
    return step


def _add_field_changes(facts: fact.Collector, step: fact.ActionStep) -> None:
    """Add facts on which cards ``step`` brings to the field or takes off it, and after which event.
    By clauses, a character that leaves in a battle ends the attack. A swap empties no place."""
    effect, tracker = step.effect, facts.tracker
    if not step.moves:
        return
    facts.next_step()
    facts.add("field", effect, **fact.field_slots(step))
    trigger = facts.ability.trigger
    for event in trigger.events if trigger and step.fighting else ():
        for who in dict.fromkeys(tracker.part_in_event(event, what) for what in step.fighting):
            facts.add(
                "after",
                effect,
                act="leave",
                event=event.verb,
                voice="passive" if event.passive else "active",
                what=nodes.nouns_of(event.what),
                who=who,
            )
    if effect.act == "swap" or facts.wanted("leaves", "") is None:
        return  # no place is left empty, or no rule tests it
    for what in step.on_field:
        for zone in step.zones_of([what]):
            filled = facts.certain.is_filled_again(effect, zone, what)
            if zone not in nodes.zones_named(effect.goal) and not filled:
                facts.next_step()
                turn = tracker.whose_turn(what) or "either-player"
                facts.add("leaves", effect, zone=zone, turn=turn)


def add_action(facts: fact.Collector, effect: nodes.Action) -> None:
    """Add the facts of an action. If it only repeats an event of the text, just its manner is
    added: it is not done a second time, so no clause is cited for it twice. Where its cards are is
    recorded last: later effects start from their new zones."""
    if effect.how:
        facts.add("manner", effect, act=effect.act, verb=effect.verb, how=effect.how)
    if effect.of is not None:
        return
    step = _add_action_fact(facts, effect, fact.EFFECT)
    if predicates.card_nouns(effect.what) is not None and effect.source is None:
        word_facts.add_character(facts, effect.what)
    if is_treated(effect):
        word_facts.add_permanent_change(facts, effect)
    if predicates.adds_number(effect):
        changed = getattr(effect.goal, "of", None)
        word_facts.add_permanent_change(facts, replace(effect, what=changed))
        word_facts.add_amounts(facts, effect, "/".join(nodes.nouns_of(effect.goal)), "＋", changed)
    trigger = facts.ability.trigger
    what = facts.tracker.cards_of(effect.what) if effect.act == "change-state" else None
    if what is not None and trigger:
        for event in trigger.events:  # rules test on which side a card took part (ws 7.7.1.2)
            who = facts.tracker.part_in_event(event, what)
            facts.add("after", effect, act="change-state", event=event.verb, who=who)
    add_letter(facts, effect.number or nodes.thing_number(effect.what))
    word_facts.add_faces(facts, effect)
    _add_number(facts, step)
    if not step.moves and (
        effect.act in _LASTING or effect.verb == "なる" or predicates.adds_number(effect)
    ):
        word_facts.add_duration(facts, effect.until, effect.what)
    if effect.act == "swap":
        _add_swapped(facts, step)
    _add_field_changes(facts, step)
    if facts.compared.effects:  # comparing the steps of a very long text takes too long
        facts.certain.zones_left += [(zone, effect) for zone in step.zones_left]
    facts.tracker.record_action(effect)


def _add_number(facts: fact.Collector, step: fact.ActionStep) -> None:
    """Add a fact on whether the number of cards of ``step`` is exact, an upper limit or any, so
    that the clauses on fewer cards are cited. None is added for an exact number above 1 in a price,
    which fewer cards cannot pay, or if nobody picks the cards."""
    effect = step.effect
    number = effect.number
    if number and number.at_most:
        zones = step.sources if step.takes_cards else None
        facts.add("number", number, act=effect.act, amount="up-to", **{"from": zones})
    elif number and number.count in predicates.ANY_NUMBER:
        facts.add("number", number, act=effect.act, kind=facts.kind, amount="any")
    elif number and facts.tracker.picks_out(effect) and (not facts.in_price or number.count == 1):
        lacking = "all" if facts.may_lack_cards(effect, number) else None
        facts.add("number", number, act=effect.act, amount="exact", lacking=lacking)


def add_letter(facts: fact.Collector, number: nodes.NumberMeaning | None) -> None:
    """Add a fact on ``number`` if it may be 0 (Ｘ枚), so that the clause that nothing is then done
    is cited; empty places that it counts have their own. “As much damage as before” cannot be 0."""
    if number is None or number.rule is None:  # nothing in the text computes it
        return
    if number.unit is not None or number.count != Vague.SAME.value:
        letters = {each.letter: each.value for each in facts.ability.letters}
        changes = getattr(letters.get(str(number.count)), "changes", ())
        if not any(change.startswith("＋") for change in changes):  # レベル＋1 is at least 1
            facts.add("letter", number)
        if nodes.thing_sort(number.of) == EMPTY_PLACE:
            facts.add("count", number, of=EMPTY_PLACE)


def _add_swapped(facts: fact.Collector, step: fact.ActionStep) -> None:
    """Add facts on the zones whose cards the ``step`` swaps, since clauses on cards that come to a
    zone apply to each. With only one zone, no state of arriving cards is added: none arrives."""
    zones = tuple(step.zones_of(step.moved))
    states = (predicates.states_of(step.effect) or fact.UNSTATED) if len(zones) > 1 else None
    for zone in zones:
        facts.next_step()
        facts.add("swap", step.effect, zone=zone, state=states)

"""Facts about payments and steps (actions, numbers of cards, moves), and the slots of these;
``wanted`` has the values of slots that rules test. “ws 3.7.2” is a clause of Weiss Schwarz, “reb”
one of Rebirth for You."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rulebook.cards.facts import predicates, word_facts
from rulebook.cards.facts.certainty import CertainCards
from rulebook.cards.facts.fact import EFFECT, PAYMENT, UNSTATED, ActionStep, Collector, Value
from rulebook.cards.facts.locations import is_move, sets_value
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import LOOKS
from rulebook.cards.meaning.nesting import all_effects, surely_done
from rulebook.cards.tree.words import Vague
from rulebook.records import replace

_LASTING = {"turn-into", "treat", "add"}
"""Types of actions that last; for others, a time only says when they are done."""
_FREE = ("好きな順番", "望む順番")
_BY_OTHERS = {"シャッフルする", "なる"}  # done by the owner (ws 3.2.4, reb 5.8.1)


def _zones_moved_from(step: ActionStep) -> Value:
    """Return the slot ``from``: the zones that cards leave, for clauses on leaving them; None
    without a move, or for a swap as an effect, which has its own facts. A zone left as a cost does
    not count if the ability then puts its own card there: the zone does not stay empty."""
    if not step.moves or (step.effect.act == "swap" and step.role == EFFECT):
        return None
    if step.role == EFFECT:
        return step.sources
    is_back = step.facts.certain.is_taken_by_own_card
    return tuple(zone for zone in step.sources if not is_back(step.effect, zone))


def _vacates(step: ActionStep) -> Value:
    """Return the slot ``vacates``: the zones that cards leave and that may stay empty, for clauses
    by which rules fill them (エントリー, Entry: reb 10.5.1.3). A swap empties no zone."""
    if not step.moves or step.effect.act == "swap":
        return None
    effect, is_filled_again = step.effect, step.facts.certain.is_filled_again
    left = (zone for zone in step.sources if zone in step.wanted["vacates"])
    return tuple(zone for zone in left if not is_filled_again(effect, zone, effect.what))


def _off_end(step: ActionStep) -> Value:
    """Return the slot ``off_end``: the ``wanted`` zones with an exact number of cards taken off an
    end (three off the deck), for the clause on too few cards; None if as many came there before."""
    zones = tuple(zone for zone in step.sources if zone in step.wanted["off_end"])
    exact = predicates.is_off_an_end(step.effect) and step.takes_cards and not step.at_most
    return zones if exact and zones and not step.is_refilled else None


def _empties(step: ActionStep) -> Value:
    """Return the slot ``empties``: the ``wanted`` zones that may be empty after ``step``, for
    clauses on refilling a deck. A zone is left out if as many cards surely came there before."""
    effect, facts = step.effect, step.facts
    # The rules, not the text, say where cards are drawn from.
    drawn = facts.zones.flows.get("draw", ())[:1] if effect.act == "draw" else ()
    zones = (zone for zone in (*step.zones_left, *drawn) if zone in step.wanted["empties"])
    holds = facts.certain.leaves_at_least_one
    return tuple(zone for zone in zones if not step.is_refilled and not holds(effect, zone))


def _takes(step: ActionStep) -> Value:
    """Return the slot ``takes``: the nouns for cards moved by number, because clauses say which go
    (of markers, the uppermost: ws 3.7.2). None for cards chosen or named before: they are known."""
    what = step.effect.what
    if not step.moves or not isinstance(what, nodes.ThingMeaning) or not what.number:
        return None
    return None if predicates.own_pointers(what) else what.words


def _ends_look(step: ActionStep) -> Value:
    """Return the slot ``ends_look``: whether it moves or shuffles cards that were looked at, which
    ends the look by a clause (ws 8.6.6.1); cards turned up have other clauses. If the text names
    their zone again, the cards moved may not be those that were seen."""
    tracker, effect = step.tracker, step.effect
    seen = set() if tracker.turned_up else set(tracker.seen)
    if effect.act == "shuffle":
        what = tracker.cards_of(effect.what)
        return what is not None and not seen.isdisjoint(what.zones)
    named_there = nodes.zones_named(effect.source) or nodes.zones_named(effect.what)
    return bool(seen) and step.moves and not named_there and not seen.isdisjoint(step.sources)


def _goals_unless(
    slot: str, is_certain: Callable[[CertainCards, nodes.Action, str], bool], step: ActionStep
) -> Value:
    """Return the value of ``slot``: the wanted zones that cards come to, unless it ``is_certain``
    that there is room: then no clause on a full zone is cited."""
    certain, effect, wanted = step.facts.certain, step.effect, step.wanted[slot]
    return tuple(z for z in step.goals if z in wanted and not is_certain(certain, effect, z))


def _at_once(step: ActionStep) -> Value:
    """Return the slot ``at_once``: zones into which several cards come at once, for the clause by
    which their owner orders them (ws 3.1.5). None if the text orders them (順), or they come one by
    one from an end (ws 3.2.3); no hidden zone if the ability shuffles, which undoes the order."""
    effect, facts = step.effect, step.facts
    if predicates.is_off_an_end(effect) or any("順" in how for how in effect.how):
        return None
    if not step.goals or not (step.several or facts.tracker.is_several(effect.what)):
        return None
    shuffles = any(getattr(e, "act", "") == "shuffle" for e in all_effects(facts.compared.effects))
    return tuple(z for z in step.goals if not (shuffles and z in facts.zones.hidden))


def _picks_hidden(step: ActionStep) -> Value:
    """Return the slot ``picks_hidden``: whether a card with some quality is searched for in a
    hidden zone. By a clause, the search may fail, as the opponent cannot check it (reb 9.7.4.3)."""
    effect, tracker = step.effect, step.tracker
    parts: list[nodes.What | None] = []
    if effect.act == "swap":  # it takes cards on both sides
        parts += (effect.what, effect.goal, effect.companion)
    if tracker.picks_out(effect):
        parts += tracker.cards_moved_by(effect, effect.what)
    things = (part for part in parts if isinstance(part, nodes.ThingMeaning))
    unnamed = (what for what in things if what.asks and not what.refers)  # not named before
    return any(map(tracker.is_in_hidden_zone, unnamed))


def _sees(step: ActionStep) -> Value:
    """Return the slot ``sees``, for clauses on looking: zones looked at, else those last seen."""
    effect = step.effect
    if effect.act not in LOOKS:
        return None
    return nodes.zones_named(effect.what) or nodes.zones_named(effect.source) or step.tracker.seen


def _shuffles(step: ActionStep) -> Value:
    """Return the slot ``shuffles``: the zone that is shuffled, because clauses differ by zone. If
    the text omits the zone (put it into the deck, and shuffle), it is the last zone into which
    cards were surely put, which is unknown for very long texts (no effects in ``compared``)."""
    effect = step.effect
    if effect.act != "shuffle":
        return None
    if not isinstance(effect.what, nodes.PointerMeaning):
        return nodes.zones_named(effect.what)
    done = [each for each in surely_done(step.facts.compared.effects, effect)[0] if is_move(each)]
    return nodes.zones_named(done[-1].goal) if done else None


def _laid_from_elsewhere(step: ActionStep) -> Value:
    """Return the slot ``laid_from_elsewhere``: whether cards that become markers (``as``) come from
    off the field; None if no card becomes one. If so, ws 3.7.3.1 is cited: markers move with the
    card above. The markers of cards from the field do not move with these cards (3.7.3.2)."""
    tracker, effect = step.tracker, step.effect
    if not predicates.use_of_cards(effect):
        return None
    return not any(map(tracker.is_on_field, tracker.cards_moved_by(effect, effect.what)))


def _is_treated(effect: nodes.Action) -> bool:
    """Whether ``effect`` treats a card, not a number, as something (“is treated as”). This may last
    as long as the ability, and a clause says so (ws 8.9.1.2)."""
    sorts = nodes.thing_sort(effect.what), nodes.thing_sort(effect.use)
    return effect.act == "treat" and "numbers" not in sorts


def _by(step: ActionStep) -> Value:
    """Return the slot ``by``: ``rule`` if the text names no agent, for the clause that the agent is
    the master. Else None, also if owners act, who shuffle, or nobody acts: “the cost becomes 1”,
    “counts as 2” (数える), “1 is added to ATK”, “the ability triggers” (発動する)."""
    effect, sort = step.effect, nodes.thing_sort(step.effect.what)
    if step.role != EFFECT or effect.by.basis != "rule" or effect.verb in _BY_OTHERS:
        return None
    states = effect.act == "treat" or effect.verb == "数える" or sets_value(effect)
    of_numbers = effect.act == "add" and sort == "numbers"
    by_itself = effect.verb == "発動する" and sort == "abilities"
    return None if states or of_numbers or by_itself else "rule"


def _may_be_so(step: ActionStep) -> Value:
    """Return the slot ``may_be_so``: whether cards that are stood or rested may be in that state
    already. If so, the clause that nothing happens to these is cited."""
    effect, tracker, compared = step.effect, step.tracker, step.facts.compared
    if effect.act != "change-state":
        return False
    what = tracker.cards_of(effect.what)
    state = f"{effect.verb.removesuffix('する')}している"  # to rest: rested
    words = [row[0] for row in what.qualities if len(row) == 1] if what else []  # not “A or B”
    if any(w.startswith("【") and w.endswith("している") and w != state for w in words):
        return False  # the text names cards in another state
    for condition in predicates.conditions_for(compared, effect):  # “if it is standing”
        same = condition.state and tracker.are_same(condition.subject, what)
        if same and (condition.verb == effect.verb) == condition.negated:
            return False  # the text says that it is not yet in that state
    states: list[str] = []  # into which an earlier step or payment surely put it
    paid = (each for each in compared.cost if each.start < effect.start)
    for each in (*paid, *surely_done(compared.effects, effect)[0]):
        if isinstance(each, nodes.Action) and tracker.are_same(each.what, what):
            states += predicates.states_of(each)
            states += [state for state in predicates.STATES if each.verb.startswith(state)]
    return not states or effect.verb.startswith(states[-1])  # to rest makes rested


def _decides_attack(step: ActionStep) -> Value:
    """Return the slot ``decides_attack``: whether the new state of one's own cards decides if they
    can attack in this turn, for the clause that a rested card cannot (ws 7.2.1.3.1.1). A card that
    stands can attack again. A rest counts only before the attacks: without a trigger, as in 【起】
    (activated, played in the main phase), or triggered by a card's coming to the field."""
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


ACTION_SLOTS: Mapping[str, Callable[[ActionStep], Value]] = {
    "act": lambda step: step.effect.act,
    "verb": lambda step: step.effect.verb,
    "kind": lambda step: step.facts.kind,
    "mark": lambda step: step.facts.ability.marks,
    "keyword": lambda step: step.facts.keyword,
    "what": lambda step: nodes.nouns_of(step.effect.what),
    "goal": lambda step: nodes.nouns_of(step.effect.goal),
    "of": lambda step: predicates.card_nouns(step.effect.what) if step.role == EFFECT else None,
    "object": lambda step: nodes.thing_sort(step.effect.what),
    "object_of": lambda step: nodes.thing_sort(getattr(step.effect.what, "of", None)),
    "target": lambda step: (
        # The goal decides by its kind: 団長に1ダメージを与える.
        nodes.nouns_of(step.tracker.cards_of(step.effect.goal))
        if step.effect.act == "deal-damage"
        else None
    ),
    "gives": lambda step: "others" if nodes.thing_sort(step.effect.goal) == "qualities" else None,
    "sets": lambda step: (
        getattr(step.effect.what, "sort", "cards") if sets_value(step.effect) else None
    ),
    "treats_as": lambda step: _is_treated(step.effect),
    "several": lambda step: step.several,
    "many": lambda step: step.several or step.tracker.is_several(step.effect.what),
    "at_most": lambda step: step.at_most,
    "one_end": lambda step: predicates.is_off_an_end(step.effect),
    "as": lambda step: predicates.use_of_cards(step.effect),
    "laid_from_elsewhere": _laid_from_elsewhere,
    "by": _by,
    "others_own": lambda step: (  # payments are always the master's
        step.role == EFFECT and predicates.names_other_owner(step.effect.by, step.effect)
    ),
    "from": _zones_moved_from,
    "vacates": _vacates,
    # Clauses differ for the two players; if it is unknown, those for both are cited.
    "turn": lambda step: (
        (step.tracker.whose_turn(step.effect.what) or "either-player") if step.moves else None
    ),
    "off_end": _off_end,
    "out_of": lambda step: step.zones_left,
    "empties": _empties,
    "one_by_one": lambda step: (
        nodes.zones_named(step.effect.source) if step.takes_cards and step.several else None
    ),
    "takes": _takes,
    "ends_look": _ends_look,
    "turned_up": lambda step: step.sources if step.goals and step.tracker.turned_up else None,
    "to": lambda step: step.goals,
    "taken": lambda step: step.sources,
    "unowned": lambda step: not step.in_place and step.tracker.goes_to_unowned_zone(step.effect),
    # Rules limit the cards in some zones (ws 9.3.2), are checked at the end (reb 10.6.2), or allow
    # only one card (reb 10.3.3).
    "grows": partial(_goals_unless, "grows", CertainCards.only_replaces_taken),
    "stays_in": partial(_goals_unless, "stays_in", CertainCards.as_many_leave_later),
    "joins": partial(_goals_unless, "joins", CertainCards.is_vacated),
    "enters": lambda step: tuple(z for z in step.goals if z not in step.sources),
    "state": lambda step: predicates.states_of(step.effect) or UNSTATED,
    "at_once": _at_once,
    "free_order": lambda step: (
        step.goals
        if any(word in how for how in step.effect.how for word in _FREE)
        and not step.tracker.seen_is_opponents
        else None
    ),
    "slot": lambda step: step.field_place_slots.get("slot"),
    "slot_in": lambda step: step.field_place_slots.get("slot_in"),
    "slot_state": lambda step: step.field_place_slots.get("slot_state"),
    "left_for": lambda step: step.field_place_slots.get("left_for"),
    "comes_back_from": lambda step: step.field_place_slots.get("comes_back_from"),
    # Who chooses the cards that are moved; rules differ if all players do (reb 1.3.4).
    "chooser": lambda step: step.effect.by.who if step.tracker.picks_out(step.effect) else None,
    # Players who all choose do not see each other's choices from hidden zones (reb 1.3.4.1).
    "chooses_hidden": lambda step: (
        step.tracker.picks_out(step.effect)
        and any(map(step.tracker.is_in_hidden_zone, (step.effect.what, step.effect.source)))
    ),
    "picks_hidden": _picks_hidden,
    "sees": _sees,
    "shuffles": _shuffles,
    "may_be_so": _may_be_so,
    "decides_attack": _decides_attack,
}
"""The function of each slot of an action."""


def add_payment(facts: Collector, effect: nodes.Action) -> None:
    """Add the facts of the payment ``effect``: its clauses differ from those on an equal step."""
    step = _add_action_fact(facts, effect, PAYMENT)
    if effect.source is None:  # else the card is in that zone, not on the field
        word_facts.add_character(facts, effect.what)
    word_facts.add_faces(facts, effect)
    _add_field_changes(facts, step)
    facts.tracker.record_payment(effect)


def _add_action_fact(facts: Collector, effect: nodes.Action, role: str) -> ActionStep:
    """Add the fact of ``effect``, in the ``role`` of an effect or payment, with the slots that
    rules test, and return its step, from which callers make further facts (``field``)."""
    facts.certain.record_action(effect)  # slots then find the moves before it in the record
    step = ActionStep(facts, effect, role)
    values = {name: ACTION_SLOTS[name](step) for name in step.wanted if name in ACTION_SLOTS}
    slots = {name: value for name, value in values.items() if value is not None}
    facts.add(step.role, effect, **slots | {"act": effect.act})
    return step


def _field_slots(step: ActionStep) -> dict[str, Value]:
    """Return the slots (named values) of a ``field`` fact: whether cards come to the field, leave
    it or change places there, as clauses differ. A swap within the field brings no cards to it."""
    effect, tracker, on_field = step.effect, step.tracker, step.on_field
    if effect.act == "swap":
        places = (place for what in step.moved for place in tracker.zones_of(what))
        stays = len(on_field) == len(step.moved) and set(step.facts.zones.field).issuperset(places)
        comes = bool(on_field) and not stays
    else:
        comes = tracker.is_field_place(effect.goal) and not on_field
    side = "opponents" if any(map(predicates.is_opponents, step.fighting)) else "own"
    return {
        "act": effect.act,
        "part": step.role,
        "to": step.goals,
        "mark": step.facts.ability.marks,
        "comes": comes,
        "on_field": bool(on_field),
        "changes_slot": tracker.stays_on_field(effect, step.moved) if on_field else None,
        "leaves_fight": side if step.fighting else None,  # clauses differ for attackers
        "own_card": any(what.sort == THIS_CARD for what in on_field),
    }


def _add_field_changes(facts: Collector, step: ActionStep) -> None:
    """Add facts on which cards ``step`` brings to the field or takes off it, their owner, and after
    which event: a character that leaves in a battle ends the attack, and clauses on empty places
    differ by whose turn it is. A swap empties no place. Clauses are sorted by ``facts.step``."""
    effect, tracker = step.effect, facts.tracker
    if not step.moves:
        return
    facts.step += 1
    facts.add("field", effect, **_field_slots(step))
    trigger = facts.ability.trigger
    for event in trigger.events if trigger and step.fighting else ():
        voice, done_to = "passive" if event.passive else "active", nodes.nouns_of(event.what)
        said: dict[str, Value] = {"event": event.verb, "voice": voice, "what": done_to}
        for who in dict.fromkeys(tracker.part_in_event(event, what) for what in step.fighting):
            facts.add("after", effect, act="leave", **said, who=who)
    if effect.act == "swap" or facts.wanted("leaves", "") is None:
        return  # no place is left empty, or no rule tests it
    for what in step.on_field:
        for zone in step.zones_of([what]):
            filled = facts.certain.is_filled_again(effect, zone, what)
            if zone not in nodes.zones_named(effect.goal) and not filled:
                facts.step += 1
                turn = tracker.whose_turn(what) or "either-player"
                facts.add("leaves", effect, zone=zone, turn=turn)


def add_action(facts: Collector, effect: nodes.Action) -> None:
    """Add the facts of an action, each for its own clauses, then record its moves for later
    effects. An action that only repeats an event has only its manner as a fact, so that clauses are
    not cited twice. A time is a duration only for actions that last (treat, become, add)."""
    if effect.how:
        facts.add("manner", effect, act=effect.act, verb=effect.verb, how=effect.how)
    if effect.of is not None:
        return
    step = _add_action_fact(facts, effect, EFFECT)
    if predicates.card_nouns(effect.what) is not None and effect.source is None:
        word_facts.add_character(facts, effect.what)  # one with a source is in that zone
    if _is_treated(effect):
        word_facts.add_permanent_change(facts, effect)
    if adds_number := predicates.adds_number(effect):
        changed = getattr(effect.goal, "of", None)  # the card: clauses as on its ATK/DEF＋1
        word_facts.add_permanent_change(facts, replace(effect, what=changed))
        word_facts.add_amounts(facts, effect, "/".join(nodes.nouns_of(effect.goal)), "＋", changed)
    trigger = facts.ability.trigger
    what = facts.tracker.cards_of(effect.what) if effect.act == "change-state" else None
    if what is not None and trigger:
        for event in trigger.events:  # a card reversed in battle leaves later (ws 7.7.1.2)
            who = facts.tracker.part_in_event(event, what)
            facts.add("after", effect, act="change-state", event=event.verb, who=who)
    add_letter(facts, effect.number or nodes.thing_number(effect.what))
    word_facts.add_faces(facts, effect)
    _add_number(facts, step)
    if not step.moves and (effect.act in _LASTING or effect.verb == "なる" or adds_number):
        word_facts.add_duration(facts, effect.until, effect.what)
    if effect.act == "swap":
        zones = tuple(step.zones_of(step.moved))
        # In only one zone, no card arrives. To each, clauses on cards that come there apply.
        states = (predicates.states_of(effect) or UNSTATED) if len(zones) > 1 else None
        for zone in zones:
            facts.step += 1
            facts.add("swap", effect, zone=zone, state=states)
    _add_field_changes(facts, step)
    if facts.compared.effects:  # comparing the steps of a very long text takes too long
        facts.certain.zones_left += [(zone, effect) for zone in step.zones_left]
    facts.tracker.record_action(effect)


def _add_number(facts: Collector, step: ActionStep) -> None:
    """Add a fact on the number of cards of ``step``. There are clauses on a maximum (“up to”), also
    by zone (ws 3.2.3.1), on any number, and on an exact number if no card may be there
    (``lacking``): as many cards as possible move (reb 1.3.2), but too few do not pay a price of
    several. Cards that nobody picks have the slots ``off_end`` and ``empties`` instead."""
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


def add_letter(facts: Collector, number: nodes.NumberMeaning | None) -> None:
    """Add a fact on ``number`` if it may be 0 (X cards), for the clause that nothing is then done.
    Add one if it counts empty places, for the clause on these. “The same” damage is never 0."""
    if number is None or number.rule is None:  # nothing in the text computes it
        return
    if number.unit is not None or number.count != Vague.SAME.value:
        letters = {each.letter: each.value for each in facts.ability.letters}
        changes = getattr(letters.get(str(number.count)), "changes", ())
        if not any(change.startswith("＋") for change in changes):  # “level ＋1” is at least 1
            facts.add("letter", number)
        if nodes.thing_sort(number.of) == EMPTY_PLACE:
            facts.add("count", number, of=EMPTY_PLACE)

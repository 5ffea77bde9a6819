"""One walk over the meaning of an ability, in the order of playing, that collects the facts that
some rule uses. ``corpus/facts.toml`` lists their roles and slots."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import repeat
from typing import Any

from rulebook.cards.facts import predicates, word_facts
from rulebook.cards.facts.action_facts import ACTION_SLOTS, add_action, add_letter, add_payment
from rulebook.cards.facts.fact import EFFECT, GENERAL, PAYMENT, Collector, Fact, Value, WantedSlots
from rulebook.cards.facts.predicates import ZoneWords
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import all_effects, cases_in
from rulebook.cards.tree.acts import Move
from rulebook.cards.tree.words import Kind

_MAY_BE_LEFT_OUT = (nodes.IfEffect, nodes.IfDone, nodes.Options, nodes.Delayed)
"""Effects whose inner effects may not happen, so later ones may find cards unmoved."""
_NO_ACTIONS = {"なる", "数える"}  # verbs that state no action, so none is forbidden
_STEPS = (PAYMENT, EFFECT)
_DECK = "デッキ"  # the deck is built before a game, so a text about it has no duration (ws 5.1.2.4)


class _AnyValue:
    """A container of all values: with it, every value of a slot is wanted."""

    def __contains__(self, value: object) -> bool:
        """Whether ``value`` is wanted: always, as ``explain`` and the card library use all."""
        return True


_ALL_SLOTS = dict.fromkeys(ACTION_SLOTS, _AnyValue())


def all_slots(role: str, act: str) -> Mapping[str, Container[object]]:
    """Return all slots as wanted, for any ``role`` and ``act``: ``explain`` shows all."""
    return _ALL_SLOTS


def facts_of(
    ability: nodes.AbilityMeaning, zones: ZoneWords, wanted: WantedSlots, *, unmarked: bool = False
) -> list[Fact]:
    """Return the facts of ``ability``: what it does to what, as slots that the rules of governing
    clauses match. Only slots in ``wanted`` are computed, because all take long. An ability of an
    ``unmarked`` card, without an icon of a zone, has clauses of its own (reb 10.5.1.1)."""
    return _walk(Collector(ability, zones, wanted, []), unmarked=unmarked)


def zones_taken_from(
    ability: nodes.AbilityMeaning, zones: ZoneWords
) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the zones from which each action moves cards, by its span, as the card library also
    finds cards by zones that the text does not repeat (“put it”)."""
    sources = {"from": _AnyValue()}
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for fact in facts_of(ability, zones, lambda role, _: sources if role in _STEPS else None):
        taken = fact.slots.get("from")
        if isinstance(taken, tuple) and taken:
            at = (fact.start, fact.end)
            found[at] = (*found.get(at, ()), *taken)
    return found


def _walk(facts: Collector, *, unmarked: bool = False) -> list[Fact]:
    """Return all facts of an ability and of those it grants, added to ``facts`` in the order of
    playing, since the trackers must know each step. Clauses are looked up by the keyword (and by
    whether it names several cards), by an icon or by two: each icon is in both slots, so a rule can
    test any two. ``unmarked`` cards, without an icon of a zone, have clauses of their own."""
    ability, kind = facts.ability, facts.kind
    facts.step += 1
    if keyword := ability.keyword:
        facts.add("keyword", keyword, name=keyword.name, kind=kind, several=len(keyword.names) > 1)
    if ability.marks:
        card = facts.zones.unmarked if unmarked else None
        other = ability.marks if len(ability.marks) > 1 else None
        said: dict[str, Value] = {"mark": ability.marks, "other_mark": other, "card": card}
        facts.add("mark", ability, GENERAL, **said, kind=kind)  # at no step of ``resolve``
    for condition in ability.condition:
        facts.tracker.record_condition(condition)
    if ability.trigger:
        word_facts.add_trigger(facts, ability.trigger)
    elif kind == Kind.AUTO.value:  # what its conditions ask for plays it
        for condition in (each for each in ability.condition if each.verb and not each.negated):
            facts.step += 1
            voice = "passive" if condition.passive else None
            facts.add("event", condition, verb=condition.verb, voice=voice)
    _add_ability(facts, unmarked)
    _add_cost(facts, ability.cost)
    for effect in ability.effects:
        _add_effect(facts, effect)
    word_facts.add_conditions_and_counts(facts)
    return facts.found


def _add_ability(facts: Collector, unmarked: bool) -> None:
    """Add facts on the ability as a whole, each for its own clauses: its kind (its ``form`` if no
    icon shows the kind), its limit, when it may be played, where it works, and what shows that zone
    (``zone_by``): words, the default of an ``unmarked`` card (without icons of zones), or None for
    an icon. Reminders of rules have no facts. A granted ability works wherever its card is. Facts
    ``own-card`` say that a condition needs the card off the field, or that it is played there."""
    ability, tracker, kind = facts.ability, facts.tracker, facts.kind
    if predicates.only_recalls_rules(ability):
        return
    facts.step += 1
    zone: Value = None
    by: Value = None
    if not facts.granted:
        zone = tracker.home_zones
        is_marked = any(mark in facts.zones.of_marks for mark in ability.marks)
        by = None if not zone or is_marked else "words"
        if tracker.is_in_unmarked_zone(is_card_unmarked=unmarked):
            zone, by = facts.zones.unmarked, "default"
    form = None if ability.kind else predicates.form_of(ability)
    said = {"icon": ability.kind or "none", "kind": kind, "form": form, "zone": zone, "zone_by": by}
    facts.add("ability", ability, GENERAL, **said)
    for condition in ability.condition:
        place = predicates.required_place(condition)
        if nodes.zones_named(place) and not tracker.is_field_place(place):
            facts.add("own-card", condition, place="off-field")
    for effect in ability.playing:
        facts.add("playing", effect, kind=facts.kind)
    for effect in all_effects(ability.playing):
        event = getattr(effect, "event", None)
        if isinstance(event, nodes.Event) and tracker.comes_from_off_field(event):
            facts.add("own-card", effect, place="played")
    if limit := ability.limit:
        facts.add("limit", limit, GENERAL, kind=kind, by="words" if limit.said else "icon")


def _add_cost(facts: Collector, cost: Sequence[nodes.Effect]) -> None:
    """Add the facts of each payment of ``cost`` and of the whole cost, as there are clauses on
    both. The fact on the whole is ``GENERAL``: no step shows it. An effect that is no action was
    not understood."""
    if not cost:
        return
    facts.step += 1
    whole = nodes.ThingMeaning(cost[0].start, cost[-1].end, "cost")
    facts.add("cost", whole, GENERAL, kind=facts.kind, several=len(cost) > 1)
    for effect in cost:
        if isinstance(effect, nodes.Action):
            facts.step += 1
            add_payment(facts, effect)


def _add_effect(facts: Collector, effect: nodes.Effect) -> None:
    """Add the facts of ``effect``, then of the effects inside it, because cards are tracked in this
    order. Delayed effects and prices are marked, because clauses differ. Effects that may not
    happen leave the ability's card where it was."""
    facts.step += 1
    _ADD.get(type(effect), _add_nesting_effect)(facts, effect)
    tracker = facts.tracker
    later, in_price = facts.delayed, facts.in_price
    facts.delayed = later or isinstance(effect, nodes.Delayed)
    costs = [option.cost for option in getattr(effect, "options", ())] or repeat(())
    for case, cost in zip(cases_in(effect), costs, strict=False):
        current = tracker.current_zones
        _add_cost(facts, cost)
        facts.in_price = in_price or case is getattr(effect, "price", None)
        for inner in case:
            _add_effect(facts, inner)
        facts.in_price = in_price
        if isinstance(effect, _MAY_BE_LEFT_OUT):
            tracker.current_zones = current
    facts.delayed = later


def _add_nesting_effect(facts: Collector, effect: nodes.Effect) -> None:
    """Add the facts of an effect that contains others (a permission, an occasion, a delay), for
    clauses on it, on how often it is done (X times may be 0), and on the steps that it makes
    optional; record the cards that 置いたら (if put) names again. With a cost (``at_cost``),
    そうしたら (if so) asks whether the cost was paid. The caller walks the effects inside."""
    who = None
    if isinstance(effect, nodes.MayEffect):
        who = effect.by.who
        for inner in effect.effects:
            if isinstance(inner, (nodes.Action, nodes.Replace)):
                facts.add("optional", inner, act=predicates.kind_of(inner), keyword=facts.keyword)
    if isinstance(effect, nodes.OccasionEffect):
        word_facts.add_occasion(facts, effect)
    if isinstance(effect, nodes.IfDone):
        facts.tracker.record_restated(effect)
    if isinstance(effect, nodes.Delayed):
        word_facts.add_delayed(facts, effect)
        return  # add_delayed has added the fact
    add_letter(facts, getattr(effect, "times", None))
    # The alternatives of “do A or do B” have a number without a unit, and are not a list.
    chosen = isinstance(effect, nodes.Options) and effect.number and effect.number.unit
    at_cost = bool(facts.ability.cost)
    facts.add(EFFECT, effect, act=effect.type, chooser=who, chosen=bool(chosen), at_cost=at_cost)


def _add_choice(facts: Collector, effect: nodes.ChooseEffect) -> None:
    """Add the fact of a choice, and record it for later words (“it”). Clauses depend on who
    chooses, on what says who (``by``: text or rule), on the zone, and on whether others see the
    cards: a choice of unseen cards by quality may find none (``picks_hidden``, ws 8.6.3.1.4)."""
    what, source, tracker = effect.what, effect.source, facts.tracker
    of = predicates.card_nouns(what)
    if of is not None and source is None:  # else the card is in the zone ``source``, not on stage
        word_facts.add_character(facts, what)
    word_facts.add_required_face(facts, what)
    on_field = source is None and not set(nodes.zones_named(what)) - set(facts.zones.field)
    tracker.record_choice(effect)
    _add_chosen_number(facts, effect)
    asked = what if isinstance(what, nodes.ThingMeaning) and what.asks else None
    zones = nodes.zones_named(what) or nodes.zones_named(source)
    facts.add(
        EFFECT,
        effect,
        act=effect.type,
        kind=facts.kind,
        of=of,
        of_field=nodes.nouns_of(what) if on_field else None,
        picks_hidden=asked is not None and tracker.chooses_unseen_cards(effect, asked),
        # Of their own cards there, choosers see also those face down (reb 4.6.2.1).
        asks_in=zones if asked and not predicates.is_opponents(asked) else None,
        by="rule" if effect.by.basis == "rule" else None,  # the text names nobody who chooses
        others_own=predicates.names_other_owner(effect.by, effect),  # their own (reb 9.14.2)
        chooser=effect.by.who,
        chooses_hidden=any(map(tracker.is_in_hidden_zone, (what, source))),
    )


def _add_chosen_number(facts: Collector, effect: nodes.ChooseEffect) -> None:
    """Add a fact on the number of a choice (any, a maximum, exact) and whether all or ``some`` of
    the cards may be lacking, for clauses on each. Of too few cards, all are chosen; but too few do
    not pay a price of several (“by …”), so only the clause on too few is cited then."""
    number = effect.number
    if number is None:
        if nodes.thing_sort(effect.what) == "cards":  # one, by a clause (vs 1.3.5.1)
            facts.add("number", effect, act=effect.type, kind=facts.kind, amount="unstated")
        return
    add_letter(facts, number)
    amount: Value = "up-to" if number.at_most else "exact"
    lacking: Value = None
    if number.count in predicates.ANY_NUMBER:
        amount = "any"
    elif amount == "exact":
        of_several: Value = "some" if facts.in_price else ("all", "some")
        amount = None if facts.in_price and number.count != 1 else amount
        if facts.may_lack_cards(effect, number):
            lacking = "all" if number.count == 1 else of_several
    facts.add("number", number, act=effect.type, kind=facts.kind, amount=amount, lacking=lacking)


def _add_replacement(facts: Collector, effect: nodes.Replace) -> None:
    """Add the fact of a replacement: which event is replaced, by which actions, and for how long.
    Clauses differ by all of these. The event is also added as one that is only mentioned: it does
    not happen, so its words have no clauses on an action."""
    event = effect.event if isinstance(effect.event, nodes.Event) else None
    if event:
        facts.add("mention", event)
    if isinstance(effect.event, nodes.TriggerMeaning) and len(effect.event.events) == 1:
        [event] = effect.event.events  # a time names what is replaced: “when put, instead”
    facts.add(
        EFFECT,
        effect,
        act=effect.type,
        by_acts=tuple(predicates.kind_of(inner) for inner in effect.instead),
        event=event.verb if event else None,
        event_from=nodes.zones_named(event.source) if event else None,
        event_to=nodes.zones_named(event.goal) if event else None,
    )
    word_facts.add_duration(facts, effect.until, replaces=True)


def _add_possibility(facts: Collector, effect: nodes.Prohibit | nodes.Permit) -> None:
    """Add the fact that an event is forbidden or possible, and that it is only mentioned, so that
    no clause on the act is cited. Clauses differ by the event and how it is done, by what is
    overridden (``against``), by whether 自分 (self) is the master, and by how long it holds."""
    event = effect.event
    about = event.what or event.who
    word_facts.add_own_card_off_field(facts, about)
    word_facts.add_character(facts, about)
    facts.add("mention", event)
    own = facts.tracker.comes_from_off_field(event)
    if not own and event.source is None and (event.what is None or event.verb in Move.verbs):
        # A card that is moved is on the stage, one that is played is not.
        word_facts.add_own_card_on_field(facts, about)
    price = event.through if nodes.thing_sort(event.through) == "numbers" else None  # “for cost 0”
    until: nodes.Time | None = effect.until or event.moment
    holding = facts.is_permanent(until) and _DECK not in nodes.nouns_of(event.goal)
    this_turn = effect.until is not None and effect.until.which == ("この",)
    # Clauses on wider choices, actions and, below, exceptions to a rule differ.
    against: Value = "choice" if predicates.widens_choice(effect) else "action"
    inner = all_effects(facts.compared.effects)
    occasions = (each for each in inner if isinstance(each, nodes.OccasionEffect))
    if any(effect in each.effects for each in occasions if each.relation == "even-if"):
        against = "rule"  # “even in a side attack” (ws 1.3.1)
    facts.add(
        EFFECT,
        effect,
        act=effect.type,
        event=event.verb,
        against=None if event.verb in _NO_ACTIONS else against,
        voice="passive" if event.passive else "active",
        own_card="off-field" if own else None,
        how=event.how,
        out_of=nodes.zones_named(event.source) or nodes.zones_named(event.what),
        what=(*nodes.nouns_of(event.what), *nodes.nouns_of(event.goal), *nodes.nouns_of(price)),
        others_own=predicates.names_other_owner(event.who, event),
        beyond_turn=not this_turn,
        holding=facts.kind if holding else None,
    )
    word_facts.add_duration(facts, until, event.who)


def _add_grant(facts: Collector, effect: nodes.Grant) -> None:
    """Add the fact that cards get or lose abilities, ``others`` (a name, 《A》) or both. Add the
    facts of each granted ability, as if it were printed there; lost abilities do nothing. Clauses
    differ if the cards have a quality (``asks``), which another permanent effect may change."""
    word_facts.add_own_card_off_field(facts, effect.what)
    word_facts.add_character(facts, effect.what)
    word_facts.add_permanent_change(facts, effect)
    other = effect.other
    abilities = bool(effect.abilities) or nodes.thing_sort(other) == "abilities"
    gives = ["abilities"] if abilities or "能力" in nodes.nouns_of(other) else []
    given = (*([] if effect.lost else gives), *([] if abilities else ["others"]))
    loses = tuple(gives) if effect.lost else None
    asks = bool(getattr(effect.what, "qualities", ())) and facts.is_permanent(effect.until)
    facts.add(EFFECT, effect, act=effect.type, gives=given, loses=loses, asks=asks)
    word_facts.add_duration(facts, effect.until, effect.what)
    for ability in () if effect.lost else effect.abilities:
        _walk(Collector(ability, facts.zones, facts.wanted, facts.found, granted=True))
    facts.step = facts.found[-1].step if facts.found else facts.step  # the numbers go on from there


_ADD: Mapping[type, Callable[[Collector, Any], None]] = {
    nodes.Action: add_action,
    nodes.ChooseEffect: _add_choice,
    nodes.Grant: _add_grant,
    nodes.ModifyEffect: word_facts.add_change,
    nodes.Permit: _add_possibility,
    nodes.Prohibit: _add_possibility,
    nodes.Replace: _add_replacement,
}
"""The function that adds the facts of an effect itself, by type; other types nest effects."""

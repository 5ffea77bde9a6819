"""Facts of events: those that trigger an ability, and those that its effects wait for."""

from __future__ import annotations

from rulebook.cards.facts.action_step import EFFECT
from rulebook.cards.facts.collector import Collector
from rulebook.cards.facts.fact import Value
from rulebook.cards.facts.predicates import (
    OPPONENT_IN_BATTLE,
    is_of_any,
    is_of_its_card,
    is_of_one_slot,
    is_zone_change,
    names_other_owner,
)
from rulebook.cards.facts.word_facts import add_character, add_off_field, add_time
from rulebook.cards.meaning.nodes import (
    Delayed,
    Event,
    OccasionEffect,
    ThingMeaning,
    TriggerMeaning,
)
from rulebook.cards.meaning.parts import nouns_of, zones_named
from rulebook.cards.tree.words import Kind


def add_trigger(facts: Collector, trigger: TriggerMeaning) -> None:
    """Add what triggers the ability, each event as a step of its own."""
    facts.next_step()
    facts.add("trigger", trigger)
    add_time(facts, trigger.within)
    if trigger.moment:
        facts.add("moment", trigger, moment=trigger.moment.word, mark=facts.ability.marks)
    for event in trigger.events:
        facts.next_step()
        _add_event(facts, event, trigger.within.word if trigger.within else None)


def add_triggering_conditions(facts: Collector) -> None:
    """Add as events what conditions say to have come about, where nothing else triggers."""
    for condition in facts.ability.condition:
        if condition.verb and not condition.negated:
            facts.next_step()
            voice = "passive" if condition.passive else None
            facts.add("event", condition, verb=condition.verb, voice=voice)


def _add_event(facts: Collector, event: Event, within: str | None) -> None:
    facts.tracker.record_event(event)
    who, what = event.who, event.what
    through = event.through
    own_through = isinstance(through, ThingMeaning) and through.of is not None
    change = is_zone_change(event)
    facts.add(
        "event",
        event,
        verb=event.verb,
        voice="passive" if event.passive else "active",
        negated=event.negated,
        alone=event.passive and not event.after,
        subject=_subject_of(event),
        after=tuple(before.verb for before in event.after),
        what=nouns_of(what),
        own=isinstance(what, ThingMeaning) and is_of_its_card(what),
        within=within,
        own_through=nouns_of(through) if own_through else None,
        through=nouns_of(through),
        zone_change=change,
        source=None if event.source or event.through else "unstated",
        to=zones_named(event.goal) if change else None,
        **{"from": zones_named(event.source) if change else None},
        any_of=change and is_of_any(who) and not is_of_one_slot(event, facts.state.zones.filled),
        qualified=_qualified(facts, event) if change else None,
    )
    if not change:
        add_character(facts, who)


def _qualified(facts: Collector, event: Event) -> Value:
    """Return how a card moves that must be more than a card: 《A》のキャラが置かれた時."""
    if not facts.tracker.asks_on_the_way(event):
        return None
    if facts.tracker.goes_hidden(event):
        return "goes-hidden"
    return ("enters", "shows") if facts.tracker.is_closed(event.source) else "enters"


def add_occasion(facts: Collector, effect: OccasionEffect) -> None:
    """Add the event along with which something is done."""
    event = effect.event
    add_off_field(facts, event.what)
    facts.add("mention", event)
    facts.add(
        "occasion",
        effect,
        relation=effect.relation,
        verb=event.verb,
        what=nouns_of(event.what),
        out_of=zones_named(event.source) or zones_named(event.what),
        to=zones_named(event.goal),
        others_own=names_other_owner(event.who, (event.what, event.source, event.goal)),
    )


def add_delayed(facts: Collector, effect: Delayed) -> None:
    """Add what waits for later; 【永】 waits for it again each time (not so reb 9.8.5.1)."""
    made = facts.state.kind != Kind.CONTINUOUS.value
    trigger, tracker = effect.trigger, facts.tracker
    about = [getattr(part, "what", None) for part in effect.effects]
    about += [event.who for event in trigger.events]
    if made:
        on_field = any(map(tracker.waits_on_field, about))
        facts.add(EFFECT, effect, act=effect.type, on_field=on_field)
    facts.add("trigger", trigger)
    if trigger.moment:
        facts.add("later", trigger, moment=trigger.moment.word)
    for event in trigger.events:
        facts.add(
            "later",
            event,
            verb=event.verb,
            voice="passive" if event.passive else "active",
            to=zones_named(event.goal),
            through=nouns_of(event.through),
        )
    for event in trigger.events:
        tracker.record_later_event(event)
    if effect.until:  # of waiting, not of an effect on cards
        facts.add("duration", effect.until, until=effect.until.word)


def _subject_of(event: Event) -> Value:
    """Return what is special about who does ``event``."""
    who = event.who
    if who is None:
        return None if event.passive else "unstated"
    if isinstance(who, ThingMeaning):
        if who.sort == "damage" and who.of:
            return "damage-dealt"
        if OPPONENT_IN_BATTLE in who.words:
            return "opponent-in-battle"
    return None

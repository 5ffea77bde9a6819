"""Facts of words that the rules explain: characters, faces, times, what is asked and counted."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.facts.collector import Collector
from rulebook.cards.facts.predicates import (
    asked_numbers,
    asked_of,
    conditions_of,
    counted_in,
    fights_its_card,
    points_at_cards,
    points_into,
    sides_of,
)
from rulebook.cards.interpreting.naming import CHARACTER
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, OTHERS, THIS_CARD
from rulebook.cards.meaning.nesting import pointers_in_meaning
from rulebook.cards.meaning.nodes import (
    Action,
    Condition,
    Event,
    ThingMeaning,
    Time,
    What,
)
from rulebook.cards.meaning.parts import nouns_of, zones_named
from rulebook.cards.tree.words import Kind

_COUNTS = {"枚数", "合計"}
"""The words for how many cards there are, whatever they are."""


def add_character(facts: Collector, what: What | None) -> None:
    """Add a character with no zone of its own: it fights (ws 2.3.2.1.2, reb 2.2.3.1)."""
    if not isinstance(what, ThingMeaning) or what.sort != "cards":
        return
    zones = set(what.zones) - set(facts.state.zones.rows)
    known = zones or what.refers or what.of
    if CHARACTER in nouns_of(what) and not known and facts.tracker.is_on_field(what):
        facts.add("character", what, place="field")


def add_faces(facts: Collector, effect: Action) -> None:
    """Add which side up cards come or are turned: 裏向きで思い出にする."""
    for side in sides_of(effect.how):
        # Under another card it is no longer where it was.
        facts.add("face", effect, side=side, zone=zones_named(effect.goal or effect.what))


def add_asked_face(facts: Collector, what: What | None) -> None:
    """Add cards in a zone of which one side is asked: 裏向きのカード."""
    if isinstance(what, ThingMeaning):
        for side in sides_of([word for row in what.qualities for word in row]):
            facts.add("face", what, side=side, zone=what.zones)


def add_off_field(facts: Collector, what: What | None) -> None:
    """Add that the text works on its own card although that is not on the field."""
    own = isinstance(what, ThingMeaning) and what.sort == THIS_CARD and what.zones
    if isinstance(what, ThingMeaning) and own and not facts.tracker.is_on_field(what):
        facts.add("own-card", what, place="off-field")


def add_at_home(facts: Collector, what: What | None) -> None:
    """Add that an ability works where cards fight: on the card itself, or on 他のキャラ."""
    tracker = facts.tracker
    if not isinstance(what, ThingMeaning) or facts.state.given:
        return
    if facts.state.kind != Kind.CONTINUOUS.value:
        return
    if what.zones and not tracker.is_on_field(what):
        return
    near = OTHERS in what.other_than and tracker.is_home()
    if near or (what.sort == THIS_CARD and tracker.is_on_field(what)):
        facts.add("own-card", what, place="field")


def add_time(facts: Collector, time: object) -> None:
    """Add a time of one player: あなたのターン中."""
    if isinstance(time, Time) and time.owners:
        facts.add("time", time, word=time.word)


def add_conditions_and_counts(facts: Collector) -> None:
    """Add what is asked, and what is asked of cards that came out of a zone before."""
    ability, state = facts.ability, facts.state
    counted, conditions = counted_in(ability), conditions_of(ability)
    asked = asked_of(state.context, counted, conditions)
    for what in asked:
        facts.next_step()
        _add_asked_numbers(facts, what)
        _add_dependencies(facts, what)
    for what in counted:
        facts.next_step()
        _add_counted(facts, what)
    for condition in conditions:
        facts.next_step()
        _add_condition(facts, condition)
    facts.next_step()
    _add_references(facts, asked)


def _add_counted(facts: Collector, what: What) -> None:
    """Add what something is done for each of, or what a letter stands for."""
    if getattr(what, "sort", None) == EMPTY_PLACE:
        facts.add("count", what, of=EMPTY_PLACE)
    if isinstance(what, ThingMeaning) and what.sort == "cards" and not what.asks:
        facts.add("count", what, each_in=what.zones)
    _add_characters(facts, what)
    _add_asked(facts, what)
    add_asked_face(facts, what)


def _add_condition(facts: Collector, condition: Condition) -> None:
    what = condition.subject
    if not isinstance(condition.what, Time):
        facts.add("condition", condition, kind=facts.state.kind)
    add_time(facts, condition.what)
    if condition.place is None:
        _add_characters(facts, what)
    _add_asked(facts, what, condition.place)
    if condition.number is not None and isinstance(what, ThingMeaning) and not what.asks:
        facts.add("count", what, total_in=what.zones)
    add_asked_face(facts, what)


def _add_characters(facts: Collector, what: What | None) -> None:
    """Add the characters whose number ``what`` is: the sum of the levels of キャラ."""
    while isinstance(what, ThingMeaning):
        add_character(facts, what)
        what = what.of


def _add_asked(facts: Collector, what: What | None, place: What | None = None) -> None:
    """Add the zones of whose cards more is asked than how many they are."""
    number = False
    while isinstance(what, ThingMeaning):
        if what.sort == "cards" and (what.asks or number):
            facts.add("asked", what, zone=what.zones or zones_named(place))
        number = what.sort in ("numbers", "qualities") and _COUNTS.isdisjoint(what.words)
        what = what.of


def _add_asked_numbers(facts: Collector, what: What | None) -> None:
    """Add which number is asked of which cards, some of which may have none (ws 2.19.1)."""
    while isinstance(what, ThingMeaning) and isinstance(what.of, ThingMeaning):
        if what.of.sort == "cards":
            facts.add("asked", what, number=nouns_of(what), of=nouns_of(what.of))
        what = what.of


def _add_dependencies(facts: Collector, what: What | None) -> None:
    """Add a change that numbers of characters decide: ＋Ｘ, そのキャラのレベル×500."""
    for measure, effect in facts.state.changes.items():
        if words := tuple(_numbers_on_field(facts, what)):
            facts.add("dependency", what or effect, measure=measure, on=words)


def _numbers_on_field(facts: Collector, what: What | None) -> list[str]:
    """Return the numbers that ``what`` asks of characters: レベル3以上のキャラ, その合計."""
    is_on_field = facts.tracker.is_on_field
    words: list[str] = []
    while isinstance(what, ThingMeaning):
        if what.sort == "cards" and is_on_field(what):
            words += asked_numbers(what)
        of = what.of
        if of is not None and of.sort in ("cards", THIS_CARD) and is_on_field(of):
            words += what.words
        what = of
    return words


def _add_references(facts: Collector, asked: Sequence[What | None]) -> None:
    """Add what words point at: a card of the trigger, one taken out of a zone."""
    trigger = facts.ability.trigger
    events = trigger.events if trigger else ()
    for event in events:
        _add_opponent_again(facts, event)
    if trigger and events and any(points_at_cards(what, trigger) for what in asked):
        facts.add("reference", trigger, to="event")
    for zone, effect in facts.state.occupancy.taken:
        for what in asked:
            if what is not None and points_into(what, effect):
                facts.add("reference", what, to="taken", zone=zone)


def _add_opponent_again(facts: Collector, event: Event) -> None:
    """Add what is done to who fought in ``event``: そのキャラを山札の下に置く."""
    who = event.who
    if not isinstance(who, ThingMeaning) or not fights_its_card(who):
        return
    for pointer in pointers_in_meaning(facts.ability.effects):
        if pointer.told and points_into(pointer, who):
            kind = facts.state.kind
            facts.add("reference", pointer, to="opponent-in-battle", kind=kind)

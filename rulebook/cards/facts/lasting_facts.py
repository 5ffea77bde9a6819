"""Facts of what holds for a while, or for as long as an ability works."""

from __future__ import annotations

from rulebook.cards.facts.action_step import EFFECT
from rulebook.cards.facts.collector import Collector
from rulebook.cards.facts.predicates import (
    OPPONENT,
    asked_numbers,
    asked_turn,
    is_of_a_card,
    is_opponents,
)
from rulebook.cards.facts.word_facts import add_at_home, add_character, add_off_field, add_time
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.meaning.nodes import (
    Action,
    Duration,
    Grant,
    ModifyEffect,
    ThingMeaning,
    Time,
    What,
)
from rulebook.cards.meaning.parts import zones_named
from rulebook.cards.tree.words import Kind

_THAT_TURN = ("その",)
_ANYWHERE = "anywhere"


def add_lasting(facts: Collector, effect: Action | Grant | ModifyEffect) -> None:
    """Add that what is known of cards differs as long as an ability works."""
    if not facts.state.is_permanent(effect.until):
        return
    what = effect.what
    own = getattr(what, "sort", None) == THIS_CARD
    any_card = facts.tracker.are_any_on_field(what)
    facts.add(
        "lasting",
        effect,
        kind=facts.state.kind,
        any_on_field=any_card,
        zone=zones_named(what),
        own_zone=facts.tracker.current if own else None,
    )
    add_at_home(facts, what)


def add_change(facts: Collector, effect: ModifyEffect) -> None:
    """Add which number of which cards changes, and for how long."""
    state, tracker, until = facts.state, facts.tracker, effect.until
    add_off_field(facts, effect.what)
    add_character(facts, effect.what)
    damage = getattr(effect.what, "sort", None) == "damage"
    if not damage:
        add_lasting(facts, effect)
    measure = effect.measure or "ATK/DEF"
    cards = tracker.resolve(effect.what)
    fights = cards is not None and tracker.is_on_field(cards) and tracker.may_fight(cards)
    over = until and not state.is_permanent(until) and until.which == _THAT_TURN
    asked = asked_turn(state.context, effect)
    turn = tracker.whose_turn(effect.what, asked) if over or asked is not None else None
    permanent = state.is_permanent(until)
    facts.add(
        EFFECT,
        effect,
        act=effect.type,
        measure=measure,
        object="damage" if damage else "cards",
        change="less" if "－" in effect.amount else "more",
        attacks=turn != "non-turn-player",
        zone=zones_named(effect.what),
        may_be_attacked=fights and permanent and turn != "turn-player",
    )
    _add_amounts(facts, effect, measure, cards)
    if permanent:
        state.changes[measure] = effect
        for word in asked_numbers(effect.what):
            facts.add("dependency", effect, measure=measure, on=word)
    add_duration(facts, until, effect.what)
    tracker.record_object(effect.what)


def _add_amounts(
    facts: Collector, effect: ModifyEffect, measure: str, cards: ThingMeaning | None
) -> None:
    """Add which of two numbers goes down or up: －2/±0 is ATK alone (reb 10.3.5 asks DEF).

    The zone of a card decides whether it has taken damage that may now be too much.
    """
    names, amounts = measure.split("/"), effect.amount.split("/")
    if len(names) != len(amounts):
        return
    until, places = effect.until, facts.tracker.places(cards) if cards else ()
    for name, amount in zip(names, amounts, strict=True):
        affected = until and "±" not in amount and not _is_attacked(facts, cards, until)
        facts.add(
            "amount",
            effect,
            measure=name,
            change=tuple(word for sign, word in (("－", "less"), ("＋", "more")) if sign in amount),
            zone=tuple(places) or _ANYWHERE,
            during=until.word if until and affected else None,
            until=until.word if until and not facts.state.is_permanent(until) else None,
        )


def _is_attacked(facts: Collector, cards: ThingMeaning | None, until: Time) -> bool:
    """Return whether ``cards`` are attacked in the attack ``until``, so that ATK is idle."""
    if cards is None or f"{until.word}する" not in facts.state.zones.turn_verbs:
        return False
    if until.owners:
        theirs = any(owner.startswith(OPPONENT) for owner in until.owners)
        return theirs and not is_opponents(cards)
    return facts.tracker.whose_turn(cards) == "non-turn-player"


def add_duration(
    facts: Collector, until: Time | None, what: What | None = None, *, replaces: bool = False
) -> None:
    """Add the duration of an effect on ``what``.

    What ``replaces`` something else changes no card for a while (ws 8.2.1).
    """
    if until is None:
        return
    if facts.state.is_permanent(until):
        facts.add("duration", until, **{"while": until.word})
        add_time(facts, until)
        return
    effect: list[str] = [] if replaces else ["lasting"]
    if replaces:
        pass
    elif facts.tracker.is_coming(what):
        if getattr(what, "sort", "cards") == "cards":
            effect.append("coming")
            facts.add("mention", what or until)
    elif facts.state.kind == Kind.CONTINUOUS.value:
        pass  # reb 9.10.2 is of what others than 【永】 make
    elif getattr(what, "sort", None) != "players" or is_of_a_card(until):
        effect.append("known")
    facts.add("duration", until, until=until.word, effect=tuple(effect))
    if isinstance(until, Duration) and until.inside:
        facts.add("duration", until.inside, until=until.inside.word)

"""Facts about conditions, counts, events, changes and durations. An ability 【永】 is always in
force; キャラ is a character, ターン a turn, アタック an attack, その “that”, レベル a level."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.facts import predicates
from rulebook.cards.facts.fact import EFFECT, Collector, Value
from rulebook.cards.interpreting.thing_words import CHARACTER, EMPTY_PLACE, OTHERS, THIS_CARD
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import all_effects, pointers_in_meaning
from rulebook.cards.meaning.nodes import ThingMeaning, What, nouns_of, thing_sort, zones_named
from rulebook.cards.tree.words import IN_BATTLE, Kind

_COUNTS = {"枚数", "合計"}  # the words for how many cards there are, whatever cards they are


def add_character(facts: Collector, what: What | None) -> None:
    """Add a fact on ``what`` if it is a character without a stated zone, which is on the field (ws
    2.3.2.1.2, reb 2.2.3.1): by a clause, cards are called characters only there. If ``what`` points
    back (そのキャラ, that) or belongs to something, the antecedent or owner shows its zone."""
    if not isinstance(what, ThingMeaning) or what.sort != "cards":
        return
    zones = set(what.zones) - set(facts.zones.rows)  # a row is no zone of its own
    known = zones or what.refers or what.of
    if CHARACTER in nouns_of(what) and not known and facts.tracker.is_on_field(what):
        facts.add("character", what, place="field")


def add_faces(facts: Collector, effect: nodes.Action) -> None:
    """Add facts on which side of cards is up, for clauses on cards face down, which are blank."""
    for side in predicates.sides_of(effect.how):
        # A goal comes first: under another card, a card is no longer where it was.
        facts.add("face", effect, side=side, zone=zones_named(effect.goal or effect.what))


def add_required_face(facts: Collector, what: What | None) -> None:
    """Add a fact on ``what`` if it is cards in a zone that must have one side up (face-down cards),
    so that the clause of the zone about face-down cards is cited."""
    if isinstance(what, ThingMeaning):
        for side in predicates.sides_of([word for row in what.qualities for word in row]):
            facts.add("face", what, side=side, zone=what.zones)


def add_own_card_off_field(facts: Collector, what: What | None) -> None:
    """Add a fact on ``what`` if it is the ability's own card off the field (“this card in the
    hand”): the clause by which an ability works there is then cited."""
    own = isinstance(what, ThingMeaning) and what.sort == THIS_CARD and what.zones
    if isinstance(what, ThingMeaning) and own and not facts.tracker.is_on_field(what):
        facts.add("own-card", what, place="off-field")


def add_own_card_on_field(facts: Collector, what: What | None) -> None:
    """Add the fact that a 【永】 on the field affects its own card or, if its card is there,
    他のキャラ (other characters): the clause that it works only on the field is cited for it. A
    granted ability does not have this fact, because it works where its card is."""
    tracker = facts.tracker
    if not isinstance(what, ThingMeaning) or facts.granted or facts.kind != Kind.CONTINUOUS.value:
        return
    if what.zones and not tracker.is_on_field(what):
        return
    near = OTHERS in what.other_than and tracker.is_card_on_field()
    if near or (what.sort == THIS_CARD and tracker.is_on_field(what)):
        facts.add("own-card", what, place="field")


def add_time(facts: Collector, time: object) -> None:
    """Add a fact on ``time`` if it has an owner (“in your turn”), because there are clauses on
    whose turn a time belongs to. Other values of a condition, such as cards, are not times."""
    if isinstance(time, nodes.Time) and time.owners:
        facts.add("time", time, word=time.word)


def add_conditions_and_counts(facts: Collector) -> None:
    """Add facts on what the ability asks and counts, after the facts on its effects: where effects
    move cards, and which numbers they change, decides which clauses apply. In very long texts,
    which are not ``compared``, nothing counts as asked."""
    ability = facts.ability
    counted, conditions = predicates.counted_things(ability), predicates.conditions_of(ability)
    asked = predicates.things_asked_about(facts.compared, counted, conditions)
    for what in asked:
        facts.step += 1
        for each in predicates.with_wholes(what):
            # Which number of which cards: some cards lack it (ws 2.19.1).
            if each.of is not None and each.of.sort == "cards":
                facts.add("asked", each, number=nouns_of(each), of=nouns_of(each.of))
        for measure in facts.changed:  # rules on the order of changes match this
            if words := tuple(_numbers_on_field(facts, what)):
                facts.add("dependency", what, measure=measure, on=words)
    for what in counted:
        facts.step += 1
        if thing_sort(what) == EMPTY_PLACE:
            facts.add("count", what, of=EMPTY_PLACE)
        if isinstance(what, ThingMeaning) and what.sort == "cards" and not what.asks:
            facts.add("count", what, each_in=what.zones)  # whatever they are
        for each in predicates.with_wholes(what):  # a sum, its levels, their characters
            add_character(facts, each)
        _add_inspected_cards(facts, what)
        add_required_face(facts, what)
    for condition in conditions:
        facts.step += 1
        _add_condition(facts, condition)
    facts.step += 1
    _add_references(facts, asked)


def _add_condition(facts: Collector, condition: nodes.Condition) -> None:
    """Add facts on ``condition`` and what it checks (zones, characters), so that clauses on these
    are cited. Cards in a stated ``place`` may be off the field, where they are not characters."""
    what = condition.subject
    if not isinstance(condition.what, nodes.Time):  # there are other clauses on times
        facts.add("condition", condition, kind=facts.kind)
    add_time(facts, condition.what)
    if condition.place is None:
        for each in predicates.with_wholes(what):
            add_character(facts, each)
    _add_inspected_cards(facts, what, condition.place)
    if condition.number is not None and isinstance(what, ThingMeaning) and not what.asks:
        # If more is asked, the cards are inspected and not only counted.
        facts.add("count", what, total_in=what.zones)
    add_required_face(facts, what)


def _add_inspected_cards(facts: Collector, what: What | None, place: What | None = None) -> None:
    """Add facts on the zones of cards in ``what`` (or in ``place``) about which more than their
    number is asked, such as a trait: there may be cards face down, which by a clause have none."""
    measured = False
    for each in predicates.with_wholes(what):  # “sum of levels” comes before its cards
        if each.sort == "cards" and (each.asks or measured):
            facts.add("asked", each, zone=each.zones or zones_named(place))
        measured = each.sort in ("numbers", "qualities") and _COUNTS.isdisjoint(each.words)


def _numbers_on_field(facts: Collector, what: What | None) -> list[str]:
    """Return which numbers (level, power) of characters on the field ``what`` depends on:
    “characters of level 3 or more”. Effects change these, so clauses on their order are cited."""
    is_on_field = facts.tracker.is_on_field
    words: list[str] = []
    for each in predicates.with_wholes(what):
        if each.sort == "cards" and is_on_field(each):
            words += predicates.required_numbers(each)
        of = each.of
        if of is not None and of.sort in ("cards", THIS_CARD) and is_on_field(of):
            words += each.words
    return words


def _add_references(facts: Collector, asked: Sequence[What]) -> None:
    """Add facts on words that point back: その (that) in effects, to an opponent in battle (ws
    8.11.2), and things in ``asked``, to cards that the trigger moved (ws 8.11.1) or a step took out
    of a zone, but not by ``damage`` (ws 4.10.3)."""
    trigger = facts.ability.trigger
    events = trigger.events if trigger else ()
    for event in events:
        who = event.who
        if isinstance(who, ThingMeaning) and predicates.fights_its_card(who):
            for pointer in pointers_in_meaning(facts.ability.effects):
                if pointer.explicit and predicates.points_into(pointer, who):
                    facts.add("reference", pointer, to="opponent-in-battle", kind=facts.kind)
    parts = [part for e in events for part in (e.who, e.what, e.source, e.goal)]
    cards = [p for p in parts if p and thing_sort(p) in ("cards", THIS_CARD, "zone")]
    if trigger and any(predicates.points_into(what, part) for what in asked for part in cards):
        facts.add("reference", trigger, to="event")
    left = facts.certain.zones_left
    taken = [(zone, a) for zone, e in left for a in asked if predicates.points_into(a, e)]
    effects = all_effects(facts.ability.effects) if taken else ()
    damage = any(isinstance(e, nodes.Action) and e.act == "deal-damage" for e in effects)
    for zone, what in taken:
        facts.add("reference", what, to="taken", zone=zone, damage=damage)


def add_trigger(facts: Collector, trigger: nodes.TriggerMeaning) -> None:
    """Add facts on a trigger (“when …”), its time and its events, each a step. By the fact
    ``trigger``, rules know its words: “when drawn” makes nobody draw."""
    facts.step += 1
    facts.add("trigger", trigger)
    add_time(facts, trigger.within)
    if trigger.moment:
        facts.add("moment", trigger, moment=trigger.moment.word, mark=facts.ability.marks)
    for event in trigger.events:
        facts.step += 1
        _add_event(facts, event, trigger.within.word if trigger.within else None)


def _add_event(facts: Collector, event: nodes.Event, within: str | None) -> None:
    """Add the fact of an ``event`` that triggers the ability (only ``within`` a time, if given). By
    its slots (see ``facts.toml``), the rules of ``governing.toml`` choose clauses. Cards that must
    have a quality (“when 《A》 …”) are checked where all see them, so ``qualified`` says how they
    move: out of a hidden zone ("shows"), into one ("goes-hidden"), to the field ("enters")."""
    facts.tracker.record_event(event)  # for later words (“it”)
    who, what = event.who, event.what
    through = event.through
    own_through = getattr(through, "of", None) is not None
    change = predicates.is_zone_change(event)
    qualified: Value = None
    if change and facts.tracker.has_rule_on_quality(event):
        shows = ("enters", "shows") if facts.tracker.is_in_hidden_zone(event.source) else "enters"
        qualified = "goes-hidden" if facts.tracker.is_in_hidden_zone(event.goal) else shows
    facts.add(
        "event",
        event,
        verb=event.verb,
        voice="passive" if event.passive else "active",
        negated=event.negated,
        # A card that is set comes from the hand, unless it did something before (reb 7.4.2.4).
        alone=event.passive and not event.after,
        subject=_special_subject(event),
        after=tuple(before.verb for before in event.after),
        what=nouns_of(what),
        own=thing_sort(getattr(what, "of", None)) == THIS_CARD,
        within=within,
        own_through=nouns_of(through) if own_through else None,  # “by this card's” (ws 7.3.1.2.3.1)
        through=nouns_of(through),
        goal=nouns_of(event.goal),
        zone_change=change,
        source=None if event.source or event.through else "unstated",  # maybe moved: reb 7.4.2.2
        to=zones_named(event.goal) if change else None,
        **{"from": zones_named(event.source) if change else None},
        any_of=change  # several cards may move at once, and trigger it once for each (ws 8.7.2.1)
        and predicates.is_any_card(who)
        and not predicates.is_of_single_card_zone(event, facts.zones.filled),
        qualified=qualified,
    )
    if not change:  # a card that moves is on the field only before or after
        add_character(facts, who)


def add_occasion(facts: Collector, effect: nodes.OccasionEffect) -> None:
    """Add the fact of the occasion of an effect (“when playing it”) with its event. The event
    triggers nothing, and only says when the effect applies: a mention, for which no clause on its
    verb is cited. If it is of the own card off the field, the clause on working there is."""
    event = effect.event
    add_own_card_off_field(facts, event.what)
    facts.add("mention", event)
    facts.add(
        "occasion",
        effect,
        relation=effect.relation,
        verb=event.verb,
        what=nouns_of(event.what),
        out_of=zones_named(event.source) or zones_named(event.what),
        to=zones_named(event.goal),
        others_own=predicates.names_other_owner(event.who, event),
    )


def add_delayed(facts: Collector, effect: nodes.Delayed) -> None:
    """Add facts on an effect that waits (“when the next turn begins, draw”) and on the event or
    time that it waits for, for clauses on each; record where that event moves cards. By the rules,
    waiting effects happen only once, so those of a 【永】, which happen each time, get no fact."""
    trigger, tracker = effect.trigger, facts.tracker
    about = [part.what for part in effect.effects]
    about += [event.who for event in trigger.events]
    if facts.kind != Kind.CONTINUOUS.value:
        facts.add(EFFECT, effect, act=effect.type, on_field=any(map(tracker.waits_on_field, about)))
    facts.add("trigger", trigger)
    if trigger.moment:
        facts.add("later", trigger, moment=trigger.moment.word)
    for event in trigger.events:
        voice, through = "passive" if event.passive else "active", nouns_of(event.through)
        to = zones_named(event.goal)
        facts.add("later", event, verb=event.verb, voice=voice, to=to, through=through)
        tracker.record_event(event)  # it has happened when the effect is done
        if thing_sort(event.who) == THIS_CARD and predicates.is_zone_change(event):
            tracker.current_zones = to or tracker.current_zones
    if effect.until:  # how long it waits, not how long cards are affected
        facts.add("duration", effect.until, until=effect.until.word)


def _special_subject(event: nodes.Event) -> Value:
    """Return how the subject of ``event`` is special: damage, in battle, its opponent, unstated."""
    who = event.who
    if who is None:
        # By a clause, it is what the ability's card does itself: “when it came” (gbf 8-7-2-2).
        return None if event.passive else "unstated"
    if isinstance(who, ThingMeaning):
        if who.sort == "damage" and who.of:
            return "damage-dealt"
        if predicates.OPPONENT_IN_BATTLE in who.words:
            return "opponent-in-battle"
        if any(word.endswith(IN_BATTLE) for row in who.qualities for word in row):
            return "in-battle"
    return None


def add_permanent_change(
    facts: Collector, effect: nodes.Action | nodes.Grant | nodes.ModifyEffect
) -> None:
    """Add the fact that ``effect`` changes cards, unless it ends by itself: which cards, and in
    which zone (for its own card, where that is: ``own_zone``). Clauses on continuous effects are
    cited for it and, if its card is on the field, the clause that it works only there."""
    if not facts.is_permanent(effect.until):
        return
    what, zone = effect.what, zones_named(effect.what)
    own_zone = facts.tracker.current_zones if thing_sort(what) == THIS_CARD else None
    others = (
        isinstance(what, ThingMeaning)
        and (what.sort == "cards" and facts.tracker.is_on_field(what))
        # Cards named before and an opponent in battle are already there; others may come.
        and (predicates.is_any_card(what) and not predicates.fights_its_card(what))
    )
    of_character = isinstance(what, ThingMeaning) and (  # “others”, or those next to its card
        OTHERS in what.other_than or (what.of is not None and thing_sort(what.of.of) == THIS_CARD)
    )
    slots: dict[str, Value] = {"any_on_field": others, "of_character": of_character, "zone": zone}
    facts.add("lasting", effect, kind=facts.kind, own_zone=own_zone, **slots)
    add_own_card_on_field(facts, what)


def add_change(facts: Collector, effect: nodes.ModifyEffect) -> None:
    """Add facts on a change to a number: which number of which cards, for how long. Clauses differ
    by number and by whose turn it surely is (by “during that turn” or a condition): cards of the
    turn player may attack (``attacks``), other cards may be attacked while the ability works; if it
    is not sure, both. Clauses order changes without an end, because one of “characters of level 3”
    depends on others (``facts.changed``). ＋1/±0, without a name, is of ATK and DEF."""
    tracker, until = facts.tracker, effect.until
    add_own_card_off_field(facts, effect.what)
    add_character(facts, effect.what)
    damage = thing_sort(effect.what) == "damage"
    if not damage:  # that is no card: clauses on continuous effects on cards do not apply
        add_permanent_change(facts, effect)
    measure = effect.measure or "ATK/DEF"
    cards = tracker.cards_of(effect.what)
    fights = cards is not None and tracker.is_on_field(cards) and tracker.may_fight(cards)
    in_that_turn = until and not facts.is_permanent(until) and until.which == ("その",)
    asked = predicates.required_turn(facts.compared, effect)
    turn = tracker.whose_turn(effect.what, asked) if in_that_turn or asked is not None else None
    permanent = facts.is_permanent(until)
    facts.add(
        EFFECT,
        effect,
        act=effect.type,
        kind=facts.kind,
        measure=measure,
        object="damage" if damage else "cards",
        change="less" if "－" in effect.amount else "more",
        attacks=turn != "non-turn-player",
        zone=zones_named(effect.what),
        may_be_attacked=fights and permanent and turn != "turn-player",
    )
    add_amounts(facts, effect, measure, effect.amount, cards)
    if permanent:
        facts.changed[measure] = None
        for word in predicates.required_numbers(effect.what):
            facts.add("dependency", effect, measure=measure, on=word)
    add_duration(facts, until, effect.what)
    tracker.record_object(effect.what)


def add_amounts(
    facts: Collector, effect: nodes.Effect, measure: str, amount: str, cards: ThingMeaning | None
) -> None:
    """Add a fact for each number of ``measure`` (ATK/DEF) that changes by ``amount`` (－2/±0): more
    ATK in an attack deals more damage (reb 8.4.3), DEF falls when the duration ends (reb 7.6.3,
    10.3.5). With ±0, or for cards only attacked, ``during`` is None."""
    names, amounts = measure.split("/"), amount.split("/")
    if len(names) != len(amounts):
        return  # the amount is not stated for each number
    until, zone = effect.until, tuple(facts.tracker.zones_of(cards) if cards else ()) or "anywhere"
    ends = until.word if until and not facts.is_permanent(until) else None
    for name, change in zip(names, amounts, strict=True):
        affected = until and "±" not in change and not _is_only_attacked(facts, cards, until)
        during = until.word if until and affected else None
        ways = tuple(word for sign, word in (("－", "less"), ("＋", "more")) if sign in change)
        facts.add("amount", effect, measure=name, change=ways, zone=zone, during=during, until=ends)


def _is_only_attacked(facts: Collector, cards: ThingMeaning | None, until: nodes.Time) -> bool:
    """Whether ``cards`` are only attacked in ``until`` (相手のアタック中: the opponent's attack),
    and so deal no damage then: no clause on more damage is cited for a change of their ATK. In a
    time that is no attack (acts of the turn player's cards: ``turn_verbs``), they may."""
    if cards is None or f"{until.word}する" not in facts.zones.turn_verbs:  # no attack
        return False
    if until.owners:
        theirs = any(owner.startswith(predicates.OPPONENT) for owner in until.owners)
        return theirs and not predicates.is_opponents(cards)
    return facts.tracker.whose_turn(cards) == "non-turn-player"


def add_duration(
    facts: Collector, until: nodes.Time | None, what: What | None = None, *, replaces: bool = False
) -> None:
    """Add a fact on the duration ``until`` of an effect on ``what``. Clauses differ by its end, and
    by whether it affects known cards or cards yet to come (“the next character put”: a ``mention``,
    not a move). It affects no card if it ``replaces`` an event or is for players (“this turn, you
    …”), unless its time is a card's (“in a character's attack, you …”). A 【永】 holds ``while`` a
    time recurs, without an end. For an attack ``inside`` a turn, a second fact has the turn."""
    if until is None:
        return
    if facts.is_permanent(until):
        facts.add("duration", until, **{"while": until.word})
        add_time(facts, until)
        return
    effect: list[str] = [] if replaces else ["lasting"]
    sort = thing_sort(what)
    if not replaces and getattr(facts.tracker.cards_of(what), "coming", False):
        if sort in ("cards", None):
            effect.append("coming")
            facts.add("mention", what or until)
    elif not replaces and (sort != "players" or not predicates.PLAYERS.issuperset(until.owners)):
        # 【永】 affect cards that move later, too (reb 9.10.2).
        effect += [] if facts.kind == Kind.CONTINUOUS.value else ["known"]
    facts.add("duration", until, until=until.word, effect=tuple(effect))
    if longer := isinstance(until, nodes.Duration) and until.inside:
        facts.add("duration", longer, until=longer.word)

"""Tracks the zones of the cards of an ability, as far as the text says, because pointers (それ: it,
それら: those, そのカード: that card) name no zone. キャラ is a character, エントリー a zone of one
card, Reバース the zone and the sort of card that print no icon of a zone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulebook.cards.facts import predicates
from rulebook.cards.interpreting.thing_words import CHARACTER, EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import LOOKS
from rulebook.cards.meaning.nodes import Action, ThingMeaning, What, thing_sort, zones_named
from rulebook.cards.tree.words import Kind
from rulebook.records import replace

MOVES = {"put", "return", "add", "move", "turn-into", "swap"}
"""The types of actions that take cards from one zone to another."""

_SIDES = {"裏向きに", "表向きに"}  # how cards are turned within their zone, which is not a move


class LocationTracker:
    """Tracks in which zones the cards of an ability are; the walk asks it before each step."""

    def __init__(self, ability: nodes.AbilityMeaning, zones: predicates.ZoneWords) -> None:
        """Begin with the card of ``ability`` where it is played; later steps may move it, and
        pointers (そのカード) find it there. ``zones`` has what the rules say about zones."""
        self._ability = ability
        self._zones = zones
        # The zones of the field, those of them where no card fights, and those not open to all.
        self._field, self._behind = frozenset(zones.field), frozenset(zones.behind)
        self._hidden = frozenset(zones.hidden)
        self._things: dict[str | nodes.TextPlace, ThingMeaning] = {}
        """The cards in their current zones, by the name of a choice or a place in the text."""
        self._seen_by_all = False  # whether both players saw the cards seen last (reveal)
        self.seen: tuple[str, ...] = ()  # the zones whose cards were seen last
        self.seen_is_opponents = False  # whether these are the opponent's
        self._revealed: tuple[str, ...] = ()  # the zones revealed as a whole, no longer hidden
        self.turned_up = False  # whether the cards seen last were turned up, not only seen
        self.home_zones = predicates.home_zones(ability, zones)  # where it is when played
        self.moved_to: tuple[str, ...] = ()  # where it has gone, if the ability moved it
        self.current_zones = self.home_zones  # the zones where it is now
        self.is_own_turn = predicates.is_masters_turn(ability, zones)
        """Whether the ability is resolved in the turn of its master, None if nothing decides."""

    def record_event(self, event: nodes.Event) -> None:
        """Record the card of ``event`` in its goal or, without a move, zone, for pointers to it."""
        if isinstance(event.who, ThingMeaning):
            zones = zones_named(event.goal) if predicates.is_zone_change(event) else event.who.zones
            self._things[event.who.text_place] = _placed_in(event.who, zones)

    def record_choice(self, effect: nodes.ChooseEffect) -> None:
        """Record the chosen cards in their zone; later pointers have only the choice's name."""
        if isinstance(effect.what, ThingMeaning):
            self._things[effect.name] = out_of(self.cards_of(effect.source), effect.what)

    def record_condition(self, condition: nodes.Condition) -> None:
        """Record the cards of ``condition`` in the zone where it requires them: later pointers find
        them there. :meth:`record_object` leaves out cards to which it points (そのカード)."""
        for what in predicates.with_wholes(condition.subject):
            self.record_object(out_of(condition.place, what))

    def record_action(self, effect: Action) -> None:
        """Record which cards ``effect`` handles, shows and moves where: later pointers (それ) name
        no zone, and cards without a zone are those seen last. Slots on looks and hidden cards ask
        who saw them, whether they were turned up, and which zones are revealed as a whole."""
        self.record_object(effect.what)
        if effect.act in LOOKS:
            self.seen = zones_named(effect.what) or zones_named(effect.source) or self.seen
            owners = (*getattr(effect.what, "owners", ()), *getattr(effect.source, "owners", ()))
            self.seen_is_opponents = predicates.OPPONENT in owners
            self._seen_by_all = effect.act != "look"
            self.turned_up = effect.act == "turn-up"
            what = effect.what if effect.act == "reveal" else None
            if isinstance(what, ThingMeaning) and what.words == what.zones and not what.number:
                self._revealed += what.zones  # as a whole, so no card there is hidden
        # With an upper limit, maybe only some have moved, and a swap goes two ways.
        zones = () if effect.number and effect.number.at_most else zones_named(effect.goal)
        if not zones and thing_sort(effect.goal) in ("places", EMPTY_PLACE):
            zones = self._zones.field[:1]  # places are on the field
        if zones and is_move(effect):
            if effect.act != "swap" and isinstance(effect.what, ThingMeaning):
                self.record_object(replace(effect.what, zones=zones))
            for name in self._choice_names(effect.what):
                self._things[name] = replace(self._things[name], zones=zones)
        if effect.act == "swap":
            parts = (effect.what, effect.goal, effect.companion)
            names = {name for part in parts for name in self._choice_names(part)}
            own = sum(getattr(part, "sort", "") == THIS_CARD for part in parts)
            if len(names) == own == 1:  # only the ability's card and a chosen one are tracked
                name = names.pop()
                other = self._things[name]
                self._things[name] = _placed_in(other, self.current_zones)
                self.current_zones = other.zones
        self._record_leaving(effect)

    def record_object(self, what: What | None) -> None:
        """Record the cards ``what`` in their zone, so that later pointers find them there. Those
        that are themselves pointed at (そのカード) are recorded already."""
        if isinstance(what, ThingMeaning) and not what.refers:
            self._things[what.text_place] = what

    def record_restated(self, effect: nodes.IfDone) -> None:
        """Record the cards that ``effect`` names a second time, in their current zone:
        《A》を置いたら (if put), そのキャラを…. Later pointers refer to this second place."""
        what = effect.event.what if effect.event else None
        cards = self._recorded_for(effect.of)
        if cards is not None and isinstance(what, ThingMeaning):
            self.record_object(_placed_in(what, cards.zones))

    def record_payment(self, effect: Action) -> None:
        """Record where the cards are that a cost shows or moves: later pointers name no zone."""
        if isinstance(effect.what, ThingMeaning):
            paid = out_of(effect.source, effect.what)
            zones = zones_named(effect.goal) if is_move(effect) else ()
            self.record_object(_placed_in(paid, zones or paid.zones))
        self._record_leaving(effect)

    def _record_leaving(self, effect: Action) -> None:
        """Record where the ability's card is after ``effect``: clauses depend on its zone."""
        if moves_its_card(effect):
            self.moved_to = zones_named(effect.goal)
            self.current_zones = self.moved_to or self.current_zones

    def is_in_unmarked_zone(self, *, is_card_unmarked: bool) -> bool:
        """Whether the ability works in the zone (Reバース) whose cards print no icon of a zone, for
        clauses on it: no icon or word names its zone, and its card is called このReバース (this) or
        not mentioned. In the latter case, a 【永】 or 【起】 (always in force, activated) without
        an icon works there, as those of characters print one; a 【自】 (automatic) only if no
        ability of the card has an icon (``is_card_unmarked``), as those of characters may print
        none."""
        ability, unmarked = self._ability, self._zones.unmarked
        if unmarked is None or ability.kind is None or self.home_zones:
            return False
        if names := predicates.names_of_its_card(ability):
            return unmarked in names
        return is_card_unmarked or ability.kind != Kind.AUTO.value

    def is_in_hidden_zone(self, what: What | None) -> bool:
        """Whether the other player does not see the zone of ``what`` (a hand), as clauses ask."""
        return not self._hidden.isdisjoint(zones_named(what))

    def has_rule_on_quality(self, event: nodes.Event) -> bool:
        """Whether a clause, to be cited, says in which zone the quality (《A》) of a card moved by
        ``event`` is checked. The own card is known without a check, and there is no clause on moves
        from the field to a visible zone, or between hidden zones (ws 8.7.4.1.1, 8.9.3.1)."""
        who = event.who
        if not isinstance(who, ThingMeaning) or not who.asks or who.sort == THIS_CARD:
            return False
        closed = self._hidden if self.is_in_hidden_zone(event.goal) else self._field
        return closed.isdisjoint(zones_named(event.source))

    def comes_from_off_field(self, event: nodes.Event) -> bool:
        """Whether ``event`` moves the own card from off the field, where the ability then works."""
        what, zones = event.what or event.who, zones_named(event.source)
        return thing_sort(what) == THIS_CARD and bool(zones) and self._field.isdisjoint(zones)

    def whose_turn(self, what: What | None, own_turn: bool | None = None) -> str | None:
        """Return ``turn-player`` or ``non-turn-player``, whichever ``what`` belongs to, because
        clauses differ; None if unsure. ``own_turn`` is whether it is the ability's player's turn,
        if a condition states that. Cards that pay a cost are of that player."""
        thing, turn = self.cards_of(what), self.is_own_turn if own_turn is None else own_turn
        if thing is None or turn is None:
            return None
        own = thing.sort == THIS_CARD or not predicates.OWN.isdisjoint(thing.owners)
        paid = any(part.start <= thing.start < part.end for part in self._ability.cost)
        if not predicates.is_opponents(thing) and not own and not paid:
            return None
        return "non-turn-player" if predicates.is_opponents(thing) == turn else "turn-player"

    def is_field_place(self, goal: What | None) -> bool:
        """Whether ``goal`` is a place on the field: it holds one card, so clauses bar a second."""
        is_place = thing_sort(goal) in ("places", EMPTY_PLACE)
        return is_place or not self._field.isdisjoint(zones_named(goal))

    def zones_left_for(self, place: ThingMeaning) -> Sequence[str]:
        """Return the zones of the card that left ``place`` (“the slot where that character was”):
        by clauses, it may come back from there. Empty if it is unknown or still on the field."""
        left = self.cards_of(place.of) if place.of is not None and place.of.refers else None
        return () if left is None or self.is_on_field(left) else left.zones

    def stays_on_field(self, effect: Action, moved: Sequence[ThingMeaning]) -> bool:
        """Whether ``effect`` moves the cards ``moved``, some of which are on the field, only
        between places on the field: there are other clauses on this than on coming to the field.
        One phrase may name all cards of a swap. They stay if two zones of the phrase are on the
        field (not in “hand and members”) or, if it is for several cards, all its zones."""
        if effect.act != "swap":
            return self.is_field_place(effect.goal)
        if len(moved) > 1:
            return all(map(self.is_on_field, moved))
        several = self.is_several(effect.what)
        for what in moved:
            on_field = [zone in self._field for zone in self.zones_of(what)]
            if sum(on_field) > 1 or (several and self.is_on_field(what) and all(on_field)):
                return True
        return False

    def goes_to_unowned_zone(self, effect: Action) -> bool:
        """Whether ``effect`` may move an opponent's card to a zone for which the text states no
        owner. A clause that says who owns that zone is then cited."""
        goal = effect.goal
        unowned = isinstance(goal, ThingMeaning) and goal.zones and not goal.owners
        if effect.act not in MOVES or not unowned:
            return False
        return any(
            predicates.is_opponents(what) or not predicates.OF_ALL.isdisjoint(what.owners)
            for what in self.each_card_of(effect.what)
        )

    def picks_out(self, effect: Action) -> bool:
        """Whether somebody chooses which cards ``effect`` moves (“put 1 card of your hand”), for
        clauses on choosing. Nothing is chosen without a number (“put your hand”) or if the cards
        are those on the top or bottom."""
        sides = [getattr(part, "side", None) for part in (effect.what, effect.source)]
        return is_move(effect) and nodes.thing_number(effect.what) is not None and not any(sides)

    def part_in_event(self, event: nodes.Event, what: ThingMeaning) -> str:
        """Return what ``what`` is in ``event``, a trigger: ``who``, the agent; ``other-side``, a
        card of the other player that may be attacked (not in the back row); or ``other``."""
        who = event.who
        if not isinstance(who, ThingMeaning):
            return "other"
        if what.text_place == who.text_place or what.sort == who.sort == THIS_CARD:
            return "who"
        same_side = predicates.is_opponents(what) == predicates.is_opponents(who)
        return "other-side" if self._behind.isdisjoint(what.zones) and not same_side else "other"

    def zones_of(self, what: ThingMeaning) -> Sequence[str]:
        """Return the zones of ``what``, by which clauses differ; the own card's are tracked."""
        return self.current_zones if what.sort == THIS_CARD else what.zones

    def sources_of(self, effect: Action) -> tuple[str, ...]:
        """Return the zones that ``effect`` takes cards from, for clauses on leaving them: as
        stated, else as tracked, else the zones looked at last, unless the cards go back there.
        Cards with an owner and the own card are not those looked at, and may have no zone."""
        if own := zones_named(effect.source) or zones_named(effect.what):
            return own
        what = self.cards_of(effect.what)
        if what is None or what.sort in {"abilities", "times", "numbers"}:
            return ()  # “play it as a spark”, “end this phase”
        if what.zones or what.owners or _names_its_card(what):
            return what.zones
        return tuple(zone for zone in self.seen if zone not in zones_named(effect.goal))

    def cards_of(self, what: What | None) -> ThingMeaning | None:
        """Return the cards that ``what`` is or points at, in the zone where the steps so far have
        put them, because clauses depend on the zone; None if unknown."""
        if isinstance(what, ThingMeaning):
            found = next(filter(None, map(self._recorded_for, predicates.own_pointers(what))), what)
            # “That character in the memory” is where the text now says it is.
            return _placed_in(found, what.zones) if what.zones else found
        return self._recorded_for(what) if what is not None else None

    def are_same(self, one: What | None, other: What | None) -> bool:
        """Whether ``one`` and ``other`` are surely one card, maybe named by a pointer (それ): a
        step that affects ``one`` then affects ``other``, too."""
        this, that = self.cards_of(one), self.cards_of(other)
        if this is None or that is None:
            return False
        return this.sort == that.sort == THIS_CARD or this.text_place == that.text_place

    def each_card_of(self, what: What | None) -> list[ThingMeaning]:
        """Return each card that ``what`` is or points at, because each may be in another zone: both
        cards of “that character and this card” (but not of “cards of A and B”, which are in one
        zone), or each choice that それら (those) points at, unless the text says where they are."""
        all_of = what if isinstance(what, ThingMeaning) and not what.alternative else None
        if all_of and all_of.things and (all_of.refers or _names_its_card(all_of)):
            return [card for thing in all_of.things for card in self.each_card_of(thing)]
        names = () if zones_named(what) else self._choice_names(what)
        chosen = [self._things[name] for name in names]
        found = None if chosen else self.cards_of(what)
        return chosen if found is None else [found]

    def cards_moved_by(self, effect: Action, part: What | None) -> list[ThingMeaning]:
        """Return the cards in ``part`` of ``effect``, each with the zone that it is taken from, for
        clauses on leaving a zone. The source of ``effect`` names that zone (“from the hand”), but
        not for the own card, which is tracked by itself: “this card, and 1 from the hand”."""
        found = self.each_card_of(part)
        return [what if what.sort == THIS_CARD else out_of(effect.source, what) for what in found]

    def _choice_names(self, what: What | None) -> list[str]:
        """Return the names of the recorded choices that ``what`` points at, each by itself, as
        their cards may be in different zones. A それら for two choices has both names, joined with
        +."""
        names = [pointer.name or "" for pointer in predicates.own_pointers(what)]
        return [name for name in "+".join(names).split("+") if name in self._things]

    def _recorded_for(self, pointer: nodes.PointerMeaning) -> ThingMeaning | None:
        """Return the cards to which ``pointer`` (それ) refers, recorded by choice or place in the
        text, with their zone, which a pointer lacks and clauses depend on; None if unknown."""
        key = pointer.name or pointer.to
        return self._things.get(key) if key else None

    def waits_on_field(self, what: What | None) -> bool:
        """Whether a delayed effect on ``what`` waits for a known card on the field, for the clause
        that a card which has left is a new one (reb 4.1.4): the effect then does not find it."""
        found = self.each_card_of(what)  # [``what``] if no step has recorded it
        known = thing_sort(what) == THIS_CARD or found != [what]
        return known and any(map(self.is_on_field, found))

    def is_several(self, what: What | None) -> bool:
        """Whether ``what`` may be several cards (all, or a number other than 1), so that clauses on
        the order in which they are put somewhere are cited."""
        cards = self.cards_of(what)
        number = cards.number if cards else None
        return bool(cards and cards.every) or (number is not None and number.count != 1)

    def is_on_field(self, what: ThingMeaning) -> bool:
        """Whether ``what`` is on the field, for clauses on cards there: by its zone or, without a
        zone, if it is called a character, opponent in battle or only by a quality (《A》を1枚, one
        A), because only cards there are called so (ws 2.3.2.1.2). After a look, only cards with
        an owner are: without one, the words mean the cards seen."""
        if what.zones:
            return not self._field.isdisjoint(what.zones)
        if what.sort == THIS_CARD:
            return self.is_card_on_field()
        if what.of is not None and what.of.sort == "cards" and not self.is_on_field(what.of):
            return False  # “《A》 among markers” are where the markers are
        called = CHARACTER in what.words or predicates.OPPONENT_IN_BATTLE in what.words
        # Cards with another noun are not on the field unless the text says so.
        is_character = called or (what.sort == "cards" and what.asks and not what.words)
        return is_character and (bool(what.owners) or not self.seen)

    def is_card_on_field(self) -> bool:
        """Whether the ability's card is on the field, for clauses on characters, moves and battles
        there. An ability with an icon (【自】, automatic) is of a card on the field unless that is
        known to be elsewhere; a text without one, such as an event, is not."""
        has_icon = self._ability.kind is not None or bool(self._ability.marks)
        return has_icon and not (self.current_zones and self._field.isdisjoint(self.current_zones))

    def may_fight(self, what: ThingMeaning) -> bool:
        """Whether ``what`` may fight: not in the back row, nor stated to be out of battle. If not,
        no clause is cited on attacks by or on it, or on a battle that ends as it leaves."""
        excluded = any(word.startswith("バトル中以外") for row in what.qualities for word in row)
        return not excluded and self._behind.isdisjoint(what.zones)

    def chooses_unseen_cards(self, effect: nodes.ChooseEffect, what: ThingMeaning) -> bool:
        """Whether the other player does not see the cards that ``effect`` chooses from, so that the
        choice may find none (ws 8.6.3.1.4): hidden cards or, without a zone, those looked at
        before. Cards with an owner (“your characters”) are on the field, not among those."""
        zones = what.zones or zones_named(effect.source)
        if zones:
            return not self._hidden.difference(self._revealed).isdisjoint(zones)
        unseen = not set(self.seen) <= set(self._revealed)
        return unseen and not self._seen_by_all and not what.owners


def _names_its_card(what: ThingMeaning) -> bool:
    """Whether ``what`` is or includes the ability's own card, tracked apart (“A and this card”)."""
    return any(thing.sort == THIS_CARD for thing in (what, *what.things))


def is_move(effect: nodes.Effect) -> bool:
    """Whether ``effect`` moves cards from zone to zone; にする (make) also turns cards."""
    if not isinstance(effect, Action) or effect.act not in MOVES or predicates.adds_number(effect):
        return False
    if effect.act == "turn-into" and thing_sort(effect.what) == "abilities":
        return False  # “make the effect void”
    return effect.act != "turn-into" or not (_only_turns(effect) or sets_value(effect))


def _only_turns(effect: Action) -> bool:
    """Whether ``effect``, with the verb にする (make), turns cards where they are: “make it face
    down” has a side, “make the back show” no goal. It is then no move, unlike “make it a clock”."""
    return effect.goal is None or any(how in _SIDES for how in effect.how)


def sets_value(effect: Action) -> bool:
    """Whether ``effect`` sets a number (“make the cost 1”), so that clauses on numbers are cited:
    the verb にする (make) also moves cards, to a goal with nouns (a clock), and turns them."""
    goal = effect.goal if effect.act == "turn-into" and not _only_turns(effect) else None
    return isinstance(goal, ThingMeaning) and (goal.sort == "numbers" or not goal.words)


def out_of(source: What | None, what: ThingMeaning) -> ThingMeaning:
    """Return ``what`` with the zone and owners of ``source``, unless it states its own. In “1 《A》
    from the entry”, the source states these for the cards."""
    there = _placed_in(what, what.zones or zones_named(source))
    owners = what.owners or getattr(source, "owners", ())
    return there if owners == what.owners else replace(there, owners=owners)


def _placed_in(what: ThingMeaning, zones: tuple[str, ...]) -> ThingMeaning:
    """Return ``what`` as located in ``zones``; it is copied, which is slow, only if needed."""
    return what if zones == what.zones else replace(what, zones=zones)


def moves_its_card(effect: nodes.Effect) -> bool:
    """Whether ``effect`` surely moves the ability's own card: later steps find it elsewhere."""
    if not isinstance(effect, Action) or not is_move(effect):
        return False
    # Except in a swap, the companion is moved along to the same goal.
    what, companion = effect.what, effect.companion if effect.act != "swap" else None
    if THIS_CARD in (thing_sort(what), thing_sort(companion)):
        return True  # “this character, and 1 from the hand”
    return isinstance(what, ThingMeaning) and not what.alternative and _names_its_card(what)


def works_unmarked(ability: nodes.AbilityMeaning, zones: predicates.ZoneWords) -> bool | None:
    """Whether ``ability`` shows that its card is of the sort that prints no icon of a zone, and so
    works in the zone called like that sort, Reバース (``unmarked``): it says このReバース or names
    neither card nor zone. False for an icon of a zone or このキャラ; None if unsure."""
    if zones.unmarked is None:
        return None
    if any(mark[1:-1] in zones.field for mark in ability.marks):
        return False
    if names := predicates.names_of_its_card(ability):
        return zones.unmarked in names
    return LocationTracker(ability, zones).is_in_unmarked_zone(is_card_unmarked=True) or None


def is_card_unmarked(hints: Collection[bool | None]) -> bool:
    """Whether a card is one that prints no icon of a zone, for clauses on where it then works. Its
    paragraphs are read and stored separately, so this is concluded from ``hints``, the results of
    :func:`works_unmarked` for its abilities: at least one is True, and none is False."""
    return True in hints and False not in hints

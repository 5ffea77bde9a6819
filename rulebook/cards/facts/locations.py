"""Tracks in which zones the cards of an ability are, as far as the text says."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulebook.cards.facts.predicates import (
    OF_ALL,
    OPPONENT,
    OWN,
    ZoneWords,
    fights_its_card,
    home_zones,
    is_of_any,
    is_opponents,
    is_zone_change,
    may_be_character,
    mentions_its_card,
    own_pointers,
    whose_turn_is,
    with_wholes,
)
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    Condition,
    Effect,
    Event,
    IfDone,
    PointerMeaning,
    TextPlace,
    ThingMeaning,
    What,
)
from rulebook.cards.meaning.parts import zones_named
from rulebook.cards.tree.words import Kind
from rulebook.records import replace

MOVES = {"put", "return", "add", "move", "turn-into", "swap"}
"""The types of actions that take cards from one zone to another."""
LOOKS = {"look", "turn-up", "reveal"}
"""The types of actions after which somebody knows cards of a hidden zone."""
_NO_CARDS = {"abilities", "times", "numbers"}
_NO_FIGHT = "バトル中以外"
_SIDES = {"裏向きに", "表向きに"}
"""The sides to which a card is turned in its zone, which moves nothing."""


class LocationTracker:
    """Follows the cards that an ability chooses, looks at and moves, step by step."""

    def __init__(self, ability: AbilityMeaning, zones: ZoneWords) -> None:
        self._ability = ability
        self._zones = zones
        self._field, self._behind = frozenset(zones.field), frozenset(zones.behind)
        self._hidden = frozenset(zones.hidden)
        self._things: dict[str | TextPlace, ThingMeaning] = {}
        self._open = False
        self.seen: tuple[str, ...] = ()
        """The zones whose cards were seen last."""
        self.seen_is_opponents = False
        """Whether these are the opponent's."""
        self._revealed: tuple[str, ...] = ()
        """The zones that were shown as a whole: their cards are hidden no more."""
        self.turned_up = False
        """Whether the cards seen last were turned up, not only seen."""
        self.home = home_zones(ability, zones.of_marks, zones.of_verbs)
        """The zones where the card of the ability is at first."""
        self.moved_to: tuple[str, ...] = ()
        """Where it has gone, if the ability took it out of its slot."""
        self.current = self.home
        """The zones where it is now."""
        self.is_own_turn = whose_turn_is(ability, zones)
        """Whether it is resolved in the turn of its master, None where nothing decides."""

    # ---- What happens

    def record_event(self, event: Event) -> None:
        """Record the card of ``event``, and where that has put it."""
        if isinstance(event.who, ThingMeaning):
            put = is_zone_change(event)
            place = TextPlace(event.who.start, event.who.end)
            self._things[place] = (
                _placed_in(event.who, zones_named(event.goal)) if put else event.who
            )

    def record_later_event(self, event: Event) -> None:
        """Record that ``event`` has come about by the time when an effect is carried out."""
        self.record_event(event)
        if getattr(event.who, "sort", None) == THIS_CARD and is_zone_change(event):
            self.current = zones_named(event.goal) or self.current

    def record_choice(self, effect: ChooseEffect) -> None:
        """Record what was chosen."""
        if isinstance(effect.what, ThingMeaning):
            self._things[effect.name] = out_of(self.resolve(effect.source), effect.what)

    def record_condition(self, condition: Condition) -> None:
        """Record the cards of ``condition``, and where it says that they are."""
        for what in with_wholes(condition.subject):
            if not what.refers:
                self._things[TextPlace(what.start, what.end)] = out_of(condition.place, what)

    def record_action(self, effect: Action) -> None:
        """Record what ``effect`` was done to, and where it looks."""
        self.record_object(effect.what)
        if effect.act in LOOKS:
            self.seen = zones_named(effect.what) or zones_named(effect.source) or self.seen
            owners = (*_owners_of(effect.what), *_owners_of(effect.source))
            self.seen_is_opponents = OPPONENT in owners
            self._open = effect.act != "look"
            self.turned_up = effect.act == "turn-up"
            what = effect.what if effect.act == "reveal" else None
            if isinstance(what, ThingMeaning) and what.words == what.zones and not what.number:
                self._revealed += what.zones
        if is_move(effect):
            self._moved(effect)
        if effect.act == "swap":
            self._swapped(effect)
        self._left(effect)

    def record_object(self, what: What | None) -> None:
        """Record ``what``, to which something was done in its zone."""
        if isinstance(what, ThingMeaning) and not what.refers:
            self._things[TextPlace(what.start, what.end)] = what

    def record_restated(self, effect: IfDone) -> None:
        """Record the cards that ``effect`` names again: 《A》を置いたら, そのキャラを…."""
        what = effect.event.what if effect.event else None
        cards = self._pointed(effect.of)
        if cards is not None and isinstance(what, ThingMeaning) and not what.refers:
            self._things[TextPlace(what.start, what.end)] = replace(what, zones=cards.zones)

    def record_payment(self, effect: Action) -> None:
        """Record what was shown or moved as a price, and where it is now."""
        what = effect.what
        if isinstance(what, ThingMeaning) and not what.refers:
            paid = out_of(effect.source, what)
            zones = zones_named(effect.goal) if is_move(effect) else ()
            self._things[TextPlace(what.start, what.end)] = replace(paid, zones=zones or paid.zones)
        self._left(effect)

    def _left(self, effect: Action) -> None:
        """Record where ``effect`` took the card of the ability itself, if it did."""
        if moves_its_card(effect):
            self.moved_to = zones_named(effect.goal)
            self.current = self.moved_to or self.current

    def _moved(self, effect: Action) -> None:
        """Record that ``effect`` puts what was chosen before, or what it names, elsewhere.

        What is done to some of them is not done to all: 1枚までエントリーに、2枚までメンバーに.
        """
        zones = () if effect.number and effect.number.at_most else zones_named(effect.goal)
        if not zones and getattr(effect.goal, "sort", None) in ("places", EMPTY_PLACE):
            zones = self._zones.field[:1]
        if zones and effect.act != "swap" and isinstance(effect.what, ThingMeaning):
            self.record_object(replace(effect.what, zones=zones))
        pointers = getattr(effect.what, "refers", (effect.what,))
        names = [
            name for pointer in pointers for name in (getattr(pointer, "name", "") or "").split("+")
        ]
        for name in names if zones else ():
            if name in self._things:
                self._things[name] = replace(self._things[name], zones=zones)

    def _swapped(self, effect: Action) -> None:
        """Record that the card itself and one that was chosen have changed places."""
        parts = (effect.what, effect.goal, effect.companion)
        names = {name for part in parts for name in self._names(part)}
        if len(names) == 1 and sum(getattr(part, "sort", "") == THIS_CARD for part in parts) == 1:
            name = names.pop()
            other, self._things[name] = (
                self._things[name],
                _placed_in(self._things[name], self.current),
            )
            self.current = other.zones

    # ---- What is known by then

    def is_unmarked(self, *, card: bool = False) -> bool:
        """Return whether nothing says where the card is, so that it is where such cards are.

        ``card`` is whether other abilities say that it is such a card.
        """
        ability, unmarked = self._ability, self._zones.unmarked
        if unmarked is None or ability.kind is None or self.home:
            return False
        if mentions_its_card(ability):
            return mentions_its_card(ability, unmarked)
        return card or ability.kind != Kind.AUTO.value

    def is_closed(self, what: What | None) -> bool:
        """Return whether ``what`` is said to be where the other player does not see it."""
        return not self._hidden.isdisjoint(zones_named(what))

    def asks_on_the_way(self, event: Event) -> bool:
        """Whether a card must be more than a card where it comes, or comes from an open zone."""
        who = event.who
        if not isinstance(who, ThingMeaning) or not who.asks or who.sort == THIS_CARD:
            return False
        closed = self._hidden if self.is_closed(event.goal) else self._field
        return closed.isdisjoint(zones_named(event.source))

    def comes_from_off_field(self, event: Event) -> bool:
        """Return whether ``event`` is of the card itself, out of a zone where no card fights."""
        what, zones = event.what or event.who, zones_named(event.source)
        own = isinstance(what, ThingMeaning) and what.sort == THIS_CARD
        return own and bool(zones) and self._field.isdisjoint(zones)

    def whose_turn(self, what: What | None, own_turn: bool | None = None) -> str | None:
        """Return which player of a turn has ``what``, as far as kind and owners say.

        ``own_turn`` is whether that is the master's, where something else says so.
        """
        thing, turn = self.resolve(what), self.is_own_turn if own_turn is None else own_turn
        if thing is None or turn is None:
            return None
        own = thing.sort == THIS_CARD or not OWN.isdisjoint(thing.owners)
        paid = any(part.start <= thing.start < part.end for part in self._ability.cost)
        if not is_opponents(thing) and not own and not paid:
            return None
        return "non-turn-player" if is_opponents(thing) == turn else "turn-player"

    def is_slot(self, goal: What | None) -> bool:
        """Return whether ``goal`` is a place where characters fight, or behind these."""
        if not isinstance(goal, ThingMeaning):
            return False
        on_field = not self._field.isdisjoint(goal.zones)
        return on_field or goal.sort in ("places", EMPTY_PLACE)

    def left_for(self, slot: ThingMeaning) -> Sequence[str]:
        """Return where the character has gone that was in ``slot``: そのキャラがいた枠."""
        left = self.resolve(slot.of) if slot.of is not None and slot.of.refers else None
        return () if left is None or self.is_on_field(left) else left.zones

    def stays_on_field(self, effect: Action, moved: Sequence[ThingMeaning]) -> bool:
        """Return whether all that moves goes from one slot to another."""
        if effect.act == "swap":
            if len(moved) > 1:
                return all(map(self.is_on_field, moved))
            several = self.is_several(effect.what)
            return any(self._between_slots(what, several) for what in moved)
        return self.is_slot(effect.goal)

    def goes_to_nobodys(self, effect: Action) -> bool:
        """Return whether a card that may be the opponent's goes into a zone without an owner."""
        goal = effect.goal
        if effect.act not in MOVES or not isinstance(goal, ThingMeaning) or goal.owners:
            return False
        moved = self.resolve_all(effect.what) if goal.zones else ()
        return any(is_opponents(what) or not OF_ALL.isdisjoint(what.owners) for what in moved)

    def picks_out(self, effect: Action) -> bool:
        """Whether who does ``effect`` chooses which cards of a zone are moved: 手札から1枚."""
        what = effect.what
        return (
            is_move(effect)
            and isinstance(what, ThingMeaning)
            and what.number is not None
            and what.side is None
            and getattr(effect.source, "side", None) is None
        )

    def in_event(self, event: Event, what: ThingMeaning) -> str:
        """Return whether ``what`` is whom ``event`` is about, or may be who that met."""
        who = event.who
        if not isinstance(who, ThingMeaning):
            return "other"
        same = (what.start, what.end) == (who.start, who.end)
        if same or what.sort == who.sort == THIS_CARD:
            return "who"
        behind = not self._behind.isdisjoint(what.zones)
        return "other" if behind or is_opponents(what) == is_opponents(who) else "other-side"

    def places(self, what: ThingMeaning) -> Sequence[str]:
        """Return the zones where ``what`` is."""
        return self.current if what.sort == THIS_CARD else what.zones

    def taken_from(self, effect: Action) -> tuple[str, ...]:
        """Return the zones that cards are taken from, those of what was chosen before too."""
        own = zones_named(effect.source) or zones_named(effect.what)
        if own:
            return own
        what = self.resolve(effect.what)
        if what is None or what.sort in _NO_CARDS:
            return ()  # 【スパーク】として発動させる, このフェイズを終了する
        if what.zones or what.owners or _names_its_card(what):
            return what.zones
        return tuple(zone for zone in self.seen if zone not in zones_named(effect.goal))

    def resolve(self, what: What | None) -> ThingMeaning | None:
        """Return the cards that ``what`` is or points at, as far as something was done to them."""
        if isinstance(what, ThingMeaning):
            found = next(filter(None, map(self._pointed, own_pointers(what))), what)
            # 思い出置場のそのキャラ is where the text now says.
            return _placed_in(found, what.zones) if what.zones else found
        return self._pointed(what) if what is not None else None

    def are_same(self, one: What | None, other: What | None) -> bool:
        """Return whether ``one`` and ``other`` are one card."""
        this, that = self.resolve(one), self.resolve(other)
        if this is None or that is None:
            return False
        own = this.sort == that.sort == THIS_CARD
        return own or (this.start, this.end) == (that.start, that.end)

    def resolve_all(self, what: What | None) -> list[ThingMeaning]:
        """Return the cards that ``what`` means, each of those that were chosen one by one."""
        if isinstance(what, ThingMeaning) and not what.alternative and _is_row_of_known(what):
            return [card for thing in what.things for card in self.resolve_all(thing)]
        chosen = [] if zones_named(what) else [self._things[name] for name in self._names(what)]
        found = None if chosen else self.resolve(what)
        return chosen if found is None else [found]

    def moved_by(self, effect: Action, part: What | None) -> list[ThingMeaning]:
        """Return the cards that ``part`` of ``effect`` means, each where it is taken from."""
        found = self.resolve_all(part)
        return [what if what.sort == THIS_CARD else out_of(effect.source, what) for what in found]

    def _names(self, what: What | None) -> list[str]:
        """Return the names of all that was chosen and that ``what`` points at."""
        names = [name for pointer in own_pointers(what) for name in (pointer.name or "").split("+")]
        return [name for name in names if name in self._things]

    def _pointed(self, pointer: PointerMeaning) -> ThingMeaning | None:
        key = pointer.name or pointer.to
        return self._things.get(key) if key else None

    def waits_on_field(self, what: What | None) -> bool:
        """Return whether ``what`` is the card itself or one named before, and is on the field."""
        found = self.resolve_all(what)
        known = getattr(what, "sort", None) == THIS_CARD or found != [what]
        return known and any(map(self.is_on_field, found))

    def is_coming(self, what: What | None) -> bool:
        """Return whether ``what`` is yet to come, or is what a step before said to be."""
        cards = self.resolve(what)
        return cards is not None and cards.coming

    def is_several(self, what: What | None) -> bool:
        """Return whether ``what`` means a number of cards other than one."""
        cards = self.resolve(what)
        number = cards.number if cards else None
        return bool(cards and cards.every) or (number is not None and number.count != 1)

    def is_on_field(self, what: ThingMeaning) -> bool:
        """Return whether ``what`` is on the field."""
        if what.zones:
            return not self._field.isdisjoint(what.zones)
        if what.sort == THIS_CARD:
            return self.is_home()
        if what.of is not None and what.of.sort == "cards" and not self.is_on_field(what.of):
            return False  # マーカーの《A》 are where these are
        return may_be_character(what) and (bool(what.owners) or not self.seen)

    def are_any_on_field(self, what: What | None) -> bool:
        """Return whether ``what`` is any cards that are on the stage or come there, no known ones.

        Who fights the card comes from no other zone to be so.
        """
        if not isinstance(what, ThingMeaning) or not is_of_any(what) or fights_its_card(what):
            return False
        return what.sort == "cards" and self.is_on_field(what)

    def is_surely_on_field(self, what: ThingMeaning) -> bool:
        """Return whether ``what`` is on the field and comes from no other zone."""
        places = self.places(what)
        return self.is_on_field(what) and self._field.issuperset(places)

    def _between_slots(self, what: ThingMeaning, several: bool) -> bool:
        """Whether cards of ``what`` come from slot to slot when they are swapped with each other.

        Those of hand and メンバー do not; of three zones two may be slots.
        """
        places = self.places(what)
        on_field = [zone for zone in places if zone in self._field]
        alone = several and self.is_on_field(what) and len(on_field) == len(places)
        return alone or len(on_field) > 1

    def is_home(self) -> bool:
        """Return whether the card of the ability is on the field."""
        has_icon = self._ability.kind is not None or bool(self._ability.marks)
        return has_icon and not (self.current and self._field.isdisjoint(self.current))

    def may_fight(self, what: ThingMeaning) -> bool:
        """Return whether ``what`` on the stage is neither behind nor said to be in no fight."""
        said = any(word.startswith(_NO_FIGHT) for row in what.qualities for word in row)
        return not said and self._behind.isdisjoint(what.zones)

    def is_found_hidden(self, what: What | None) -> bool:
        """Return whether ``what`` asks for more than a card and may be found in a hidden zone."""
        found = isinstance(what, ThingMeaning) and what.asks and not what.refers
        return found and self.is_closed(what)

    def is_hidden(self, effect: ChooseEffect, what: ThingMeaning) -> bool:
        """Return whether ``what`` is chosen among cards that the other player cannot see."""
        zones = what.zones or zones_named(effect.source)
        if zones:
            closed = self._hidden.difference(self._revealed)
            return not closed.isdisjoint(zones)
        unseen = not set(self.seen) <= set(self._revealed)
        return unseen and not self._open and not what.owners


def zone_hint(ability: AbilityMeaning, zones: ZoneWords) -> str:
    """Return what ``ability`` says on the zone of its card: a word for :func:`is_unmarked`."""
    if zones.unmarked is None:
        return ""
    if any(mark[1:-1] in zones.field for mark in ability.marks):
        return "marked"
    if mentions_its_card(ability):
        return "named" if mentions_its_card(ability, zones.unmarked) else "unnamed"
    return "unmarked" if LocationTracker(ability, zones).is_unmarked(card=True) else ""


def is_unmarked(zone_hints: Collection[str]) -> bool:
    """Return whether the abilities of a card have no icon of a zone, by ``zone_hint`` of each."""
    if "marked" in zone_hints or "unnamed" in zone_hints:
        return False
    return "named" in zone_hints or "unmarked" in zone_hints


def _is_row_of_known(what: ThingMeaning) -> bool:
    """Return whether ``what`` lists cards of which some are known, or are the card itself."""
    return bool(what.things) and (bool(what.refers) or _names_its_card(what))


def _names_its_card(what: ThingMeaning) -> bool:
    """Whether ``what`` is the card itself, or that and others: マーカーすべてとこのカード."""
    return any(thing.sort == THIS_CARD for thing in (what, *what.things))


def is_move(effect: Effect) -> bool:
    """Return whether ``effect`` takes cards elsewhere: 思い出にする does, 裏向きにする does not."""
    if not isinstance(effect, Action) or effect.act not in MOVES:
        return False
    return effect.act != "turn-into" or not (turns_side(effect) or sets_value(effect))


def turns_side(effect: Action) -> bool:
    """Return whether ``effect`` turns cards in their zone: エントリーに裏向きにする."""
    return effect.goal is None or any(how in _SIDES for how in effect.how)


def sets_value(effect: Action) -> bool:
    """Return whether ``effect`` sets a number: コストを1にする, ATK1/DEF1にする."""
    goal = effect.goal if isinstance(effect.goal, ThingMeaning) else None
    value = goal is not None and (goal.sort == "numbers" or not goal.words)
    return effect.act == "turn-into" and value and not turns_side(effect)


def out_of(source: What | None, what: ThingMeaning) -> ThingMeaning:
    """Return ``what`` as cards of ``source``: 自分のエントリーから《A》を1枚選び."""
    there = _placed_in(what, what.zones or zones_named(source))
    owners = what.owners or _owners_of(source)
    return there if owners == what.owners else replace(there, owners=owners)


def _placed_in(what: ThingMeaning, zones: tuple[str, ...]) -> ThingMeaning:
    """Return ``what`` with ``zones``; itself where it has them already."""
    return what if zones == what.zones else replace(what, zones=zones)


def _owners_of(what: What | None) -> tuple[str, ...]:
    return what.owners if isinstance(what, ThingMeaning) else ()


def moves_its_card(effect: Effect) -> bool:
    """Return whether ``effect`` surely takes the card of the ability itself elsewhere."""
    if not isinstance(effect, Action) or not is_move(effect):
        return False
    what, companion = effect.what, effect.companion if effect.act != "swap" else None
    if isinstance(companion, ThingMeaning) and companion.sort == THIS_CARD:
        return True  # このキャラと、手札から1枚
    if not isinstance(what, ThingMeaning):
        return False
    return what.sort == THIS_CARD or (not what.alternative and _names_its_card(what))

"""The features of words that the rules explain: what is a character, whose turn, what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.cards.features.moves import MoveFeatures
from rulebook.cards.features.predicates import (
    OF_ALL,
    OPPONENT,
    asked_numbers,
    asked_of,
    asked_place,
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
    DoerMeaning,
    Event,
    Meaning,
    ThingMeaning,
    Time,
    What,
)
from rulebook.cards.meaning.parts import nouns_of, zones_named
from rulebook.cards.tree.words import Kind

_CARDS = "cards"
_NUMBERS = "numbers"
_KINDS = "qualities"
_COUNTS = {"枚数", "合計"}
"""The words for how many cards there are, whatever they are."""
_SELF = "自分"
_OTHERS = OF_ALL | {OPPONENT}
"""Who 自分 is where they do it."""


class WordFeatures(MoveFeatures):
    """Tells the features of what is spoken of, and of what is asked of it."""

    def _kinds_of(self, what: What | None, source: What | None, place: Meaning) -> None:
        """Tell of which kind of cards alone is spoken: 控え室からキャラを1枚選び."""
        if not isinstance(what, ThingMeaning) or what.sort != _CARDS or what.refers:
            return
        told = [part for part in what.things or (what,) if part.sort != THIS_CARD]
        for word in dict.fromkeys(word for part in told for word in part.words):
            self._tell(f"effect:of:{word}", place)
        if source is None:
            self._character(what)

    def _owners_in(
        self, who: DoerMeaning | What | None, things: Sequence[What | None], place: Meaning
    ) -> None:
        """Tell that 自分 is who does it, and not the master: 相手は自分の手札から (reb 9.14.2)."""
        doers = (who.who,) if isinstance(who, DoerMeaning) else nouns_of(who)
        owners = {owner for thing in things for owner in _owners_along(thing)}
        if not _OTHERS.isdisjoint(doers) and _SELF in owners:
            self._tell("owner:自分:of-others", place)

    def _character(self, what: What | None) -> None:
        """Tell of a character of which no zone is told: it fights (ws 2.3.2.1.2, reb 2.2.3.1)."""
        if not isinstance(what, ThingMeaning) or what.sort != _CARDS:
            return
        zones = set(what.zones) - set(self._zones.rows)
        known = zones or what.refers or what.of
        if CHARACTER in nouns_of(what) and not known and self._where.is_on_field(what):
            self._tell("character:on-field", what)

    def _characters_of(self, what: What | None) -> None:
        """Tell of the characters whose number ``what`` is: the sum of the levels of キャラ."""
        while isinstance(what, ThingMeaning):
            self._character(what)
            what = what.of

    def _counted(self, what: What | None, place: Meaning) -> None:
        """Tell of places that nothing lies on and that are counted: 空席のメンバー1つにつき."""
        if getattr(what, "sort", None) == EMPTY_PLACE:
            self._tell(f"counts:{EMPTY_PLACE}", place)

    def _changed_by(self, what: What | None) -> None:
        """Tell of a change that numbers of characters decide: ＋Ｘ, そのキャラのレベル×500."""
        for measure, effect in self._changes.items():
            for word in self._numbers_on_field(what):
                self._tell(f"effect:modify:{measure}:asks:{word}", what or effect)

    def _numbers_on_field(self, what: What | None) -> Iterator[str]:
        """Yield the numbers that ``what`` asks of characters: レベル3以上のキャラ, その合計."""
        while isinstance(what, ThingMeaning):
            if what.sort == _CARDS and self._where.is_on_field(what):
                yield from asked_numbers(what)
            of = what.of
            if of is not None and of.sort in (_CARDS, THIS_CARD) and self._where.is_on_field(of):
                yield from what.words
            what = of

    def _asked_to_lie(self) -> None:
        """Tell that the ability works where its card is asked to be: 思い出置場に…あるなら."""
        for condition in self._ability.condition:
            place = asked_place(condition)
            if zones_named(place) and not self._where.is_slot(place):
                self._tell("this-card:off-field", condition)

    def _at_home(self, what: What | None) -> None:
        """Tell that an ability works where cards fight: on the card itself, or on 他のキャラ."""
        if not isinstance(what, ThingMeaning) or self._given:
            return
        if self._kind != Kind.CONTINUOUS.value:
            return
        if what.zones and not self._where.is_on_field(what):
            return
        beside = OTHERS in what.other_than and self._where.is_home()
        if beside or (what.sort == THIS_CARD and self._where.is_on_field(what)):
            self._tell("this-card:on-field", what)

    def _facing(self, effect: Action) -> None:
        """Tell which side up cards come or are turned: 裏向きで思い出にする."""
        for side in sides_of(effect.how):
            # Under another card it is no longer where it was.
            for zone in zones_named(effect.goal or effect.what):
                self._tell(f"faces:{side}:{zone}", effect)

    def _face_down(self, what: What | None) -> None:
        """Tell of cards in a zone of which one side is asked: 裏向きのカード."""
        if not isinstance(what, ThingMeaning):
            return
        for side in sides_of([word for row in what.qualities for word in row]):
            for zone in what.zones:
                self._tell(f"faces:{side}:{zone}", what)

    def _asked_in(self, what: What | None, place: What | None = None) -> None:
        """Tell of a zone of whose cards more is asked than how many they are."""
        number = False
        while isinstance(what, ThingMeaning):
            if what.sort == _CARDS and (what.asks or number):
                for zone in what.zones or zones_named(place):
                    self._tell(f"asks:in:{zone}", what)
            number = what.sort in (_NUMBERS, _KINDS) and _COUNTS.isdisjoint(what.words)
            what = what.of

    def _how_many_counted(self, what: What | None) -> None:
        """Tell of cards that something is done for each of: 手札1枚につき."""
        if isinstance(what, ThingMeaning) and what.sort == _CARDS and not what.asks:
            for zone in what.zones:
                self._tell(f"counts:each-card-in:{zone}", what)

    def _how_many_lie(self, condition: Condition) -> None:
        """Tell of cards that are counted where nobody sees what they are: 相手の手札が4枚以上."""
        what = condition.subject
        if condition.number is not None and isinstance(what, ThingMeaning) and not what.asks:
            for zone in what.zones:
                self._tell(f"counts:cards-in:{zone}", what)

    def _number_of_cards(self, what: What | None) -> None:
        """Tell which number is asked of which cards, some of which may have none (ws 2.19.1)."""
        while isinstance(what, ThingMeaning) and isinstance(what.of, ThingMeaning):
            if what.of.sort == _CARDS:
                for word in nouns_of(what):
                    for noun in nouns_of(what.of):
                        self._tell(f"asks:{word}:of:{noun}", what)
            what = what.of

    def _time(self, time: object) -> None:
        """Tell of a time of one player: あなたのターン中."""
        if isinstance(time, Time) and time.owners:
            self._tell(f"time:of-player:{time.word}", time)

    def _beyond(self) -> None:
        """Tell of what is asked, and of what is asked of cards that came out of a zone before."""
        counted, conditions = counted_in(self._ability), conditions_of(self._ability)
        asked = asked_of(self._context, counted, conditions)
        for what in asked:
            self._number_of_cards(what)
            self._changed_by(what)
        for what in counted:
            self._counted(what, what)
            self._how_many_counted(what)
            self._characters_of(what)
            self._asked_in(what)
            self._face_down(what)
        for condition in conditions:
            if not isinstance(condition.what, Time):
                self._tell(f"condition:{self._kind}", condition)
            self._time(condition.what)
            if condition.place is None:
                self._characters_of(condition.subject)
            self._asked_in(condition.subject, condition.place)
            self._how_many_lie(condition)
            self._face_down(condition.subject)
        trigger = self._ability.trigger
        events = trigger if trigger and trigger.events else None
        for event in trigger.events if trigger else ():
            self._opponent_again(event)
        if events and any(points_at_cards(what, events) for what in asked):
            self._tell("asks-of-event", events)
        for where, effect in self._occupancy.taken:
            for what in asked:
                if what is not None and points_into(what, effect):
                    self._tell(f"asks-after:out-of:{where}", what)

    def _opponent_again(self, event: Event) -> None:
        """Tell of what is done to who fought in ``event``: そのキャラを山札の下に置く."""
        who = event.who
        if not isinstance(who, ThingMeaning) or not fights_its_card(who):
            return
        for pointer in pointers_in_meaning(self._ability.effects):
            if pointer.told and points_into(pointer, who):
                self._tell(f"again:opponent-in-battle:{self._kind}", pointer)


def _owners_along(what: What | None) -> Iterator[str]:
    """Yield whose ``what`` is, and whose that is of which it is: 自分のキャラの【自】."""
    while isinstance(what, ThingMeaning):
        yield from what.owners
        what = what.of

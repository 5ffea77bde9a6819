"""The features of words that the rules explain: what is a character, whose turn, what is asked."""

from __future__ import annotations

from rulebook.cards.meaning.feature_moves import MoveFeatures
from rulebook.cards.meaning.feature_parts import (
    asked_of,
    conditions_of,
    counted_in,
    nouns_of,
    points_at_cards,
    points_into,
)
from rulebook.cards.meaning.nodes import Meaning, ThingMeaning, Time, What
from rulebook.cards.meaning.thing_words import CHARACTER, EMPTY_PLACE

_CARDS = "cards"


class WordFeatures(MoveFeatures):
    """Tells the features of what is spoken of, and of what is asked of it."""

    def _kinds_of(self, what: What | None, source: What | None, place: Meaning) -> None:
        """Tell of which kind of cards alone is spoken: 控え室からキャラを1枚選び."""
        if not isinstance(what, ThingMeaning) or what.sort != _CARDS or what.refers:
            return
        for word in what.words:
            self._tell(f"effect:of:{word}", place)
        if source is None:
            self._character(what)

    def _character(self, what: What | None) -> None:
        """Tell of a character of which no zone is told: it fights (ws 2.3.2.1.2, reb 2.2.3.1)."""
        if not isinstance(what, ThingMeaning) or what.sort != _CARDS:
            return
        known = what.zones or what.refers or what.of
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
        asked = asked_of(self._ability)
        for what in asked:
            self._number_of_cards(what)
        for what in counted_in(self._ability):
            self._counted(what, what)
            self._characters_of(what)
        for condition in conditions_of(self._ability):
            self._time(condition.what)
            if condition.place is None:
                self._characters_of(condition.subject)
        trigger = self._ability.trigger
        events = trigger if trigger and trigger.events else None
        if events and any(points_at_cards(what, events) for what in asked):
            self._tell("asks-of-event", events)
        for where, effect in self._taken:
            for what in asked:
                if what is not None and points_into(what, effect):
                    self._tell(f"asks-after:out-of:{where}", what)

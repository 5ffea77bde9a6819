"""The features of what sets an ability off: what came about, of whom, from where and to where."""

from __future__ import annotations

from rulebook.cards.features.occasions import OccasionFeatures
from rulebook.cards.features.predicates import (
    OPPONENT_IN_BATTLE,
    is_of_any,
    is_of_its_card,
    is_of_one_slot,
    is_zone_change,
)
from rulebook.cards.meaning.nodes import Event, ThingMeaning, TriggerMeaning
from rulebook.cards.meaning.parts import nouns_of, zones_named


class EventFeatures(OccasionFeatures):
    """Tells the features of triggers, and of the events in them."""

    def _trigger(self, trigger: TriggerMeaning) -> None:
        self._tell("trigger", trigger)
        self._time(trigger.within)
        if trigger.moment:
            self._tell(f"moment:{trigger.moment.word}", trigger)
            for mark in self._ability.marks:
                self._tell(f"moment:{trigger.moment.word}:{mark}", trigger)
        for event in trigger.events:
            if trigger.within:
                self._tell(f"event:{event.verb}:within:{trigger.within.word}", event)
            self._event(event)

    def _triggered_by_state(self) -> None:
        """Tell of what a condition says to have come about, where nothing else sets it off."""
        for condition in self._ability.condition:
            if condition.verb and not condition.negated:
                passive = ":passive" if condition.passive else ""
                self._tell(f"event:{condition.verb}{passive}", condition)

    def _event(self, event: Event) -> None:
        self._where.put(event)
        name = f"event:{event.verb}"
        if event.negated:
            self._tell(f"{name}:negated", event)
        if event.passive:
            self._tell(f"{name}:passive", event)
            if not event.after:
                self._tell(f"{name}:passive:alone", event)
        else:
            self._tell(f"{name}:itself", event)
        self._tell(name, event)
        if event.who is None and not event.passive:
            self._tell("event:without-subject", event)
        if getattr(event.who, "sort", None) == "damage" and getattr(event.who, "of", None):
            self._tell("event:of-damage-dealt", event)
        self._through(event)
        for before in event.after:
            self._tell(f"event:after:{before.verb}", event)
        for word in nouns_of(event.what):
            self._tell(f"{name}:{word}", event)
            if isinstance(event.what, ThingMeaning) and is_of_its_card(event.what):
                self._tell(f"{name}:{word}:own", event)
        if is_zone_change(event):
            self._zone_changed(event)
        else:
            self._character(event.who)
        if isinstance(event.who, ThingMeaning) and OPPONENT_IN_BATTLE in event.who.words:
            self._tell("event:opponent-in-battle", event)

    def _zone_changed(self, event: Event) -> None:
        """Tell of cards that came from one zone to another."""
        self._tell("event:zone-change", event)
        for zone in zones_named(event.source):
            self._tell(f"event:from:{zone}", event)
        for zone in zones_named(event.goal):
            self._tell(f"event:to:{zone}", event)
            for source in zones_named(event.source):
                self._tell(f"event:to:{zone}:from:{source}", event)
            if event.source is None and event.through is None:  # 効果で is no play
                self._tell(f"event:{event.verb}:to:{zone}:from-anywhere", event)
        self._put_through("event", event)
        if is_of_any(event.who) and not is_of_one_slot(event, self._zones.filled):
            self._of_any(event)
        if self._where.asks_on_the_way(event):
            way = "goes-hidden" if self._where.goes_hidden(event) else "enters"
            self._tell(f"event:qualified-{way}", event)
            if way == "enters" and self._where.is_closed(event.source):
                self._tell("event:qualified-shows", event)

    def _through(self, event: Event) -> None:
        """Tell of what of a card something comes about in: このカードのトリガーチェックで."""
        through = event.through
        if isinstance(through, ThingMeaning) and through.of is not None:
            for word in through.words:
                self._tell(f"event:through:{word}:of-card", event)

    def _of_any(self, event: Event) -> None:
        """Tell of what several cards may do at once: あなたのキャラが舞台から控え室に置かれた時."""
        for zone in zones_named(event.source):
            self._tell(f"event:of-any:from:{zone}", event)
        for zone in zones_named(event.goal):
            self._tell(f"event:of-any:to:{zone}", event)

"""The features of what is done on an occasion, and of what waits for a later one."""

from __future__ import annotations

from rulebook.cards.features.lasting import LastingFeatures
from rulebook.cards.meaning.nodes import Delayed, Event, OccasionEffect
from rulebook.cards.meaning.parts import nouns_of, zones_named
from rulebook.cards.tree.words import Kind


class OccasionFeatures(LastingFeatures):
    """Tells the features of events that effects wait for, or go along with."""

    def _occasion(self, effect: OccasionEffect) -> None:
        self._elsewhere(effect.event.what)
        event = effect.event
        self._tell("spoken-of", event)
        self._owners_in(event.who, (event.what, event.source, event.goal), effect)
        self._tell(f"effect:{effect.relation}", effect)
        self._tell(f"occasion:{event.verb}", effect)
        for word in nouns_of(event.what):
            self._tell(f"occasion:{event.verb}:{word}", effect)
        for zone in zones_named(event.source) or zones_named(event.what):
            self._tell(f"occasion:{event.verb}:out-of:{zone}", effect)
        for zone in zones_named(event.goal):
            self._tell(f"occasion:{event.verb}:to:{zone}", effect)

    def _delayed(self, effect: Delayed) -> None:
        """Tell of what waits for later; 【永】 waits for it anew each time (not so reb 9.8.5.1)."""
        made = self._kind != Kind.CONTINUOUS.value
        if made:
            self._tell(f"effect:{effect.type}", effect)
        self._tell("trigger", effect.trigger)
        if effect.trigger.moment:
            self._tell(f"later:{effect.trigger.moment.word}", effect.trigger)
        for event in effect.trigger.events:
            self._tell(f"later:{event.verb}", event)
            if event.passive:
                self._tell(f"later:{event.verb}:passive", event)
            self._put_through("later", event)
        done_to = [getattr(part, "what", None) for part in effect.effects]
        about = done_to + [event.who for event in effect.trigger.events]
        if made and any(map(self._where.waits_on_field, about)):
            self._tell("effect:delayed:on-field", effect)
        for event in effect.trigger.events:
            self._where.put_later(event)
        if effect.until:  # of waiting, not of an effect on cards
            self._tell(f"effect:until:{effect.until.word}", effect.until)

    def _put_through(self, when: str, event: Event) -> None:
        """Tell by what means something is put somewhere: アタックでリタイアに置かれた時."""
        for zone in zones_named(event.goal):
            for word in nouns_of(event.through):
                self._tell(f"{when}:to:{zone}:through:{word}", event)

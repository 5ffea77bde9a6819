"""The features of what holds for a while or as long as an ability works."""

from __future__ import annotations

from rulebook.cards.features.costs import CostFeatures
from rulebook.cards.features.predicates import (
    OPPONENT,
    asked_numbers,
    asked_turn,
    is_of_a_card,
    is_opponents,
)
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

_THIS_TURN = ("その",)


class LastingFeatures(CostFeatures):
    """Tells the features of effects that last: until when, on what, by how much."""

    def _until(
        self, until: Time | None, what: What | None = None, *, replaces: bool = False
    ) -> None:
        """Tell how long an effect lasts that works on ``what``.

        What ``replaces`` something else changes no card for a while (ws 8.2.1).
        """
        if until is None:
            return
        if self._always(until):
            self._tell(f"effect:while:{until.word}", until)
            self._time(until)
            return
        self._tell(f"effect:until:{until.word}", until)
        if isinstance(until, Duration) and until.inside:
            self._tell(f"effect:until:{until.inside.word}", until.inside)
        if replaces:
            return
        self._tell("effect:lasts", until)
        if self._where.is_coming(what):
            if getattr(what, "sort", "cards") == "cards":
                self._tell("effect:until:coming", until)
                self._tell("spoken-of", what or until)
        elif self._kind == Kind.CONTINUOUS.value:
            pass  # reb 9.10.2 is of what others than 【永】 make
        elif getattr(what, "sort", None) != "players" or is_of_a_card(until):
            self._tell("effect:until", until)

    def _always(self, until: Time | None) -> bool:
        """Whether ``until`` is no end: a time that comes back is none of what always holds."""
        return until is None or (self._kind == Kind.CONTINUOUS.value and not until.refers)

    def _elsewhere(self, what: What | None) -> None:
        """Tell where the text works on its own card although that lies on no field."""
        told = isinstance(what, ThingMeaning) and what.sort == THIS_CARD and what.zones
        if isinstance(what, ThingMeaning) and told and not self._where.is_on_field(what):
            self._tell("this-card:off-field", what)

    def _lasting(self, effect: Action | Grant | ModifyEffect) -> None:
        """Tell that what is known of cards is otherwise as long as an ability works."""
        if self._always(effect.until):
            self._tell(f"effect:lasting:{self._kind}", effect)
            if self._where.are_any_on_field(effect.what):
                self._tell(f"effect:lasting:{self._kind}:any-on-field", effect)
            self._at_home(effect.what)
            for zone in zones_named(effect.what):
                self._tell(f"effect:lasting:{self._kind}:in:{zone}", effect)
            if getattr(effect.what, "sort", None) == THIS_CARD:
                for zone in self._where.now:
                    self._tell(f"effect:lasting:{self._kind}:own:{zone}", effect)

    def _modify(self, effect: ModifyEffect) -> None:
        self._elsewhere(effect.what)
        self._character(effect.what)
        if getattr(effect.what, "sort", None) != "damage":
            self._lasting(effect)
        measure = effect.measure or "ATK/DEF"
        self._tell(f"effect:modify:{measure}", effect)
        if getattr(effect.what, "sort", None) != "damage":
            self._tell("effect:modify", effect)
        less = "－" in effect.amount
        if less:
            self._tell(f"effect:modify:{measure}:less", effect)
        meant = self._where.meant(effect.what)
        fights = meant and self._where.is_on_field(meant) and self._where.may_fight(meant)
        if fights:
            self._tell(f"effect:modify:{measure}:may-fight", effect)
        over = effect.until and not self._always(effect.until) and effect.until.which == _THIS_TURN
        asked = asked_turn(self._context, effect)
        timed = over or asked is not None
        whose = self._where.whose_turn(effect.what, asked) if timed else None
        if whose != "non-turn-player":
            self._tell(f"effect:modify:{measure}:while-attacking", effect)
        self._each_number(effect, measure)
        for zone in zones_named(effect.what):
            self._tell(f"effect:modify:{measure}:in:{zone}", effect)
            if less:
                self._tell(f"effect:modify:{measure}:less:in:{zone}", effect)
        if self._always(effect.until):
            self._changes[measure] = effect
            if fights and whose != "turn-player":
                self._tell(f"effect:modify:{measure}:may-be-attacked:lasting", effect)
            for word in asked_numbers(effect.what):
                self._tell(f"effect:modify:{measure}:asks:{word}", effect)
        self._until(effect.until, effect.what)
        self._where.changed(effect.what)

    def _each_number(self, effect: ModifyEffect, measure: str) -> None:
        """Tell which of two numbers goes down or up: －2/±0 is ATK alone (reb 10.3.5 asks DEF).

        Where a card lies decides whether it has taken damage that may now be too much.
        """
        names, amounts = measure.split("/"), effect.amount.split("/")
        if len(names) != len(amounts):
            return
        meant = self._where.meant(effect.what)
        places = self._where.places(meant) if meant else ()
        for name, amount in zip(names, amounts, strict=True):
            if "－" in amount:
                self._tell(f"effect:modify:each:{name}:less", effect)
            if effect.until and "±" not in amount and not self._is_attacked(meant, effect.until):
                self._tell(f"effect:modify:each:{name}:{effect.until.word}", effect)
            for place in places or ("anywhere",) if "＋" in amount else ():
                self._tell(f"effect:modify:each:{name}:more:in:{place}", effect)
                if effect.until and not self._always(effect.until):
                    word = effect.until.word
                    self._tell(f"effect:modify:each:{name}:more:in:{place}:{word}", effect)

    def _is_attacked(self, meant: ThingMeaning | None, until: Time) -> bool:
        """Whether ``meant`` is attacked in the attack ``until``, to which its ATK is nothing."""
        if meant is None or f"{until.word}する" not in self._zones.turn_deeds:
            return False
        if until.owners:
            theirs = any(owner.startswith(OPPONENT) for owner in until.owners)
            return theirs and not is_opponents(meant)
        return self._where.whose_turn(meant) == "non-turn-player"

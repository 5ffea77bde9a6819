"""The features of what an ability costs, and of what a keyword may do in its own way."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.features.predicates import (
    STATES,
    conditions_around,
    is_opponents,
    is_several,
    is_zone_change,
    turns_over,
)
from rulebook.cards.features.whereabouts import is_move
from rulebook.cards.features.words import WordFeatures
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.meaning.nesting import surely_before
from rulebook.cards.meaning.nodes import Action, Effect, ThingMeaning
from rulebook.cards.meaning.parts import zones_named


class CostFeatures(WordFeatures):
    """Tells the features of a cost; what is paid has moved when the effects are carried out."""

    def _cost(self, cost: Sequence[Effect]) -> None:
        """Tell of ``cost``, of the ability or of one of its options."""
        if not cost:
            return
        whole = ThingMeaning(cost[0].start, cost[-1].end, "cost")
        self._tell_in_general("cost", whole)
        self._tell_in_general(f"cost:{self._kind}", whole)
        if len(cost) > 1:
            self._tell_in_general("cost:several", whole)
        for effect in cost:
            self._payment(effect)

    def _payment(self, effect: Effect) -> None:
        if not isinstance(effect, Action):
            return
        self._certain.remember(effect)
        self._tell(f"cost:{effect.act}", effect)
        self._tell(f"cost:{effect.act}:{effect.verb}", effect)
        self._by_keyword("cost", effect)
        moves = is_move(effect)
        for where in self._where.taken_from(effect) if moves else ():
            if not self._occupancy.is_taken_by_its_card(effect, where):
                self._tell(f"cost:from:{where}", effect)
            if is_several(effect):
                self._tell(f"cost:from:{where}:several", effect)
        for where in zones_named(effect.goal):
            self._tell(f"cost:to:{where}", effect)
            self._arrives("cost", effect, where)
        if effect.source is None:
            self._character(effect.what)
        self._facing(effect)
        moved = self._where.moved_by(effect, effect.what)
        self._laid(effect, moved)
        self._to_slot(effect)
        self._takes(effect)
        self._state("cost", effect)
        for what in moved if moves else ():
            if what.sort == THIS_CARD and self._where.is_on_field(what):
                self._tell("cost:this-card-leaves", effect)
        self._from_field(effect, moved)
        self._where.paid(effect)

    def _state(self, part: str, effect: Action) -> None:
        """Tell that what is stood or rested may be so already, or just met something else."""
        if effect.act != "change-state":
            return
        what = self._where.meant(effect.what)
        otherwise = self._asked_otherwise(effect, what) or self._put_otherwise(effect, what)
        if not turns_over(effect, what) and not otherwise:
            self._tell(f"{part}:change-state:maybe-so", effect)
        if what is not None and self._decides_attack(effect, what):
            self._tell(f"{part}:change-state:{effect.verb}:before-attack", effect)
        if what is None or self._ability.trigger is None:
            return
        for event in self._ability.trigger.events:
            who = self._where.in_event(event, what)
            self._tell(f"{part}:change-state:after:{event.verb}:{who}", effect)

    def _decides_attack(self, effect: Action, what: ThingMeaning) -> bool:
        """Whether the state into which ``effect`` brings ``what`` decides whether it can attack.

        That is so of one's own that are stood while attacks come, or rested before these do.
        """
        fights = self._where.is_on_field(what) and self._where.may_fight(what)
        if is_opponents(what) or self._later or not fights:
            return False
        trigger = self._ability.trigger
        moment = trigger.moment.word if trigger and trigger.moment else None
        if moment in self._zones.past_attacks or self._where.is_own_turn is False:
            return False
        if effect.verb.startswith(STATES[0]) or trigger is None:
            return True
        return any(is_zone_change(e) and self._where.is_slot(e.goal) for e in trigger.events)

    def _asked_otherwise(self, effect: Action, what: ThingMeaning | None) -> bool:
        """Whether a condition asks ``what`` to be in another state: 【スタンド】しているなら."""
        for condition in conditions_around(self._context, effect):
            if not condition.state or not self._where.are_same(condition.subject, what):
                continue
            if (condition.verb == effect.verb) == condition.negated:
                return True
        return False

    def _put_otherwise(self, effect: Action, what: ThingMeaning | None) -> bool:
        """Whether what told the state of ``what`` last, step or price, put it into another one."""
        told: list[str] = []
        paid = (each for each in self._context.cost if each.start < effect.start)
        for each in (*paid, *(surely_before(self._context.effects, effect) or ())):
            if isinstance(each, Action) and self._where.are_same(each.what, what):
                told += [state for state in STATES if any(state in how for how in each.how)]
                told += [state for state in STATES if each.verb.startswith(state)]
        return bool(told) and not effect.verb.startswith(told[-1])

    def _by_keyword(self, part: str, effect: Effect) -> None:
        """Tell of what an ability with a keyword does in ``part``, which may be its use."""
        if self._ability.keyword and isinstance(effect, Action):
            self._tell(f"keyword:{self._ability.keyword.name}:{part}:{effect.act}", effect)

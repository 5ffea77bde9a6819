"""What is surely in a place at a step: nothing, another card, as many cards as before."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.facts.certainty import whose
from rulebook.cards.facts.locations import LocationTracker, is_move, moves_its_card, out_of
from rulebook.cards.facts.predicates import (
    conditions_around,
    fights_its_card,
    is_opponents,
    says_empty,
    takes_out,
)
from rulebook.cards.facts.zone_words import ZoneWords, bare_zone
from rulebook.cards.interpreting.naming import CHARACTER
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.meaning.nesting import (
    all_effects,
    done_for,
    events_done_for,
    surely_after,
    surely_before,
)
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    Delayed,
    Event,
    PointerMeaning,
    ThingMeaning,
    What,
)
from rulebook.cards.meaning.parts import zones_named


class Occupancy:
    """Knows which places of one ability are empty or filled, step by step."""

    def __init__(self, ability: AbilityMeaning, zones: ZoneWords, tracker: LocationTracker) -> None:
        self._ability = ability
        self._zones = zones
        self._tracker = tracker
        self.taken: list[tuple[str, Action]] = []
        """Out of which zone cards were taken so far, and by what."""

    def take(self, where: str, effect: Action) -> None:
        """Record that ``effect`` takes cards out of ``where``."""
        if self._ability.effects:
            self.taken.append((where, effect))

    def is_vacated(self, effect: Action, where: str) -> bool:
        """Return whether the one card of ``where`` surely went out before, as a price or 置いたら.

        Nothing takes its place before an ability that this sets off was played (reb 9.6.2).
        """
        if where not in self._zones.filled or is_opponents(effect.goal):  # type: ignore[arg-type]
            return False
        attacks = self._zones.turn_verbs
        if any(takes_out(event, where, attacks) for event in self._came_before(effect)):
            return True
        before = [*self._ability.cost, *done_for(self._ability.effects, effect)]
        moves = [each for each in before if isinstance(each, Action) and is_move(each)]
        at_home = self._tracker.home == (where,)
        return any(
            where not in zones_named(each.goal)
            and (where in zones_named(each.source) or (at_home and moves_its_card(each)))
            for each in moves
        )

    def _came_before(self, effect: Action) -> Sequence[Event]:
        """Return what must have come about for ``effect``, if that is one event."""
        waiting = [each for each in all_effects(self._ability.effects) if isinstance(each, Delayed)]
        around = [each for each in waiting if effect in all_effects(each.effects)]
        trigger = around[-1].trigger if around else self._ability.trigger
        events = trigger.events if trigger else ()
        return events if len(events) == 1 else ()

    def is_taken_by_its_card(self, effect: Action, where: str) -> bool:
        """Whether the card of the ability surely comes to ``where``, out of which one is paid.

        ［エントリーから〔A〕を控え室に置く］このキャラをエントリーに置く leaves no entry empty.
        """
        if where not in self._zones.filled or effect not in self._ability.cost:
            return False
        return any(
            moves_its_card(each) and zones_named(getattr(each, "goal", None)) == (where,)
            for each in self._ability.effects
        )

    def is_filled_again(self, effect: Action, where: str, what: What | None) -> bool:
        """Return whether another card is surely in ``where`` once ``what`` is gone.

        その3枚から選び、エントリーに置く。《A》を置いたら、このキャラを…: the entry is not empty.
        """
        cards = self._tracker.resolve(what)
        if self.is_taken_by_its_card(effect, where):
            return True
        if cards is None or is_opponents(cards):
            return False
        effects = self._ability.effects
        done = [*(surely_before(effects, effect) or ()), *done_for(effects, effect)]
        goals = [
            each.goal
            for each in done
            if isinstance(each, Action) and not self._tracker.are_same(each.what, what)
        ]
        goals += [each.goal for each in events_done_for(effects, effect)]
        own = (goal for goal in goals if isinstance(goal, ThingMeaning) and not is_opponents(goal))
        return any(where in goal.zones for goal in own)

    def is_stated_empty(self, effect: Action, where: str) -> bool:
        """Whether a condition says that no card of one's own is in ``where``, and none came since.

        あなたのメンバーがいないなら: there is none to go out of its place.
        """
        if self._whose(effect) is not False:
            return False
        before = [e for e in all_effects(self._ability.effects) if e.start < effect.start]
        if any(where in zones_named(getattr(each, "goal", None)) for each in before):
            return False
        asked = conditions_around(self._ability, effect)
        return any(says_empty(condition, where) for condition in asked)

    def is_surely_empty(self, effect: Action, place: ThingMeaning) -> bool:
        """Whether ``place`` is what the card itself left as a price, or is one to be paid with.

        What cannot be paid is not played, so that nothing of it is left undone.
        """
        if effect in self._ability.cost:
            return True
        home = self._tracker.home or self._zones.field[:1]
        left = any(map(moves_its_card, self._ability.cost)) and not is_opponents(place)
        return left and all(zone in place.zones for zone in home)

    def leaves_its_slot(self, effect: Action) -> bool:
        """Return whether the card goes from its slot, and not back there by ``effect`` itself."""
        others = (each for each in all_effects(self._ability.effects) if each is not effect)
        return bool(self._tracker.moved_to) or any(map(moves_its_card, others))

    def is_one_left(self, effect: Action, where: str) -> bool:
        """Return whether ``effect`` takes all but what was chosen of any cards and put back there.

        カードを1枚選び、山札の上に置き、残りのカードを控え室に置く: one stays at least.
        """
        pointers = getattr(effect.what, "refers", ())
        names = {each.name for pointer in pointers for each in pointer.less}
        before = surely_before(self._ability.effects, effect) or ()
        any_of = {
            each.name
            for each in before
            if isinstance(each, ChooseEffect)
            and each.number
            and not each.number.at_most
            and not getattr(each.what, "asks", True)
        }
        back = {
            getattr(each.what, "name", None)
            for each in before
            if isinstance(each, Action) and zones_named(each.goal) == (where,)
        }
        return bool(names) and names <= any_of & back

    def only_refills(self, effect: Action, where: str) -> bool:
        """Return whether as many cards of ``where`` as now come were taken out surely before."""
        if any(bare_zone(place) == bare_zone(where) for place in self._tracker.taken_from(effect)):
            return True  # クロックすべてを、クロック置場に好きな順番で置く
        coming = self._count(effect)
        if coming is None or not self.taken:
            return False
        before = surely_before(self._ability.effects, effect) or ()
        return any(
            bare_zone(place) == bare_zone(where)
            and any(each is done for done in before)
            and self._whose(each) is not None
            and self._whose(each) == self._whose(effect)
            and (self._count(each, surely=True) or 0) >= coming
            for place, each in self.taken
        )

    def as_many_go_on(self, effect: Action, where: str) -> bool:
        """Whether as many cards of ``where`` as now come are surely moved on by a step behind.

        リタイアに置くことで、リタイアから1枚選び、手札に戻す: there are no more than before.
        """
        coming, mine = self._count(effect), self._whose(effect)
        if coming is None or mine is None:
            return False
        after = surely_after(self._ability.effects, effect) or ()
        moved = [each.what for each in after if isinstance(each, Action) and is_move(each)]
        names = {what.name for what in moved if isinstance(what, PointerMeaning)}
        chosen = [each for each in after if isinstance(each, ChooseEffect) and each.name in names]
        return any(self._takes_any(each, where, coming, mine) for each in chosen)

    def _takes_any(self, effect: ChooseEffect, where: str, count: int, others: bool) -> bool:
        """Whether ``effect`` chooses ``count`` of any cards of ``where``, such as just came."""
        what, number = effect.what, effect.number
        if not isinstance(what, ThingMeaning) or number is None or number.at_most:
            return False
        there = out_of(effect.source, what)
        plain = not what.qualities and not what.other_than and set(what.words) <= {CHARACTER, where}
        enough = isinstance(number.count, int) and number.count >= count
        same = whose(effect.by.who, there) == others
        return plain and enough and same and there.zones == (where,)

    def _whose(self, effect: Action) -> bool | None:
        """Return whether ``effect`` moves cards of the opponent, or None where nothing decides."""
        what = self._tracker.resolve(effect.what)
        return None if what is None else whose(effect.by.who, what)

    def _count(self, effect: Action, *, surely: bool = False) -> int | None:
        """Return how many cards ``effect`` moves, as far as a number says or it is one card."""
        what = self._tracker.resolve(effect.what)
        number = effect.number or (what.number if what else None)
        if what is not None and number is None:
            return 1 if what.sort == THIS_CARD or fights_its_card(what) else None
        if what is None or number is None or (surely and number.at_most):
            return None
        return number.count if isinstance(number.count, int) else None

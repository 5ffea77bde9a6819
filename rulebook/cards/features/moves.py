"""The features of cards that an ability moves: out of what, to where, leaving what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebook.cards.features.certainty import whose
from rulebook.cards.features.feature_list import FeatureTeller
from rulebook.cards.features.predicates import (
    ANY_NUMBER,
    STATES,
    conditions_around,
    fights_its_card,
    is_of_its_card,
    is_off_an_end,
    is_opponents,
    is_several,
    laid_as,
    own_pointers,
    says_empty,
    takes_out,
    tells_state,
)
from rulebook.cards.features.whereabouts import MOVES, is_move, moves_its_card, out_of
from rulebook.cards.interpreting.naming import CHARACTER
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning.nesting import (
    all_effects,
    done_for,
    events_done_for,
    surely_after,
    surely_before,
)
from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    Delayed,
    Event,
    NumberMeaning,
    PointerMeaning,
    ThingMeaning,
    What,
)
from rulebook.cards.meaning.parts import nouns_of, zones_named

_TAKES = {"draw", "turn-up", "act"}
_ORDER = "順"
_FREE = ("好きな順番", "望む順番")


class MoveFeatures(FeatureTeller):
    """Tells the features of actions that move cards."""

    def _moved(self, effect: Action, several: bool) -> None:
        if effect.act == "turn-into" and not is_move(effect):
            return
        if self._ends_look(effect):
            self._tell("effect:ends-look", effect)
        if effect.act in _TAKES or is_move(effect):
            for where in zones_named(effect.source) if is_several(effect) else ():
                self._tell(f"effect:one-by-one:{where}", effect)
            for where in self._where.taken_from(effect):
                exact = is_off_an_end(effect) and not (effect.number and effect.number.at_most)
                if exact and not self._is_refilled(effect):
                    self._tell(f"effect:off-end:{where}", effect)
                if is_move(effect) and effect.act != "swap":  # there another comes at once
                    self._tell(f"effect:from:{where}", effect)
                    if not self._is_filled_again(effect, where, effect.what):
                        self._tell_by_turn(f"effect:from:{where}", effect, effect.what)
                self._taken_out(effect, where, several)
                self._as_keyword(effect, where)
                if effect.number and effect.number.at_most:
                    self._tell(f"effect:up-to:{where}", effect.number)
        if effect.act == "draw" and effect.act in self._zones.flows:
            self._empties(effect, self._zones.flows[effect.act][0], several)
        if self._where.goes_to_nobodys(effect):
            self._tell("effect:to:unowned", effect)
        for where in zones_named(effect.goal):
            self._tell(f"effect:to:{where}", effect)
            if not self._only_refills(effect, where):
                self._tell(f"effect:to:{where}:more", effect)
            if not self._as_many_go_on(effect, where):
                self._tell(f"effect:to:{where}:to-stay", effect)
            for source in self._where.taken_from(effect):
                self._tell(f"effect:to:{where}:out-of:{source}", effect)
            self._coming(f"effect:to:{where}", effect, [effect.what])
            self._arrives("effect", effect, where)
            if self._come_at_once(effect, where):
                self._tell(f"effect:to:{where}:several", effect)
            if any(free in how for how in effect.how for free in _FREE) and not self._where.others:
                self._tell(f"effect:to:{where}:free-order", effect)
        self._to_slot(effect)
        self._takes(effect)
        if self._where.picks_out(effect):
            self._picked(effect)
        parts = [effect.what]
        if effect.act == "swap":
            parts += [effect.goal, effect.companion]
            if any(map(self._where.is_found_hidden, parts)):
                self._tell("effect:choose:hidden", effect)
        moved = [what for part in parts for what in self._where.moved_by(effect, part)]
        if effect.act == "swap":
            places = tuple(self._places(moved))
            for place in places:
                self._tell(f"effect:swap:{place}", effect)
                if len(places) > 1:
                    if not tells_state(effect):
                        self._tell(f"effect:swap:{place}:state-untold", effect)
                    elsewhere = [each for each in moved if place not in self._where.places(each)]
                    self._coming(f"effect:swap:{place}", effect, elsewhere)
        self._from_field(effect, moved)

    def _arrives(self, part: str, effect: Action, where: str) -> None:
        """Tell that a card may lie in ``where`` already, and of what is not said which way up."""
        if not self._is_vacated(effect, where):
            self._tell(f"{part}:to:{where}:beside", effect)
        if not tells_state(effect) and where not in self._where.taken_from(effect):
            self._tell(f"{part}:to:{where}:state-untold", effect)

    def _ends_look(self, effect: Action) -> bool:
        """Whether ``effect`` moves or shuffles what was seen or shown before (ws 8.6.6.1)."""
        looked = set() if self._where.turned_up else set(self._where.looked)
        what = self._where.meant(effect.what)
        if effect.act == "shuffle":
            return what is not None and not looked.isdisjoint(what.zones)
        told = zones_named(effect.source) or zones_named(effect.what)
        taken = () if told or not is_move(effect) else self._where.taken_from(effect)
        return not looked.isdisjoint(taken)

    def _coming(self, name: str, effect: Action, coming: Sequence[What | None]) -> None:
        """Tell whether others come than the card itself, of which one knows what it has."""
        known = [not self._given and getattr(each, "sort", None) == THIS_CARD for each in coming]
        if not all(known) or not known:
            self._tell(f"{name}:of-others", effect)
            return
        for mark in self._marks:
            self._tell(f"{name}:of:{mark}", effect)

    def _is_vacated(self, effect: Action, where: str) -> bool:
        """Whether the one card of ``where`` surely went out before, as a price or 置いたら.

        Nothing takes its place before an ability that this sets off was played (reb 9.6.2).
        """
        if where not in self._zones.filled or is_opponents(effect.goal):  # type: ignore[arg-type]
            return False
        attacks = self._zones.turn_deeds
        if any(takes_out(event, where, attacks) for event in self._came_before(effect)):
            return True
        before = [*self._context.cost, *done_for(self._context.effects, effect)]
        moves = [each for each in before if isinstance(each, Action) and is_move(each)]
        lay = self._where.lies == (where,)
        return any(
            where not in zones_named(each.goal)
            and (where in zones_named(each.source) or (lay and moves_its_card(each)))
            for each in moves
        )

    def _came_before(self, effect: Action) -> Sequence[Event]:
        """Return what must have come about for ``effect``, if that is one event."""
        waiting = [each for each in all_effects(self._context.effects) if isinstance(each, Delayed)]
        around = [each for each in waiting if effect in all_effects(each.effects)]
        trigger = around[-1].trigger if around else self._ability.trigger
        events = trigger.events if trigger else ()
        return events if len(events) == 1 else ()

    def _come_at_once(self, effect: Action, where: str) -> bool:
        """Whether several cards come into ``where`` at once, in an order that is told by nobody.

        One by one they come off an end of a zone (ws 3.2.3); where they are shuffled then, no
        order is left.
        """
        if is_off_an_end(effect) or any(_ORDER in how for how in effect.how):
            return False
        shuffled = where in self._zones.hidden and any(
            getattr(each, "act", "") == "shuffle" for each in all_effects(self._context.effects)
        )
        return not shuffled and (is_several(effect) or self._where.is_several(effect.what))

    def _takes(self, effect: Action) -> None:
        """Tell of taking some of what lies on each other, unchosen: マーカーを1枚控え室に置く."""
        what = effect.what
        if not isinstance(what, ThingMeaning) or not what.number or not is_move(effect):
            return
        if not own_pointers(what):
            for word in what.words:
                self._tell(f"effect:takes:{word}", effect)

    def _picked(self, effect: Action) -> None:
        """Tell of choosing what is moved without a word for it: 手札から〔A〕を1枚控え室に置く."""
        self._chosen_by(effect, effect.what, effect.source)
        number = effect.number
        fixed = number and not number.at_most and number.count not in ANY_NUMBER
        if number and fixed and not self._is_all_or_nothing(number):
            self._tell(f"effect:{effect.act}:number", number)
            if self._may_be_short(effect, number):
                self._tell(f"effect:{effect.act}:perhaps-none", number)
        if any(map(self._where.is_found_hidden, self._where.moved_by(effect, effect.what))):
            self._tell_of_choice("effect:choose:hidden", effect)

    def _taken_out(self, effect: Action, where: str, several: bool) -> None:
        """Tell that cards go out of ``where``, or may: 山札の上か控え室に置く."""
        goals = zones_named(effect.goal)
        if not goals or any(zone != where for zone in goals):
            self._tell(f"effect:out-of:{where}", effect)
            if self._context.effects:
                self._taken.append((where, effect))
            self._empties(effect, where, several)
            if several:
                self._tell(f"effect:out-of:{where}:several", effect)

    def _empties(self, effect: Action, where: str, several: bool) -> None:
        """Tell that ``effect`` may take the last card of ``where``, which none put there is."""
        if not self._is_refilled(effect) and not self._is_one_left(effect, where):
            self._tell(f"effect:empties:{where}", effect)
            if several:
                self._tell(f"effect:empties:{where}:several", effect)

    def _is_one_left(self, effect: Action, where: str) -> bool:
        """Whether ``effect`` takes all but what was chosen of any cards and put back there.

        カードを1枚選び、山札の上に置き、残りのカードを控え室に置く: one stays at least.
        """
        pointers = getattr(effect.what, "refers", ())
        names = {each.name for pointer in pointers for each in pointer.less}
        before = surely_before(self._context.effects, effect) or ()
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

    def _is_refilled(self, effect: Action) -> bool:
        """Whether as many cards as ``effect`` takes were surely put there right before."""
        return not self._later and self._certain.is_refilled(effect)

    def _may_be_short(self, effect: Action | ChooseEffect, number: NumberMeaning) -> bool:
        """Whether fewer than ``number`` of what ``effect`` chooses may be there."""
        what = effect.what
        surely = isinstance(what, ThingMeaning) and not self._later
        return not (surely and self._certain.is_enough(effect, what, number))  # type: ignore[arg-type]

    def _as_keyword(self, effect: Action, where: str) -> None:
        """Tell where cards go that were turned up, which a keyword may do in its own way."""
        keyword = self._ability.keyword
        for goal in zones_named(effect.goal) if keyword and self._where.turned_up else ():
            self._tell(f"keyword:{keyword.name}:{where}:{goal}", effect)  # type: ignore[union-attr]

    def _from_field(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        on_field = list(filter(self._where.is_on_field, moved))
        if is_move(effect) and self._comes_to_field(effect, moved, on_field):
            self._tell("effect:comes-to-field", effect)
        if not on_field or not is_move(effect):
            return
        self._tell(f"effect:{effect.act}:on-field", effect)
        if self._where.stays_on_field(effect, moved):
            self._tell("effect:changes-slot", effect)
        else:
            self._leaving_stage(effect, on_field)
        fighting = list(filter(self._where.may_fight, on_field))
        if fighting and not self._later:
            self._leaving_fight(effect, fighting)
        if effect.act != "swap":
            self._leaving(effect, on_field)

    def _comes_to_field(
        self, effect: Action, moved: Sequence[ThingMeaning], on_field: Sequence[ThingMeaning]
    ) -> bool:
        """Whether a card comes to where characters fight from where none does."""
        if effect.act == "swap":
            return bool(on_field) and not all(map(self._where.is_surely_on_field, moved))
        return self._where.is_slot(effect.goal) and not on_field

    def _to_slot(self, effect: Action) -> None:
        goal = effect.goal
        if not isinstance(goal, ThingMeaning) or effect.act not in MOVES:
            return
        for place in goal.things or (goal,):
            if place.sort == EMPTY_PLACE:
                if not self._is_surely_empty(effect, place):
                    self._tell("effect:to:empty-slot", effect)
                self._state_there(effect)
            elif not self._where.is_slot(place):
                continue
            elif is_of_its_card(place) and self._leaves_its_slot(effect):
                self._to_left_slot(effect, place, self._where.gone)
            elif left := self._where.left_for(place):
                self._to_left_slot(effect, place, left)
            else:
                self._tell("effect:to:slot", effect)
                self._state_there(effect)
                if is_of_its_card(place) and self._where.are_same(place.of, effect.what):
                    for zone in self._where.now:
                        self._tell(f"effect:comes-back:after:{zone}", effect)
                for zone in place.zones:
                    if not self._is_told_empty(effect, zone):
                        self._tell(f"effect:to:slot:{zone}", effect)

    def _is_told_empty(self, effect: Action, where: str) -> bool:
        """Whether a condition says that no card of one's own is in ``where``, and none came since.

        あなたのメンバーがいないなら: there is none to go out of its place.
        """
        if self._whose(effect) is not False:
            return False
        before = [e for e in all_effects(self._context.effects) if e.start < effect.start]
        if any(where in zones_named(getattr(each, "goal", None)) for each in before):
            return False
        asked = conditions_around(self._context, effect)
        return any(says_empty(condition, where) for condition in asked)

    def _is_surely_empty(self, effect: Action, place: ThingMeaning) -> bool:
        """Whether ``place`` is what the card itself left as a price, or is one to be paid with.

        What cannot be paid is not played, so that nothing of it is left undone.
        """
        if effect in self._context.cost:
            return True
        lay = self._where.lies or self._zones.field[:1]
        left = any(map(moves_its_card, self._context.cost)) and not is_opponents(place)
        return left and all(zone in place.zones for zone in lay)

    def _state_there(self, effect: Action) -> None:
        """Tell in which state the text lays a card into a slot, or that it leaves that to rules."""
        told = [state for state in STATES if any(state in how for how in effect.how)]
        for state in told or ("untold",):
            self._tell(f"effect:to:slot:state:{state}", effect)

    def _only_refills(self, effect: Action, where: str) -> bool:
        """Whether as many cards of ``where`` as now come were taken out surely before."""
        if any(_zone(place) == _zone(where) for place in self._where.taken_from(effect)):
            return True  # クロックすべてを、クロック置場に好きな順番で置く
        coming = self._count(effect)
        if coming is None or not self._taken:
            return False
        before = surely_before(self._context.effects, effect) or ()
        return any(
            _zone(place) == _zone(where)
            and any(each is done for done in before)
            and self._whose(each) is not None
            and self._whose(each) == self._whose(effect)
            and (self._count(each, surely=True) or 0) >= coming
            for place, each in self._taken
        )

    def _as_many_go_on(self, effect: Action, where: str) -> bool:
        """Whether as many cards of ``where`` as now come are surely moved on by a step behind.

        リタイアに置くことで、リタイアから1枚選び、手札に戻す: there are no more than before.
        """
        coming, mine = self._count(effect), self._whose(effect)
        if coming is None or mine is None:
            return False
        after = surely_after(self._context.effects, effect) or ()
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
        """Return whether ``effect`` moves cards of the opponent, or None where nothing tells."""
        what = self._where.meant(effect.what)
        return None if what is None else whose(effect.by.who, what)

    def _count(self, effect: Action, *, surely: bool = False) -> int | None:
        """Return how many cards ``effect`` moves, as far as a number tells or it is one card."""
        what = self._where.meant(effect.what)
        number = effect.number or (what.number if what else None)
        if what is not None and number is None:
            return 1 if what.sort == THIS_CARD or fights_its_card(what) else None
        if what is None or number is None or (surely and number.at_most):
            return None
        return number.count if isinstance(number.count, int) else None

    def _leaves_its_slot(self, effect: Action) -> bool:
        """Whether the card goes from its slot, and not back there by ``effect`` itself."""
        others = (each for each in all_effects(self._context.effects) if each is not effect)
        return bool(self._where.gone) or any(map(moves_its_card, others))

    def _laid(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        """Tell as what cards are laid, and whether they come from where no card fights."""
        for word in laid_as(effect):
            self._tell(f"effect:as:{word}", effect)
            if not any(map(self._where.is_on_field, moved)):
                self._tell(f"effect:as:{word}:from-elsewhere", effect)

    def _to_left_slot(self, effect: Action, slot: ThingMeaning, gone: Iterable[str]) -> None:
        """Tell where the card has gone whose slot another now takes: このカードがいた枠に置く."""
        self._tell("effect:to:left-slot", effect)
        self._state_there(effect)
        for zone in gone:
            self._tell(f"effect:to:left-slot:after:{zone}", effect)
            if self._where.are_same(slot.of, effect.what):
                self._tell(f"effect:comes-back:after:{zone}", effect)

    def _leaving_stage(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        self._tell("effect:leaves-stage", effect)
        for zone in zones_named(effect.goal):
            self._tell(f"effect:leaves-stage:{zone}", effect)

    def _leaving_fight(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        """Tell of what leaves its slot in the step in which the ability was set off or played."""
        side = "opponents" if any(map(is_opponents, moved)) else "own"
        for mark in self._ability.marks:
            self._tell(f"effect:leaves-slot:{mark}:{side}", effect)
        for event in self._ability.trigger.events if self._ability.trigger else ():
            for who in dict.fromkeys(self._where.in_event(event, what) for what in moved):
                passive = ":passive" if event.passive else ""
                self._tell(f"effect:leaves-after:{event.verb}{passive}:{who}", effect)
                for word in nouns_of(event.what):
                    self._tell(f"effect:leaves-after:{event.verb}:{word}:{who}", effect)

    def _leaving(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        for what in moved:
            for place in self._places([what]):
                filled = self._is_filled_again(effect, place, what)
                if place not in zones_named(effect.goal) and not filled:
                    self._tell_whose(f"effect:leaves:{place}", effect, what)

    def _is_taken_by_its_card(self, effect: Action, where: str) -> bool:
        """Whether the card of the ability surely comes to ``where``, out of which one is paid.

        ［エントリーから〔A〕を控え室に置く］このキャラをエントリーに置く leaves no entry empty.
        """
        if where not in self._zones.filled or effect not in self._ability.cost:
            return False
        return any(
            moves_its_card(each) and zones_named(getattr(each, "goal", None)) == (where,)
            for each in self._context.effects
        )

    def _is_filled_again(self, effect: Action, where: str, what: What | None) -> bool:
        """Whether another card surely lies in ``where`` by the time at which ``what`` is gone.

        その3枚から選び、エントリーに置く。《A》を置いたら、このキャラを…: the entry is not empty.
        """
        meant = self._where.meant(what)
        if self._is_taken_by_its_card(effect, where):
            return True
        if meant is None or is_opponents(meant):
            return False
        effects = self._context.effects
        done = [*(surely_before(effects, effect) or ()), *done_for(effects, effect)]
        goals = [
            each.goal
            for each in done
            if isinstance(each, Action) and not self._where.are_same(each.what, what)
        ]
        goals += [each.goal for each in events_done_for(effects, effect)]
        own = (goal for goal in goals if isinstance(goal, ThingMeaning) and not is_opponents(goal))
        return any(where in goal.zones for goal in own)

    def _places(self, moved: Iterable[ThingMeaning]) -> Iterable[str]:
        """Return the zones where ``moved`` lie; a character without one lies on the field."""
        on_field = self._where.is_on_field
        return dict.fromkeys(
            place
            for what in moved
            for place in self._where.places(what) or (("field",) if on_field(what) else ())
        )


def _zone(word: str) -> str:
    """Return the zone that ``word`` names, which cards call クロック and クロック置場."""
    return word.removesuffix("置場")

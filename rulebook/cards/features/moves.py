"""The features of cards that an ability moves: out of what, to where, leaving what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebook.cards.features.feature_list import FeatureTeller
from rulebook.cards.features.predicates import (
    ANY_NUMBER,
    STATES,
    is_of_its_card,
    is_off_an_end,
    is_opponents,
    is_several,
    laid_as,
    own_pointers,
    tells_state,
)
from rulebook.cards.features.whereabouts import MOVES, is_move
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning.nesting import (
    all_effects,
)
from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    NumberMeaning,
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
            self._goes_out(effect, several)
        if effect.act == "draw" and effect.act in self._zones.flows:
            self._empties(effect, self._zones.flows[effect.act][0], several)
        if self._where.goes_to_nobodys(effect):
            self._tell("effect:to:unowned", effect)
        for where in zones_named(effect.goal):
            self._comes_into(effect, where)
        self._to_slot(effect)
        self._takes(effect)
        if self._where.picks_out(effect):
            self._picked(effect)
        swapped = (effect.goal, effect.companion) if effect.act == "swap" else ()
        parts = (effect.what, *swapped)
        moved = [what for part in parts for what in self._where.moved_by(effect, part)]
        if swapped:
            if any(map(self._where.is_found_hidden, parts)):
                self._tell("effect:choose:hidden", effect)
            self._swapped(effect, moved)
        self._from_field(effect, moved)

    def _goes_out(self, effect: Action, several: bool) -> None:
        """Tell of the zones that ``effect`` takes cards out of."""
        for where in zones_named(effect.source) if is_several(effect) else ():
            self._tell(f"effect:one-by-one:{where}", effect)
        at_most = effect.number is not None and effect.number.at_most
        for where in self._where.taken_from(effect):
            if is_off_an_end(effect) and not at_most and not self._is_refilled(effect):
                self._tell(f"effect:off-end:{where}", effect)
            if is_move(effect) and effect.act != "swap":  # there another comes at once
                self._tell(f"effect:from:{where}", effect)
                if not self._occupancy.is_filled_again(effect, where, effect.what):
                    self._tell_by_turn(f"effect:from:{where}", effect, effect.what)
            self._taken_out(effect, where, several)
            self._as_keyword(effect, where)
            if effect.number and at_most:
                self._tell(f"effect:up-to:{where}", effect.number)

    def _comes_into(self, effect: Action, where: str) -> None:
        """Tell of the zone ``where``, which ``effect`` puts cards into."""
        self._tell(f"effect:to:{where}", effect)
        if not self._occupancy.only_refills(effect, where):
            self._tell(f"effect:to:{where}:more", effect)
        if not self._occupancy.as_many_go_on(effect, where):
            self._tell(f"effect:to:{where}:to-stay", effect)
        for source in self._where.taken_from(effect):
            self._tell(f"effect:to:{where}:out-of:{source}", effect)
        self._coming(f"effect:to:{where}", effect, [effect.what])
        self._arrives("effect", effect, where)
        if self._come_at_once(effect, where):
            self._tell(f"effect:to:{where}:several", effect)
        if any(free in how for how in effect.how for free in _FREE) and not self._where.others:
            self._tell(f"effect:to:{where}:free-order", effect)

    def _swapped(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        """Tell of the zones whose cards change places."""
        places = tuple(self._places(moved))
        for place in places:
            self._tell(f"effect:swap:{place}", effect)
            if len(places) > 1:
                if not tells_state(effect):
                    self._tell(f"effect:swap:{place}:state-untold", effect)
                elsewhere = [each for each in moved if place not in self._where.places(each)]
                self._coming(f"effect:swap:{place}", effect, elsewhere)

    def _arrives(self, part: str, effect: Action, where: str) -> None:
        """Tell that a card may lie in ``where`` already, and of what is not said which way up."""
        if not self._occupancy.is_vacated(effect, where):
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
            self._occupancy.take(where, effect)
            self._empties(effect, where, several)
            if several:
                self._tell(f"effect:out-of:{where}:several", effect)

    def _empties(self, effect: Action, where: str, several: bool) -> None:
        """Tell that ``effect`` may take the last card of ``where``, which none put there is."""
        if not self._is_refilled(effect) and not self._occupancy.is_one_left(effect, where):
            self._tell(f"effect:empties:{where}", effect)
            if several:
                self._tell(f"effect:empties:{where}:several", effect)

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
                if not self._occupancy.is_surely_empty(effect, place):
                    self._tell("effect:to:empty-slot", effect)
                self._state_there(effect)
            elif not self._where.is_slot(place):
                continue
            elif is_of_its_card(place) and self._occupancy.leaves_its_slot(effect):
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
                    if not self._occupancy.is_told_empty(effect, zone):
                        self._tell(f"effect:to:slot:{zone}", effect)

    def _state_there(self, effect: Action) -> None:
        """Tell in which state the text lays a card into a slot, or that it leaves that to rules."""
        told = [state for state in STATES if any(state in how for how in effect.how)]
        for state in told or ("untold",):
            self._tell(f"effect:to:slot:state:{state}", effect)

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
                filled = self._occupancy.is_filled_again(effect, place, what)
                if place not in zones_named(effect.goal) and not filled:
                    self._tell_whose(f"effect:leaves:{place}", effect, what)

    def _places(self, moved: Iterable[ThingMeaning]) -> Iterable[str]:
        """Return the zones where ``moved`` lie; a character without one lies on the field."""
        on_field = self._where.is_on_field
        return dict.fromkeys(
            place
            for what in moved
            for place in self._where.places(what) or (("field",) if on_field(what) else ())
        )

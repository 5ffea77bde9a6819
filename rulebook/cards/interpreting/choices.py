"""What somebody chooses, under the name by which later steps speak of it."""

from __future__ import annotations

from rulebook.cards.interpreting.complements import ComplementReader, Course
from rulebook.cards.interpreting.discourse import Rank
from rulebook.cards.interpreting.mentions import speak
from rulebook.cards.interpreting.slots import Slots, Taken, counts_like, how_of, take_each
from rulebook.cards.interpreting.steps import is_instead
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE
from rulebook.cards.interpreting.things import number_of, shared, thing_of
from rulebook.cards.meaning.nodes import (
    ChooseEffect,
    DoerMeaning,
    PointerMeaning,
    TextPlace,
    ThingMeaning,
)
from rulebook.cards.tree import acts, nouns, roles
from rulebook.records import replace


class ChoiceReader:
    """Reads the choices of one ability, in the order of the text."""

    def __init__(self, complements: ComplementReader) -> None:
        self._parts = complements
        self._setting = complements.setting

    def choices(self, act: acts.Choose, slots: Slots, course: Course) -> list[ChooseEffect]:
        """Return a choice for each thing that is chosen: キャラを1枚とカードを1枚選び."""
        take_each(slots)
        by = self._parts.doer(act, slots, course)
        discourse = self._setting.discourse
        if course.changes_choice and is_instead(act):
            changed = self._changed(act, by, slots)
            if changed is not None:
                return [changed]
        looked_at = discourse.looked_at(act.start) or discourse.still_among(act.start)
        found = [self._one_of_more(act, by, part) for part in slots.more]
        if slots.companion is not None and not counts_like(slots):
            found.append(self._choice_of(act, by, slots.companion, None))
        if slots.object or slots.number or not found:
            found.append(self._last_choice(act, by, slots, course))
        if slots.more:
            whats = shared([choice.what for choice in found])
            # How they are chosen (別々に) is told once for all.
            how = found[-1].how
            sources = shared([choice.source for choice in found])
            told = zip(found, whats, sources, strict=True)
            found = [replace(c, what=w, source=s, how=how) for c, w, s in told]
        if len(found) > 1:
            self._choose_together(found)
        found = [_out_of(looked_at, choice) for choice in found]
        for choice in found:
            self._take(choice)
        return found

    def _changed(self, act: acts.Choose, by: DoerMeaning, slots: Slots) -> ChooseEffect | None:
        """Return what is chosen in the place of the last choice, under its name: かわりに2枚選ぶ.

        Where it says only how many, ``what`` points at the choice before; there is none if
        nothing, or several things at once, were chosen before.
        """
        discourse = self._setting.discourse
        last = next((r for r in reversed(discourse.referents) if r.name), None)
        if last is None or last.name is None or "+" in last.name or slots.more:
            return None
        role, number = slots.object or slots.source, number_of(slots.number, self._setting)
        what: ThingMeaning | PointerMeaning
        if role is None:
            place = TextPlace(last.start, last.end)
            what = PointerMeaning(act.start, act.start, place, last.name, False)
            discourse.add(replace(last, several=number is not None and number.count != 1))
        else:
            what = self._parts.taken(role, slots.number, "choose", slots.all, slots.source)
            discourse.add(replace(discourse.referents[-1], name=last.name))
            number = number or what.number
        source = self._parts.thing(slots.source)
        return ChooseEffect(act.start, act.end, by, last.name, what, source, number, how_of(slots))

    def _take(self, choice: ChooseEffect) -> None:
        """Remember out of which cards, of those spoken of before, ``choice`` takes some."""
        what, source = choice.what, choice.source
        pointers = what.refers if isinstance(what, ThingMeaning) else (what,)
        own = what if isinstance(what, ThingMeaning) else choice
        for pointer in (*pointers, source):
            if isinstance(pointer, PointerMeaning):
                place = TextPlace(own.start, own.end)
                self._setting.discourse.take(pointer.to, place, choice.name)

    def _one_of_more(self, act: acts.Choose, by: DoerMeaning, part: Taken) -> ChooseEffect:
        choice = self._choice_of(act, by, part.role, part.number, source=part.source)
        return replace(choice, source=self._parts.thing(part.source))

    def _choice_of(
        self,
        act: acts.Choose,
        by: DoerMeaning,
        role: roles.Role,
        number: nouns.Quantity | None,
        every: bool = False,
        source: roles.Role | None = None,
    ) -> ChooseEffect:
        name, setting = self._setting.discourse.next_name(), self._setting
        setting.discourse.choosers[name] = by.who
        what = thing_of(role.thing, setting, quantity=number, as_cards=True, every=every)
        again = next((pointer.name for pointer in what.refers if pointer.name), None)
        if again is not None and again != name:
            setting.discourse.among[name] = again
        out_of = source.thing if source else None
        speak(
            role.thing,
            setting,
            how="choose",
            name=name,
            quantity=number,
            every=every,
            source=out_of,
        )
        told = number_of(number, self._setting) or what.number
        return ChooseEffect(act.start, act.end, by, name, what, None, told)

    def _last_choice(
        self, act: acts.Choose, by: DoerMeaning, slots: Slots, course: Course
    ) -> ChooseEffect:
        source = self._parts.thing(slots.source)
        role = slots.object or slots.source or self._parts.of_whom(slots, course, "")
        if slots.source is not None:
            speak(slots.source.thing, self._setting, rank=Rank.ASKED)
        if role is not None:
            found = self._choice_of(act, by, role, slots.number, slots.all, slots.source)
            what, told = self._parts.as_many(found.what, found.number, slots)
            return replace(found, what=what, number=told, source=source, how=how_of(slots))
        discourse = self._setting.discourse
        name, what = discourse.next_name(), discourse.left_out(act.start, several=True)
        discourse.choose_among(what, name)
        told = number_of(slots.number, self._setting)
        return ChooseEffect(act.start, act.end, by, name, what, source, told, how_of(slots))

    def _choose_together(self, found: list[ChooseEffect]) -> None:
        """Remember all cards that were chosen at once as one thing, but no place for them."""
        places = ("places", EMPTY_PLACE)
        cards = [choice.name for choice in found if getattr(choice.what, "sort", "") not in places]
        if len(cards) > 1:
            self._setting.discourse.join(cards)


def _out_of(looked_at: PointerMeaning | None, choice: ChooseEffect) -> ChooseEffect:
    """Return ``choice`` as out of the cards ``looked_at``, where it tells of no others."""
    what = choice.what
    if looked_at is None or choice.source or not isinstance(what, ThingMeaning):
        return choice
    if what.sort != "cards" or what.owners or what.zones or what.refers:
        return choice
    return replace(choice, source=looked_at)

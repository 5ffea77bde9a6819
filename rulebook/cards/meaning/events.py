"""What comes about: who does what, as triggers, conditions and prohibitions tell it."""

from __future__ import annotations

from rulebook.cards.meaning.action_types import type_of
from rulebook.cards.meaning.complements import ComplementReader, Course
from rulebook.cards.meaning.discourse import Rank
from rulebook.cards.meaning.nodes import Event, PointerMeaning, TextPlace, ThingMeaning
from rulebook.cards.meaning.pointers import references
from rulebook.cards.meaning.slots import Slots, slots_of
from rulebook.cards.meaning.speaking import speak
from rulebook.cards.meaning.thing_words import sort_of
from rulebook.cards.meaning.things import OFTEN, thing_of
from rulebook.cards.tree import acts
from rulebook.cards.tree.verbs import PASSIVE, Form
from rulebook.records import replace

FORBIDDEN = {Form.NOT, Form.CANNOT, Form.PASSIVE_NOT, Form.ONGOING_NOT, Form.ONGOING_PASSIVE_NOT}
FORBIDDEN |= {Form.JOINING_NOT, Form.JOINING_CANNOT, Form.JOINING_PASSIVE_NOT}


class EventReader:
    """Reads the events of one ability, in the order of the text."""

    def __init__(self, complements: ComplementReader) -> None:
        self._parts = complements
        self._setting = complements.setting
        self._came_about: TextPlace | None = None

    def event(self, act: acts.Predicate, course: Course) -> Event:
        """Return what comes about, and remember who has part in it."""
        slots = slots_of(act.complements)
        if slots.topic is not None:
            course.topic = slots.topic
        self._came_about = TextPlace(act.start, act.end)
        form = act.form if isinstance(act, acts.Act) else Form.PLAIN
        found = Event(
            act.start,
            act.end,
            act.verb.value if isinstance(act, acts.Act) else "",
            form in PASSIVE,
            form in FORBIDDEN,
            self._parts.thing(slots.actor, as_cards=True) or self._parts.thing(course.topic),
            self._thing_with_number(slots),
            self._parts.thing(slots.doer),
            self._parts.thing(slots.source),
            self._parts.thing(slots.target),
            self._parts.thing(slots.means),
        )
        for role in (slots.source, slots.target, slots.doer, slots.means):
            if role is not None:
                speak(role.thing, self._setting, rank=Rank.ASKED)
        for role in (slots.actor, slots.object):
            if role is not None:
                speak(role.thing, self._setting, how=type_of(act))
        if slots.object is None and slots.source is not None and slots.number is not None:
            # Some of what lies there have it done to them: その中から1枚を置く.
            some = slots.source.thing
            speak(some, self._setting, how=type_of(act), quantity=slots.number)
        return found

    def asked(self, predicate: acts.Predicate) -> tuple[PointerMeaning, ...]:
        """Return what ``predicate``, a condition, points at.

        それ in それが1回目のアタックなら is what came about before.
        """
        found = tuple(references(predicate, self._setting))
        what = predicate.what if isinstance(predicate, acts.Is) else None
        subject = slots_of(predicate.complements).actor
        if subject is None or not found or sort_of(what, self._setting.sorts) != "times":
            return found
        it, *others = found
        same = (it.start, it.end) == (subject.thing.start, subject.thing.end)
        return (replace(it, to=self._came_about, name=None), *others) if same else found

    def _thing_with_number(self, slots: Slots) -> ThingMeaning | None:
        if slots.object is None:
            return None
        number = slots.number if slots.number and slots.number.unit != OFTEN else None
        return thing_of(slots.object.thing, self._setting, quantity=number, as_cards=True)

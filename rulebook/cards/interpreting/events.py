"""What comes about: who does what, as triggers, conditions and prohibitions tell it."""

from __future__ import annotations

from rulebook.cards.interpreting.complements import ComplementReader, Course
from rulebook.cards.interpreting.discourse import HadPart, Rank
from rulebook.cards.interpreting.mentions import speak
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.slots import Slots, each_way, slots_of
from rulebook.cards.interpreting.thing_words import THIS_CARD, sort_of
from rulebook.cards.interpreting.times import event_of
from rulebook.cards.meaning.action_types import WITH_OBJECT, type_of
from rulebook.cards.meaning.nodes import Event, Meaning, PointerMeaning, TextPlace, ThingMeaning
from rulebook.cards.tree import acts, roles
from rulebook.cards.tree.verbs import PASSIVE
from rulebook.records import replace


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
        if _is_also_object(act, slots):
            slots.object, slots.subject = slots.subject, None
        self._came_about = TextPlace(act.start, act.end)
        found = event_of(act, slots, self._setting, course.topic)
        self._remember_parts(found)
        if _is_silent(found):
            # 《A》にサポートされた時: this very card, where the text does not say which.
            own = ThingMeaning(found.start, found.start, THIS_CARD)
            found = replace(found, who=own)
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

    def events(self, act: acts.Predicate, course: Course) -> tuple[Event, ...]:
        """Return what comes about, once for each way in which it may."""
        first, *others = each_way(act)
        found = self.event(first, course)
        if not others:
            return (found,)
        setting, topic = self._setting, course.topic
        return found, *(event_of(o, slots_of(o.complements), setting, topic) for o in others)

    def _remember_parts(self, event: Event) -> None:
        """Remember who does it, and to whom: of a passive the doer, and what it is about."""
        doing, to = (event.by, event.who) if event.passive else (event.who, event.what)
        places = (_place_of(part) if part else None for part in (doing, to))
        self._setting.discourse.had_part[event.verb] = HadPart(_place_of(event), *places)

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


def _place_of(part: Meaning) -> TextPlace:
    return TextPlace(part.start, part.end)


def _is_silent(event: Event) -> bool:
    """Whether ``event`` says by what, but not to what card it is done."""
    return event.passive and event.by is not None and not (event.who or event.what)


def _is_also_object(act: acts.Predicate, slots: Slots) -> bool:
    """Whether that to which it is done too is told with も: あなたの効果は《A》も参照できる."""
    also = slots.subject
    if not isinstance(also, roles.Also) or slots.object is not None:
        return False
    if not isinstance(act, acts.Act) or isinstance(act, acts.Exist) or act.form in PASSIVE:
        return False
    return slots.topic is not None or type_of(act) in WITH_OBJECT

"""What comes about: who does what, as triggers, conditions and prohibitions tell it."""

from __future__ import annotations

from rulebook.cards.interpreting.complements import ComplementReader, Course
from rulebook.cards.interpreting.discourse import Participants, Rank, Setting
from rulebook.cards.interpreting.mentions import speak
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.slots import Slots, each_way, slots_of
from rulebook.cards.interpreting.thing_words import THIS_CARD, sort_of, zones_of
from rulebook.cards.interpreting.things import marks_told
from rulebook.cards.interpreting.times import event_of
from rulebook.cards.meaning.action_types import OTHER, WITH_OBJECT, type_of
from rulebook.cards.meaning.nodes import Event, Meaning, PointerMeaning, TextPlace, ThingMeaning
from rulebook.cards.tree import acts, card, roles
from rulebook.cards.tree.verbs import PASSIVE, Form
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
        for role in (slots.source, slots.target, slots.agent, slots.means):
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
        self._setting.discourse.participants[event.verb] = Participants(_place_of(event), *places)

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
    return part.text_place


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


class DeedReader:
    """Reads what one ability tells anew, in the order of the text."""

    def __init__(self, setting: Setting, events: EventReader) -> None:
        self._setting = setting
        self._events = events
        self._cases: set[TextPlace] = set()
        """What was told so before: a case of its own, which need not have come about."""

    def told_anew(
        self, act: acts.Act, step: card.Step, course: Course
    ) -> tuple[PointerMeaning, Event]:
        """Return to what that was done which ``act`` of ``step`` tells anew, and how it does so.

        Where nothing before is meant, it is what ``act`` itself says: サポートされたら.
        """
        kind = "choose" if isinstance(act, acts.Choose) else type_of(act)
        before = self._done_before(act, step, kind)
        event = self._as_chosen(self._event(act, course), act, before.name)
        self._setting.discourse.act_on(before, kind)
        place = before.to or TextPlace(act.start, act.end)
        return replace(before, to=place, explicit=True, unresolved=None), event

    def was_done(self, act: acts.Act) -> bool:
        """Whether such as ``act`` was done before."""
        kind = type_of(act)
        return self._setting.discourse.done(act.start, act.end, (kind,), "").to is not None

    def tells_anew(self, step: card.Step | acts.Predicate) -> bool:
        """Whether ``step`` only says when that was done which was told before: 置いた時."""
        if not isinstance(step, card.When) or step.leading or len(step.events) != 1:
            return False
        (act,) = step.events
        bare = isinstance(act, acts.Act) and act.form is Form.PAST and not act.complements
        return bare and self.was_done(act)

    def _done_before(self, act: acts.Act, step: card.Step, kind: str) -> PointerMeaning:
        """Return to what that was done which ``act`` tells anew: 《A》をサポートしたら."""
        discourse, start, end = self._setting.discourse, step.start, step.end
        verb = act.verb.value if kind == OTHER else ""
        source = slots_of(act.complements).source
        zones = zones_of(source.thing) if source else frozenset()
        had = discourse.participants.get(verb)
        if had is not None and had.event in self._cases:
            return PointerMeaning(start, end, None, None, True)
        came_about = discourse.participant(start, end, verb, passive=True)
        return came_about or discourse.done(start, end, (kind,), "", zones=zones)

    def _event(self, act: acts.Act, course: Course) -> Event:
        """Return what ``act`` tells, which does not come about once more."""
        participants = self._setting.discourse.participants
        before = dict(participants)
        event = self._events.event(act, course)
        participants |= before
        self._cases.add(TextPlace(act.start, act.end))
        return event

    def _as_chosen(self, event: Event, act: acts.Act, name: str | None) -> Event:
        """Return ``event``, of marks where those were chosen under ``name``: 【A】を選んだら."""
        told = slots_of(act.complements).object if name else None
        chosen = (r.sort for r in self._setting.discourse.referents if name and r.name == name)
        if told is None or next(chosen, None) != "abilities" or event.what is None:
            return event
        return replace(event, what=marks_told(event.what, told.thing))

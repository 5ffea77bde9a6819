"""Read the events of triggers, conditions and prohibitions, and those that a text repeats."""

from __future__ import annotations

from rulebook.cards.interpreting.complements import ComplementReader, Course, event_of
from rulebook.cards.interpreting.discourse import Setting
from rulebook.cards.interpreting.mentions import mention
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.referents import Participants, Rank
from rulebook.cards.interpreting.slots import Slots, each_way, slots_of
from rulebook.cards.interpreting.thing_words import THIS_CARD, sort_of, zones_of
from rulebook.cards.interpreting.things import as_marks
from rulebook.cards.meaning.action_types import OTHER, WITH_OBJECT, type_of
from rulebook.cards.meaning.nodes import Event, PointerMeaning, TextPlace, ThingMeaning
from rulebook.cards.tree import acts, card, roles
from rulebook.cards.tree.verbs import PASSIVE, Form
from rulebook.records import replace


class EventReader:
    """Reads the events of one ability, in the order of the text."""

    def __init__(self, complements: ComplementReader) -> None:
        self._setting = complements.setting
        self._last: TextPlace | None = None
        """Where the last event is."""

    def event(self, act: acts.Predicate, course: Course) -> Event:
        """Return ``act`` as an event, with its participants as referents: その means them."""
        slots = slots_of(act.complements)
        if slots.topic is not None:
            course.topic = slots.topic
        if _is_also_object(act, slots):
            slots.object, slots.subject = slots.subject, None
        self._last = TextPlace(act.start, act.end)
        found = event_of(act, slots, self._setting, course.topic)
        self._remember_participants(found)
        if found.passive and found.by is not None and not (found.who or found.what):
            # 《A》にサポートされた時: this very card, where the text does not name the patient.
            found = replace(found, who=ThingMeaning(found.start, found.start, THIS_CARD))
        for role in (slots.source, slots.target, slots.agent, slots.means):
            if role is not None:
                mention(role.thing, self._setting, rank=Rank.MENTIONED)
        for role in (slots.actor, slots.object):
            if role is not None:
                mention(role.thing, self._setting, how=type_of(act))
        if slots.object is None and slots.source is not None and slots.number is not None:
            # その中から1枚を置く: the object is some of the source.
            some = slots.source.thing
            mention(some, self._setting, how=type_of(act), quantity=slots.number)
        return found

    def events(self, act: acts.Predicate, course: Course) -> tuple[Event, ...]:
        """Return an event for each alternative in ``act``: 手札からか『チェンジ』で. Only the first
        adds referents: the others have the same participants."""
        first, *others = each_way(act)
        found = self.event(first, course)
        setting, topic = self._setting, course.topic
        return found, *(event_of(o, slots_of(o.complements), setting, topic) for o in others)

    def _remember_participants(self, event: Event) -> None:
        """Store agent and patient of ``event`` under its verb. サポートしたキャラ and
        サポートされたキャラ later refer to one of the two by verb and voice."""
        agent, patient = (event.by, event.who) if event.passive else (event.who, event.what)
        self._setting.discourse.participants[event.verb] = Participants(
            event.text_place,
            agent.text_place if agent else None,
            patient.text_place if patient else None,
        )

    def asked(self, predicate: acts.Predicate) -> tuple[PointerMeaning, ...]:
        """Return the pointers in a condition; それ that is an attack means the last event."""
        found = tuple(references(predicate, self._setting))
        what = predicate.what if isinstance(predicate, acts.Is) else None
        subject = slots_of(predicate.complements).actor
        if subject is None or not found or sort_of(what, self._setting.sorts) != "times":
            return found
        it, *others = found
        same = (it.start, it.end) == (subject.thing.start, subject.thing.end)
        return (replace(it, to=self._last, name=None), *others) if same else found


def _is_also_object(act: acts.Predicate, slots: Slots) -> bool:
    """Whether the phrase with も, which hides を and が, is an object: 《A》も参照できる."""
    also = slots.subject
    if not isinstance(also, roles.Also) or slots.object is not None:
        return False
    if not isinstance(act, acts.Act) or isinstance(act, acts.Exist) or act.form in PASSIVE:
        return False
    return slots.topic is not None or type_of(act) in WITH_OBJECT


class RepetitionReader:
    """Reads the actions that one ability repeats as a condition: …置く。置いたら, …."""

    def __init__(self, setting: Setting, events: EventReader) -> None:
        self._setting = setting
        self._events = events
        self._cases: set[TextPlace] = set()
        """The repetitions so far; a second one is another case, not a result of the first."""

    def repetition(
        self, act: acts.Act, step: card.Step, course: Course
    ) -> tuple[PointerMeaning, Event]:
        """Return the pointer to the action that ``act`` repeats (else to itself), and its event."""
        kind = "choose" if isinstance(act, acts.Choose) else type_of(act)
        before = self._object_of_repeated(act, step, kind)
        event = self._with_chosen_marks(self._event(act, course), act, before.name)
        self._setting.discourse.act_on(before, kind)
        place = before.to or TextPlace(act.start, act.end)
        return replace(before, to=place, explicit=True, unresolved=None), event

    def was_done(self, act: acts.Act) -> bool:
        """Whether such an action comes before: 置いた後 then asks for it, and is no action."""
        kind = type_of(act)
        done = self._setting.discourse.last_object_of(act.start, act.end, (kind,), "")
        return done.to is not None

    def is_repetition(self, step: card.Step | acts.Predicate) -> bool:
        """Whether ``step`` is no trigger but repeats an action before it: 置いた時. Only a bare
        past verb does: a trigger of an ability states who or what."""
        if not isinstance(step, card.When) or step.leading or len(step.events) != 1:
            return False
        (act,) = step.events
        bare = isinstance(act, acts.Act) and act.form is Form.PAST and not act.complements
        return bare and self.was_done(act)

    def _object_of_repeated(self, act: acts.Act, step: card.Step, kind: str) -> PointerMeaning:
        """Return the pointer to what the action that ``act`` repeats was done to. A second
        repetition is another case of the same action, so that it refers to nothing new."""
        discourse, start, end = self._setting.discourse, step.start, step.end
        verb = act.verb.value if kind == OTHER else ""
        source = slots_of(act.complements).source
        zones = zones_of(source.thing) if source else frozenset()
        last = discourse.participants.get(verb)
        if last is not None and last.event in self._cases:
            return PointerMeaning(start, end, None, None, True)
        patient = discourse.participant(start, end, verb, passive=True)
        return patient or discourse.last_object_of(start, end, (kind,), "", zones=zones)

    def _event(self, act: acts.Act, course: Course) -> Event:
        """Return ``act`` as an event; it is not a new one, so its participants are not stored. Its
        place is: a second repetition is another case, not a result of this one."""
        participants = self._setting.discourse.participants
        before = dict(participants)
        event = self._events.event(act, course)
        participants |= before
        self._cases.add(TextPlace(act.start, act.end))
        return event

    def _with_chosen_marks(self, event: Event, act: acts.Act, name: str | None) -> Event:
        """Return ``event`` with marks as its object if the choice ``name`` was: 【A】を選んだら. A
        mark in 【】 else means a card that has it."""
        role = slots_of(act.complements).object if name else None
        chosen = (r.sort for r in self._setting.discourse.referents if name and r.name == name)
        if role is None or next(chosen, None) != "abilities" or event.what is None:
            return event
        return replace(event, what=as_marks(event.what, role.thing))

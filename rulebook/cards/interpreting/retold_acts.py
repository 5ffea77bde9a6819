"""What was done before and is told anew: 置いたら, 置いた時 after 置いてよい, サポートされたら."""

from __future__ import annotations

from rulebook.cards.interpreting.complements import Course
from rulebook.cards.interpreting.events import EventReader
from rulebook.cards.interpreting.setting import Setting
from rulebook.cards.interpreting.slots import slots_of
from rulebook.cards.interpreting.thing_words import zones_of
from rulebook.cards.interpreting.things import marks_told
from rulebook.cards.meaning.action_types import OTHER, type_of
from rulebook.cards.meaning.nodes import Event, PointerMeaning, TextPlace
from rulebook.cards.tree import acts, card
from rulebook.cards.tree.verbs import Form
from rulebook.records import replace


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
        self._setting.discourse.again(before, kind)
        place = before.to or TextPlace(act.start, act.end)
        return replace(before, to=place, told=True, unresolved=None), event

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
        had = discourse.had_part.get(verb)
        if had is not None and had.event in self._cases:
            return PointerMeaning(start, end, None, None, True)
        came_about = discourse.part_in(start, end, verb, passive=True)
        return came_about or discourse.done(start, end, (kind,), "", zones=zones)

    def _event(self, act: acts.Act, course: Course) -> Event:
        """Return what ``act`` tells, which does not come about once more."""
        had_part = self._setting.discourse.had_part
        before = dict(had_part)
        event = self._events.event(act, course)
        had_part |= before
        self._cases.add(TextPlace(act.start, act.end))
        return event

    def _as_chosen(self, event: Event, act: acts.Act, name: str | None) -> Event:
        """Return ``event``, of marks where those were chosen under ``name``: 【A】を選んだら."""
        told = slots_of(act.complements).object if name else None
        chosen = (r.sort for r in self._setting.discourse.referents if name and r.name == name)
        if told is None or next(chosen, None) != "abilities" or event.what is None:
            return event
        return replace(event, what=marks_told(event.what, told.thing))

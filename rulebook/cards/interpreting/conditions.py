"""What a sentence waits for or asks: triggers, times and conditions."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.builders.scoping import is_time
from rulebook.cards.interpreting.complements import Course
from rulebook.cards.interpreting.discourse import FOUND, Rank
from rulebook.cards.interpreting.events import EventReader
from rulebook.cards.interpreting.mentions import speak
from rulebook.cards.interpreting.naming import word_of, words_of
from rulebook.cards.interpreting.pointers import is_it
from rulebook.cards.interpreting.quality_rows import quality_words
from rulebook.cards.interpreting.setting import Setting
from rulebook.cards.interpreting.slots import IN_ALL, Slots, as_cards, slots_of
from rulebook.cards.interpreting.thing_words import THIS_CARD, sort_of
from rulebook.cards.interpreting.things import exactly, number_of, thing_of
from rulebook.cards.interpreting.times import moment_of, time_asked, time_of
from rulebook.cards.meaning.action_types import type_of
from rulebook.cards.meaning.nodes import (
    Condition,
    Duration,
    Event,
    Moment,
    NumberMeaning,
    PointerMeaning,
    TextPlace,
    ThingMeaning,
    Time,
    TriggerMeaning,
    What,
)
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.qualities import Quality
from rulebook.cards.tree.verbs import NEGATED, PASSIVE, Form
from rulebook.cards.tree.words import Word
from rulebook.records import replace

_BOUNDS = {"以上", "以下"}
_ADD = "add"
"""The action that has but one goal, one's hand."""
_BOTH = "両方"
_NEITHER = "どちらでもない"
_ONLY = "のみ"
_SAME = "同じ"
_CHANGE_STATES = (acts.ChangeState, acts.Battle)
_ONGOING = (Form.ONGOING, Form.ONGOING_NOT, Form.TE_ONGOING)
_NUMBERS = {Word("合計"), Word("合計値"), Word("値"), Word("数値")}
"""Numbers of which no card has one, so that one told before is meant."""


class ConditionReader:
    """Reads the triggers and conditions of one ability, in the order of the text."""

    def __init__(self, setting: Setting, events: EventReader) -> None:
        self._setting = setting
        self._events = events
        self._asked: TextPlace | None = None
        """Of what it was asked last how many there are."""
        self._last: Condition | None = None
        """The last condition that says of what it asks."""
        self._places: list[tuple[frozenset[str], ThingMeaning]] = []
        """Which cards were asked about or counted in which zones."""
        self._cases: list[list[Condition]] = []
        """The conditions that were told before, those of each step together."""

    def trigger(
        self,
        step: card.When,
        within: Duration | None = None,
        leading: Sequence[acts.Predicate] = (),
    ) -> TriggerMeaning:
        """Return the events of ``step``, any of which will do, after those ``leading`` to it."""
        course = Course()
        after = tuple(self._events.event(act, course) for act in (*leading, *step.leading))
        before = after[-1] if after else None
        events: list[Event] = []
        for act in step.events:
            for event in self._events.events(act, course):
                # アタックした時か【リバース】した時: what is not said anew is as before.
                silent = event.who is None and event.what is None and before is not None
                before = replace(event, who=before.who) if silent and before else event
                events.append(replace(before, after=after) if after else before)
            # プレイされて舞台に置かれた時か手札から置かれた時: the second needs no play.
            after = after[: len(leading)]
        start = leading[0].start if leading else step.start
        return TriggerMeaning(start, step.end, tuple(events), None, within)

    def moment(self, role: roles.At) -> Moment:
        """Return the time that ``role`` tells, and remember whose or of what it is."""
        found = moment_of(role, self._setting)
        if isinstance(role.thing, nouns.Thing):
            speak(role.thing, self._setting)
        return found

    def time(self, role: roles.Role) -> Condition:
        """Return as what must be so that the time which ``role`` tells is on: 相手のターン中."""
        start, end = role.start, role.end
        time = time_asked(role.thing, self._setting)
        return Condition(start, end, None, time.refers, False, False, what=time)

    def conditions(self, step: card.If, course: Course) -> list[Condition]:
        """Return the conditions of ``step``."""
        found: list[Condition] = []
        for part in step.conditions:
            predicate = part.act if isinstance(part, card.OrElse) else part
            if isinstance(predicate, acts.Is) and _is_neither(predicate):
                found += self._neither(predicate)
            elif isinstance(predicate, acts.Predicate):
                asked = _of_the_owner(self.condition(predicate, course), found)
                if asked.subject is None and self._is_silent(predicate, after=bool(found)):
                    what = predicate.what if isinstance(predicate, acts.Is) else None
                    asked = self._of_the_same(asked, word_of(what) if what else "")
                elif asked.subject is None and _counts_alone(predicate):
                    asked = replace(asked, subject=self._what_was_counted(predicate))
                found.append(replace(asked, alternative=isinstance(part, card.OrElse)))
            course.within = None
        self._cases.append(found)
        return found

    def counted(self, what: ThingMeaning) -> None:
        """Remember ``what``, for each of which something is done, and where these are."""
        self._asked = TextPlace(what.start, what.end)
        if what.zones and not what.things:
            told = (what.start, what.end, "zone", what.owners, what.zones, what.zones)
            self._places.append((_names_of(what), ThingMeaning(*told)))

    def _what_was_counted(self, predicate: acts.Predicate) -> PointerMeaning:
        """Return what was counted before, where only the number is told: 合計4枚以上いるなら."""
        start, why = predicate.start, None if self._asked else "nothing was counted before"
        return PointerMeaning(start, start, self._asked, None, False, why)

    def _neither(self, predicate: acts.Is) -> list[Condition]:
        """Return what must be so where neither of the two cases before is: どちらでもない."""
        start, end = predicate.start, predicate.end
        first, second = ([], [], *self._cases)[-2:]
        if len(first) != 1 or len(second) != 1:
            why = "it is not plain which two cases were told before"
            nothing = PointerMeaning(start, end, None, None, True, why)
            return [Condition(start, end, nothing, (nothing,), True, False)]
        return [
            replace(case, start=start, end=end, negated=not case.negated, alternative=False)
            for case in (*first, *second)
        ]

    def _is_silent(self, predicate: acts.Predicate, *, after: bool) -> bool:
        """Whether ``predicate`` leaves out of what it asks: 負けなら, but not あなたのターンなら.

        ``after`` is whether another stands before it in the same condition: いないか【レスト】なら.
        """
        if _is_of_both(predicate):
            return True
        if any(not isinstance(part, roles.Companion) for part in predicate.complements):
            return False
        if isinstance(predicate, acts.Is):
            return sort_of(predicate.what, self._setting.sorts) != "times"
        return after

    def _of_the_same(self, asked: Condition, word: str) -> Condition:
        """Return ``asked``, which says not of what, as of what was asked before: 負けなら.

        ``word`` is what it asks; of some words it is plain which act they are the outcome of.
        """
        at, last = asked.start, self._last
        verb = self._setting.sorts.of_outcome.get(word)
        if verb is not None:
            to = self._setting.discourse.acts.get(verb)
            why = None if to else f"nothing was done before that could come out so ({word})"
            return replace(asked, subject=PointerMeaning(at, at, to, None, False, why))
        if last is None:
            why = "nothing was asked before"
            return replace(asked, subject=PointerMeaning(at, at, None, None, False, why))
        subject = last.subject
        same = tuple(replace(each, start=at, end=at, told=False) for each in last.refers)
        if isinstance(subject, ThingMeaning) and not subject.refers:
            to = TextPlace(subject.start, subject.end)
            return replace(asked, subject=PointerMeaning(at, at, to, None, False), refers=same)
        meant = subject.refers[0] if isinstance(subject, ThingMeaning) else subject
        return replace(asked, subject=replace(meant, start=at, end=at, told=False))  # type: ignore[type-var]

    def condition(self, predicate: acts.Predicate, course: Course) -> Condition:
        """Return ``predicate`` as what must be so."""
        number_told = _number_told(predicate)
        if number_told is not None:
            return self._of_number(predicate, *number_told)
        slots = slots_of(predicate.complements)
        if slots.subject and isinstance(predicate, acts.Exist) and _place_told(slots):
            slots.subject = as_cards(slots.subject)
        pointers = self._events.asked(predicate)
        thing = _as_asked(self._subject(predicate, slots, course), pointers)
        self._told_to_be(predicate, pointers)
        self._speak_of(predicate, slots)
        time = slots.until or _time_when(slots) or slots.moment or course.within
        act = predicate if isinstance(predicate, acts.Act) else None
        found = Condition(
            predicate.start,
            predicate.end,
            thing,
            pointers,
            _is_negated(predicate),
            False,
            time_of(time, self._setting) if time else None,
            act.verb.value if act else None,
            self._how_many(predicate, slots),
            self._place(predicate, slots, thing),
            *self._asked_to_be(predicate, slots),
            any(how.manner.value == _BOTH for how in slots.how),
            act is not None and act.form in PASSIVE,
            thing_of(slots.doer.thing, self._setting) if slots.doer else None,
            self._through(predicate, slots),
            tuple(h.manner.value for h in slots.how if h.manner.value not in (_BOTH, IN_ALL)),
            isinstance(act, _CHANGE_STATES) and act.form in _ONGOING,
        )
        self._last = found if thing is not None else self._last
        if isinstance(thing, ThingMeaning) and isinstance(found.place, ThingMeaning):
            self._places.append((_names_of(thing), found.place))
        return found

    def _subject(self, predicate: acts.Predicate, slots: Slots, course: Course) -> What | None:
        """Return of what ``predicate`` asks."""
        subject = slots.subject or slots.topic
        thing: What | None = thing_of(subject.thing, self._setting) if subject else None
        if isinstance(thing, ThingMeaning) and not thing.owners:
            thing = replace(thing, owners=course.owners)
        if isinstance(predicate, acts.Is) and isinstance(predicate.what, nouns.Quantity):
            return self._counted(predicate, predicate.what, thing)
        return thing

    def _speak_of(self, predicate: acts.Predicate, slots: Slots) -> None:
        how = FOUND if isinstance(predicate, acts.Exist) and slots.target else ""
        told = ((slots.target, ""), (slots.doer, ""), (slots.topic, how), (slots.subject, how))
        for role, done in told:
            if role is not None:
                speak(role.thing, self._setting, how=done, rank=Rank.ASKED)

    def _how_many(self, predicate: acts.Predicate, slots: Slots) -> NumberMeaning | None:
        """Return how many there must be, or how much the number asked of."""
        match predicate:
            case acts.Is(what=nouns.Quantity() as many):
                number = number_of(many, self._setting)
                in_all = any(how.manner.value == IN_ALL for how in slots.how)
                return replace(number, total=True) if number and in_all else number
            case acts.Is(what=nouns.Number() as number):
                return exactly(number, self._setting)
            case _:
                return number_of(slots.number, self._setting)

    def _place(self, predicate: acts.Predicate, slots: Slots, asked: What | None) -> What | None:
        """Return where it must be so; where that was asked before, the same place."""
        where = slots.target or _among(predicate, slots)
        if where is not None:
            return thing_of(where.thing, self._setting)
        if isinstance(asked, ThingMeaning) and _asks_for_both(predicate, slots):
            names = _names_of(asked)
            told = (place for before, place in reversed(self._places) if names <= before)
            return next(told, None) if names else None
        return self._last.place if self._last is not None and _asks_more(predicate) else None

    def _through(self, predicate: acts.Predicate, slots: Slots) -> What | None:
        """Return by what means it must have come about: この効果で, 『チェンジ』で."""
        means = slots.means
        if means is None or _time_when(slots) or _among(predicate, slots):
            return None
        if is_it(means.thing):
            # それで is by what was done, and by no card.
            return self._setting.discourse.deed(means.start, means.end)
        return thing_of(means.thing, self._setting)

    def _of_number(
        self, predicate: acts.Predicate, noun: nouns.Noun, quantity: nouns.Quantity
    ) -> Condition:
        """Return how much that number must be which was told before: 合計値5以上なら."""
        start, end, number = predicate.start, predicate.end, number_of(quantity, self._setting)
        of = self._setting.discourse.number(noun.start, noun.end, word_of(noun))
        return Condition(start, end, of, (of,), False, False, number=number)

    def _asked_to_be(
        self, predicate: acts.Predicate, slots: Slots
    ) -> tuple[What | Time | None, str | None, What | None]:
        """Return what the subject is asked to be, or how it must stand to something else."""
        match predicate:
            case acts.Is(what=nouns.Bound(thing=bound, limit=limit)) if limit.value in _BOUNDS:
                return None, limit.value, thing_of(bound, self._setting)
            case acts.Is(what=nouns.Bound(thing=what, limit=limit)) if limit.value == _ONLY:
                return self._what(what), _ONLY, None
            case acts.Is(what=nouns.Number()):
                return None, None, None
            case acts.Is(what=nouns.Noun() as what) if slots.companion and _is_same(what):
                return self._what(what), _SAME, thing_of(slots.companion.thing, self._setting)
            case acts.Is(what=nouns.Thing() as what):
                return self._what(what), None, None
            case acts.Has(alternatives=qualities):
                return _qualities(qualities), None, None
            case acts.Compares(comparison=comparison):
                other = slots.than
                than = thing_of(other.thing, self._setting) if other else None
                return None, comparison.value, than
            case _ if slots.object:
                return thing_of(slots.object.thing, self._setting), None, None
            case acts.Act(form=Form.PAST) if slots.actor is None:
                return self._had_done(predicate, slots), None, None
            case _:
                return None, None, None

    def _had_done(self, act: acts.Act, slots: Slots) -> PointerMeaning | None:
        """Return to what that was done before of which ``act`` tells anew: 1枚以上公開したなら.

        Of several that were put somewhere it is not plain which were put to that place.
        """
        kind = type_of(act)
        if slots.target is not None and kind != _ADD:
            return None
        found = self._setting.discourse.done(act.start, act.start, (kind,), "")
        return replace(found, told=False) if found.to is not None else None

    def _what(self, what: nouns.Thing) -> What | Time:
        """Return ``what`` something is asked to be; 《A》 and 「A」 alone are no cards."""
        if isinstance(what, nouns.Named) and not what.qualifiers:
            return _qualities(what.alternatives)
        if sort_of(what, self._setting.sorts) == "times":
            return time_asked(what, self._setting)
        return thing_of(what, self._setting)

    def _counted(
        self, predicate: acts.Predicate, number: nouns.Quantity, thing: What | None
    ) -> What | None:
        """Return what is counted; where only the number is told, what was counted before."""
        if any(not isinstance(part, roles.RatherThan) for part in predicate.complements):
            self._asked = TextPlace(predicate.start, number.start)
            return thing
        start = predicate.start
        return PointerMeaning(start, start, self._asked, None, False) if self._asked else thing

    def _told_to_be(self, predicate: acts.Predicate, pointers: Sequence[PointerMeaning]) -> None:
        """Remember that what is pointed at is called so from here on: そのカードがキャラなら."""
        so = isinstance(predicate, acts.Is) and not predicate.negated
        what = predicate.what if so else None  # type: ignore[attr-defined]
        if not isinstance(what, (nouns.Noun, nouns.Named)) or not pointers:
            return
        if pointers[0].to and sort_of(what, self._setting.sorts) == "cards":
            self._setting.discourse.call(pointers[0], frozenset(words_of(what)))


def _number_told(predicate: acts.Predicate) -> tuple[nouns.Noun, nouns.Quantity] | None:
    """Return which number ``predicate`` asks of, that is told by its name alone, and how much."""
    if not isinstance(predicate, acts.Is) or predicate.negated:
        return None
    match predicate.complements, predicate.what:
        case (), nouns.Counted(thing=nouns.Noun(qualifiers=(), word=word) as noun, quantity=asked):
            return (noun, asked) if word in _NUMBERS else None
        case (roles.Subject(thing=nouns.Noun(qualifiers=(), word=word) as noun),), nouns.Quantity():
            return (noun, predicate.what) if word in _NUMBERS else None
        case _:
            return None


def _place_told(slots: Slots) -> bool:
    """Whether it is told in which zone something must be: 手札に【ブロッカー】がない."""
    return slots.target is not None and isinstance(slots.target.thing, nouns.Place)


def _time_when(slots: Slots) -> roles.Role | None:
    """Return the time at which it must be so: 相手のカウンターステップで、…なら."""
    means = slots.means
    return means if means is not None and is_time(means.thing) else None


def _among(predicate: acts.Predicate, slots: Slots) -> roles.Role | None:
    """Return among what something must be: それらとあなたのメンバーの中で、…が2枚以上いる."""
    return slots.means if isinstance(predicate, acts.Exist) and not _time_when(slots) else None


def _is_negated(predicate: acts.Predicate) -> bool:
    act = isinstance(predicate, acts.Act) and predicate.form in NEGATED
    return act or (isinstance(predicate, acts.Is) and predicate.negated)


def _is_of_both(predicate: acts.Predicate) -> bool:
    """Whether ``predicate`` asks for both of what was asked before: 両方いるなら."""
    told = predicate.complements
    return len(told) == 1 and isinstance(told[0], roles.Manner) and told[0].manner.value == _BOTH


def _asks_for_both(predicate: acts.Predicate, slots: Slots) -> bool:
    """Whether ``predicate`` asks for all of those that it names: 《A》と《B》が両方いるなら."""
    both = any(how.manner.value == _BOTH for how in slots.how)
    return isinstance(predicate, acts.Exist) and both


def _names_of(thing: ThingMeaning) -> frozenset[str]:
    """Return the qualities that tell which cards ``thing`` and those in its row are."""
    own = (word for row in thing.qualities for word in row)
    return frozenset(own).union(*map(_names_of, thing.things))


def _asks_more(predicate: acts.Predicate) -> bool:
    """Whether ``predicate`` asks where it was asked before: 両方いるなら, 《A》もいるなら."""
    told = predicate.complements
    also = len(told) == 1 and isinstance(told[0], roles.Also)
    return isinstance(predicate, acts.Exist) and (also or _is_of_both(predicate))


def _counts_alone(predicate: acts.Predicate) -> bool:
    """Whether ``predicate`` says how many are there, but not of what or where: 4枚以上いるなら."""
    told = predicate.complements
    alone = all(isinstance(part, (roles.HowMany, roles.Manner)) for part in told)
    return isinstance(predicate, acts.Exist) and alone and slots_of(told).number is not None


def _of_the_owner(asked: Condition, before: Sequence[Condition]) -> Condition:
    """Return ``asked`` of the zones of that player of whose the one right before it was.

    あなたのメンバーが1枚で、リタイアが5枚以上なら.
    """
    if not before:
        return asked
    told = _where(before[-1])
    owners = next((t.owners for t in told if isinstance(t, ThingMeaning) and t.owners), ())
    told = _where(asked)
    if not owners or any(isinstance(t, ThingMeaning) and _tells_whose(t) for t in told):
        return asked
    return replace(
        asked,
        subject=_owned(asked.subject, owners),
        place=_owned(asked.place, owners),
    )


def _tells_whose(thing: ThingMeaning) -> bool:
    """Whether it is plain whose ``thing`` is: this very card lies with its own master."""
    return bool(thing.owners or thing.refers) or thing.sort == THIS_CARD


def _where(asked: Condition) -> tuple[What | None, What | None]:
    return asked.subject, asked.place


def _owned(what: What | None, owners: tuple[str, ...]) -> What | None:
    """Return ``what``, which lies in a zone that is not said to be anybody's, with ``owners``."""
    silent = isinstance(what, ThingMeaning) and what.zones and not what.refers
    return replace(what, owners=owners) if silent else what  # type: ignore[type-var]


def _is_neither(predicate: acts.Is) -> bool:
    what = predicate.what
    return isinstance(what, nouns.Noun) and word_of(what) == _NEITHER


def _as_asked(subject: What | None, pointers: Sequence[PointerMeaning]) -> What | None:
    """Return ``subject`` as what its condition points at: それ in それが1回目のアタックなら."""
    refers = subject.refers if isinstance(subject, ThingMeaning) else ()
    same = refers and pointers and refers[0].start == pointers[0].start
    return pointers[0] if same and refers[0].to != pointers[0].to else subject


def _is_same(noun: nouns.Noun) -> bool:
    """Whether ``noun`` is said to be the same as something: 宣言した数字と同じコスト."""
    told = (q.described.value for q in noun.qualifiers if isinstance(q, nouns.Description))
    return _SAME in told


def _qualities(told: Sequence[Quality]) -> ThingMeaning:
    """Return the qualities ``told``, one of which something must have."""
    words = quality_words(told)
    return ThingMeaning(
        told[0].start, told[-1].end, "qualities", words=words, alternative=len(words) > 1
    )

"""From a verb with its complements to an effect: who does it, to what, from where, how long."""

from __future__ import annotations

from rulebook.cards.meaning.action_types import OTHER, WITH_OBJECT, type_of
from rulebook.cards.meaning.discourse import Rank, Referent
from rulebook.cards.meaning.nodes import (
    MASTER,
    Action,
    ChooseEffect,
    DoerMeaning,
    Duration,
    Effect,
    Event,
    Grant,
    ModifyEffect,
    Permit,
    PointerMeaning,
    Prohibit,
    TextPlace,
    ThingMeaning,
    What,
)
from rulebook.cards.meaning.slots import Slots, Taken, adds, counts_like, how_of, slots_of
from rulebook.cards.meaning.speaking import speak
from rulebook.cards.meaning.things import (
    OFTEN,
    Setting,
    number_of,
    references,
    rule_of,
    sort_of,
    thing_of,
    time_word,
)
from rulebook.cards.tree import acts, nouns, roles
from rulebook.cards.tree.verbs import Form
from rulebook.cards.unparser import unparse_part
from rulebook.records import dataclass, replace

_LEFT_OUT = {
    "treat": ("cards", "numbers"),
    "発動させる": ("abilities",),
    "発動する": ("abilities",),
}
_LEFT_OUT |= {"セットする": ("cards",), "提示する": ("cards",), "なる": ("cards",)}
"""Of what sorts that is which an action, by type or verb, is done to where the text is silent."""

_FORBIDDEN = {Form.NOT, Form.CANNOT, Form.PASSIVE_NOT, Form.ONGOING_NOT, Form.ONGOING_PASSIVE_NOT}
_FORBIDDEN |= {Form.JOINING_NOT, Form.JOINING_CANNOT, Form.JOINING_PASSIVE_NOT}
_PASSIVE = {form for form in Form if "PASSIVE" in form.name}
_POSSIBLE = {Form.CAN, Form.JOINING_CAN}


@dataclass(slots=True)
class Course:
    """What holds where a sentence has come to: who acts, how long, for each of what, whose."""

    topic: roles.Role | None = None
    topic_of_ban: bool = False
    """Whether the topic only is who cannot do something: 相手は【ブロッカー】を使えず."""
    until: roles.Role | None = None
    until_from: int | None = None
    each_time: bool = False
    """Whether it is done each time that something comes about while it lasts."""
    for_each: roles.Role | None = None
    owners: tuple[str, ...] = ()
    """Whose all is that the conditions of the sentence speak of."""


class ActReader:
    """Reads the verbs of one ability, in the order of the text."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._came_about: TextPlace | None = None
        self._lasted: roles.Role | None = None
        """How long that lasts which was told last; what is added to it (さらに) lasts as long."""

    def effect(self, act: acts.Predicate, course: Course, *, can: bool = False) -> list[Effect]:
        """Return what ``act`` does; ``can`` is whether it is said to be possible."""
        slots = slots_of(act.complements)
        if slots.topic is not None:
            course.topic = slots.topic
            course.topic_of_ban = isinstance(act, acts.Act) and act.form in _FORBIDDEN
        if slots.until is not None:
            course.until = slots.until
        elif course.until is None and adds(slots):
            course.until = self._lasted
        match act:
            case acts.Act(form=form) if form in _FORBIDDEN:
                return [self._prohibit(act, slots, course)]
            case acts.Act(form=form) if can or form in _POSSIBLE:
                return [self._permit(act, slots, course)]
            case acts.Choose():
                return list(self._choices(act, slots, course))
            case acts.Modify(change=change):
                return [self._modify(act, slots, course, change)]
            case acts.ModifyBy() if slots.change is not None:
                return [self._modify(act, slots, course, slots.change)]
            case acts.Give() | acts.Gain() | acts.Lose():
                return [self._grant(act, slots, course)]
            case _:
                return self._actions(act, slots, course)

    # ---- Who and how long

    def doer(
        self, act: acts.Predicate, slots: Slots, course: Course, lasting: bool = False
    ) -> DoerMeaning:
        """Return who does ``act``; a lasting effect is its master's unless it says otherwise."""
        own = next((role for role in (slots.topic, slots.subject) if self._is_player(role)), None)
        if own is not None:
            return DoerMeaning(own.thing.start, own.thing.end, _who(own), "told")
        acting = not (lasting or course.topic_of_ban)
        if course.topic is not None and self._is_player(course.topic) and acting:
            thing = course.topic.thing
            return DoerMeaning(thing.start, thing.end, _who(course.topic), "taken-over")
        return DoerMeaning(act.start, act.end, MASTER, "rule")

    def player(self, act: acts.Predicate) -> roles.Role | None:
        """Return the part of ``act`` that says which player does it, if any."""
        actor = slots_of(act.complements).actor
        return actor if self._is_player(actor) else None

    def _is_player(self, role: roles.Role | None) -> bool:
        return role is not None and sort_of(role.thing, self.setting.sorts) == "players"

    def until(self, course: Course) -> Duration | None:
        """Return how long what is said now lasts."""
        role = course.until
        if role is None:
            return None
        start = role.start if course.until_from is None else course.until_from
        word = time_word(role.thing)
        return Duration(start, role.end, word, tuple(references(role.thing, self.setting)))

    def _for_each(self, slots: Slots, course: Course) -> ThingMeaning | None:
        role = slots.for_each or course.for_each
        return thing_of(role.thing, self.setting) if role else None

    # ---- Things in their parts

    def thing(self, role: roles.Role | None, *, as_cards: bool = False) -> ThingMeaning | None:
        """Return what ``role`` names."""
        return thing_of(role.thing, self.setting, as_cards=as_cards) if role else None

    def _object(self, act: acts.Predicate, slots: Slots, course: Course, how: str) -> What | None:
        """Return what ``act`` is done to and remember it; where the text is silent, look back."""
        if slots.payment is not None:
            return ThingMeaning(slots.payment.start, slots.payment.end, "payment")
        role = slots.object or self._from_which(slots) or self._of_whom(slots, course, how)
        if role is None:
            verb = act.verb.value if isinstance(act, acts.Act) else ""
            takes = how in WITH_OBJECT or verb in _LEFT_OUT
            return self._left_out(act, verb if verb in _LEFT_OUT else how) if takes else None
        return self._taken(role, slots.number, how, slots.all)

    def _taken(
        self, role: roles.Role, number: nouns.Quantity | None, how: str, every: bool = False
    ) -> ThingMeaning:
        """Return what ``role`` names, and remember that ``how`` was done to it."""
        found = thing_of(role.thing, self.setting, quantity=number, as_cards=True, every=every)
        speak(role.thing, self.setting, how=how, quantity=number, every=every)
        return found

    @staticmethod
    def _from_which(slots: Slots) -> roles.Role | None:
        """Return the cards of which some are taken: 手札から1枚選び, 手札ではなく控え室から置き."""
        some = slots.number is not None or slots.all or slots.rather_than
        return slots.source if some else None

    def _of_whom(self, slots: Slots, course: Course, how: str) -> roles.Role | None:
        """Return what the sentence is about, where it is no player: このカードは…に戻る."""
        for role in (slots.subject, slots.topic, course.topic if how in WITH_OBJECT else None):
            if role is not None and not self._is_player(role):
                return role
        return None

    def _left_out(self, act: acts.Predicate, how: str) -> PointerMeaning:
        sorts = _LEFT_OUT.get(how, ("cards",))
        discourse = self.setting.discourse
        found = discourse.left_out(act.start, sorts)
        if how == "swap" and slots_of(act.complements).companion is None:
            found = replace(discourse.those(act.start, act.start, "カード"), told=False)
        discourse.again(found, how)
        return found

    # ---- Effects

    def _actions(self, act: acts.Predicate, slots: Slots, course: Course) -> list[Effect]:
        """Return what is done to each thing, and towards each goal: キャラを1枚とこのカードを."""
        kind = type_of(act)
        more = [self._taken(part.role, part.number, kind) for part in slots.more]
        sources = [self.thing(part.source) for part in slots.more]
        last = self._action(act, slots, course)
        if kind == "swap" and len(more) == 1:
            return [replace(last, what=more[0], number=more[0].number, companion=last.what)]
        before = [
            replace(last, what=what, number=what.number, source=source)
            for what, source in zip(more, sources, strict=True)
        ]
        return [*before, *self._to_goals(last, slots), last]

    def _action(self, act: acts.Predicate, slots: Slots, course: Course) -> Action:
        kind = type_of(act)
        goal = self.thing(slots.target)
        by = self.doer(act, slots, course)
        source = self.thing(slots.source)
        if kind == "deal-damage" and slots.object is None:
            what: What | None = None
        else:
            what = self._object(act, slots, course, kind)
        if isinstance(what, PointerMeaning) and goal is not None:
            goal = self._elsewhere(slots, goal, what)
        if what is None:
            deed = Referent(act.start, act.end, "deeds", frozenset())
            self.setting.discourse.add(deed)
        for role in (slots.source, slots.target):
            if role is not None:
                speak(role.thing, self.setting, rank=Rank.ASKED)
        lasts = slots.until or course.each_time or _lasts(act, slots, what, goal)
        return Action(
            act.start,
            act.end,
            kind,
            act.verb.value if isinstance(act, acts.Act) else "",
            by,
            what,
            number_of(slots.number, self.setting),
            source,
            goal,
            self.thing(slots.use),
            self.thing(slots.companion),
            how_of(slots),
            self.until(course) if lasts else None,
            self._for_each(slots, course),
        )

    def _elsewhere(self, slots: Slots, goal: ThingMeaning, what: PointerMeaning) -> ThingMeaning:
        """Return ``goal``, which is not ``what`` itself: no card is put below itself."""
        if what.to is None or all(pointer.to != what.to for pointer in goal.refers):
            return goal
        discourse = self.setting.discourse
        all_, place = discourse.referents, what.to
        discourse.referents = [r for r in all_ if (r.start, r.end) != (place.start, place.end)]
        other = self.thing(slots.target)
        discourse.referents = all_
        return other if other and all(pointer.to for pointer in other.refers) else goal

    def _to_goals(self, last: Action, slots: Slots) -> list[Effect]:
        """Return what is done towards the goals that stand before that of ``last``."""
        return [
            replace(last, goal=self.thing(role), number=number_of(number, self.setting))
            for role, number in slots.goals
        ]

    def _choices(self, act: acts.Choose, slots: Slots, course: Course) -> list[ChooseEffect]:
        """Return a choice for each thing that is chosen: キャラを1枚とカードを1枚選び."""
        by = self.doer(act, slots, course)
        found = [self._one_of_more(act, by, part) for part in slots.more]
        if slots.companion is not None and not counts_like(slots):
            found.append(self._choice_of(act, by, slots.companion, None))
        if slots.object or slots.number or not found:
            found.append(self._last_choice(act, by, slots, course))
        if len(found) > 1:
            self._choose_together(found)
        return found

    def _one_of_more(self, act: acts.Choose, by: DoerMeaning, part: Taken) -> ChooseEffect:
        choice = self._choice_of(act, by, part.role, part.number)
        return replace(choice, source=self.thing(part.source))

    def _choice_of(
        self,
        act: acts.Choose,
        by: DoerMeaning,
        role: roles.Role,
        number: nouns.Quantity | None,
        every: bool = False,
    ) -> ChooseEffect:
        name, setting = self.setting.discourse.next_name(), self.setting
        setting.discourse.choosers[name] = by.who
        what = thing_of(role.thing, setting, quantity=number, as_cards=True, every=every)
        speak(role.thing, setting, how="choose", name=name, quantity=number, every=every)
        told = number_of(number, self.setting) or what.number
        return ChooseEffect(act.start, act.end, by, name, what, None, told)

    def _last_choice(
        self, act: acts.Choose, by: DoerMeaning, slots: Slots, course: Course
    ) -> ChooseEffect:
        source = self.thing(slots.source)
        role = slots.object or slots.source or self._of_whom(slots, course, "")
        if slots.source is not None:
            speak(slots.source.thing, self.setting, rank=Rank.ASKED)
        if role is not None:
            found = self._choice_of(act, by, role, slots.number, slots.all)
            return replace(found, source=source, how=how_of(slots))
        discourse = self.setting.discourse
        name, what = discourse.next_name(), discourse.left_out(act.start, several=True)
        discourse.choose_among(what, name)
        told = number_of(slots.number, self.setting)
        return ChooseEffect(act.start, act.end, by, name, what, source, told, how_of(slots))

    def _choose_together(self, found: list[ChooseEffect]) -> None:
        """Remember all that was chosen at once as one thing."""
        self.setting.discourse.join([choice.name for choice in found])

    def _modify(
        self,
        act: acts.Predicate,
        slots: Slots,
        course: Course,
        change: nouns.Change | nouns.Changes,
    ) -> ModifyEffect:
        what, measure = self._measured(act, slots, course)
        self._lasted = course.until
        first = change.attack if isinstance(change, nouns.Changes) else change
        return ModifyEffect(
            act.start,
            act.end,
            self.doer(act, slots, course, lasting=True),
            what,
            measure,
            _amount(change),
            rule_of(first.amount, self.setting),
            self.until(course),
            self._for_each(slots, course),
        )

    def _measured(
        self, act: acts.Predicate, slots: Slots, course: Course
    ) -> tuple[What | None, str]:
        """Return what is changed and which number of it: このカード and パワー."""
        target, thing = slots.target, slots.object.thing if slots.object else None
        measure = ""
        if isinstance(thing, nouns.Noun) and sort_of(thing, self.setting.sorts) == "numbers":
            measure = unparse_part(nouns.Noun(thing.start, thing.end, (), thing.word))
            owner = _owner(thing)
            if owner is not None and target is None:
                found = thing_of(owner, self.setting)
                speak(owner, self.setting, how="modify")
                return found, measure
            if thing.qualifiers and target is None:
                return thing_of(thing, self.setting), measure
        elif slots.object is not None:
            target = slots.object
        if target is None:
            target = self._of_whom(slots, course, "put")
        if target is None:
            return self._added_to(act, slots) or self._left_out(act, "modify"), measure
        found = thing_of(target.thing, self.setting, as_cards=True)
        speak(target.thing, self.setting, how="modify")
        return found, measure

    def _added_to(self, act: acts.Predicate, slots: Slots) -> PointerMeaning | None:
        """Return what さらに adds to: what was changed last."""
        changed = self.setting.discourse.done(act.start, act.start, ("modify",), "")
        return replace(changed, told=False) if changed.to and adds(slots) else None

    def _grant(self, act: acts.Act, slots: Slots, course: Course) -> Grant:
        given = slots.object
        gains = isinstance(act, acts.Gain | acts.Lose)
        whom = (slots.actor or course.topic) if gains else slots.target
        if whom is None or (gains and self._is_player(whom)):
            what: What | None = self._left_out(act, "grant")
        else:
            what = thing_of(whom.thing, self.setting, as_cards=True)
            speak(whom.thing, self.setting, how="grant")
        other = self.thing(given)
        return Grant(
            act.start,
            act.end,
            self.doer(act, slots, course, lasting=True),
            what,
            (),
            other,
            isinstance(act, acts.Lose),
            self.until(course),
        )

    def _prohibit(self, act: acts.Act, slots: Slots, course: Course) -> Prohibit:
        event, what = self._lasting(act, slots, course)
        by = self.doer(act, slots, course, lasting=True)
        self._lasted = course.until
        return Prohibit(act.start, act.end, by, what, event, self.until(course))

    def _permit(self, act: acts.Act, slots: Slots, course: Course) -> Permit:
        event, what = self._lasting(act, slots, course)
        by = self.doer(act, slots, course, lasting=True)
        return Permit(act.start, act.end, by, what, event, self.until(course))

    def _lasting(self, act: acts.Act, slots: Slots, course: Course) -> tuple[Event, What | None]:
        """Return what does or does not come about, and to what."""
        event = self.event(act, course)
        who = event.who
        acts_on = type_of(act) in WITH_OBJECT
        # A player does it to something; a card has it done to it.
        if acts_on and isinstance(who, ThingMeaning) and who.sort == "players":
            who = None
        what = event.what or who
        return event, what or (self._left_out(act, "put") if acts_on else None)

    # ---- Events

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
            form in _PASSIVE,
            form in _FORBIDDEN,
            self.thing(slots.actor, as_cards=True) or self.thing(course.topic),
            self._thing_with_number(slots),
            self.thing(slots.doer),
            self.thing(slots.source),
            self.thing(slots.target),
            self.thing(slots.means),
        )
        for role in (slots.source, slots.target, slots.doer, slots.means):
            if role is not None:
                speak(role.thing, self.setting, rank=Rank.ASKED)
        for role in (slots.actor, slots.object):
            if role is not None:
                speak(role.thing, self.setting, how=type_of(act))
        return found

    def asked(self, predicate: acts.Predicate) -> tuple[PointerMeaning, ...]:
        """Return what ``predicate``, a condition, points at.

        それ in それが1回目のアタックなら is what came about before.
        """
        found = tuple(references(predicate, self.setting))
        what = predicate.what if isinstance(predicate, acts.Is) else None
        subject = slots_of(predicate.complements).actor
        if subject is None or not found or sort_of(what, self.setting.sorts) != "times":
            return found
        it, *others = found
        same = (it.start, it.end) == (subject.thing.start, subject.thing.end)
        return (replace(it, to=self._came_about, name=None), *others) if same else found

    def _thing_with_number(self, slots: Slots) -> ThingMeaning | None:
        if slots.object is None:
            return None
        number = slots.number if slots.number and slots.number.unit != OFTEN else None
        return thing_of(slots.object.thing, self.setting, quantity=number, as_cards=True)


_BECOMING = (acts.Treat, acts.Decrease, acts.Include)
_OF_CARDS = ("numbers", "qualities", "abilities")


def _lasts(act: acts.Predicate, slots: Slots, what: What | None, goal: ThingMeaning | None) -> bool:
    """Whether ``act`` changes what a card is, or is done at some moment, and not only now."""
    become = isinstance(act, acts.Act) and act.verb.value == "なる"
    parts = (part for part in (what, goal) if isinstance(part, ThingMeaning))
    changing = isinstance(act, acts.Turn | acts.Add) or type_of(act) == OTHER
    changed = changing and any(part.sort in _OF_CARDS for part in parts)
    if slots.moment is not None:
        return True
    other = isinstance(act, acts.Turn | acts.Put) and _is_described(slots.use)
    other = other or (isinstance(act, acts.Turn) and _is_described(slots.target))
    return become or changed or other or isinstance(act, _BECOMING)


def _is_described(role: roles.Role | None) -> bool:
    """Whether ``role`` says what a card becomes: コスト1のキャラとして, ATK1/DEF1に."""
    thing = role.thing if role else None
    return isinstance(thing, nouns.Named) or (
        isinstance(thing, nouns.Noun) and any(map(_says_which, thing.qualifiers))
    )


def _says_which(qualifier: nouns.Qualifier) -> bool:
    return isinstance(qualifier, nouns.Qualities | nouns.AndMeasured)


def _who(role: roles.Role) -> str:
    """Return who ``role`` names; 自分 is the master where no other player stands before."""
    who = unparse_part(role.thing) if isinstance(role.thing, nouns.Thing) else ""
    return MASTER if who == "自分" else who


def _owner(noun: nouns.Noun) -> nouns.Thing | None:
    """Return whose number it is: このカード in このカードのパワー."""
    owners = (q.thing for q in noun.qualifiers if isinstance(q, nouns.Of))
    return next(owners, None)


def _amount(change: nouns.Change | nouns.Changes) -> str:
    if isinstance(change, nouns.Changes):
        return f"{_amount(change.attack)}/{_amount(change.defence)}"
    number = change.amount if isinstance(change.amount, int) else change.amount.value
    return f"{change.sign.value}{number}"

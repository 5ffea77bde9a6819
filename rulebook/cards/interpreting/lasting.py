"""Read lasting effects: changed numbers, gained abilities, prohibitions and permissions."""

from __future__ import annotations

from rulebook.cards.interpreting.complements import ComplementReader, Course
from rulebook.cards.interpreting.discourse import SHOWN
from rulebook.cards.interpreting.events import EventReader
from rulebook.cards.interpreting.mentions import mention
from rulebook.cards.interpreting.slots import Slots, adds
from rulebook.cards.interpreting.thing_words import sort_of
from rulebook.cards.interpreting.things import as_gained, number_of, rule_of, shared, thing_of
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import WITH_OBJECT, type_of
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, nouns, roles
from rulebook.cards.tree.walking import walk
from rulebook.records import replace

_NO_TARGET = "the text does not say what changes"
_BY_PLAYERS = (acts.Put, acts.Play, acts.Move, acts.Use, acts.Include)
_OF_THEMSELVES = ("登場する", "動く")
"""Verbs whose agents are cards."""


class LastingReader:
    """Reads the lasting effects of one ability, in the order of the text."""

    def __init__(self, complements: ComplementReader, events: EventReader) -> None:
        self._parts = complements
        self._events = events
        self._setting = complements.setting
        self.lasted: roles.Role | None = None
        """The duration of the last effect; what is added to it (さらに) lasts as long."""
        self._listed: nodes.ThingMeaning | None = None
        """The last thing in a list of changes, whose zone is said once for all."""
        self._measure = ""
        """The number that was changed last, which さらに－1 changes again."""

    def modify(
        self,
        act: acts.Predicate,
        slots: Slots,
        course: Course,
        change: nouns.Change | nouns.Changes,
    ) -> nodes.ModifyEffect:
        """Return the change of a number; it may leave out what the change before it has said."""
        what, measure = self._changed_thing_and_measure(act, slots, course)
        what = self._with_zone_of_list(act, what)
        if slots.object is None and slots.target is None and isinstance(change, nouns.Change):
            measure = measure or self._measure
        self.lasted, self._measure = course.until, measure
        first = change.attack if isinstance(change, nouns.Changes) else change
        by, amount = self._parts.agent(act, slots, course, lasting=True), unparse(change)
        rule, until = rule_of(first.amount, self._setting), self._parts.until(course)
        each = self._parts.for_each(slots, course)
        return nodes.ModifyEffect(act.start, act.end, by, what, measure, amount, rule, until, each)

    def _with_zone_of_list(self, act: acts.Predicate, what: nodes.What | None) -> nodes.What | None:
        """Return ``what`` with the zone of its list, stated once, before the first card."""
        if isinstance(what, nodes.ThingMeaning) and self._listed is not None:
            what = shared([self._listed, what])[-1]
        begins = any(isinstance(node, nouns.Scope) for node in walk(act))
        goes_on = isinstance(act, acts.ModifyListed) and (begins or self._listed is not None)
        self._listed = what if goes_on and isinstance(what, nodes.ThingMeaning) else None
        return what

    def _changed_thing_and_measure(
        self, act: acts.Predicate, slots: Slots, course: Course
    ) -> tuple[nodes.What | None, str]:
        """Return what is changed and the name of its number: このカード and パワー. Card texts
        write it in many ways: このカードのパワーを, このカードをATK＋1, ATKに＋1, or without any
        object."""
        target, thing = slots.target, slots.object.thing if slots.object else None
        if thing is None and target is not None and self._is_number(target.thing):
            thing, target = target.thing, None  # ATKに＋1する
        measure = ""
        if isinstance(thing, nouns.Noun) and self._is_number(thing):
            measure = unparse(nouns.Noun(thing.start, thing.end, (), thing.word))
            owner = next((q.thing for q in thing.qualifiers if isinstance(q, nouns.Of)), None)
            if owner is not None and target is None:
                found = thing_of(owner, self._setting)
                mention(owner, self._setting, how="modify")
                return found, measure
            if thing.qualifiers and target is None:
                return thing_of(thing, self._setting), measure
        elif slots.object is not None:
            target = slots.object
        if target is None:
            target = self._parts.of_whom(slots, course, "put")
        if target is None:
            # さらに＋1 names no card and is of the last change; else the last chosen is changed.
            last = self._setting.discourse.last_object_of(act.start, act.start, ("modify",), "")
            more = replace(last, explicit=False) if last.to and adds(slots) else None
            return more or self._omitted_object(act), measure
        found = thing_of(target.thing, self._setting, as_cards=True)
        mention(target.thing, self._setting, how="modify")
        if found.sort == "damage":
            return self._damage_with_receiver(found, slots, course), "ダメージ"
        return found, measure

    def _is_number(self, thing: nouns.Thing | nouns.Quantity) -> bool:
        """Whether ``thing`` is a number, and so the measure of a change, not what is changed."""
        return sort_of(thing, self._setting.sorts) == "numbers"

    def _damage_with_receiver(
        self, damage: nodes.ThingMeaning, slots: Slots, course: Course
    ) -> nodes.ThingMeaning:
        """Return ``damage`` with the card that takes it, stated only as the topic.
        このキャラは、《A》から受けるダメージが－1される: rules match whose damage is changed."""
        start = min(damage.start, slots.means.start) if slots.means else damage.start
        topic = slots.topic or course.topic
        of = thing_of(topic.thing, self._setting) if damage.of is None and topic else None
        if of is not None and of.sort == "damage":
            return of
        return replace(damage, start=start, of=of or damage.of)

    def _omitted_object(self, act: acts.Predicate) -> nodes.PointerMeaning:
        """Return the omitted object of a change: what was chosen or changed, not only shown."""
        found = self._parts.left_out(act, "modify")
        shown = self._setting.discourse.last_object_of(act.start, act.start, SHOWN, "")
        if act.complements or found.name or found.to != shown.to:
            return found
        return nodes.PointerMeaning.implicit(act.start, None, None, _NO_TARGET)

    def grant(self, act: acts.Act, slots: Slots, course: Course) -> nodes.Grant:
        """Return the grant or loss that ``act`` is; quotations after it are filled in later."""
        given = slots.object
        gains = isinstance(act, (acts.Gain, acts.Lose))
        whom = (slots.actor or course.topic) if gains else slots.target
        time = gains and given and sort_of(given.thing, self._setting.sorts) == "times"
        if whom is not None and time:
            # あなたは追加のターンを得る: only players gain a time; else the omitted card gains.
            what: nodes.What | None = self._parts.thing(whom)
        elif whom is None or (gains and self._parts.is_player(whom)):
            what = self._parts.left_out(act, "grant")
        else:
            what = thing_of(whom.thing, self._setting, as_cards=True)
            mention(whom.thing, self._setting, how="grant")
        other = thing_of(given.thing, self._setting, every=slots.all) if given else None
        if given is not None and other is not None:
            other = as_gained(other, given.thing)
            if isinstance(given.thing, nouns.Quoted):
                mention(given.thing, self._setting, how="grant")
        by, until = self._parts.agent(act, slots, course, lasting=True), self._parts.until(course)
        goal, lost = self._parts.thing(slots.target) if gains else None, isinstance(act, acts.Lose)
        return nodes.Grant(act.start, act.end, by, what, (), other, lost, until, goal)

    def prohibit(self, act: acts.Act, slots: Slots, course: Course) -> nodes.Prohibit:
        """Return ``act`` as what cannot happen; …までしか and 以外 state what remains allowed."""
        event, what = self._event_and_object(act, slots, course)
        self.lasted = course.until
        until, beyond = self._parts.until(course), slots.beyond
        other_than: nodes.NumberMeaning | nodes.ThingMeaning | None = None
        if beyond is not None and isinstance(beyond.thing, nouns.Quantity):
            other_than = number_of(beyond.thing, self._setting)  # 3回までしかアタックできない
        elif beyond is not None:
            other_than = thing_of(beyond.thing, self._setting, as_cards=True)
        return nodes.Prohibit(act.start, act.end, _master(act), what, event, until, other_than)

    def permit(self, act: acts.Act, slots: Slots, course: Course) -> nodes.Permit:
        """Return ``act`` as a permission: what may happen though the rules forbid it. It is no
        optional action, because nothing happens as the effect is carried out."""
        event, what = self._event_and_object(act, slots, course)
        until = self._parts.until(course)
        return nodes.Permit(act.start, act.end, _master(act), what, event, until)

    def _event_and_object(
        self, act: acts.Act, slots: Slots, course: Course
    ) -> tuple[nodes.Event, nodes.What | None]:
        """Return the event that is possible or not, and its object. The grammar does not say
        whether the noun before は acts or is acted on: players act, and cards are played, chosen
        and moved."""
        event = _with_topic_as_object(self._events.event(act, course), act)
        who = event.who
        acts_on = type_of(act) in WITH_OBJECT and slots.beyond is None
        # A player is the agent; a card is the object.
        if acts_on and isinstance(who, nodes.ThingMeaning) and who.sort == "players":
            who = None
        of_card = isinstance(event.what, nodes.ThingMeaning) and event.what.sort == "numbers"
        # そのキャラはATKとDEFが増減しない is about the card, not about its numbers.
        what = who if of_card and who else event.what or who
        return event, what or (self._parts.left_out(act, "put") if acts_on else None)


def _with_topic_as_object(event: nodes.Event, act: acts.Act) -> nodes.Event:
    """Return ``event`` with a card as object, which does not play itself: これはプレイできない."""
    who = event.who
    is_card = isinstance(who, nodes.ThingMeaning) and who.sort != "players"
    by_players = isinstance(act, _BY_PLAYERS) and event.verb not in _OF_THEMSELVES
    if not is_card or event.what or event.passive or not by_players:
        return event
    return replace(event, who=None, what=who)


def _master(act: acts.Act) -> nodes.AgentMeaning:
    """Return the master, whose effect forbids or allows ``act``; the event has to whom."""
    return nodes.AgentMeaning(act.start, act.end, nodes.MASTER, "rule")

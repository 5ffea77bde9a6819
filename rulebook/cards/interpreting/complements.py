"""What stands beside a verb, understood: who does it, how long, for each of what, to what."""

from __future__ import annotations

from rulebook.cards.interpreting.discourse import Setting
from rulebook.cards.interpreting.mentions import speak
from rulebook.cards.interpreting.pointers import is_it
from rulebook.cards.interpreting.slots import (
    Slots,
    counts_like,
    goes_on,
    is_told_by_deed,
    slots_of,
    time_before,
)
from rulebook.cards.interpreting.thing_words import sort_of
from rulebook.cards.interpreting.things import thing_of
from rulebook.cards.interpreting.times import time_of
from rulebook.cards.meaning.action_types import WITH_OBJECT, type_of
from rulebook.cards.meaning.nodes import (
    MASTER,
    AgentMeaning,
    Duration,
    NumberMeaning,
    PointerMeaning,
    TextPlace,
    ThingMeaning,
    What,
)
from rulebook.cards.printing.unparser import unparse_part
from rulebook.cards.tree import acts, nouns, roles
from rulebook.records import dataclass, replace

_ABILITIES = ("abilities",)
_OF_TYPE = {"treat": ("cards", "numbers")}
"""The sorts of the objects of an action of this type where the text leaves them out."""

_BY_CARDS = ("attack", "battle")
"""The types of actions that cards carry out themselves."""


@dataclass(slots=True)
class Course:
    """What holds where a sentence has come to: who acts, how long, for each of what, whose."""

    topic: roles.Role | None = None
    topic_of_ban: bool = False
    """Whether the topic only is who cannot do something: 相手は【ブロッカー】を使えず."""
    until: roles.Role | None = None
    until_in: roles.Role | None = None
    """The longer time that ``until`` is a part of."""
    within: roles.Role | None = None
    """In which time that must have come about which the next condition asks."""
    each_time: bool = False
    """Whether it is done each time that something comes about while it lasts."""
    for_each: roles.Role | None = None
    attacker: roles.Role | None = None
    """Which card attacks where something is done instead of that."""
    changes_choice: bool = False
    """Whether a choice with かわりに is made in the place of the last one before it."""
    owners: tuple[str, ...] = ()
    """Whose all is that the conditions of the sentence speak of."""

    def lasts(self, role: roles.Role) -> None:
        """Remember that what follows lasts as long as ``role`` tells."""
        before, same = self.until, goes_on(self.until, role)
        if same is role:
            self.until_in = time_before(before, role) or (before if is_told_by_deed(role) else None)
        self.until = same


class ComplementReader:
    """Reads what stands beside the verbs of one ability, in the order of the text."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def doer(
        self, act: acts.Predicate, slots: Slots, course: Course, lasting: bool = False
    ) -> AgentMeaning:
        """Return who does ``act``; a lasting effect is its master's unless it says otherwise."""
        if type_of(act) in _BY_CARDS and not lasting:
            return self._card(act, slots, course)
        own = next((role for role in (slots.topic, slots.subject) if self.is_player(role)), None)
        if own is not None:
            return AgentMeaning(own.thing.start, own.thing.end, _who(own), "told")
        acting = not (lasting or course.topic_of_ban)
        if course.topic is not None and self.is_player(course.topic) and acting:
            thing = course.topic.thing
            return AgentMeaning(thing.start, thing.end, _who(course.topic), "taken-over")
        return AgentMeaning(act.start, act.end, MASTER, "rule")

    def _card(self, act: acts.Predicate, slots: Slots, course: Course) -> AgentMeaning:
        """Return which card attacks; instead of attacking in another way, the same one does."""
        for role, basis in ((slots.actor, "told"), (course.topic, "taken-over")):
            if role is not None and not self.is_player(role):
                return self._doing(role, basis)
        if course.attacker is not None:
            return self._doing(course.attacker, "taken-over")
        return AgentMeaning(act.start, act.end, MASTER, "rule")

    def _doing(self, role: roles.Role, basis: str) -> AgentMeaning:
        card = thing_of(role.thing, self.setting)
        return AgentMeaning(role.thing.start, role.thing.end, _who(role), basis, card)

    def player(self, act: acts.Predicate) -> roles.Role | None:
        """Return the part of ``act`` that says which player does it, if any."""
        actor = slots_of(act.complements).actor
        return actor if self.is_player(actor) else None

    def is_player(self, role: roles.Role | None) -> bool:
        """Return whether ``role`` names a player."""
        return role is not None and sort_of(role.thing, self.setting.sorts) == "players"

    def is_other_player(self, role: roles.Role | None) -> bool:
        """Return whether ``role`` names a player who is not the master of the ability."""
        return role is not None and self.is_player(role) and _who(role) != MASTER

    def until(self, course: Course) -> Duration | None:
        """Return how long what is said now lasts."""
        role = course.until
        if role is None:
            return None
        told, wider = time_of(role, self.setting), course.until_in
        if wider is None:
            return told
        start = wider.start if time_before(wider, role) else told.start
        return replace(told, start=start, inside=time_of(wider, self.setting))

    def for_each(self, slots: Slots, course: Course) -> ThingMeaning | None:
        """Return for each of what it is done."""
        role = slots.for_each or course.for_each
        return thing_of(role.thing, self.setting) if role else None

    def thing(self, role: roles.Role | None, *, as_cards: bool = False) -> ThingMeaning | None:
        """Return what ``role`` names."""
        return thing_of(role.thing, self.setting, as_cards=as_cards) if role else None

    def object_of(self, act: acts.Predicate, slots: Slots, course: Course, how: str) -> What | None:
        """Return what ``act`` is done to and remember it; where the text is silent, look back."""
        role = slots.object or self._from_which(slots) or self.of_whom(slots, course, how)
        if role is None:
            verb = act.verb.value if isinstance(act, acts.Act) else ""
            takes = how in WITH_OBJECT or verb in self.setting.sorts.left_out
            return self.left_out(act, how) if takes else None
        ability = self._ability_told(act, role) if role is slots.object else None
        return ability or self.taken(role, slots.number, how, slots.all, slots.source)

    def _ability_told(self, act: acts.Predicate, role: roles.Role) -> PointerMeaning | None:
        """Return which ability それ is that is activated: 『…』を与え、それを発動させる."""
        verb = act.verb.value if isinstance(act, acts.Act) else ""
        if self.setting.sorts.left_out.get(verb) != _ABILITIES or not is_it(role.thing):
            return None
        found = self.setting.discourse.left_out(role.start, _ABILITIES)
        told = replace(found, start=role.thing.start, end=role.thing.end, explicit=True)
        return told if found.to else None

    def taken(
        self,
        role: roles.Role,
        number: nouns.Quantity | None,
        how: str,
        every: bool = False,
        source: roles.Role | None = None,
    ) -> ThingMeaning:
        """Return what ``role``, out of ``source``, names; remember that ``how`` was done to it."""
        found = thing_of(role.thing, self.setting, quantity=number, as_cards=True, every=every)
        out_of = source.thing if source else None
        speak(role.thing, self.setting, how=how, quantity=number, every=every, source=out_of)
        return found

    def as_many(
        self, what: What | None, number: NumberMeaning | None, slots: Slots
    ) -> tuple[What | None, NumberMeaning | None]:
        """Return ``what`` and its ``number``, where there are to be as many as of a companion."""
        if slots.companion is None or not counts_like(slots):
            return what, number
        of = thing_of(slots.companion.thing, self.setting, as_cards=True)
        place = of.text_place
        if isinstance(what, ThingMeaning) and what.number is not None:
            what = replace(what, number=replace(what.number, rule=place, of=of))
        return what, replace(number, rule=place, of=of) if number else None

    @staticmethod
    def out_of(source: ThingMeaning | None, what: What | None, slots: Slots) -> ThingMeaning | None:
        """Return ``source``, out of which ``what`` is taken; 山札を上から is as 山札の上から."""
        side = slots.source.thing if slots.source else None
        bare = isinstance(side, nouns.Beside) and side.thing is None
        if source is None or not bare or not isinstance(what, ThingMeaning) or not slots.object:
            return source
        start, words = slots.object.thing.start, what.words
        return replace(source, start=start, owners=what.owners, zones=what.zones, words=words)

    @staticmethod
    def _from_which(slots: Slots) -> roles.Role | None:
        """Return the cards of which some are taken: 手札から1枚選び, 手札ではなく控え室から置き."""
        some = slots.number is not None or slots.all or slots.rather_than
        return slots.source if some else None

    def of_whom(self, slots: Slots, course: Course, how: str) -> roles.Role | None:
        """Return what the sentence is about, where it is no player: このカードは…に戻る."""
        for role in (slots.subject, slots.topic, course.topic if how in WITH_OBJECT else None):
            if role is not None and not self.is_player(role):
                return role
        return None

    def left_out(self, act: acts.Predicate, how: str) -> PointerMeaning:
        """Return what ``how`` is done to where ``act`` does not say so, and remember it."""
        of_verb = self.setting.sorts.left_out
        verb = act.verb.value if isinstance(act, acts.Act) else ""
        sorts = of_verb[verb] if verb in of_verb else _OF_TYPE.get(how, ("cards",))
        discourse = self.setting.discourse
        found = discourse.left_out(act.start, sorts)
        slots = slots_of(act.complements)
        if how == "swap" and slots.companion is None:
            found = replace(discourse.those(act.start, act.start, "カード"), explicit=False)
        discourse.act_on(found, how, part=slots.number is not None)
        if slots.number is not None:
            discourse.take(found.to, TextPlace(slots.number.start, slots.number.end))
        return found


def _who(role: roles.Role) -> str:
    """Return who ``role`` names; 自分 is the master where no other player stands before."""
    who = unparse_part(role.thing) if isinstance(role.thing, nouns.Thing) else ""
    return MASTER if who == "自分" else who

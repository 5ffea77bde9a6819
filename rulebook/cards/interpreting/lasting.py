"""Read events (of triggers, conditions, bans) and lasting effects: new numbers, grants, bans."""

from __future__ import annotations

from rulebook.cards.interpreting import things
from rulebook.cards.interpreting.complements import (
    ComplementReader,
    SentenceState,
    event_of,
    omitted_argument,
)
from rulebook.cards.interpreting.discourse import Participants, Rank
from rulebook.cards.interpreting.pointers import mention, references
from rulebook.cards.interpreting.slots import Change, Slots, each_alternative, slots_of
from rulebook.cards.interpreting.thing_words import THIS_CARD, sort_of, zones_of
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import OTHER, WITH_OBJECT, type_of
from rulebook.cards.meaning.nodes import Event, PointerMeaning, TextPlace, ThingMeaning
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.node import walk
from rulebook.cards.tree.verbs import PASSIVE, Form
from rulebook.records import replace

_BY_PLAYERS = (acts.Put, acts.Play, acts.Move, acts.Use, acts.Include)
_OF_THEMSELVES = ("登場する", "動く")  # verbs whose agents are cards


class EventReader:
    """Reads the events of one ability, and the actions that it mentions again, in text order."""

    def __init__(self, complements: ComplementReader) -> None:
        """Make the reader of one ability; it shares the referents that ``complements`` has read, so
        that これ or そのキャラ in an event means a card mentioned before."""
        self._context = complements.context
        self._last: TextPlace | None = None  # the place of the last event
        self._cases: set[TextPlace] = set()  # the actions repeated as a condition so far: 置いたら

    def event(self, act: acts.Predicate, state: SentenceState) -> Event:
        """Return ``act`` as an event, and add its participants as referents, by verb for
        サポートしたキャラ. A topic in ``act`` is set in ``state`` for the rest of the sentence."""
        slots = slots_of(act.complements)
        if slots.topic is not None:
            state.topic = slots.topic
        also = isinstance(slots.subject, roles.Also) and slots.object is None
        also = also and (slots.topic is not None or type_of(act) in WITH_OBJECT)
        acting = isinstance(act, acts.Act) and not isinstance(act, acts.Exist)  # いる has no object
        if also and acting and act.form not in PASSIVE:  # type: ignore[attr-defined]
            # 《A》も参照できる: も replaces both が and を, and here it is を.
            slots.object, slots.subject = slots.subject, None
        self._last = TextPlace(act.start, act.end)
        found = event_of(act, slots, self._context, state.topic)
        # サポートしたキャラ later refers to the agent, サポートされたキャラ to the patient.
        pair = (found.by, found.who) if found.passive else (found.who, found.what)
        agent, patient = (part.text_place if part else None for part in pair)
        participants = Participants(self._last, agent, patient)
        self._context.discourse.participants[found.verb] = participants
        if found.passive and found.by is not None and not (found.who or found.what):
            # 《A》にサポートされた時: this very card, if the text does not name the patient.
            found = replace(found, who=ThingMeaning(found.start, found.start, THIS_CARD))
        for role in filter(None, (slots.source, slots.target, slots.agent, slots.means)):
            mention(role.thing, self._context, rank=Rank.MENTIONED)
        for role in filter(None, (slots.actor, slots.object)):
            mention(role.thing, self._context, how=type_of(act))
        if slots.object is None and slots.source is not None and slots.number is not None:
            # その中から1枚を置く: the object is part of the source.
            mention(slots.source.thing, self._context, how=type_of(act), quantity=slots.number)
        return found

    def events(self, act: acts.Predicate, state: SentenceState) -> tuple[Event, ...]:
        """Return an event for each alternative in ``act``: 手札からか『チェンジ』で. Only those of
        the first become referents of a later その, since the others have the same participants."""
        first, *others = each_alternative(act)
        found = self.event(first, state)
        context, topic = self._context, state.topic
        return found, *(event_of(o, slots_of(o.complements), context, topic) for o in others)

    def condition_pointers(self, predicate: acts.Predicate) -> tuple[PointerMeaning, ...]:
        """Return the pointers in the condition ``predicate``. If it asks which attack (or other
        time) it is, それ as its subject points to the last event, not to a card."""
        found = tuple(references(predicate, self._context))
        what = predicate.what if isinstance(predicate, acts.Is) else None
        subject = slots_of(predicate.complements).actor
        if subject is None or not found or sort_of(what, self._context.sorts) != "times":
            return found
        it, *others = found
        same = (it.start, it.end) == (subject.thing.start, subject.thing.end)
        return (replace(it, to=self._last, name=None), *others) if same else found

    def repeated_action(
        self, act: acts.Act, step: card.Step, state: SentenceState
    ) -> tuple[PointerMeaning, Event]:
        """Return the pointer to the object of the earlier action that ``act``, in ``step``,
        repeats, and ``act`` as an event: 置いたら asks whether that was done."""
        kind = "choose" if isinstance(act, acts.Choose) else type_of(act)
        discourse, start, end = self._context.discourse, step.start, step.end
        verb, slots = act.verb.value if kind == OTHER else "", slots_of(act.complements)
        last = discourse.participants.get(verb)
        if last is not None and last.event in self._cases:
            # Another case of the same action refers to nothing new.
            before = PointerMeaning(start, end, None, None, True)
        else:
            zones = zones_of(slots.source.thing) if slots.source else frozenset()
            patient = discourse.participant(start, end, verb, passive=True)
            before = patient or discourse.last_object_of(start, end, (kind,), "", zones=zones)
        # It is not a new event, so its participants are not stored.
        stored = dict(discourse.participants)
        event = self.event(act, state)
        discourse.participants |= stored
        self._cases.add(TextPlace(act.start, act.end))
        name = before.name if slots.object else None
        chosen = (r.sort for r in discourse.referents if name and r.name == name)
        if slots.object and event.what and next(chosen, None) == "abilities":
            # 【A】を選んだら, if marks were chosen; otherwise a mark means a card that has it.
            event = replace(event, what=things.as_marks(event.what, slots.object.thing))
        discourse.record(before, lambda done_to: replace(done_to, how=kind, rank=Rank.SPOKEN))
        place = before.to or TextPlace(act.start, act.end)
        return replace(before, to=place, explicit=True, unresolved=None), event

    def was_done(self, act: acts.Act) -> bool:
        """Whether an action like ``act`` comes before it, so that 置いた後 refers to that."""
        done = self._context.discourse.last_object_of(act.start, act.end, (type_of(act),), "")
        return done.to is not None

    def is_repetition(self, step: card.Step | acts.Predicate) -> bool:
        """Whether ``step`` (置いた時) is not a trigger but repeats an action before it, and so is a
        condition. Only a bare past verb does so: the trigger of an ability states who or what."""
        if not isinstance(step, card.When) or step.leading or len(step.events) != 1:
            return False
        (act,) = step.events
        bare = isinstance(act, acts.Act) and act.form is Form.PAST and not act.complements
        return bare and self.was_done(act)


class LastingReader:
    """Reads changed numbers, grants, bans and permissions, which omit what earlier ones state."""

    def __init__(self, complements: ComplementReader, events: EventReader) -> None:
        """Begin an ability. ``events`` reads events because bans and permissions are about them."""
        self._parts = complements
        self._events = events
        self._context = complements.context
        self.lasted: roles.Role | None = None  # the last duration, which さらに repeats
        self._listed: nodes.ThingMeaning | None = None  # the last in a list, with the zone of all
        self._measure = ""  # the number that was changed last, which さらに－1 changes again

    def modify(
        self, act: acts.Predicate, slots: Slots, state: SentenceState, change: Change
    ) -> nodes.ModifyEffect:
        """Return ``act`` as the ``change`` of a number (ATK＋1). A bare change (＋1する) is one of
        the number that was changed before, since texts state it only once."""
        what, measure = self._changed_thing_and_measure(act, slots, state)
        # A list of changes states owner and zone only once, before the first card.
        if isinstance(what, nodes.ThingMeaning) and self._listed is not None:
            what = things.with_shared_owners([self._listed, what])[-1]
        begins = any(isinstance(node, nouns.Scope) for node in walk(act))
        goes_on = isinstance(act, acts.ModifyListed) and (begins or self._listed is not None)
        self._listed = what if goes_on and isinstance(what, nodes.ThingMeaning) else None
        if slots.object is None and slots.target is None and isinstance(change, nouns.Change):
            measure = measure or self._measure
        self.lasted, self._measure = state.until, measure
        first = change.attack if isinstance(change, nouns.Changes) else change
        by, amount = self._parts.agent(act, slots, state, lasting=True), unparse(change)
        rule, until = things.definition_of(first.amount, self._context), self._parts.until(state)
        each = things.thing_in(slots.for_each or state.for_each, self._context)
        return nodes.ModifyEffect(act.start, act.end, by, what, measure, amount, rule, until, each)

    def _changed_thing_and_measure(
        self, act: acts.Predicate, slots: Slots, state: SentenceState
    ) -> tuple[nodes.What | None, str]:
        """Return the changed thing, for a later それ, and the name of its number or "": texts write
        このカードのパワーを, このカードをATK＋1, ATKに＋1, or leave the object out."""
        target, thing = slots.target, slots.object.thing if slots.object else None
        sorts = self._context.sorts
        if thing is None and target is not None and sort_of(target.thing, sorts) == "numbers":
            thing, target = target.thing, None  # ATKに＋1する
        measure = ""
        if isinstance(thing, nouns.Noun) and sorts.of_noun(thing) == "numbers":
            measure = unparse(nouns.Noun(thing.start, thing.end, (), thing.word))
            owner = next((q.thing for q in thing.qualifiers if isinstance(q, nouns.Of)), None)
            if owner is not None and target is None:
                found = things.thing_of(owner, self._context)
                mention(owner, self._context, how="modify")
                return found, measure
            if thing.qualifiers and target is None:
                return things.thing_of(thing, self._context), measure
        elif slots.object is not None:
            target = slots.object
        if target is None:
            target = self._parts.topic_as_object(slots, state, "put")  # the topic as well
        if target is None:
            return omitted_argument(act, "modify", self._context), measure
        found = things.thing_of(target.thing, self._context, as_cards=True)
        mention(target.thing, self._context, how="modify")
        if found.sort != "damage":
            return found, measure
        # このキャラは、《A》から受けるダメージが－1される: the topic is the damaged card.
        topic = slots.topic or state.topic
        of = things.thing_of(topic.thing, self._context) if found.of is None and topic else None
        if of is not None and of.sort == "damage":
            return of, "ダメージ"
        start = min(found.start, slots.means.start) if slots.means else found.start
        return replace(found, start=start, of=of or found.of), "ダメージ"

    def grant(self, act: acts.Act, slots: Slots, state: SentenceState) -> nodes.Grant:
        """Return the effect by which ``act`` gives or takes away an ability, trait or turn. Who
        gets it is the subject or topic of 得る and 失う, but the target of 与える. Quoted abilities
        (『…』を得る) are read by themselves and added later."""
        given = slots.object
        gains = isinstance(act, (acts.Gain, acts.Lose))
        whom = (slots.actor or state.topic) if gains else slots.target
        time = gains and given and sort_of(given.thing, self._context.sorts) == "times"
        if whom is not None and time:
            # あなたは追加のターンを得る: the player gains it. Other things that a player gains
            # (あなたは『…』を得る) are given to a card that the text leaves out.
            what: nodes.What | None = things.thing_in(whom, self._context)
        elif whom is None or (gains and self._parts.is_player(whom)):
            what = omitted_argument(act, "grant", self._context)
        else:
            what = things.thing_of(whom.thing, self._context, as_cards=True)
            mention(whom.thing, self._context, how="grant")  # so それ can refer to it
        other = things.thing_of(given.thing, self._context, every=slots.all) if given else None
        if given is not None and other is not None:
            other = things.as_gained(other, given.thing)
            if isinstance(given.thing, nouns.Quoted):
                mention(given.thing, self._context, how="grant")
        by, until = self._parts.agent(act, slots, state, lasting=True), self._parts.until(state)
        goal = things.thing_in(slots.target, self._context) if gains else None
        lost = isinstance(act, acts.Lose)
        return nodes.Grant(act.start, act.end, by, what, (), other, lost, until, goal)

    def possibility(
        self, act: acts.Act, slots: Slots, state: SentenceState, *, forbids: bool
    ) -> nodes.Prohibit | nodes.Permit:
        """Return ``act`` as a permission (できる), no action, or, if it ``forbids`` it, as a ban,
        with what …しか or 以外 leaves allowed, and whose duration a later さらに shares."""
        event, what = self._event_and_object(act, slots, state)
        by = nodes.AgentMeaning(act.start, act.end, nodes.MASTER, "rule")  # whose effect it is
        fields = (act.start, act.end, by, what, event, self._parts.until(state))
        if not forbids:
            return nodes.Permit(*fields)
        self.lasted = state.until
        many = slots.beyond.thing if slots.beyond else None
        if isinstance(many, nouns.Quantity):  # 3回までしかアタックできない
            return nodes.Prohibit(*fields, things.number_of(many, self._context))
        return nodes.Prohibit(*fields, things.thing_in(slots.beyond, self._context, as_cards=True))

    def _event_and_object(
        self, act: acts.Act, slots: Slots, state: SentenceState
    ) -> tuple[nodes.Event, nodes.What | None]:
        """Return the event ``act`` that is possible or not, and its object. The grammar does not
        show whether the noun before は is agent or object: players act, cards are moved."""
        event = self._events.event(act, state)
        who = event.who
        is_card = isinstance(who, nodes.ThingMeaning) and who.sort != "players"
        by_players = isinstance(act, _BY_PLAYERS) and event.verb not in _OF_THEMSELVES
        if is_card and by_players and not (event.what or event.passive):
            # これはプレイできない: a card does not play itself; a player plays it.
            event, who = replace(event, who=None, what=who), None
        acts_on = type_of(act) in WITH_OBJECT and slots.beyond is None  # しか says what remains
        if acts_on and isinstance(who, nodes.ThingMeaning) and who.sort == "players":
            who = None
        of_card = isinstance(event.what, nodes.ThingMeaning) and event.what.sort == "numbers"
        # そのキャラはATKとDEFが増減しない is about the card, not about its numbers.
        what = who if of_card and who else event.what or who
        return event, what or (omitted_argument(act, "put", self._context) if acts_on else None)

"""Read the arguments of a verb: agent, object, time, duration; and events with them. In examples,
置く is “put”; は marks the topic, が the subject, を the object."""

from __future__ import annotations

from typing import Any, TypeVar

from rulebook.cards.builders.scoping import is_time
from rulebook.cards.interpreting import steps, things
from rulebook.cards.interpreting.discourse import SHOWN, Context, Rank
from rulebook.cards.interpreting.pointers import is_it, mention, references
from rulebook.cards.interpreting.steps import ObjectPart, Slots, adds_more, slots_of
from rulebook.cards.interpreting.thing_words import THIS_CARD, sort_of, zones_of
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import OTHER, WITH_OBJECT, type_of
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import NEGATED, PASSIVE, Form
from rulebook.cards.tree.words import Word
from rulebook.records import dataclass, replace

TimeKind = TypeVar("TimeKind", bound=nodes.Time)
_ABILITIES = ("abilities",)
_OF_TYPE = {"treat": ("cards", "numbers")}  # sorts of omitted objects, if not cards


def event_of(slots: Slots, context: Context, topic: roles.Role | None = None) -> nodes.Event:
    """Return a verb with its ``slots`` as an event, in a sentence about ``topic``: triggers,
    conditions, times and relative clauses state events. For those of a sentence,
    :meth:`ArgumentReader.event` calls this and makes their cards antecedents of a later それ (it).
    The cards in a relative clause are not antecedents, because it only describes its noun."""
    act = slots.act
    form = act.form if isinstance(act, acts.Act) else Form.PLAIN
    when = slots.moment or slots.until
    # すべて (all) after the object is of that, else of the subject. 2回 (twice) counts the event.
    acted, own = slots.object, False
    many = slots.number if slots.number and slots.number.unit != things.OFTEN else None
    what = None
    if acted is not None:
        own = slots.all_from is not None and acted.start < slots.all_from
        what = things.thing_of(acted.thing, context, quantity=many, as_cards=True, every=own)
    what, goal = things.put_there(act, what, things.thing_in(slots.target, context))
    if what is None and slots.topic is not None and type(slots.subject) is roles.Subject:
        # “That character's ATK does not change”: the subject is its number, unless with も (also).
        what = things.thing_in(slots.subject, context)
    # が and は mark who acts or, in the passive, who is acted on.
    every, actor = slots.all and not own, slots.actor
    who = things.thing_of(actor.thing, context, as_cards=True, every=every) if actor else None
    who = who or things.thing_in(topic, context)
    by, source = things.thing_in(slots.agent, context), things.thing_in(slots.source, context)
    through = _means_of_event(slots.means, context)
    moment = time_as(nodes.Moment, when, context) if when else None
    number = things.number_of(slots.number, context) if what is None or not what.number else None
    how = tuple(unparse(part) for part in (slots.than, *slots.how) if part is not None)
    companion = None if steps.counts_companion(slots) else things.thing_in(slots.companion, context)
    parts = (verb_of(act), form in PASSIVE, form in NEGATED, who, what, by, source, goal, through)
    return nodes.Event(act.start, act.end, *parts, moment, (), number, how, companion)


def _means_of_event(role: roles.Role | None, context: Context) -> nodes.ThingMeaning | None:
    """Return the meaning of ``role``, the means of an event, or None for None. In “for cost 0”, it
    is a number; the tree has it as a quality, which elsewhere means a card with that cost."""
    if role is None:
        return None
    through = things.thing_of(role.thing, context)
    match role.thing:
        case nouns.Named(qualifiers=(), alternatives=(qualities.Measured() as measured,)):
            number = things.exact_number(measured.number, role, context)
            words = (measured.measure.value,)
            place = (through.start, through.end)
            return nodes.ThingMeaning(*place, "numbers", words=words, number=number)
    return through


def time_as(kind: type[TimeKind], place: Node, context: Context) -> TimeKind:
    """Return the noun phrase or role ``place`` as a time of ``kind``: when something happens, or
    how long it lasts. It has owners (players, or the card of “this card's attack”), events, words
    that select it (“first”). A part of a time (“a phase of that turn”) has those of the whole."""
    owners: list[str] = []
    which: list[str] = []
    events: tuple[nodes.Event, ...] = ()
    inner: Any = place.thing if isinstance(place, roles.Role) else place
    thing = inner
    while isinstance(inner, nouns.Noun):
        wider = None
        for qualifier in inner.qualifiers:
            match qualifier:
                case nouns.Owned(persons=persons):
                    owners += [person.value for person in persons]
                case nouns.Pointing(pointer=pointer):
                    which.append(pointer.value)
                case nouns.Ordinals():
                    which.append(unparse(qualifier))
                case nouns.Which(act=act):
                    ways = map(slots_of, steps.each_alternative(act))
                    events = tuple(event_of(slots, context) for slots in ways)
                case nouns.Of(thing=of) if _is_wider(of, inner):
                    wider = of
                case nouns.Of(thing=of) if _is_time(of):
                    which.append(f"{unparse(of)}の")
                case nouns.Of(thing=of):
                    owners.append(unparse(of))  # what is no time has it: “this character's attack”
        inner = wider
    parts = (tuple(references(thing, context)), tuple(owners), tuple(which), events)
    return kind(place.start, place.end, time_word(thing), *parts)


def time_in_clause(thing: nouns.Thing | nouns.Quantity) -> roles.Role | None:
    """Return the time in a relative clause before ``thing``, for which the effect on it lasts, or
    None: “this turn” of “the cost of the next character that you play this turn”."""
    own = thing.qualifiers if isinstance(thing, nouns.Noun) else ()
    parts = (part for q in own if isinstance(q, nouns.Which) for part in q.act.complements)
    return next((part for part in parts if isinstance(part, roles.Within)), None)


def _is_time(thing: nouns.Thing) -> bool:
    """Whether ``thing`` is a time or an attack, during which effects can last. Before another time,
    ``thing`` selects that time (“the attack of this turn”), and is not its owner."""
    return is_time(thing) or getattr(thing, "word", None) == Word.ATTACK


def _is_wider(of: nouns.Thing, time: nouns.Noun) -> bool:
    """Whether ``of`` is a longer time around ``time``, whose qualifiers then hold for both: the
    turn in “an attack of the opponent's turn”. In “the turn after that turn”, neither is longer."""
    return _is_time(of) and getattr(of, "word", None) != time.word


def time_word(thing: nouns.Thing | nouns.Quantity) -> str:
    """Return the words of ``thing`` without its owner and without 中 (during), as
    ``governing.toml`` names times: “start of the main phase”; "" for things without a word."""
    if not isinstance(thing, nouns.Noun) or isinstance(thing.word, nouns.Damage):
        return ""
    of = next((q.thing for q in thing.qualifiers if isinstance(q, nouns.Of)), None)
    before = time_word(of) if of is not None and _is_wider(of, thing) else ""
    word = thing.word.value.removesuffix("中")
    if before == Word.TURN.value and word.endswith(("フェイズ", "ステップ")):
        return word  # each turn has one, whose owner is that of the turn
    return f"{before}の{word}" if before else word


@dataclass(slots=True)
class SentenceState:
    """What later steps of a sentence omit because earlier ones state it."""

    topic: roles.Role | None = None
    topic_of_ban: bool = False  # whether it only says who cannot do something
    until: roles.Role | None = None
    until_in: roles.Role | None = None  # the longer time that ``until`` is a part of
    within: roles.Role | None = None  # when the event of the next condition must have happened
    each_time: bool = False  # whether the steps are done at each event during the duration
    for_each: roles.Role | None = None
    attacker: roles.Role | None = None  # the attacking card whose attack is replaced
    changes_choice: bool = False  # whether a choice “instead” replaces the last one
    owners: tuple[str, ...] = ()  # the owners of all subjects in the conditions of the sentence


class ArgumentReader:
    """Reads arguments and events of one ability in text order: words refer to earlier ones."""

    def __init__(self, context: Context) -> None:
        """Begin an ability, whose words refer to what ``context`` has stored so far."""
        self._context = context
        # The place of the last event, which それ (it) means in “if it is the first attack”.
        self._last: nodes.TextPlace | None = None
        # The places of clauses such as “if A was put”; “if B was put” is then another case.
        self._cases: set[nodes.TextPlace] = set()

    def agent(self, slots: Slots, state: SentenceState, lasts: bool = False) -> nodes.AgentMeaning:
        """Return who acts: the first of the roles that can act, else, by rule, the master. Cards
        attack, players carry out all other acts; a change that ``lasts`` (＋1) is the master's."""
        by_card = type_of(slots.act) in ("attack", "battle")
        # The topic of a ban only says who cannot do something.
        topic = state.topic if by_card or not (lasts or state.topic_of_ban) else None
        candidates = [(slots.topic, "told"), (slots.subject, "told"), (topic, "taken-over")]
        for role, basis in [*candidates, (state.attacker if by_card else None, "taken-over")]:
            if role is not None and self.is_player(role) != by_card:
                card = things.thing_of(role.thing, self._context) if by_card else None
                start, end = role.thing.start, role.thing.end
                return nodes.AgentMeaning(start, end, _player(role), basis, card)
        return nodes.AgentMeaning(slots.act.start, slots.act.end, nodes.MASTER, "rule")

    def acting_player(self, act: acts.Predicate) -> roles.Role | None:
        """Return the player who does ``act``, None if no player does: callers make that player the
        topic of what follows an event (“when you play it”), which the same player does."""
        actor = slots_of(act).actor
        return actor if self.is_player(actor) else None

    def is_player(self, role: roles.Role | None) -> bool:
        """Whether ``role`` is a player, who acts; a card before は or が may be acted on."""
        return role is not None and sort_of(role.thing, self._context.sorts) == "players"

    def is_other_player(self, role: roles.Role | None) -> bool:
        """Whether ``role`` is a player other than the master (あなた, you). If a later step moves
        the text's own card and names nobody, it is not done by that player."""
        return role is not None and self.is_player(role) and _player(role) != nodes.MASTER

    def until(self, state: SentenceState) -> nodes.Duration | None:
        """Return the duration (“until end of turn”) in ``state``, stated once for all steps after
        it, or None. A longer time before it (“this turn, …, during that attack”) is its ``inside``;
        the span begins there if both are one phrase (:func:`steps.longer_time`)."""
        role = state.until
        if role is None:
            return None
        found = time_as(nodes.Duration, role, self._context)
        wider = state.until_in
        if wider is None:
            return found
        start = wider.start if steps.longer_time(wider, role) else found.start
        return replace(found, start=start, inside=time_as(nodes.Duration, wider, self._context))

    def object_of(self, slots: Slots, state: SentenceState, kind: str) -> nodes.What | None:
        """Return the object in ``slots`` of an action of type ``kind``, None if it takes none: the
        noun with を or, as that is often omitted, the source if some of its cards are the object
        (“discard 1 from the hand”, “put from the deck, not the hand”), the topic or an antecedent.
        ``left_out`` of ``meaning.toml`` has the verbs that omit other sorts than cards."""
        some = slots.number is not None or slots.all or slots.rather_than
        source = slots.source if some else None
        topic = state.topic if kind in WITH_OBJECT else None
        role = slots.object or source or self.topic_as_object(slots, topic)
        sorts = self._context.sorts.left_out.get(verb_of(slots.act))
        if role is None:
            takes = kind in WITH_OBJECT or sorts is not None
            return omitted_argument(slots, kind, self._context) if takes else None
        if role is slots.object and sorts == _ABILITIES:
            # “Give 『…』 and trigger it”: それ (it) is an ability only with verbs of abilities.
            at = role.thing
            found = self._context.omitted_object(role.start, _ABILITIES)
            if is_it(at) and found.to:
                return replace(found, start=at.start, end=at.end, explicit=True)
        return self.add_object(ObjectPart(role, slots.number, slots.source), kind, slots.all)

    def add_object(
        self, part: ObjectPart, kind: str, every: bool = False, name: str | None = None
    ) -> nodes.ThingMeaning:
        """Return ``part`` as an object, and add it as a referent to which ``kind`` was done, by the
        ``name`` of the choice, if it was chosen: later words refer to it."""
        thing, many, out = part.role.thing, part.number, part.source.thing if part.source else None
        found = things.thing_of(thing, self._context, quantity=many, as_cards=True, every=every)
        mention(thing, self._context, how=kind, name=name, quantity=many, every=every, source=out)
        return found

    def with_companion_count(
        self, what: nodes.What | None, number: nodes.NumberMeaning | None, slots: Slots
    ) -> tuple[nodes.What | None, nodes.NumberMeaning | None]:
        """Return the object ``what`` and the ``number`` of an action. In リタイアと同じ枚数 (as
        many as in Retire), the noun with と is not a companion, but says how many: it becomes
        ``of`` of the number (or of a number in the object), and its place becomes the ``rule`` that
        defines the number."""
        if slots.companion is None or not steps.counts_companion(slots):
            return what, number
        of = things.thing_of(slots.companion.thing, self._context, as_cards=True)
        place = of.text_place
        if isinstance(what, nodes.ThingMeaning) and what.number is not None:
            what = replace(what, number=replace(what.number, rule=place, of=of))
        return what, replace(number, rule=place, of=of) if number else None

    def topic_as_object(self, slots: Slots, topic: roles.Role | None) -> roles.Role | None:
        """Return the subject or topic of an act, else ``topic``, that of the sentence, as its
        object: in “this returns to the hand”, it is moved. Players are skipped, as they act."""
        parts = (slots.subject, slots.topic, topic)
        return next((role for role in parts if role and not self.is_player(role)), None)

    def event(self, act: acts.Predicate, state: SentenceState) -> nodes.Event:
        """Return ``act`` as an event, stored as the last event of its verb (for “the one that
        supported”) and of all verbs (for “if it is the first attack”), and set its topic in
        ``state``. Who acts (が) and the object become referents with that verb; other nouns (“from
        the hand”) are less likely."""
        slots = slots_of(act)
        if slots.topic is not None:
            state.topic = slots.topic
        # も (also) replaces が or を; を after a topic, or if the verb takes an object.
        also = isinstance(slots.subject, roles.Also) and slots.object is None
        also = also and (slots.topic is not None or type_of(act) in WITH_OBJECT)
        acting = isinstance(act, acts.Act) and not isinstance(act, acts.Exist)  # has no object
        if also and acting and act.form not in PASSIVE:  # type: ignore[attr-defined]
            slots.object, slots.subject = slots.subject, None
        self._last = nodes.TextPlace(act.start, act.end)
        found = event_of(slots, self._context, state.topic)
        self._context.events[found.verb] = found
        if found.passive and found.by is not None and not (found.who or found.what):
            # “When supported by A”: this very card, if the text does not name the patient.
            found = replace(found, who=nodes.ThingMeaning(found.start, found.start, THIS_CARD))
        for role in filter(None, (slots.source, slots.target, slots.agent, slots.means)):
            mention(role.thing, self._context, rank=Rank.MENTIONED)
        for role in filter(None, (slots.actor, slots.object)):
            mention(role.thing, self._context, how=type_of(act))
        if slots.object is None and slots.source is not None and slots.number is not None:
            # “Put 1 from among them”: the object is part of the source.
            mention(slots.source.thing, self._context, how=type_of(act), quantity=slots.number)
        return found

    def events(self, act: acts.Predicate, state: SentenceState) -> tuple[nodes.Event, ...]:
        """Return an event for each alternative in ``act`` (“from the hand or by 『A』”). Only those
        of the first become referents of a later “that”: the others have the same participants."""
        first, *others = steps.each_alternative(act)
        found = self.event(first, state)
        return found, *(event_of(slots_of(o), self._context, state.topic) for o in others)

    def condition_pointers(self, predicate: acts.Predicate) -> tuple[nodes.PointerMeaning, ...]:
        """Return the pointers in the condition ``predicate``. If the condition asks which attack
        (or other time) it is, its subject それ (it) points to the last event, not to a card."""
        found = tuple(references(predicate, self._context))
        what = predicate.what if isinstance(predicate, acts.Is) else None
        subject = slots_of(predicate).actor
        if subject is None or not found or sort_of(what, self._context.sorts) != "times":
            return found
        it, *others = found
        same = (it.start, it.end) == (subject.thing.start, subject.thing.end)
        return (replace(it, to=self._last, name=None), *others) if same else found

    def repeated_action(
        self, act: acts.Act, step: card.Step, state: SentenceState
    ) -> tuple[nodes.PointerMeaning, nodes.Event]:
        """Return the pointer to the object of the earlier action that ``act``, in ``step``,
        repeats, and ``act`` as an event: “if put” asks whether the action was done, “if put from
        the hand” rather about an object from there. “If B was put” after “if A was put” (in
        ``_cases``) is another case of the step before both; it points to its own words, as does an
        act without an earlier one. Verbs without a type of their own (``OTHER``) repeat only an
        equal verb."""
        kind = "choose" if isinstance(act, acts.Choose) else type_of(act)
        verb, slots = act.verb.value if kind == OTHER else "", slots_of(act)
        last = self._context.events.get(verb)
        if last is not None and last.text_place in self._cases:
            before = nodes.PointerMeaning(step.start, step.end, None, None, True)
        else:
            zones = zones_of(slots.source.thing) if slots.source else frozenset()
            patient = self._context.participant(step, verb, passive=True)
            before = patient or self._context.last_object_of(
                step, (kind,), "", lambda r: not zones.isdisjoint(r.zones)
            )
        # It is not a new event, so it does not become the last of its verb.
        stored = dict(self._context.events)
        event = self.event(act, state)
        self._context.events |= stored
        self._cases.add(nodes.TextPlace(act.start, act.end))
        name = before.name if slots.object else None
        chosen = (r.sort for r in self._context.referents if name and r.name == name)
        named = slots.object.thing if slots.object and next(chosen, None) == "abilities" else None
        if isinstance(named, nouns.Named) and isinstance(event.what, nodes.ThingMeaning):
            # “If 【A】 was chosen”, and marks were; otherwise a mark means a card that has it.
            words = things.quality_words(named.alternatives)
            marks = replace(event.what, sort="abilities", words=words, asks=False, qualities=())
            event = replace(event, what=marks)
        self._context.record(before, how=kind, rank=Rank.ARGUMENT)
        place = before.to or nodes.TextPlace(act.start, act.end)
        return replace(before, to=place, explicit=True, unresolved=None), event

    def was_done(self, act: acts.Act) -> bool:
        """Whether an action like ``act`` is done before, to which “after putting it” refers."""
        return self._context.last_object_of(act, (type_of(act),), "").to is not None

    def is_repetition(self, step: card.Step | acts.Predicate) -> bool:
        """Whether ``step`` (“when put”) only repeats an action before it, and so is a condition.
        Only a past verb without complements does so: a trigger states who or what."""
        if not isinstance(step, card.When) or step.leading or len(step.events) != 1:
            return False
        (act,) = step.events
        is_alone = isinstance(act, acts.Act) and act.form is Form.PAST and not act.complements
        return is_alone and self.was_done(act)


def omitted_argument(
    slots: Slots, kind: str, context: Context, before: nodes.What | None = None
) -> nodes.PointerMeaning:
    """Return a pointer to what the verb of ``slots``, of the type ``kind``, leaves out, recorded as
    acted on (a part of it, with “1 card”). It points to the last thing that fits; for a further
    change or damage (さらに), and for damage dealt instead, to the thing ``before``. It is
    unresolved for damage if only this card, which deals it, was named, and for ＋1 alone if cards
    were only shown, because no number changes off the table."""
    act, at = slots.act, slots.act.start
    gap = nodes.TextPlace(at, at)
    if before and (adds_more(slots) or (kind == "deal-damage" and steps.is_instead(act))):
        if isinstance(before, nodes.PointerMeaning):
            return replace(before, start=at, end=at, explicit=False)
        name = next((each.name for each in before.refers), None)
        return nodes.PointerMeaning.implicit(at, before.text_place, name)
    sorts = context.sorts.left_out.get(verb_of(act), _OF_TYPE.get(kind, ("cards",)))
    found = context.omitted_object(at, sorts)
    if kind == "swap" and slots.companion is None:  # two of the cards are swapped
        found = context.plural_antecedent(gap, "カード")
    ranks = (r.rank for r in context.referents if r.place == found.to)
    if kind == "deal-damage" and not any(rank < Rank.ITSELF for rank in ranks):
        why = "the text does not say what the damage is dealt to"
        return nodes.PointerMeaning.implicit(at, None, None, why)
    shown = context.last_object_of(gap, SHOWN, "")
    if kind == "modify" and not act.complements and not found.name and found.to == shown.to:
        return nodes.PointerMeaning.implicit(at, None, None, "the text does not say what changes")
    taken: dict[str, Any] = {"part": True} if slots.number is not None else {}
    context.record(found, how=kind, rank=Rank.ARGUMENT, **taken)
    if slots.number is not None:
        context.add_part(found.to, nodes.TextPlace(slots.number.start, slots.number.end))
    return found


def verb_of(act: acts.Predicate) -> str:
    """Return the verb of ``act`` in the dictionary form, as tables list it; "" without one."""
    return act.verb.value if isinstance(act, acts.Act) else ""


def _player(role: roles.Role) -> str:
    """Return the word for the player in ``role``, "" if it is not a noun. 自分 (oneself) alone
    becomes あなた (you), the word for the master, so that one player always has one name."""
    who = unparse(role.thing) if isinstance(role.thing, nouns.Thing) else ""
    return nodes.MASTER if who == "自分" else who

"""Read the triggers, times and conditions of sentences. X なら is “if X”, いる “is there”; それ
(it) and そのX (that X) refer to something before."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.cards.builders.scoping import is_time
from rulebook.cards.interpreting import things
from rulebook.cards.interpreting.complements import ArgumentReader, SentenceState, time_as
from rulebook.cards.interpreting.discourse import FOUND, Context, Rank
from rulebook.cards.interpreting.pointers import is_it, mention
from rulebook.cards.interpreting.steps import IN_ALL, Slots, as_cards, slots_of
from rulebook.cards.interpreting.thing_words import THIS_CARD, referring_nouns, sort_of, word_of
from rulebook.cards.interpreting.things import number_of, quality_words, thing_in, thing_of
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import type_of
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.qualities import Quality
from rulebook.cards.tree.verbs import NEGATED, PASSIVE, Form
from rulebook.cards.tree.words import Word
from rulebook.records import replace

_BOUNDS = {"以上", "以下"}
_BOTH = "両方"
_ONLY = "のみ"
_SAME = "同じ"
_ONGOING = (Form.ONGOING, Form.ONGOING_NOT, Form.TE_ONGOING)
_NUMBERS = {Word("合計"), Word("合計値"), Word("値"), Word("数値")}
"""Words for numbers that no card has; they refer to a number mentioned before."""


class ConditionReader:
    """Reads the triggers and conditions of one ability; a later one may omit what is said."""

    def __init__(self, context: Context, arguments: ArgumentReader) -> None:
        """Begin an ability. ``arguments`` must be the reader of its effects, too: それ (it) of “if
        it is the first attack” is the last event of conditions and effects alike."""
        self._context = context
        self._arguments = arguments
        self._counted_last: nodes.TextPlace | None = None  # the things counted last: “if 2”
        self._last: nodes.Condition | None = None  # the last with a subject: “if defeated” omits it
        self._places: list[tuple[frozenset[str], nodes.ThingMeaning]] = []
        """The names of cards asked about or counted, with their zones, for “if both are there”."""
        self._cases: list[list[nodes.Condition]] = []  # of each step (…なら)

    def trigger(
        self, step: card.When, within: nodes.Duration | None = None, prior: Sequence[acts.Act] = ()
    ) -> nodes.TriggerMeaning:
        """Return the trigger ``step``: any of its events sets it off, but only right after those of
        ``prior`` (“played and put”). An event without participants has the agent of the last."""
        state = SentenceState()
        after = tuple(self._arguments.event(act, state) for act in (*prior, *step.leading))
        before = after[-1] if after else None
        events: list[nodes.Event] = []
        for act in step.events:
            for event in self._arguments.events(act, state):
                # “When it attacked or 【リバース】”: the second event has the agent of the first.
                silent = event.who is None and event.what is None
                before = replace(event, who=before.who) if silent and before else event
                events.append(replace(before, after=after) if after else before)
            # “When played and put, or put from the hand”: the second does not require a play.
            after = after[: len(prior)]
        start = prior[0].start if prior else step.start
        return nodes.TriggerMeaning(start, step.end, tuple(events), None, within)

    def moment(self, role: roles.Role) -> nodes.Moment:
        """Return the moment ``role`` (“the opponent's end of turn”), its owner now a referent."""
        found = time_as(nodes.Moment, role, self._context)
        if isinstance(role.thing, nouns.Thing):
            mention(role.thing, self._context)
        return found

    def conditions(self, step: card.If, state: SentenceState) -> list[nodes.Condition]:
        """Return the conditions of ``step``. A condition takes what it omits from the one before:
        its subject, owner or, in 4枚いるなら (if there are four), what was counted. The first has
        the time in ``state``. どちらでもないなら (if neither), after AならX and BならY, negates
        both."""
        found: list[nodes.Condition] = []
        for part in step.conditions:
            predicate = part.act if isinstance(part, card.OrElse) else part
            if isinstance(predicate, acts.Is) and _noun_of_predicate(predicate) == "どちらでもない":
                found += self._negated_cases(predicate)
            elif isinstance(predicate, acts.Predicate):
                new = self.condition(predicate, state)
                new = _with_owner_of(found[-1], new) if found else new
                kinds = {*map(type, (predicate, *predicate.complements))} - {roles.Manner}
                if new.subject is None and self._has_no_subject(predicate, after=bool(found)):
                    new = self._with_last_subject(new, _noun_of_predicate(predicate))
                elif new.subject is None and kinds == {acts.Exist, roles.HowMany}:  # “if 4”
                    why = None if self._counted_last else "nothing was counted before"
                    of = nodes.PointerMeaning.implicit(new.start, self._counted_last, None, why)
                    new = replace(new, subject=of)
                found.append(replace(new, alternative=isinstance(part, card.OrElse)))
            state.within = None  # a time before them belongs to the first
        self._cases.append(found)
        return found

    def remember_counted(self, what: nodes.ThingMeaning) -> None:
        """Store ``what``, counted by a multiplier (“for each card”), for a condition that omits it
        (“if there are 4 or more”), and its zone for one that repeats only names (“both”)."""
        self._counted_last = what.text_place
        if what.zones:
            zone = (what.owners, what.zones, what.zones)  # the words of a zone are its name
            place = nodes.ThingMeaning(what.start, what.end, "zone", *zone)
            self._places.append((_names_of(what), place))

    def _negated_cases(self, predicate: acts.Is) -> list[nodes.Condition]:
        """Return the negations of the last two conditions, to which どちらでもない (neither) of
        ``predicate`` refers; one unresolved condition if the last two steps have other than one."""
        start, end = predicate.start, predicate.end
        first, second = ([], [], *self._cases)[-2:]
        if len(first) != 1 or len(second) != 1:
            why = "it is not plain which two cases were told before"
            nothing = nodes.PointerMeaning(start, end, None, None, True, why)
            return [nodes.Condition(start, end, nothing, (nothing,), True, False)]
        return [
            replace(case, start=start, end=end, negated=not case.negated, alternative=False)
            for case in (*first, *second)
        ]

    def _has_no_subject(self, predicate: acts.Predicate, *, after: bool) -> bool:
        """Whether ``predicate`` leaves out its subject (“if defeated”), so that the last subject is
        used. A companion is not a subject, but only compared: “if of the same cost as that”.
        ``after``: another predicate precedes it, whose subject it shares: “if it is not there or
        rested”. A first “if not there” without a subject asks about nothing that can be used."""
        if _has_only_both(predicate):
            return True
        if any(not isinstance(part, roles.Companion) for part in predicate.complements):
            return False
        if isinstance(predicate, acts.Is):
            # あなたのターンなら (if it is your turn) needs no subject.
            return sort_of(predicate.what, self._context.sorts) != "times"
        return after

    def _with_last_subject(self, condition: nodes.Condition, word: str) -> nodes.Condition:
        """Return ``condition``, which has no subject, with a pointer to the subject of the previous
        one (“if defeated”) or, if that is a pointer (“that card”), to its antecedent. If its noun
        ``word`` is the outcome of an action (当たり, a hit), the subject is that action."""
        at, last = condition.start, self._last
        verb = self._context.sorts.of_outcome.get(word)
        if verb is not None:
            to = self._context.last_actions.get(verb)
            why = None if to else f"nothing was done before that could come out so ({word})"
            return replace(condition, subject=nodes.PointerMeaning.implicit(at, to, None, why))
        if last is None:
            why = "nothing was asked before"
            return replace(condition, subject=nodes.PointerMeaning.implicit(at, None, None, why))
        subject = last.subject
        same = tuple(replace(each, start=at, end=at, explicit=False) for each in last.refers)
        if isinstance(subject, nodes.ThingMeaning) and not subject.refers:
            of = nodes.PointerMeaning.implicit(at, subject.text_place)
            return replace(condition, subject=of, refers=same)
        pointer = subject.refers[0] if isinstance(subject, nodes.ThingMeaning) else subject
        return replace(condition, subject=replace(pointer, start=at, end=at, explicit=False))  # type: ignore[type-var]

    def condition(self, predicate: acts.Predicate, state: SentenceState) -> nodes.Condition:
        """Return ``predicate`` as a condition, and store what later words take from it: its
        arguments, for それ; itself if it has a subject, which 負けなら (if defeated) omits; and
        what its subject is called with its zone, which 両方いるなら (if both are there) omits."""
        number = self._condition_on_number(predicate)
        if number is not None:
            return number
        slots = slots_of(predicate)
        pointers = self._arguments.condition_pointers(predicate)
        thing = self._subject_of(slots, state, pointers)
        self._mention_arguments(slots, pointers)
        # で marks a time (ステップで), with いる the group to be in (それらの中で), else a means.
        if slots.means is not None and is_time(slots.means.thing):
            slots.until, slots.means = slots.until or slots.means, None
        elif isinstance(predicate, acts.Exist):
            slots.target, slots.means = slots.target or slots.means, None
        time, means = slots.until or slots.moment or state.within, slots.means
        act = predicate if isinstance(predicate, acts.Act) else None
        negated = isinstance(predicate, acts.Is) and predicate.negated
        negated = negated or (act is not None and act.form in NEGATED)
        alternative = False  # set by the caller, which sees か (or) after the predicate
        head = (predicate.start, predicate.end, thing, pointers, negated, alternative)
        within = time_as(nodes.Duration, time, self._context) if time else None
        verb, many = act.verb.value if act else None, self._asked_number(slots)
        asked = (within, verb, many, self._place(slots, thing))
        compared = self._what_and_comparison(slots)
        manners = [how.manner.value for how in slots.how]
        by = thing_in(slots.agent, self._context)
        done = (_BOTH in manners, act is not None and act.form in PASSIVE, by)
        through: nodes.What | None = thing_in(means, self._context)
        if means is not None and is_it(means.thing):  # “by it”: by the action before, not by a card
            through = self._context.last_action(means)
        how = tuple(manner for manner in manners if manner not in (_BOTH, IN_ALL))
        # している (“is rested”, “is battling”): it is in a state, which it need not enter now.
        in_state = isinstance(act, (acts.ChangeState, acts.Battle)) and act.form in _ONGOING
        found = nodes.Condition(*head, *asked, *compared, *done, through, how, in_state)
        self._last = found if thing is not None else self._last
        if isinstance(thing, nodes.ThingMeaning) and isinstance(found.place, nodes.ThingMeaning):
            self._places.append((_names_of(thing), found.place))
        return found

    def _subject_of(
        self, slots: Slots, state: SentenceState, pointers: Sequence[nodes.PointerMeaning]
    ) -> nodes.What | None:
        """Return what a condition is about, to resolve it, or None if that is the subject of the
        previous condition (“if defeated”). Sentences omit the owner, which ``state`` has, and what
        a number counts (“if 4 or more …, if 6 or more”: what was counted last). In “if it is the
        first attack”, “it” is the event, the first of ``pointers``, and not the card."""
        predicate = slots.act
        in_zone = slots.target is not None and isinstance(slots.target.thing, nouns.Place)
        if slots.subject and isinstance(predicate, acts.Exist) and in_zone:
            slots.subject = as_cards(slots.subject)  # “no 【ブロッカー】 in hand”
        thing: nodes.What | None = thing_in(slots.subject or slots.topic, self._context)
        if isinstance(thing, nodes.ThingMeaning) and not thing.owners:
            thing = replace(thing, owners=state.owners)
        if isinstance(predicate, acts.Is) and isinstance(predicate.what, nouns.Quantity):
            last = self._counted_last
            # “If 4 or more” and “if not 0 but 1” do not say what is counted.
            if any(not isinstance(part, roles.RatherThan) for part in predicate.complements):
                self._counted_last = nodes.TextPlace(predicate.start, predicate.what.start)
            elif last is not None:
                return nodes.PointerMeaning.implicit(predicate.start, last)
        refers = thing.refers if isinstance(thing, nodes.ThingMeaning) else ()
        same = refers and pointers and refers[0].start == pointers[0].start
        return pointers[0] if same and refers[0].to != pointers[0].to else thing

    def _mention_arguments(self, slots: Slots, pointers: Sequence[nodes.PointerMeaning]) -> None:
        """Add the arguments as less likely referents, because no action has them. In “if A is in
        …”, the subject counts as found: a later そのキャラ (that character) is A, and not its zone.
        In “if that card is a character”, the card gets that noun, too, for a later そのキャラ."""
        predicate = slots.act
        asserts = isinstance(predicate, acts.Is) and not predicate.negated
        what = predicate.what if asserts else None  # type: ignore[attr-defined]
        noun = what if isinstance(what, (nouns.Noun, nouns.Named)) else None
        of = pointers[0] if pointers and sort_of(noun, self._context.sorts) == "cards" else None
        if of is not None and of.to:
            self._context.record(of, frozenset(referring_nouns(noun)))
        how = FOUND if isinstance(predicate, acts.Exist) and slots.target else ""
        uses = ((slots.target, ""), (slots.agent, ""), (slots.topic, how), (slots.subject, how))
        for role, done in uses:
            if role is not None:
                mention(role.thing, self._context, how=done, rank=Rank.MENTIONED)

    def _asked_number(self, slots: Slots) -> nodes.NumberMeaning | None:
        """Return the number that the condition asks for, which the tree has in three places: how
        many (“if 3”), a value (“if the level is 2”), a total (“if 2 in all”); or None."""
        match slots.act:
            case acts.Is(what=nouns.Quantity() as many):
                number = number_of(many, self._context)
                in_all = any(how.manner.value == IN_ALL for how in slots.how)
                return replace(number, total=True) if number and in_all else number
            case acts.Is(what=nouns.Number() as number):
                return things.exact_number(number.value, number, self._context)
        return number_of(slots.number, self._context)

    def _place(self, slots: Slots, subject: nodes.What | None) -> nodes.What | None:
        """Return the zone where the condition requires its ``subject``, or None. With も (also) or
        両方 (both), it is the zone of an earlier condition, which the text does not repeat."""
        if slots.target is not None:
            return thing_in(slots.target, self._context)
        predicate, both = slots.act, any(how.manner.value == _BOTH for how in slots.how)
        if both and isinstance(subject, nodes.ThingMeaning) and isinstance(predicate, acts.Exist):
            names = _names_of(subject)  # “if both A and B are”: where both were asked about
            places = (place for before, place in reversed(self._places) if names <= before)
            return next(places, None) if names else None
        parts = predicate.complements
        also = len(parts) == 1 and isinstance(parts[0], roles.Also)  # “if A is, too”
        there = isinstance(predicate, acts.Exist) and (also or _has_only_both(predicate))
        return self._last.place if self._last is not None and there else None

    def _condition_on_number(self, predicate: acts.Predicate) -> nodes.Condition | None:
        """Return ``predicate`` as a condition on a number mentioned before (合計値5以上なら: if the
        total is 5 or more), else None. The tree has 合計値 (total) as what is counted."""
        if not isinstance(predicate, acts.Is) or predicate.negated:
            return None
        match predicate.complements, predicate.what:
            case (), nouns.Counted(thing=nouns.Noun(qualifiers=()) as noun, quantity=asked):
                pass
            case (roles.Subject(thing=nouns.Noun(qualifiers=()) as noun),), nouns.Quantity():
                asked = predicate.what
            case _:
                return None
        if noun.word not in _NUMBERS:
            return None
        start, end, number = predicate.start, predicate.end, number_of(asked, self._context)
        of = self._context.last_number(noun, word_of(noun))
        return nodes.Condition(start, end, of, (of,), False, False, number=number)

    def _what_and_comparison(
        self, slots: Slots
    ) -> tuple[nodes.What | nodes.Time | None, str | None, nodes.What | None]:
        """Return the fields ``what``, ``comparison`` and ``than`` of a :class:`Condition`, None
        where it has none. The form of the predicate decides all three."""
        match slots.act:
            case acts.Is(what=nouns.Bound(thing=bound, limit=limit)) if limit.value in _BOUNDS:
                return None, limit.value, thing_of(bound, self._context)
            case acts.Is(what=nouns.Bound(thing=what, limit=limit)) if limit.value == _ONLY:
                return self._predicate_noun(what), _ONLY, None
            case acts.Is(what=nouns.Number()):  # it has a field of its own
                return None, None, None
            case acts.Is(what=nouns.Noun(qualifiers=own) as what) if slots.companion and any(
                isinstance(q, nouns.Description) and q.described.value == _SAME for q in own
            ):
                # “The same cost as the declared number”: the noun with と (as) is only compared.
                than = thing_of(slots.companion.thing, self._context)
                return self._predicate_noun(what), _SAME, than
            case acts.Is(what=nouns.Thing() as what):
                return self._predicate_noun(what), None, None
            case acts.Has(alternatives=qualities):
                return _as_qualities(qualities), None, None
            case acts.Compares(comparison=comparison):
                return None, comparison.value, thing_in(slots.than, self._context)
            case _ if slots.object:
                return thing_of(slots.object.thing, self._context), None, None
            case acts.Act(form=Form.PAST) if slots.actor is None:
                # “If 1 or more were revealed” asks about the object of the action that it repeats,
                # as does “if added to the hand”; not “if put there”: maybe only some were.
                at, kind = nodes.TextPlace(slots.act.start, slots.act.start), type_of(slots.act)
                last = self._context.last_object_of(at, (kind,), "")
                is_all = slots.target is None or kind == "add"
                return last if is_all and last.to is not None else None, None, None
        return None, None, None

    def _predicate_noun(self, what: nouns.Thing) -> nodes.What | nodes.Time:
        """Return what the subject must be: a quality (《A》, no card with it), time or thing."""
        if isinstance(what, nouns.Named) and not what.qualifiers:
            return _as_qualities(what.alternatives)
        if sort_of(what, self._context.sorts) == "times":
            return time_as(nodes.Time, what, self._context)
        return thing_of(what, self._context)


def _noun_of_predicate(predicate: acts.Predicate) -> str:
    """Return the noun that ``predicate`` says its subject is, "" without one. If the subject is
    omitted, the noun may show it: 当たり (a hit) is the outcome of an action (当てる, to hit)."""
    what = predicate.what if isinstance(predicate, acts.Is) else None
    return word_of(what) if what else ""


def _has_only_both(predicate: acts.Predicate) -> bool:
    """Whether ``predicate`` has only 両方 (both) as complement: 両方いるなら (if both are there)
    comes after a condition on two cards, which states the subject and zone of both."""
    manners = [p.manner.value for p in predicate.complements if isinstance(p, roles.Manner)]
    return manners == [_BOTH] and len(predicate.complements) == 1


def _names_of(thing: nodes.ThingMeaning) -> frozenset[str]:
    """Return all qualities of ``thing`` and its members (A, B): by these, a later condition on the
    same cards (“if both A and B are there”) finds the zone that it does not name."""
    own = (word for row in thing.qualities for word in row)
    return frozenset(own).union(*map(_names_of, thing.things))


def _with_owner_of(before: nodes.Condition, condition: nodes.Condition) -> nodes.Condition:
    """Return ``condition`` with the owner that the condition ``before`` states, if it names no
    owner itself, because the text states the owner once for both. The owner is added to its subject
    and place, if they are in a zone."""
    parts = {"subject": condition.subject, "place": condition.place}
    own = {name: each for name, each in parts.items() if isinstance(each, nodes.ThingMeaning)}
    named = (getattr(each, "owners", ()) for each in (before.subject, before.place))
    owners = next(filter(None, named), ())
    if not owners or any(t.owners or t.refers or t.sort == THIS_CARD for t in own.values()):
        return condition
    changed = {name: replace(each, owners=owners) for name, each in own.items() if each.zones}
    return replace(condition, **changed)  # type: ignore[arg-type]


def _as_qualities(row: Sequence[Quality]) -> nodes.ThingMeaning:
    """Return the qualities of ``row`` (A or B) as a thing, which a condition can hold."""
    words = quality_words(row)
    start, end, either = row[0].start, row[-1].end, len(words) > 1
    return nodes.ThingMeaning(start, end, "qualities", words=words, alternative=either)

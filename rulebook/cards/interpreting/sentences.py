"""Turn the steps of a sentence into nested effects. A time, condition, duration or price governs
the rest of its sentence; what makes actions optional ends the chain of actions of one agent. In the
examples, かわりに is “instead”, …した時 “when … happens”, は marks the topic."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from rulebook.cards.interpreting import steps
from rulebook.cards.interpreting.actions import ActReader, Effects
from rulebook.cards.interpreting.complements import SentenceState, time_as
from rulebook.cards.interpreting.conditions import ConditionReader
from rulebook.cards.interpreting.discourse import Context, Rank
from rulebook.cards.interpreting.gathering import Block, chosen_for_first, if_done
from rulebook.cards.interpreting.last_pass import part_replaced
from rulebook.cards.interpreting.pointers import mention, references
from rulebook.cards.interpreting.steps import AnyStep, Steps, end_of, is_instead, slots_of
from rulebook.cards.interpreting.thing_words import is_this, qualifiers_of
from rulebook.cards.interpreting.things import thing_of
from rulebook.cards.meaning import nesting, nodes
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.card import complements_of, is_other_case
from rulebook.cards.tree.verbs import POSSIBLE, Form
from rulebook.records import replace

_ON_OCCASION = (card.OnDoing, card.InDoing)
_IF_DONE = steps.DONE | steps.NOT_DONE


class SentenceReader:
    """Reads the sentences of one ability into nested effects, in the order of the text."""

    def __init__(self, context: Context, acting: ActReader) -> None:
        """Read sentences, and acts in them with ``acting``; words in both refer to ``context``."""
        self._acts = acting
        self._context = context
        self._arguments = acting.arguments
        self.asking = ConditionReader(context, acting.arguments)
        self._is_named = False  # whether an earlier step names the event that かわりに replaces

    def effects(self, parts: Steps, state: SentenceState, *, instead: bool = False) -> Effects:
        """Return the effects of ``parts``. An effect that governs the rest of its sentence has the
        rest inside; “may” or “by …, ” holds for the whole chain of actions of one agent before it.
        ``instead`` is whether かわりに belongs to a replacement that has already begun."""
        found: Effects = []
        chain = 0  # where the chain of actions of this agent begins
        for at, step in enumerate(parts):
            act = step.act if isinstance(step, card.StepOfAct) else step
            has_topic = any(isinstance(part, roles.Topic) for part in complements_of(step))
            if has_topic and not isinstance(act, acts.Attack):  # which a card makes
                # Maybe another agent: actions are one decision only while one player acts.
                chain = len(found)
            rest = parts[at + 1 :]
            match step:
                case card.ByDoing(act=act):
                    price = (*found[chain:], *self._acts.effect(act, state))
                    paid = nesting.at_price(price, self._rest(rest, state), end_of(rest, step))
                    return [*found[:chain], paid]
                case card.Link(connective=word) if found and word.value in _IF_DONE:
                    then = self._rest(rest, state)
                    return [*found, if_done(found, step, then, end_of(rest, step))]
                case card.OrElse():
                    return self._alternatives(found, chain, parts, at, state)
            around = self._governed_by(step, rest, state, opens=at > 0 or not instead)
            if around is not None:
                return [*found, *around]
            if isinstance(step, (card.May, card.MayEven)) and not steps.is_no_choice(step):
                # Paying is optional by itself, without the actions before it.
                chain = len(found) if isinstance(step.act, acts.Pay) else chain
                found += self._acts.effect(step.act, state)
                found[chain:] = [nesting.may_block(step.end, found[chain:])]
            else:
                found += self._not_governing(step, rest, state)
        return found

    def _governed_by(
        self, step: AnyStep, rest: Steps, state: SentenceState, *, opens: bool
    ) -> Effects | None:
        """Return the effect of ``step`` with those of the ``rest`` inside, or None if it does not
        govern them, as a condition does. ``opens`` is whether かわりに may begin a replacement: not
        inside one, so not if an earlier step names its event (“when it is put, instead …”). …につき
        (for each …) before a change of numbers (＋500) only multiplies it."""
        opens = opens and not self._is_named
        match step:
            case card.May(act=act) | card.MayEven(act=act) if opens and is_instead(act):
                return self._replacement(act, (step, *rest), state)
            case card.May() | card.MayEven() | card.Can() | card.Cannot():
                return None
            case acts.Act(form=Form.UNLESS):  # “unless you discard 1, …”
                price = self._acts.effect(step, state)
                return nesting.unless_done(price, step, self._rest(rest, state), end_of(rest, step))
            case acts.Act(form=Form.TE_NOT) if rest:  # “without paying, …”
                return self._with_omission(step, rest, state)
            case acts.Predicate() if opens and is_instead(step):
                return self._replacement(step, (step, *rest), state)
            case acts.Act(form=Form.TE) if rest and getattr(rest[0], "form", None) in POSSIBLE:
                permitted: Any = rest[0]  # “can be played ignoring colours”
                if opens and is_instead(permitted):
                    return self._replacement(permitted, (step, *rest), state)
                return self._in_manner_of(step, rest, state)
            case acts.Predicate():
                return None
            case card.Frame(role=roles.ForEach() as role) if not steps.changes_numbers(rest):
                # …につき (for each …): it is done once for each, with a choice each time.
                what = thing_of(role.thing, self._context)
                self.asking.remember_counted(what)
                mention(role.thing, self._context, rank=Rank.MENTIONED)
                before = self._context.count()
                then = self._rest(rest, state)
                self._context.chosen_each_time(before)
                return [nodes.ForEachEffect(step.start, end_of(rest, step), what, then)]
            case card.Frame(role=role) if not steps.governs(role, rest):
                return None  # only a duration: “this turn”
        return self._with_rest_inside(step, rest, state)

    def _not_governing(self, step: AnyStep, rest: Steps, state: SentenceState) -> Effects:
        """Return the effects of ``step``, which governs nothing after it. A topic, duration or time
        of a condition has no effect, but is stored in ``state`` for later steps, which omit it."""
        match step:
            case card.May(act=act) | card.MayEven(act=act) | card.Can(act=act):
                return self._acts.effect(act, state, can=True)
            case card.Cannot(act=act):  # with the words for “cannot”, of which steps are made
                return self._acts.effect(replace(act, form=Form.CANNOT, end=step.end), state)
            case acts.Predicate():
                return self._acts.effect(step, state)
            case card.Frame(role=role) if steps.is_time_of_condition(role, rest):
                state.within = role
            case card.Frame(role=role):
                self._store_in_state(role, state)
        return []

    def _with_omission(self, act: acts.Act, rest: Steps, state: SentenceState) -> Effects:
        """Return the effects of ``rest``, with the first action done without ``act``: “without
        paying the cost, play …”. Only that action is without ``act``, so later actions stay
        outside."""
        event = self._arguments.event(act, state)
        for topic in (part for part in act.complements if isinstance(part, roles.Topic)):
            self._store_in_state(topic, state)
        acting = (at for at, step in enumerate(rest, start=1) if not isinstance(step, card.Frame))
        inside = rest[: next(acting, len(rest))]
        then = self._rest(inside, state)
        without = nodes.OccasionEffect(act.start, end_of(inside, act), "without", event, then)
        return [without, *self.effects(rest[len(inside) :], state)]

    def _in_manner_of(self, act: acts.Act, rest: Steps, state: SentenceState) -> Effects:
        """Return the effects of ``rest``, with ``act`` only as the way in which the first is
        permitted: “ignoring colours” of “can play it ignoring colours”. It is not a separate
        action; its topics (は) belong to the whole sentence. If the first is unknown, so is its
        way."""
        manner = tuple(part for part in act.complements if not isinstance(part, roles.Topic))
        for topic in (part for part in act.complements if isinstance(part, roles.Topic)):
            self._store_in_state(topic, state)
        way = unparse(replace(act, complements=manner))
        first, *others = self.effects(rest, state, instead=True)
        if isinstance(first, nodes.Permit):
            event = replace(first.event, start=act.start, how=(way, *first.event.how))
            first = replace(first, event=event)
        return [replace(first, start=act.start), *others]

    def _replacement(self, act: acts.Predicate, parts: Steps, state: SentenceState) -> Effects:
        """Return ``parts`` as one replacement, as かわりに in ``act`` holds for all. Without a time
        of their own, they have that of the effect before: “this turn, +1. …, instead +2”."""
        # “Instead of that” names an event; かわりに alone replaces an earlier effect of the same
        # kind: a choice in the steps replaces the choice before it (“choose 2 instead”).
        role, part = slots_of(act).instead_of, part_replaced(parts, self._context)
        event = next(references(role.thing, self._context), None) if role else None
        state.until = state.until or self._acts.lasted
        state.changes_choice = event is None
        effects = tuple(self.effects(parts, state, instead=True))
        state.changes_choice = False
        return [nodes.Replace(parts[0].start, parts[-1].end, event, effects, None, part)]

    def _store_in_state(self, role: roles.Role, state: SentenceState) -> None:
        """Store the topic, owner, multiplier or duration ``role`` in ``state``, because the steps
        after it omit it. A topic or multiplier is also a referent for “that”, and 4枚いるなら (if
        there are 4) omits what a multiplier counts. A duration replaces the one before, unless it
        is a part of it (“this turn, …, during that attack”): then both hold, the longer as
        ``until_in``."""
        match role:
            case roles.Topic():
                state.topic = role
                mention(role.thing, self._context)
            case roles.WhoseAll(thing=nouns.Player(person=person)):
                state.owners = (person.value,)
            case roles.ForEach():
                state.for_each = role
                self.asking.remember_counted(thing_of(role.thing, self._context))
                mention(role.thing, self._context, rank=Rank.MENTIONED)
            case _:
                before, state.until = state.until, steps.with_shared_owner(state.until, role)
                # “The second attack” after “the opponent's first attack” gets its owner, and so is
                # not ``role`` itself: it is in the same longer time. Others are new durations.
                if state.until is role:
                    has_event = any(isinstance(q, nouns.Which) for q in qualifiers_of(role.thing))
                    wider = steps.longer_time(before, role)
                    state.until_in = wider or (before if has_event else None)

    def _with_rest_inside(self, step: AnyStep, rest: Steps, state: SentenceState) -> Effects:
        """Return the effect of ``step`` (a condition, time, event or option) with those of the
        ``rest`` inside, because they are only done under it (“if …, draw”), or before them if it
        only says in which order (“after drawing”, “then”). An occasion (“when playing it”) with
        かわりに behind it names the event that is replaced."""
        match step:
            case card.If() if rest and isinstance(rest[0], card.Chosen):
                return self._cases_with_options(step, rest, state)
            case card.If():
                return self._cases(step, rest, state)
            case card.OnlyWhen() | card.While():
                return self._while(step, rest, state)
            case card.Frame():
                return self._at_time(step, rest, state)
            case card.When(events=(acts.Act() as act,)) if self._arguments.is_repetition(step):
                return self._if_repeated(act, step, rest, state)
            case card.When() | card.InsteadOfDoing():
                return self._on_event(step, rest, state)
            case card.Once(act=act):
                return self._if_repeated(act, step, rest, state)
            case card.After():
                slots = slots_of(step.act)
                # “After it was put (by this effect)” repeats “may put it”: no second action.
                if slots.means or (slots.object is None and self._arguments.was_done(step.act)):
                    return self._if_repeated(step.act, step, rest, state)
                return [*self._acts.effect(step.act, state), *self.effects(rest, state)]
            case card.Link():
                return self.effects(rest, state)
            case card.Case() | card.CaseOf() | card.Label() | card.Chosen():
                # Each option is a separate sentence; it is added later to the list that offers it.
                # Its sign is printed without the ． or 、 at the end.
                then, end, sign = self._rest(rest, state), end_of(rest, step), unparse(step)[:-1]
                option = nodes.Option(step.start, end, sign, then)
                return [nodes.Options(step.start, end, nesting.agent_of(then), None, (option,))]
            case card.OnDoing() | card.InDoing() if any(map(is_instead, rest)):
                return self._on_event(step, rest, state)
            case card.StepOfAct() if type(step) in steps.RELATIONS:
                return self._on_occasion(step, rest, state)
            case _:
                why = "this kind of step has no meaning yet"
                return [nodes.Unknown(step.start, step.end, why), *self.effects(rest, state)]

    def _while(self, step: card.StepOfAct, rest: Steps, state: SentenceState) -> Effects:
        """Return the ``rest`` under the condition ``step``. With …時のみ (only when), anything it
        permits is also forbidden while the condition fails."""
        conditions = (self.asking.condition(step.act, state),)
        then = self._rest(rest, state)
        only = then if isinstance(step, card.OnlyWhen) else ()
        never = [
            nodes.Prohibit(each.start, each.end, each.by, each.what, each.event, each.until)
            for each in only
            if isinstance(each, nodes.Permit)
        ]
        return [nodes.IfEffect(step.start, end_of(rest, step), conditions, then, tuple(never))]

    def _on_occasion(self, step: card.StepOfAct, rest: Steps, state: SentenceState) -> Effects:
        """Return the ``rest`` as done during, or in spite of, the event ``step`` (“when playing
        it”), which is neither waited for nor replaced. A duration before it says when each step is
        done (``each_time``), not how long it lasts; 各ターン (each turn) is rather the time of the
        event, if that has none. それ (it) is the last choice rather than a card of the event. If no
        topic says who acts, the player of the event does."""
        event, role = self._arguments.event(step.act, state), state.until
        if isinstance(step, card.AsIf) and rest and isinstance(rest[0], acts.Predicate):
            # “Can put this as if it were in the hand”: topic and object are those of both verbs.
            complements = step.act.complements
            shared = (part for part in complements if isinstance(part, (roles.Topic, roles.Object)))
            rest = (replace(rest[0], complements=(*shared, *rest[0].complements)), *rest[1:])
        own = qualifiers_of(role.thing) if role and not event.moment else ()
        if role and any(isinstance(q, nouns.Pointing) and q.pointer.value == "各" for q in own):
            state.until = None
            start = role.start if role.end >= event.start - 1 else event.start  # at most a comma
            event = replace(event, start=start, moment=time_as(nodes.Moment, role, self._context))
        state.topic = state.topic or self._arguments.acting_player(step.act)
        state.each_time = isinstance(step, _ON_OCCASION)
        if state.each_time:
            self._context.renew_choice()
        relation, then = steps.RELATIONS[type(step)], self._rest(rest, state)
        return [nodes.OccasionEffect(step.start, end_of(rest, step), relation, event, then)]

    def _cases(self, step: card.If, rest: Steps, state: SentenceState) -> Effects:
        """Return the effects under the condition ``step``, then those of its other cases (“if it is
        A …, if it is B …”), or both in one effect if the other case is “otherwise …”. Other cases
        stay outside the first ``size`` steps, because the condition does not hold in them."""
        size, until = steps.size_of_case(step, rest), (state.until, state.until_in)
        inside = rest[:size]
        conditions = tuple(self.asking.conditions(step, state))
        then = self._rest(inside, state)
        case = nodes.IfEffect(step.start, end_of(inside, step), conditions, then)
        if size == len(rest):
            return [case]
        state.until, state.until_in = until  # a duration in the case ends with it
        if steps.is_else(rest[size]):
            otherwise = self.other_case(rest[size + 1 :], state)
            return [replace(case, otherwise=otherwise, end=rest[-1].end)]
        return [case, *self.effects(rest[size:], state)]

    def other_case(self, rest: Steps, state: SentenceState) -> Block:
        """Return the effects of ``rest``, the case in which a condition fails. かわりに in it
        contrasts the cases, and begins no replacement (``is_named``); a duration holds for both."""
        if any(map(is_instead, rest)):
            state.until = state.until or self._acts.lasted
        return self._rest(rest, state, is_named=True)

    def _cases_with_options(self, step: card.If, rest: Steps, state: SentenceState) -> Effects:
        """Return one conditional effect for each option. The verb is stated only after the last, so
        it is supplied for the first. The other has a condition of its own (“if A, ⅰ, if B, do ⅱ”),
        or is done if that of the first fails (違うなら, そうでないなら: otherwise)."""
        chosen: Any = rest[0]
        perform: Any = next((part for part in rest if isinstance(part, acts.Perform)), None)
        if perform is None:  # no option is said to be carried out
            return self._cases(step, rest, state)
        choice = nouns.Choice(chosen.start, chosen.end, chosen.label)
        role = roles.Object(chosen.start, chosen.end, choice)
        act = replace(perform, start=chosen.start, end=chosen.end, complements=(role,))
        conditions = tuple(self.asking.conditions(step, state))
        then = tuple(self._acts.effect(act, state))
        first = nodes.IfEffect(step.start, chosen.end, conditions, then)
        if not (isinstance(rest[1], card.Link) or is_other_case(rest[1])):
            return [first, *self.effects(rest[1:], state)]
        start, end = rest[1].start, rest[1].end
        # The other option needs only one of the conditions to fail.
        *others, last = (
            replace(each, start=start, end=end, negated=not each.negated, alternative=True)
            for each in conditions
        )
        failed, second = (*others, replace(last, alternative=False)), self._rest(rest[2:], state)
        return [first, nodes.IfEffect(start, end_of(rest, rest[1]), failed, second)]

    def _rest(self, rest: Steps, state: SentenceState, *, is_named: bool = False) -> Block:
        """Return the effects of ``rest``, to be put inside that of the step before. If that names
        the event to replace (``is_named``), かわりに begins no second replacement."""
        before, self._is_named = self._is_named, self._is_named or is_named
        then = tuple(self.effects(rest, state))
        self._is_named = before
        return then

    def _at_time(self, step: card.Frame, rest: Steps, state: SentenceState) -> Effects:
        """Return the ``rest`` as delayed to the time ``step``. A span (“during your turn”) or the
        time of an occasion (“in the … phase, when putting it”) delays nothing, and becomes a
        condition instead. A topic in ``state`` that would be a wrong agent is cleared."""
        role, on_occasion = step.role, bool(rest) and isinstance(rest[0], _ON_OCCASION)
        if isinstance(role, roles.At) and not on_occasion:
            trigger = nodes.TriggerMeaning(step.start, step.end, (), self.asking.moment(role), None)
            first = next((part for part in rest if isinstance(part, acts.Act)), None)
            done_to = slots_of(first).object if first else None
            itself = done_to is not None and is_this(qualifiers_of(done_to.thing))
            if itself and self._arguments.is_other_player(state.topic):
                # “The opponent shuffles; at end of turn, put this card”: the master puts it.
                state.topic = None
            then = self._rest(rest, state)
            return [nodes.Delayed(step.start, end_of(rest, step), trigger, then, None)]
        time = time_as(nodes.Time, role.thing, self._context)
        asked = nodes.Condition(role.start, role.end, None, time.refers, False, False, what=time)
        then = self._rest(rest, state)
        return [nodes.IfEffect(step.start, end_of(rest, step), (asked,), then)]

    def _on_event(
        self, step: card.When | card.StepOfAct, rest: Steps, state: SentenceState
    ) -> Effects:
        """Return the ``rest`` as waiting for the event ``step`` (…した時) or, with かわりに, as
        replacing it; any other step given here is replaced (“instead of …”, “when playing it,
        instead”). A duration in ``state`` is that of the waiting, not of the ``rest``. If nobody is
        named, what replaces an attack is done by the attacker, any other event by its player."""
        until, state.until = self._arguments.until(state), None
        event: nodes.TriggerMeaning | nodes.Event
        if isinstance(step, card.When):
            event = trigger = self.asking.trigger(step)
            if not any(map(is_instead, rest)):
                then = self._rest(rest, state)
                return [nodes.Delayed(step.start, end_of(rest, step), trigger, then, until)]
            state.attacker = steps.attacker(step.events)
        else:
            event = self._arguments.event(step.act, state)
            state.topic = state.topic or self._arguments.acting_player(step.act)
            state.attacker = steps.attacker((step.act,))
        # The step names the event, so かわりに begins no second replacement.
        part, then = part_replaced(rest, self._context), self._rest(rest, state, is_named=True)
        return [nodes.Replace(step.start, end_of(rest, step), event, then, until, part)]

    def _if_repeated(
        self, act: acts.Act, step: card.Step, rest: Steps, state: SentenceState
    ) -> Effects:
        """Return the ``rest`` under the condition that ``act`` was done before: “if 2 or more were
        put”. A step “if B was put”, on another object, begins a case of its own after it."""
        of, event = self._arguments.repeated_action(act, step, state)
        others = (at for at, part in enumerate(rest) if steps.is_alternative_case(act, part))
        inside = rest[: next(others, len(rest))]
        then = self._rest(inside, state)
        once = nodes.IfDone(step.start, end_of(inside, step), of, False, then, event)
        return [once, *self.effects(rest[len(inside) :], state)]

    def _alternatives(
        self, before: Effects, chain: int, parts: Steps, at: int, state: SentenceState
    ) -> Effects:
        """Return ``before``, the effects so far, and the choice between step ``at`` and the next
        (“A or B”). If the next is optional, so are the effects from index ``chain`` on, where its
        player began to act: “may draw 1, and do A or B”. In “unless you do A or B, C”, either is
        the price of no C. A choice that only A uses moves into A: “choose 1 and return it, or”."""
        step, rest = parts[at], parts[at + 1 :]
        first = tuple(self._acts.effect(step.act, state))  # type: ignore[union-attr]
        manner = parts[at - 1] if before and at else None
        is_manner = isinstance(manner, acts.Act) and manner.form is Form.TE
        if is_manner and not isinstance(manner, acts.Choose):
            # “Stand it and move it”: it is the manner of the next action.
            *before, manner_effect = before
            first = (manner_effect, *first)
        behind = rest[0] if isinstance(rest[0], acts.Act) else None
        unless = behind if behind and behind.form is Form.UNLESS else None  # “unless A or B”
        # A choice by itself is not an alternative: the action on the chosen cards belongs to it.
        size = 1 + len([*takewhile(lambda part: isinstance(part, acts.Choose), rest)])
        then = self._acts.effect(unless, state) if unless else self.effects(rest[:size], state)
        may = then[0] if len(then) == 1 and isinstance(then[0], nodes.MayEffect) else None
        second = may.effects if may else tuple(then)
        by = nesting.agent_of(first)
        if chosen_for_first(before, second, rest):
            *before, chosen = before
            first = (chosen, *first)
        choice: nodes.Effect = nesting.one_of(by, (first, second), end_of(rest[:size], step))
        if may:
            choice = nesting.may_block(choice.end, [*before[chain:], choice])
            before = before[:chain]
        if unless is not None:
            inside = self._rest(rest[1:], state)
            end = end_of(rest[1:], unless)
            return [*before, *nesting.unless_done([choice], unless, inside, end)]
        return [*before, choice, *self.effects(rest[size:], state)]

"""Resolving an ability step by step: what happens from the trigger to the end, who decides, what
may come between, each step with its clause.

The order comes from the procedures of the rules (``[[procedures.…]]`` of ``governing.toml``), which
are the clauses on playing, paying and resolving: this module puts the parts of the ability in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence

from rulebook.cards.annotating.annotator import Annotation
from rulebook.cards.annotating.governing import GoverningClause, GoverningTable
from rulebook.cards.annotating.procedures import ProcedureStep, StepPart
from rulebook.cards.features.feature_list import NO_KIND
from rulebook.cards.features.predicates import kind_of, says_nothing, speaks_of_its_card
from rulebook.cards.features.whereabouts import moves_its_card
from rulebook.cards.meaning.action_types import OTHER
from rulebook.cards.meaning.nesting import all_effects, inner_effects
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    ByDoingEffect,
    Delayed,
    DoerMeaning,
    Effect,
    Grant,
    IfDone,
    IfEffect,
    MayEffect,
    Meaning,
    ModifyEffect,
    OccasionEffect,
    Options,
    Permit,
    Prohibit,
    TriggerMeaning,
)
from rulebook.cards.resolving.clause_doings import ClauseDoings, covers, size
from rulebook.cards.resolving.resolution import CardResolution, Resolution, ResolutionStep
from rulebook.cards.resolving.resolving_parts import (
    given,
    innermost_types,
    inside,
    pays,
    places_of,
    procedure_name,
    told_apart,
)
from rulebook.cards.resolving.step_words import MARKS, told, told_of_price
from rulebook.cards.tree.words import Kind
from rulebook.records import replace
from rulebook.text.spans import Span

_HOLDING = (ModifyEffect, Grant, Prohibit, Permit)
"""What holds as long as an ability that is never played is valid: nobody does it."""


def resolve_card(annotation: Annotation, governing: GoverningTable) -> CardResolution:
    """Return how each ability of a card is resolved; ``governing`` is that of its game."""
    text = annotation.reading.text
    abilities = tuple(
        resolve(ability, clauses, governing, text)
        for ability, clauses in zip(annotation.meaning, annotation.governing, strict=True)
    )
    return CardResolution(annotation, abilities, governing.english)


def resolve(
    ability: AbilityMeaning,
    clauses: Sequence[GoverningClause],
    governing: GoverningTable,
    text: str,
) -> Resolution:
    """Return the steps of resolving ``ability`` of the card ``text``.

    ``clauses`` are those that govern it.  An ability that only stands for what a keyword says is
    resolved as the rules word that keyword.
    """
    steps = _Resolver(ability, clauses, governing, text).steps()
    return Resolution(Span(ability.start, ability.end), tuple(steps))


class _Resolver:
    """Goes through the procedure for one kind of ability."""

    def __init__(
        self,
        ability: AbilityMeaning,
        clauses: Sequence[GoverningClause],
        governing: GoverningTable,
        text: str,
    ) -> None:
        # A keyword that is opened is resolved as its clause words it, at the price on the card.
        opened = ability.keyword.opened if ability.keyword else None
        self._ability = opened.ability if opened else ability
        self._text = opened.text if opened else text
        self._opened = opened.clause if opened else None
        self._keyword_word = ability.keyword
        self._cost, self._card = ability.cost, text

        self._clauses, self._governing = clauses, governing
        self._numbers = {c.number for c in clauses if c.role != "definition"}
        self._kind = procedure_name(ability, governing)
        self._procedure = governing.file.procedures.get(self._kind, ())
        checks = (step.clauses for step in self._procedure if step.part is StepPart.CONDITION)
        self._checks = next(checks, None)

        # What says when it may be played is a step of its own, where the procedure has one for it.
        asked = any(step.part is StepPart.LIMIT for step in self._procedure)
        playing, effects = self._ability.playing, self._ability.effects
        self._limits = playing if asked else ()
        self._done = effects if asked else (*playing, *effects)

        parts = [*places_of(self._cost), *places_of(playing), *places_of(effects)]
        self._doings = ClauseDoings(clauses, parts)
        every = [*all_effects(effects)]
        self._given = [a for effect in every for a in given(effect)]
        asked_of = (effect.of.to for effect in every if isinstance(effect, IfDone))
        self._asked_of = sorted(place.start for place in asked_of if place)
        self._later: list[Delayed] = []
        """What was put off on the way so far."""

    def steps(self) -> Iterator[ResolutionStep]:
        """Yield all steps, from the trigger to the end; a note of the rules has none.

        A text that only says when its card is played is asked then, and does nothing else.
        """
        if says_nothing(self._ability):
            return
        is_limit_alone = self._limits and not self._done
        for step in filter(self._takes_place, self._procedure):
            if step.part is StepPart.LIMIT or not is_limit_alone:
                yield from _STEPS_OF_PART[step.part](self, step)

    def _whole(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        yield self._told(step)

    def _own_card(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        if not any(map(moves_its_card, self._done)):
            yield replace(self._told(step), part="end")

    def _own_card_left(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        if any(map(moves_its_card, all_effects(self._done))):
            yield replace(self._told(step), part="end")

    def _between(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        yield from self._comes_later()
        yield from self._consequences(step)

    def _told(
        self, step: ProcedureStep, words: str = "", span: Span | None = None
    ) -> ResolutionStep:
        clauses = self._of_step(step)
        part = step.part.value
        return ResolutionStep(part, step.text, words, step.by, 0, step.optional, clauses, span)

    def _takes_place(self, step: ProcedureStep) -> bool:
        """Whether ``step`` comes in this ability, for its clauses and what card it is of."""
        if step.part is StepPart.EFFECT and step != self._fitting():
            return False
        called = step.unless_called
        of_others = bool(called) and speaks_of_its_card(self._ability, called)
        return self._is_governed(step) and not of_others

    def _is_governed(self, step: ProcedureStep) -> bool:
        """Whether the clauses that govern the ability call for ``step``."""
        needed = step.only is None or step.only in self._numbers
        return needed and step.unless not in self._numbers

    def _fitting(self) -> ProcedureStep | None:
        """Return the step at which effects such as those of the ability are carried out."""
        types = innermost_types(self._done)
        of_effects = (step for step in self._procedure if step.part is StepPart.EFFECT)
        steps = filter(self._is_governed, of_effects)
        return next((step for step in steps if not step.types or types <= {*step.types}), None)

    def _of_step(self, step: ProcedureStep) -> tuple[str, ...]:
        return (*step.clauses, *(number for number in step.also if number in self._numbers))

    def _where(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield the words that the clause of ``step`` comes from: icons of zones."""
        spans = [span for c in self._clauses if c.number in step.clauses for span in c.spans]
        words = "".join(span.of(self._text) for span in dict.fromkeys(spans))
        yield replace(self._told(step, words, spans[0]), part="condition")

    def _asked(
        self, step: ProcedureStep, start: int, end: int, clauses: Sequence[str]
    ) -> ResolutionStep:
        """Return ``step`` as a condition that the words from ``start`` to ``end`` ask."""
        words = Span(start, end).of(self._text).strip(MARKS)
        told = self._told(step, words, self._span(start, end))
        return replace(told, part="condition", clauses=tuple(dict.fromkeys(clauses)))

    def _trigger(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        trigger = self._ability.trigger
        if trigger is None and self._kind == NO_KIND:
            return
        told = self._words(trigger) if trigger else ""
        own = self._of_trigger(trigger)
        clauses = tuple(dict.fromkeys((*own, *step.clauses)))
        span = Span(trigger.start, trigger.end) if trigger and not self._opened else None
        yield ResolutionStep("trigger", step.text, told, step.by, 0, step.optional, clauses, span)

    def _needs(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield what each keyword that tells a condition asks for, with the clauses of both."""
        for need in self._ability.needs:
            own = (c.number for c in self._clauses if any(covers(need, span) for span in c.spans))
            yield self._asked(step, need.start, need.end, (*self._of_step(step), *own))

    def _limits_on_playing(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield what says when the ability, or its card, may be played at all."""
        for effect in self._limits:
            own = (self._opened,) if self._opened else self._timing_of(effect)
            yield self._asked(step, effect.start, effect.end, (*own, *step.clauses))

    def _head_word(
        self, step: ProcedureStep, word: Meaning | None, own: Sequence[str] = ()
    ) -> Iterator[ResolutionStep]:
        """Yield what ``word`` at the head of the ability asks, with its ``own`` clauses first."""
        if word is not None:
            yield self._asked(step, word.start, word.end, (*own, *step.clauses))

    def _times(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield how often a turn, where ``step`` is of a limit that is told as this one is."""
        limit = self._ability.limit
        if limit is not None and limit.said == (step.part is StepPart.TIMES_SAID):
            yield from self._head_word(step, limit)

    def _within(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield in which time alone the trigger counts, with the clauses of its words."""
        within = self._ability.trigger.within if self._ability.trigger else None
        if within is not None:
            here = (c for c in self._clauses if c.role == "trigger")
            own = (c.number for c in here if any(covers(within, span) for span in c.spans))
            yield from self._head_word(step, within, tuple(own))

    def _keyword(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield when a keyword that is not opened lets its ability work, where its clause says."""
        word = self._ability.keyword
        if word is not None and not self._opened:
            own = self._timing_of(word)
            yield from self._head_word(step, word if own else None, own)

    def _timing_of(self, part: Meaning) -> tuple[str, ...]:
        """Return the clauses on when the ability is played that ``part`` brings in."""
        timing = (clause for clause in self._clauses if clause.role == "timing")
        return tuple(c.number for c in timing if any(covers(part, span) for span in c.spans))

    def _conditions(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        for condition in self._ability.condition:
            span = self._span(condition.start, condition.end)
            yield self._told(step, self._words(condition), span)

    def _costs(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        if not self._cost or any(map(pays, all_effects(self._ability.effects))):
            return
        whole = Span(self._cost[0].start, self._cost[-1].end)
        yield self._told(step, span=whole)
        yield from self._payments(1)

    def _payments(self, depth: int) -> Iterator[ResolutionStep]:
        for effect in told_apart(self._cost):
            yield self._step("cost", effect, depth, self._card, self._clauses_of(effect))

    def _effects(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        yield self._told(step)
        yield from self._all(self._done, 1)

    def _effect(self, effect: Effect, depth: int) -> Iterator[ResolutionStep]:
        clauses = (self._opened,) if self._opened else self._clauses_of(effect)
        if pays(effect):
            paying = (number for step in self._procedure for number in self._of_cost(step))
            clauses = tuple(dict.fromkeys((*clauses, *paying)))
        yield self._step("effect", effect, depth, self._text, clauses)
        if pays(effect):
            yield from self._payments(depth + 1)
        if isinstance(effect, Delayed):
            self._later.append(effect)
        elif isinstance(effect, ByDoingEffect):
            yield from self._by_doing(effect, depth + 1)
        else:
            yield from self._all(inner_effects(effect), depth + 1)
        for ability in given(effect):
            yield from self._ability_given(ability, clauses, depth + 1)

    def _all(self, effects: Sequence[Effect], depth: int) -> Iterator[ResolutionStep]:
        for effect in told_apart(effects):
            yield from self._effect(effect, depth)

    def _by_doing(self, effect: ByDoingEffect, depth: int) -> Iterator[ResolutionStep]:
        """Yield what is done first, and what follows only if it was done."""
        yield from self._all(effect.price, depth)
        label, words = told_of_price(effect, self._text)
        yield ResolutionStep("effect", label, words, None, depth, False, (), None)
        yield from self._all(effect.then, depth + 1)

    def _comes_later(self) -> Iterator[ResolutionStep]:
        """Yield how what was put off is set off, played and done, once the ability has ended."""
        for effect in self._later:  # which may put off more
            trigger = effect.trigger
            words, span = self._words(trigger), self._span(trigger.start, trigger.end)
            own = (doing.number for doing in self._doings.within(trigger))
            for step in self._procedure_of_later():
                if step.part is StepPart.TRIGGER:
                    clauses = tuple(dict.fromkeys((*own, *step.clauses)))
                    yield replace(self._told(step, words, span), clauses=clauses)
                else:
                    yield replace(self._told(step), depth=1)
            yield from self._all(effect.effects, 1)

    def _procedure_of_later(self) -> Sequence[ProcedureStep]:
        return self._governing.file.procedures.get(Delayed.type, ())

    def _of_cost(self, step: ProcedureStep) -> tuple[str, ...]:
        return self._of_step(step) if step.part is StepPart.COST else ()

    def _ability_given(
        self, ability: AbilityMeaning, clauses: tuple[str, ...], depth: int
    ) -> Iterator[ResolutionStep]:
        """Yield how ``ability``, which is given here, is played later, or always works."""
        yield self._step("effect", ability, depth, self._text, clauses)
        own = [part for clause in self._clauses if (part := inside(clause, ability))]
        for step in _Resolver(ability, own, self._governing, self._text).steps():
            yield replace(step, depth=step.depth + depth + 1)

    def _step(
        self,
        part: str,
        effect: Effect | AbilityMeaning,
        depth: int,
        text: str,
        clauses: tuple[str, ...],
    ) -> ResolutionStep:
        by = getattr(effect.price[0] if isinstance(effect, ByDoingEffect) else effect, "by", None)
        return ResolutionStep(
            part,
            *told(effect, text),
            by.who if isinstance(by, DoerMeaning) and self._is_done(effect, by) else None,
            depth,
            isinstance(effect, MayEffect),
            clauses,
            Span(effect.start, effect.end) if text is self._card else None,
        )

    def _is_done(self, effect: Effect | AbilityMeaning, by: DoerMeaning) -> bool:
        """Whether a player does or decides ``effect``, and it does not hold by itself."""
        lasting = _HOLDING if self._kind == Kind.CONTINUOUS.value else Prohibit
        always = isinstance(effect, lasting)
        return by.card is None and not (always and by.basis == "rule")

    def _consequences(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield what may come between or after, each with the words that bring it about.

        How the ability is played, and what it puts off, its steps have told.
        """
        later = self._procedure_of_later() if self._later else ()
        told = (*(each for each in self._procedure if each.part is StepPart.PLAY), *later)
        played = {number for each in told for number in each.clauses}
        for clause in self._clauses:
            spans = [span for span in clause.spans if not self._is_given(span)]
            if clause.role == "consequence" and spans and clause.number not in played:
                span = spans[0]
                yield ResolutionStep(
                    "between", step.text, "", step.by, 0, True, (clause.number,), span
                )

    def _is_given(self, span: Span) -> bool:
        """Whether ``span`` stands in an ability that is given, which has steps of its own."""
        return any(covers(ability, span) for ability in self._given)

    def _of_trigger(self, trigger: TriggerMeaning | None) -> tuple[str, ...]:
        """Return the clauses of the ability's own trigger, of none that only comes later."""
        if self._opened and self._keyword_word:
            here = (c for c in self._clauses if c.role == "trigger")
            word = self._keyword_word
            own = (c.number for c in here if any(covers(word, span) for span in c.spans))
            return (self._opened, *own)
        return tuple(
            clause.number
            for clause in self._clauses
            if clause.role == "trigger"
            and (
                trigger is None
                or not clause.doing
                or any(covers(trigger, span) for span in clause.doing)
            )
        )

    def _clauses_of(self, effect: Effect) -> tuple[str, ...]:
        """Return the clauses of ``effect``, none of what another does between its words.

        That of what it does as a whole decides, else that of its type (on an occasion, what that
        is); then come those of single words of it, and that of how long it lasts.
        """
        whole = Span(effect.start, effect.end)
        decide: list[str] = []
        words: list[str] = []
        lasts: list[str] = []
        until = getattr(effect, "until", None)
        if until is not None:
            lasts += (doing.number for doing in self._doings.within(until))
        inner = [part for part in places_of(inner_effects(effect)) if size(part) >= size(effect)]
        for doing in self._doings.of(effect):
            if not any(covers(part, doing.span) for part in (until, *inner) if part is not None):
                (decide if doing.span == whole else words).append(doing.number)
        if not (isinstance(effect, OccasionEffect) and words):
            decide = decide or [*self._of_type(effect)]
        return tuple(dict.fromkeys([*decide, *words, *lasts]))

    def _of_type(self, effect: Effect) -> Sequence[str]:
        """Return the clause that the type of ``effect`` rests on.

        A condition is checked within an ability as it is at its head.
        """
        if isinstance(effect, IfEffect) and self._checks is not None:
            return self._checks
        types = self._governing.file.types
        kind = kind_of(effect)
        if isinstance(effect, Options) and effect.number is None:
            kind = OTHER  # nothing is chosen
        if isinstance(effect, MayEffect) and not self._is_asked_later(effect):
            kind = OTHER  # 8.6.4 of ws speaks of そうしたら
        rests_on, plain = types.get(kind), types.get(OTHER)
        # What always holds is nothing that is carried out once.
        once = rests_on and plain and rests_on.clause == plain.clause
        if rests_on is None or (once and self._kind == Kind.CONTINUOUS.value):
            return ()
        return (rests_on.clause,)

    def _is_asked_later(self, effect: Effect) -> bool:
        """Whether something hangs on whether ``effect`` was done: そうしたら."""
        starts = self._asked_of
        return bisect_left(starts, effect.start) < bisect_left(starts, effect.end)

    def _words(self, part: Meaning) -> str:
        return Span(part.start, part.end).of(self._text).strip(MARKS)

    def _span(self, start: int, end: int) -> Span | None:
        """Return where something stands on the card; a keyword's wording stands nowhere."""
        return None if self._opened else Span(start, end)


_STEPS_OF_PART: Mapping[StepPart, Callable[[_Resolver, ProcedureStep], Iterator[ResolutionStep]]]
_STEPS_OF_PART = {
    StepPart.LIMIT: _Resolver._limits_on_playing,
    StepPart.TIMES: _Resolver._times,
    StepPart.TIMES_SAID: _Resolver._times,
    StepPart.KEYWORD: _Resolver._keyword,
    StepPart.WHERE: _Resolver._where,
    StepPart.NEED: _Resolver._needs,
    StepPart.TRIGGER: _Resolver._trigger,
    StepPart.WITHIN: _Resolver._within,
    StepPart.CONDITION: _Resolver._conditions,
    StepPart.COST: _Resolver._costs,
    StepPart.EFFECT: _Resolver._effects,
    StepPart.BETWEEN: _Resolver._between,
    StepPart.OWN_CARD: _Resolver._own_card,
    StepPart.OWN_CARD_LEFT: _Resolver._own_card_left,
    StepPart.PLAY: _Resolver._whole,
    StepPart.END: _Resolver._whole,
}

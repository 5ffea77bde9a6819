"""Resolve an ability step by step, each with its clause and the player who decides: the procedures
of the rules (``[[procedures.…]]`` of ``governing.toml``), filled with the parts of the ability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulebook.cards.annotating.annotator import Annotation
from rulebook.cards.annotating.governing import (
    GoverningClause,
    GoverningTable,
    ProcedureStep,
    StepPart,
)
from rulebook.cards.facts.fact import NO_KIND
from rulebook.cards.facts.locations import moves_its_card
from rulebook.cards.facts.predicates import names_of_its_card, only_recalls_rules
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import all_effects, alternatives, inner_effects, places_of
from rulebook.cards.resolving import english_words, step_clauses, step_words
from rulebook.cards.tree.card import Reminder
from rulebook.cards.tree.node import Node, walk
from rulebook.cards.tree.words import Kind
from rulebook.records import dataclass, replace
from rulebook.text.normal import Span


@dataclass(frozen=True, slots=True)
class ResolutionStep:
    """One step of resolving an ability. ``part`` is ``trigger``, ``play``, ``cost``, ``effect``,
    ``between`` or ``end``. ``label`` is our own words in Japanese and ``words`` those of the card;
    either may be empty. ``sentence`` is ``words`` as they are read out, ``action`` their English.
    ``by`` is the player who decides (None for nobody), ``depth`` how deep the step is nested.
    ``clause``, printed in full, is the first of ``clauses`` that is not about every ability;
    ``is_general`` steps are the same for all abilities of a kind."""

    part: str
    label: str
    words: str
    by: str | None
    depth: int
    optional: bool
    clauses: tuple[str, ...]
    span: Span | None
    sentence: str = ""
    action: str = ""
    clause: str | None = None
    is_general: bool = False

    @property
    def text(self) -> str:
        """The step in Japanese, on one line, as pages and commands show it: its label, then its
        words or, for steps whose words are not a sentence, a sentence made of these words."""
        return ": ".join(filter(None, (self.label, self.sentence or self.words)))

    @property
    def number(self) -> str:
        """The clause to cite: the one that decides the step, else the first, else ""."""
        return self.clause or next(iter(self.clauses), "")

    def said(self, english: Mapping[str, str] | None) -> str:
        """Return the step in ``english``, with the words of the card in Japanese; all in Japanese
        if ``english`` is None. A step without our own label has its ``action`` in English."""
        if english is None:
            return self.text
        label = english.get(self.label) or self.action or self.label
        return ": ".join(filter(None, (label, self.words)))

    def who(self, english: Mapping[str, str] | None) -> str | None:
        """Return the player who acts or decides, if any, in the language of :meth:`said`."""
        return self.by and (english or {}).get(self.by, self.by)

    def as_json(self, english: Mapping[str, str]) -> dict[str, Any]:
        """Return the step as plain values, each in Japanese and, by ``english``, in English."""
        return {
            "part": self.part,
            "text": self.text,
            "text_en": self.said(english),
            "words": self.words,
            "by": self.by,
            "by_en": self.who(english),
            "depth": self.depth,
            "optional": self.optional,
            "general": self.is_general,
            "clause": self.clause,
            "clauses": list(self.clauses),
            "start": self.span.start if self.span else None,
            "end": self.span.end if self.span else None,
        }


@dataclass(frozen=True, slots=True)
class Resolution:
    """The steps that resolve one ability; ``span`` is its place in the card text."""

    span: Span
    steps: tuple[ResolutionStep, ...]

    def own_steps(self) -> Iterator[ResolutionStep]:
        """Yield the steps that only this ability has, in order, from depth 0: others explain
        nothing about a card. Inside a step that all abilities have, steps move up by one level.
        Consequences, which may come between steps, are left out."""
        around: list[int] = []
        for step in self.steps:
            while around and around[-1] >= step.depth:
                around.pop()
            if step.is_general and step.part == "effect":
                around.append(step.depth)
            elif not step.is_general and step.part != "between":
                yield replace(step, depth=step.depth - len(around))


@dataclass(frozen=True, slots=True)
class CardResolution:
    """How a card is resolved: its annotation, the steps of each ability, the ``english`` labels."""

    annotation: Annotation
    abilities: tuple[Resolution, ...]
    english: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return the resolution as ``resolve --json`` prints it: programs rely on its schema."""
        return {
            "game": self.annotation.game.id,
            "text": self.annotation.reading.text,
            "abilities": [
                {
                    "start": ability.span.start,
                    "end": ability.span.end,
                    "steps": [step.as_json(self.english) for step in ability.steps],
                }
                for ability in self.abilities
            ],
        }

    def own_steps_as_json(self) -> Iterator[dict[str, Any]]:
        """Yield their ``Resolution.own_steps`` as rows, with the number of the ability."""
        for number, ability in enumerate(self.abilities, start=1):
            for step in ability.own_steps():
                yield {"ability": number, **step.as_json(self.english)}


_GENERAL = (StepPart.PLAY, StepPart.END)  # the same for every ability
_OF_LIMITS = [StepPart.WHERE, StepPart.LIMIT]  # of a text that only limits playing
_ANY_ZONE = "これらの領域のどれかにある間だけ有効"  # valid only while in any of these zones
_HOLDING = (nodes.ModifyEffect, nodes.Grant, nodes.Prohibit, nodes.Permit)
"""In an ability that is never played, these effects hold while it is valid; no player acts."""


def resolve_card(annotation: Annotation, governing: GoverningTable) -> CardResolution:
    """Return the steps of each ability of a card, by the ``governing`` table of its game, with
    icons for image tags. The clause of a step is its first that is not on all such abilities."""
    text, general = annotation.reading.text, step_clauses.general_clauses(governing)
    resolutions, icons = list[Resolution](), annotation.with_icons
    parts = zip(annotation.meaning, annotation.governing, annotation.reading.abilities, strict=True)
    for ability, clauses, tree in parts:
        steps = _Resolver(ability, clauses, governing, text, annotation.meaning).steps()
        if not (ability.keyword and ability.keyword.opened):  # its steps say what its reminder says
            _add_notes(steps, tree, clauses, text)
        for at, s in enumerate(steps):
            first = next((number for number in s.clauses if number not in general), None)
            steps[at] = replace(s, clause=first, words=icons(s.words), sentence=icons(s.sentence))
        resolutions.append(Resolution(Span(ability.start, ability.end), tuple(steps)))
    return CardResolution(annotation, tuple(resolutions), governing.english)


def _add_notes(
    steps: list[ResolutionStep], tree: Node, clauses: Sequence[GoverningClause], text: str
) -> None:
    """Add to ``steps`` the notes of each reminder （…） in ``tree``, an ability in ``text``, with
    its ``clauses``: they may settle what is open. A note is level with what it explains;
    そうでないなら (otherwise) is level with the condition it denies."""
    reminders = [part for part in walk(tree) if isinstance(part, Reminder)]
    for part in reversed(reminders) if steps else ():  # so that notes stay in their order
        place = Span(part.start, part.end)
        ended = [(at, s) for at, s in enumerate(steps) if s.span and s.span.end <= part.start]
        before = [(at, step) for at, step in ended if step.part != "between"] or [(0, steps[0])]
        # The outermost step of that sentence ends last.
        outer = -max((s.span.end if s.span else 0, -s.depth) for _, s in before)[1]
        on_it = tuple(clause.number for clause in clauses if place in clause.spans)
        for label, said in reversed(step_words.notes_in(part.text)):
            sign = step_words.explained_by(said, text[: part.start])
            at, last = next((b for b in reversed(before) if sign in b[1].words), before[-1])
            # How to block, which the procedure says, comes before the note on the icon.
            while any(s.part == "trigger" and not s.span for s in steps[at + 1 : at + 2]):
                at += 1
            depth = last.depth if sign else outer
            if label == step_words.ELSE_NOTE:
                ifs = (s.depth for s in reversed(steps[:at]) if s.label == step_words.IF)
                depth = next((each for each in ifs if each < last.depth), outer)
            note = ResolutionStep(last.part, label, said, None, depth, False, on_it, place)
            steps.insert(at + 1, note)


def _put_below_check(steps: list[ResolutionStep], rule: nodes.Effect) -> None:
    """Move in ``steps`` that of ``rule`` (A counts as 2 cards) right below the last check before it
    of the same zone, which depends on it and is not done again after the effects."""
    place, zones = Span(rule.start, rule.end), nodes.zones_named(rule.what)
    at = next((at for at, step in enumerate(steps) if step.span == place), 0)
    for above, check in reversed([*enumerate(steps[:at])]):
        is_check = check.part == "condition" or check.label == step_words.IF
        if is_check and any(zone in check.words for zone in zones):
            own = replace(steps.pop(at), part="condition", depth=check.depth)
            steps.insert(above + 1, replace(own, clauses=check.clauses + own.clauses))
            break


class _Resolver:
    """Makes the steps of one ability by the procedure for its kind. An ability that is only a
    keyword is resolved by the wording that the rules give for it."""

    def __init__(
        self,
        ability: nodes.AbilityMeaning,
        clauses: Sequence[GoverningClause],
        governing: GoverningTable,
        text: str,
        abilities: Sequence[nodes.AbilityMeaning] = (),
    ) -> None:
        """Prepare the steps in which ``ability`` of the card ``text`` is played. ``abilities`` are
        all those of the card: the paragraphs of an event are carried out one by one, and it goes to
        a zone after the last. A keyword is resolved by its wording in the rules (clause
        ``_of_wording``), as in ``StepClauses``, but with the printed cost."""
        opened = ability.keyword.opened if ability.keyword else None
        self._ability = opened.ability if opened else ability
        self._text = opened.text if opened else text
        self._of_wording = (opened.clause,) if opened else ()
        self._cost, self._card = ability.cost, text
        self._clauses, self._governing = clauses, governing
        # A definition only explains a word.
        self._applying = {c.number for c in clauses if c.role != "definition"}
        self._step_clauses = step_clauses.StepClauses(ability, clauses, governing)
        self._kind = self._step_clauses.kind
        self._procedure = governing.file.procedures.get(self._kind, ())
        name, written = step_clauses.procedure_name, (each for each in abilities if each.effects)
        self._paragraphs = [each for each in written if name(each, governing) == self._kind]
        # Limits on playing are separate steps if the procedure has a step for them.
        asked = any(step.part is StepPart.LIMIT for step in self._procedure)
        playing, effects = self._ability.playing, self._ability.effects
        self._limits = playing if asked else ()
        self._effects = effects if asked else (*playing, *effects)
        # Clauses of a granted ability belong to its own steps.
        self._granted = [a for e in all_effects(effects) for a in step_clauses.granted(e)]
        # A delayed effect is played like an ability, in some games by its own procedure.
        self._delayed_procedure = governing.file.procedures.get(nodes.Delayed.type, ())
        self._places = places_of(self._ability)  # where pointers lead
        # Actions in 『』, which may have their own cost and letters.
        offers = (e for e in all_effects(effects) if isinstance(e, nodes.Options))
        self._options = [option for offer in offers for option in offer.options]
        self._delayed = [e for e in all_effects(effects) if isinstance(e, nodes.Delayed)]

    def steps(self) -> list[ResolutionStep]:
        """Return all steps of the ability, from the trigger to the end, none for a reminder of
        rules; for a text that only limits when its card may be played, only the checks of that."""
        if only_recalls_rules(self._ability):
            return []
        parts = [*StepPart] if self._effects or not self._limits else _OF_LIMITS
        asked = (s for s in self._procedure if s.part in parts and self._is_in_this_ability(s))
        steps = [each for step in asked for each in self._steps_of_part(step)]
        for effect in filter(step_clauses.counts, all_effects(self._effects)):
            _put_below_check(steps, effect)
        return steps

    def _steps_of_part(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield the steps of the ability for ``step`` of its procedure: its :class:`StepPart` says
        what they are made of. A part not listed here is checked before playing (``_checks``)."""
        match step.part:
            case StepPart.PLAY | StepPart.END:
                yield self._procedure_step(step)
            case StepPart.WHERE:
                found = {s for c in self._clauses if c.number in step.clauses for s in c.spans}
                # Icons, not a whole ability, which their clause may also govern.
                spans = [s for s in sorted(found) if not any(map(s.holds, found - {s}))]
                words = "".join(span.of(self._text) for span in spans)
                one = replace(step, text=_ANY_ZONE) if len(spans) > 1 else step
                yield self._procedure_step(one, words, spans[0], part="condition")
            case StepPart.CONDITION:
                yield from self._conditions(step)
            case StepPart.COST:
                # If an effect pays the cost, the payments are shown there.
                paid = any(map(step_clauses.pays, all_effects(self._ability.effects)))
                if self._cost and not paid:
                    span = Span(self._cost[0].start, self._cost[-1].end)
                    yield self._procedure_step(step, span=span)
                    yield from self._payments(self._cost, 1)
            case StepPart.EFFECT:
                yield self._procedure_step(step, is_general=True)
                yield from self._steps_of(self._effects, 1)
            case StepPart.BETWEEN:
                yield from self._consequences(step)
            case StepPart.OWN_CARD:
                # An event goes to a zone after its last paragraph, unless one surely moved it.
                effects = (effect for each in self._paragraphs for effect in each.effects)
                is_last = self._paragraphs and self._paragraphs[-1] is self._ability
                if is_last and not any(map(moves_its_card, effects)):
                    yield self._procedure_step(step, part="end")
            case StepPart.PLACE_LEFT:
                if left := tuple(filter(self._is_cited_for_effect, step.clauses)):
                    yield self._procedure_step(step, part="end", clauses=left)
            case _:
                part = "trigger" if step.part is StepPart.TRIGGER else "condition"
                for asked, clauses in self._checks(step):
                    once, printed = tuple(dict.fromkeys(clauses)), self._printed(asked)
                    yield self._procedure_step(step, *printed, part=part, clauses=once)
                if step.part is StepPart.WITHIN:
                    yield from self._conditions(step)

    def _conditions(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield a step for each condition, but one for alternatives; without a span in a keyword's
        wording. For ``WITHIN``, only those before the trigger: without them, nothing triggers."""
        late = self._ability.trigger.start if self._ability.trigger else 0
        for first, last in alternatives(self._ability.condition):
            if step.part is StepPart.WITHIN and first.start >= late:
                continue
            words = step_words.condition_words(first, last, self._text)
            # The last verb is in the final form, since each condition is read by itself.
            said = step_words.with_final_ending(words, step_words.FINAL_CONDITIONS)
            glosses = step_words.antecedents_of((first, last), self._text, self._places)
            span = None if self._of_wording else Span(first.start, last.end)
            texts = {"sentence": said + glosses, "part": "condition"}
            yield self._procedure_step(step, words + glosses, span, **texts)

    def _checks(self, step: ProcedureStep) -> Iterator[tuple[nodes.Meaning | None, Sequence[str]]]:
        """Yield each part of the ability that ``step`` checks before playing (a trigger, a limit,
        times per turn …), with its clauses, the one to print in full first: clauses of the step, on
        the part's words or, for a keyword, of its wording in the rules. A text with neither icon
        nor trigger waits for nothing."""
        ability, trigger = self._ability, self._ability.trigger
        of_words = self._step_clauses.of_words
        match step.part:
            case StepPart.TRIGGER if trigger or self._kind != NO_KIND:
                yield trigger, (*self._step_clauses.of_trigger(trigger), *step.clauses)
            case StepPart.NEED:  # clauses of ``also`` are on several icons, and may not govern
                for need in ability.needs:
                    yield need, (*step.clauses, *of_words(need), *self._clauses_of_step(step))
            case StepPart.LIMIT:
                for effect in self._limits:
                    own = self._of_wording or of_words(effect, "timing")
                    yield effect, (*own, *step.clauses)
            case StepPart.WITHIN if trigger and trigger.within:
                yield trigger.within, (*of_words(trigger.within, "trigger"), *step.clauses)
            case StepPart.KEYWORD if ability.keyword and not self._of_wording:
                # The wording of an opened keyword itself says when the keyword works.
                if own := of_words(ability.keyword, "timing"):
                    yield ability.keyword, (*own, *step.clauses)
            case StepPart.TIMES | StepPart.TIMES_SAID if ability.limit:
                if ability.limit.said == (step.part is StepPart.TIMES_SAID):
                    yield ability.limit, step.clauses

    def _procedure_step(
        self, step: ProcedureStep, words: str = "", span: Span | None = None, **fields: Any
    ) -> ResolutionStep:
        """Return ``step`` of the procedure as a step of the ability, with ``words`` of the card at
        ``span`` and ``fields``; it is general if it never depends on the card (``_GENERAL``)."""
        part, clauses = step.part.value, self._clauses_of_step(step)
        found = ResolutionStep(part, step.text, words, step.by, 0, step.optional, clauses, span)
        return replace(found, **{"is_general": step.part in _GENERAL, **fields})

    def _is_in_this_ability(self, step: ProcedureStep) -> bool:
        """Whether ``step``, one of all steps for a kind of ability, belongs to this ability, by the
        types of its effects, its clauses, and what it calls its card (``unless_called``)."""
        if step.part is StepPart.EFFECT:
            # Games carry out some types of effects at a different step.
            types = step_clauses.innermost_types(self._effects)
            of_effects = (each for each in self._procedure if each.part is StepPart.EFFECT)
            steps = filter(self._is_governed, of_effects)
            if step != next((s for s in steps if not s.types or types <= {*s.types}), None):
                return False
        called = step.unless_called
        of_others = bool(called) and called in names_of_its_card(self._ability)
        return self._is_governed(step) and not of_others

    def _is_governed(self, step: ProcedureStep) -> bool:
        """Whether ``step``, maybe for a special case, is called for by the clauses that govern."""
        needed = step.only is None or step.only in self._applying
        return needed and step.unless not in self._applying

    def _is_cited_for_effect(self, number: str) -> bool:
        """Whether the clause ``number``, on an エントリー (Entry) that an effect may have emptied,
        is cited for an effect done now, not for a delayed one, whose step then fills it. Any 【自】
        cites this clause once as a whole, and once more for each of these effects."""
        spans = (span for each in self._clauses if each.number == number for span in each.spans)
        now = (not any(step_clauses.covers(d, span) for d in self._delayed) for span in spans)
        return sum(now) > 1

    def _clauses_of_step(self, step: ProcedureStep) -> tuple[str, ...]:
        """Return the clauses of ``step``, and those of its ``also`` that govern this ability."""
        return (*step.clauses, *(number for number in step.also if number in self._applying))

    def _payments(self, cost: Sequence[nodes.Effect], depth: int) -> Iterator[ResolutionStep]:
        """Yield the steps of paying ``cost``, one for payments in the same words, which are those
        of the card, even for a keyword that the rules word."""
        for effect in step_clauses.without_repeats(cost):
            own = self._step_clauses.of_effect(effect)
            yield self._step_of_effect("cost", effect, depth, self._card, own)

    def _options_around(self, effect: step_words.Step) -> Iterator[nodes.Option]:
        """Yield the options around ``effect``, the outermost first, for their costs and letters."""
        span = Span(effect.start, effect.end)
        return (option for option in self._options if step_clauses.covers(option, span))

    def _steps_of(self, effects: Sequence[nodes.Effect], depth: int) -> Iterator[ResolutionStep]:
        """Yield the step of each of ``effects``, one for those in the same words, and, one level
        deeper, of the effects inside. The payments of the innermost option (『』) with a cost, else
        of the ability, follow the step of paying it. Delayed effects are below a trigger."""
        for effect in step_clauses.without_repeats(effects):
            # The steps of a keyword's wording, which is not printed on the card, cite its clause.
            clauses = self._of_wording or self._step_clauses.of_effect(effect)
            later = self._delayed_procedure if isinstance(effect, nodes.Delayed) else ()
            # The trigger is the first step of the procedure, and that of the effect itself.
            clauses = (*clauses, *(number for step in later[:1] for number in step.clauses))
            if step_clauses.pays(effect):
                costs = (step for step in self._procedure if step.part is StepPart.COST)
                paying = (number for step in costs for number in self._clauses_of_step(step))
                clauses = tuple(dict.fromkeys((*clauses, *paying)))
            yield self._step_of_effect("effect", effect, depth, self._text, clauses)
            if step_clauses.pays(effect):
                own_costs = [each.cost for each in self._options_around(effect) if each.cost]
                yield from self._payments(own_costs[-1] if own_costs else self._cost, depth + 1)
            yield from (self._procedure_step(step, depth=depth + 1) for step in later[1:])
            if isinstance(effect, nodes.PriceEffect):
                yield from self._steps_of(effect.price, depth + 1)
                # They are carried out only if this price was paid.
                yield self._heading(step_words.PAID, "", depth + 1, clauses)
                yield from self._steps_of(effect.then, depth + 2)
            elif isinstance(effect, nodes.Options) and len(effect.options) > 1:
                for number, option in enumerate(effect.options, start=1):
                    label = option.label or str(number)
                    heading = step_words.heading_of_option(effect, option)
                    yield self._heading(heading, label, depth + 1, clauses)
                    yield from self._steps_of(option.effects, depth + 2)
            elif isinstance(effect, nodes.IfEffect) and effect.otherwise:
                yield from self._steps_of(effect.then, depth + 1)
                yield self._heading(step_words.OTHERWISE, "", depth, clauses)
                yield from self._steps_of(effect.otherwise, depth + 1)
            else:
                yield from self._steps_of(inner_effects(effect), depth + 1)
            for ability in step_clauses.granted(effect):
                # Its own procedure, by which it is played later, is shown below it.
                yield self._step_of_effect("effect", ability, depth + 1, self._text, clauses)
                own = [c for each in self._clauses if (c := step_clauses.inside(each, ability))]
                for step in _Resolver(ability, own, self._governing, self._text).steps():
                    yield replace(step, depth=step.depth + depth + 2)

    @staticmethod
    def _heading(label: str, words: str, depth: int, clauses: tuple[str, ...]) -> ResolutionStep:
        """Return the heading of steps inside an effect; nobody carries it out. It says what the
        steps depend on: an option, a price that was paid, そうでないなら (otherwise)."""
        return ResolutionStep("effect", label, words, None, depth, False, clauses, None)

    def _step_of_effect(
        self, part: str, effect: step_words.Step, depth: int, text: str, clauses: tuple[str, ...]
    ) -> ResolutionStep:
        """Return the step of ``effect`` for display: its words, which can be read alone, and who
        acts. ``part`` is "cost" or "effect", ``depth`` the number of steps around it. ``text`` has
        its words: the card text or, for a step without a span, the rules' wording of a keyword."""
        first = effect.price[0] if isinstance(effect, nodes.PriceEffect) else effect
        agent, may = getattr(first, "by", None), isinstance(effect, nodes.MayEffect)
        # No player acts if a card attacks, nor, unless the text names one (``basis``), if something
        # just holds, such as a ban, or happens by itself (“it gains …”).
        lasting = _HOLDING if self._kind == Kind.CONTINUOUS.value else nodes.Prohibit
        by: str | None = None
        if isinstance(agent, nodes.AgentMeaning) and agent.card is None:
            alone = isinstance(effect, lasting) or step_words.gains(effect, text)
            by = None if agent.basis == "rule" and alone else agent.who
        # An icon in a cost (②) is not a sentence, so ``governing.toml`` has one (``says``).
        own = self._governing.file.types.get(getattr(effect, "act", ""))
        # An effect with a letter (Ｘ) also shows its value, defined by the ability or an option.
        letters = [each for o in self._options_around(effect) for each in o.letters]
        given = text, [*self._ability.letters, *letters], self._places, own.says if own else ""
        label, words, sentence = step_words.step_words(effect, *given)
        span = Span(effect.start, effect.end) if text is self._card else None
        action = ""
        if isinstance(effect, nodes.Effect) and label not in self._governing.english:
            action = english_words.english_action(effect, text, self._governing, self._places)
        return ResolutionStep(part, label, words, by, depth, may, clauses, span, sentence, action)

    def _consequences(self, step: ProcedureStep) -> Iterator[ResolutionStep]:
        """Yield a step for each clause on what may happen between the other steps, at its words,
        unless a step of playing, of a delayed effect or of a granted ability already shows it."""
        later = self._delayed_procedure if self._delayed else ()
        shown = (*(each for each in self._procedure if each.part is StepPart.PLAY), *later)
        played = {number for each in shown for number in each.clauses}
        for clause in self._clauses:
            inner = [s for a in self._granted for s in clause.spans if step_clauses.covers(a, s)]
            spans = [span for span in clause.spans if span not in inner]
            if clause.role == "consequence" and spans and clause.number not in played:
                number = (clause.number,)
                yield ResolutionStep("between", step.text, "", step.by, 0, True, number, spans[0])

    def _printed(self, part: nodes.Meaning | None) -> tuple[str, Span | None]:
        """Return the words of ``part`` for its step, and their place on the card, if any."""
        if part is None:
            return "", None
        words = Span(part.start, part.end).of(self._text).strip(step_words.MARKS)
        words = words.removeprefix(f"{getattr(part, 'mark', None)}：")  # only what an icon needs
        # Not in a keyword's wording, which is not on the card.
        return words, None if self._of_wording else Span(part.start, part.end)

"""Find the clauses of each step of an ability, and the parts that have clauses or pay its cost."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from math import inf

from rulebook.cards.annotating.governing import GoverningClause, GoverningTable, StepPart
from rulebook.cards.facts.fact import NO_KIND
from rulebook.cards.facts.predicates import kind_of
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import OTHER
from rulebook.cards.meaning.nesting import all_effects, inner_effects
from rulebook.cards.tree.words import Kind
from rulebook.records import NamedTuple, replace
from rulebook.text.normal import Span

_GENERAL_TYPES = (
    *("may", "if", "if-you-do", "by-doing", "for-each", "occasion", "options", "delayed"),
    *("choose", "pay", "repeat", OTHER),
)
"""The types of effects that are governed by general clauses, not by those of one ability."""


def size(part: nodes.Meaning) -> int:
    """Return the length of ``part``: clauses belong to the smallest part around their words."""
    return part.end - part.start


def covers(part: nodes.Meaning, span: Span) -> bool:
    """Whether ``span`` is inside ``part``, so that a clause on the words there belongs to it."""
    return part.start <= span.start and span.end <= part.end


def parts_with_clauses(effects: Sequence[nodes.Effect]) -> Iterator[nodes.Meaning]:
    """Yield ``effects`` and the effects, granted abilities and durations inside them. ``resolve``
    shows a clause of the rules with the smallest of these around the words that cite the clause."""
    for effect in all_effects(effects):
        yield effect
        yield from getattr(effect, "abilities", ())
        until = effect.until
        if until is not None:
            yield until


def without_repeats(effects: Sequence[nodes.Effect]) -> Iterator[nodes.Effect]:
    """Yield ``effects``; those of the same type in the same words become one effect with all their
    objects: “choose 2 A and 1 B” is two effects in the same words, which a judge reads once."""
    places: dict[tuple[str, int, int], list[nodes.Effect]] = {}
    for effect in effects:
        places.setdefault((effect.type, effect.start, effect.end), []).append(effect)
    for alike in places.values():
        first, *others = alike
        things = tuple(e.what for e in alike if isinstance(e.what, nodes.ThingMeaning))
        has_all = others and len(things) > len(others)
        if has_all and isinstance(first, nodes.Action | nodes.ChooseEffect):
            if len({each.source for each in alike}) > 1:  # “1 each from the hand and Retire”
                first, things = replace(first, source=None), tuple(map(_in_source, things, alike))
            zones = things[0].zones if len({thing.zones for thing in things}) == 1 else ()
            first = replace(first, what=replace(things[0], things=things, zones=zones))
        yield first


def _in_source(thing: nodes.ThingMeaning, effect: nodes.Effect) -> nodes.ThingMeaning:
    """Return ``thing`` with zone and owner of the source of ``effect``, if it names none itself."""
    source = effect.source
    if thing.zones or not isinstance(source, nodes.ThingMeaning):
        return thing
    return replace(thing, zones=source.zones, owners=source.owners)


def innermost_types(effects: Sequence[nodes.Effect]) -> set[str]:
    """Return the types of ``effects`` or, if they hold others, of those inside: they decide the
    step of the procedure. A replacement itself counts: the effects inside it wait for its event."""
    found: set[str] = set()
    for effect in effects:
        inner = () if isinstance(effect, nodes.Replace) else inner_effects(effect)
        found |= innermost_types(inner) if inner else {effect.type}
    return found


def granted(effect: nodes.Effect) -> tuple[nodes.AbilityMeaning, ...]:
    """Return the abilities that ``effect`` grants, not takes away: they have their own steps."""
    return effect.abilities if isinstance(effect, nodes.Grant) and not effect.lost else ()


def inside(clause: GoverningClause, ability: nodes.AbilityMeaning) -> GoverningClause | None:
    """Return ``clause`` with only its words inside ``ability``, or None. A granted ability has
    steps of its own, which show only its own clauses."""
    spans = tuple(span for span in clause.spans if covers(ability, span))
    steps = tuple(span for span in clause.step_spans if covers(ability, span))
    return replace(clause, spans=spans, step_spans=steps) if spans else None


def pays(effect: nodes.Effect) -> bool:
    """Whether ``effect`` pays the ability's own cost, whose payments are then shown below its step,
    not earlier. コスト (cost) has the sort ``numbers`` in meaning.toml, unlike paid cards."""
    what = effect.what if isinstance(effect, nodes.Action) and effect.act == "pay" else None
    return isinstance(what, nodes.ThingMeaning) and what.sort == "numbers"


def counts(effect: nodes.Meaning) -> bool:
    """Whether ``effect`` is a rule of counting: この効果で《A》は2枚分として数える."""
    if not isinstance(effect, nodes.Action) or effect.verb not in ("数える", "扱う"):
        return False
    number = nodes.thing_number(effect.use)
    return bool(number and number.unit in ("枚", "枚分")) and "".join(effect.how).startswith("この")


def procedure_name(ability: nodes.AbilityMeaning, governing: GoverningTable) -> str:
    """Return the name of the procedure (the rules' steps before and after the effects) by which
    ``ability`` is played: its mark, if ``governing`` has one for that, else its kind."""
    marks = (mark for mark in ability.marks if mark in governing.file.procedures)
    return next(marks, ability.kind or NO_KIND)


def general_clauses(governing: GoverningTable) -> frozenset[str]:
    """Return the clauses on all abilities of the game, or on all of one kind (an icon, a cost):
    those of procedures, of types of effects such as “may”, and of rules on kinds. They say nothing
    about a single ability, so ``resolve`` prints other clauses first."""
    file = governing.file
    steps = (step for procedure in file.procedures.values() for step in procedure)
    # A clause that a step needs is about the abilities that have such a step.
    played = (number for step in steps for number in step.clauses if number != step.only)
    types = (file.types[name].clause for name in _GENERAL_TYPES if name in file.types)
    kinds = (
        number
        for rule in file.rules
        if "icon" in rule.when or (rule.when["role"] == "cost" and "kind" in rule.when)
        for role in ("timing", "trigger", "cost", "consequence")  # not clauses on its effects
        for number in rule.cite.get(role, ())
    )
    return frozenset((*played, *types, *kinds))


class ClauseUse(NamedTuple):
    """An action at ``span`` with its clause ``number``; ``at`` is its index in a judge's order."""

    at: int
    number: str
    span: Span


class StepClauses:
    """Finds the clauses of each part of one ability: each is of the smallest part around."""

    def __init__(
        self,
        ability: nodes.AbilityMeaning,
        clauses: Sequence[GoverningClause],
        table: GoverningTable,
    ) -> None:
        """Find the smallest part of ``ability`` around each action with one of the ``clauses``: the
        clause is shown at the step of that part. This is done once, not for each step. A keyword
        has the steps of its wording in the rules, whose clause is ``_of_wording``. Clauses that are
        also cited on timing or trigger (``_on_timing``) do not decide an effect."""
        self._keyword = ability.keyword
        opened = ability.keyword.opened if ability.keyword else None
        self._of_wording = (opened.clause,) if opened else ()  # the clause of that wording
        self._clauses, self._types = clauses, table.file.types
        self.kind = procedure_name(ability, table)
        procedure = table.file.procedures.get(self.kind, ())
        checks = (step.clauses for step in procedure if step.part is StepPart.CONDITION)
        self._checks = next(checks, None)  # the clauses on conditions
        self._on_timing = {each.number for each in clauses if each.role in ("timing", "trigger")}
        found = ((span, clause.number) for clause in clauses for span in clause.step_spans)
        uses = (ClauseUse(at, number, span) for at, (span, number) in enumerate(found))
        self._uses = sorted(uses, key=lambda use: use.span.start)
        self._starts = [use.span.start for use in self._uses]
        self._smallest: dict[int, float] = {}
        own = opened.ability if opened else ability
        for part in parts_with_clauses((*ability.cost, *own.playing, *own.effects)):
            for use in self._uses_inside(part):
                self._smallest[use.at] = min(size(part), self._smallest.get(use.at, inf))
        # The starts of effects that そうしたら (if you do) asks about: “may” has a clause there.
        asked = (e.of.to for e in all_effects(own.effects) if isinstance(e, nodes.IfDone))
        self._if_done_starts = sorted(place.start for place in asked if place)

    def _uses_inside(self, part: nodes.Meaning) -> list[ClauseUse]:
        """Return the actions in ``part`` that have clauses, in a judge's order, in which the
        clauses are shown. They are found by a binary search, because texts may be long."""
        first, end = bisect_left(self._starts, part.start), bisect_right(self._starts, part.end)
        return sorted(use for use in self._uses[first:end] if covers(part, use.span))

    def of_words(self, part: nodes.Meaning, role: str | None = None) -> tuple[str, ...]:
        """Return the clauses of ``role`` (None: any) on words inside ``part``, a limit, need or
        keyword: these are checked before playing, and are not effects for :meth:`of_effect`."""
        return tuple(
            clause.number
            for clause in self._clauses
            if role in (None, clause.role) and any(covers(part, span) for span in clause.spans)
        )

    def of_trigger(self, trigger: nodes.TriggerMeaning | None) -> tuple[str, ...]:
        """Return the clauses to show at the step where the ability begins to wait: those on its own
        ``trigger``, not on a delayed one, and those on any trigger, which have no ``step_spans``.
        For a keyword with a wording in the rules: the clause of the wording, and those on its
        triggers."""
        if self._of_wording and self._keyword:
            return (*self._of_wording, *self.of_words(self._keyword, "trigger"))
        own = [clause for clause in self._clauses if clause.role == "trigger"]
        return tuple(
            c.number
            for c in own
            if not c.step_spans or (trigger and any(covers(trigger, s) for s in c.step_spans))
        )

    def of_effect(self, effect: nodes.Effect) -> tuple[str, ...]:
        """Return the clauses to show at the step of ``effect``, in this order; ``resolve`` prints
        the first in full. First come clauses on all its words, else on its type: of these, first a
        clause on an action's type, last a clause that an earlier step shows, because it is cited on
        timing. Then come clauses on some of its words, then on its duration. Effects inside it have
        their own steps, even if they are as long (“draw” in “may draw”)."""
        whole = Span(effect.start, effect.end)
        decide: list[str] = []
        words: list[str] = []
        until = effect.until
        lasts = [use.number for use in self._uses_inside(until)] if until is not None else []
        inner = parts_with_clauses(inner_effects(effect))
        others = [part for part in inner if size(part) >= size(effect)]  # such as inside “may”
        for use in self._uses_inside(effect):
            if self._smallest[use.at] < size(effect):  # it belongs to a part inside
                continue
            if not any(covers(part, use.span) for part in (until, *others) if part is not None):
                (decide if use.span == whole else words).append(use.number)
        of_type = self._of_type(effect)
        # The clause on all occasions adds nothing to those on the words of one.
        if not (isinstance(effect, nodes.OccasionEffect) and words):
            decide = decide or [*of_type]
        # Clauses also cited on timing do not decide; of the others, that of an action's type does.
        first = of_type if isinstance(effect, nodes.Action) else ()
        decide.sort(key=lambda number: (number in self._on_timing, number not in first))
        return tuple(dict.fromkeys([*decide, *words, *lasts]))

    def _of_type(self, effect: nodes.Effect) -> Sequence[str]:
        """Return the clause on effects of the type of ``effect``, if any; for a condition, the
        clauses on conditions; none for an action of a continuous ability: it holds, and nobody
        acts."""
        if isinstance(effect, nodes.IfEffect) and self._checks is not None:
            return self._checks
        kind = kind_of(effect)
        if isinstance(effect, nodes.Options) and effect.number is None:
            kind = OTHER  # nothing is chosen
        if isinstance(effect, nodes.MayEffect):
            starts = self._if_done_starts
            if bisect_left(starts, effect.start) == bisect_left(starts, effect.end):
                kind = OTHER  # the clause is only on effects that “if you do” asks for (ws 8.6.4)
        rests_on, plain = self._types.get(kind), self._types.get(OTHER)
        # Types of plain actions (draw) are listed with the clause of OTHER.
        is_action = rests_on and plain and rests_on.clause == plain.clause
        if rests_on is None or (is_action and self.kind == Kind.CONTINUOUS.value):
            return ()
        return (rests_on.clause,)

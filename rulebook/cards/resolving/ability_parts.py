"""Parts of an ability: which have clauses of their own, which pay its cost, how large they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.cards.annotating.governing import GoverningClause, GoverningTable
from rulebook.cards.facts.fact import NO_KIND
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import OTHER
from rulebook.cards.meaning.nesting import all_effects, inner_effects
from rulebook.records import replace
from rulebook.text.spans import Span


def size(part: nodes.Meaning) -> int:
    """Return how many code points ``part`` has: a clause belongs to the smallest part around it."""
    return part.end - part.start


def covers(part: nodes.Meaning, span: Span) -> bool:
    """Whether ``span`` is inside ``part``, so that a clause of these words belongs to it."""
    return part.start <= span.start and span.end <= part.end


def parts_with_clauses(effects: Sequence[nodes.Effect]) -> Iterator[nodes.Meaning]:
    """Yield the parts of ``effects`` that have clauses of their own, durations among them. A clause
    is cited at the step of the smallest such part."""
    for effect in all_effects(effects):
        yield effect
        yield from getattr(effect, "abilities", ())
        until = getattr(effect, "until", None)
        if until is not None:
            yield until


def without_repeats(effects: Sequence[nodes.Effect]) -> Iterator[nodes.Effect]:
    """Yield ``effects`` without those that have the same type and words as an earlier one.
    AをN枚とBを1枚選び is two effects with the same words, which a judge reads out once."""
    places: set[tuple[str, int, int]] = set()
    for effect in effects:
        place = effect.type, effect.start, effect.end
        if place not in places:
            yield effect
        places.add(place)


def innermost_types(effects: Sequence[nodes.Effect]) -> set[str]:
    """Return the types of ``effects``; for an effect around others, the types of those inside. By
    them the step that carries out effects is found. Those in a replacement wait for its event, so
    it counts itself."""
    found: set[str] = set()
    for effect in effects:
        inner = () if isinstance(effect, nodes.Replace) else inner_effects(effect)
        found |= innermost_types(inner) if inner else {effect.type}
    return found


def granted(effect: nodes.Effect) -> tuple[nodes.AbilityMeaning, ...]:
    """Return the abilities that ``effect`` grants, whose steps are shown below it; none if lost."""
    return effect.abilities if isinstance(effect, nodes.Grant) and not effect.lost else ()


def inside(clause: GoverningClause, ability: nodes.AbilityMeaning) -> GoverningClause | None:
    """Return ``clause`` with only its words inside ``ability``, None where it has none there. A
    granted ability has steps of its own, with only its own clauses."""
    spans = tuple(span for span in clause.spans if covers(ability, span))
    steps = tuple(span for span in clause.step_spans if covers(ability, span))
    return replace(clause, spans=spans, step_spans=steps) if spans else None


def pays(effect: nodes.Effect) -> bool:
    """Whether ``effect`` pays the ability's own cost, whose payments are shown at this step."""
    what = effect.what if isinstance(effect, nodes.Action) and effect.act == "pay" else None
    return isinstance(what, nodes.ThingMeaning) and what.sort == "numbers"


def procedure_name(ability: nodes.AbilityMeaning, governing: GoverningTable) -> str:
    """Return the name of the procedure by which ``ability`` is played: its mark, or its kind. The
    procedure has the steps around its effects; some icons have rules of their own on playing."""
    marks = (mark for mark in ability.marks if mark in governing.file.procedures)
    return next(marks, ability.kind or NO_KIND)


_GENERAL_TYPES = (
    *("may", "if", "if-you-do", "by-doing", "for-each", "occasion", "options", "delayed"),
    *("choose", "pay", "repeat", OTHER),
)
"""The types of effects that are governed by general clauses, not by those of one ability."""


def general_clauses(governing: GoverningTable) -> frozenset[str]:
    """Return the clauses on any ability of the game, or any of its kind (its icon, its cost): they
    say nothing about the one at hand, so that ``resolve`` shows others first."""
    file = governing.file
    steps = (step for procedure in file.procedures.values() for step in procedure)
    types = (file.types[name].clause for name in _GENERAL_TYPES if name in file.types)
    kinds = (
        number
        for rule in file.rules
        if "icon" in rule.when or (rule.when["role"] == "cost" and "kind" in rule.when)
        for role in ("timing", "trigger", "cost", "consequence")
        for number in rule.cite.get(role, ())
    )
    return frozenset((*(number for step in steps for number in step.clauses), *types, *kinds))

"""What resolving an ability asks of its parts: which have clauses of their own, what pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.cards.annotating.governing import GoverningClause, GoverningTable
from rulebook.cards.features.feature_list import NO_KIND
from rulebook.cards.meaning.nesting import all_effects, inner_effects
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    Effect,
    Grant,
    Meaning,
    Replace,
    ThingMeaning,
    What,
)
from rulebook.cards.resolving.clause_doings import covers
from rulebook.records import replace


def places_of(effects: Sequence[Effect]) -> Iterator[Meaning]:
    """Yield the parts of ``effects`` that have clauses of their own."""
    for effect in all_effects(effects):
        yield effect
        yield from getattr(effect, "abilities", ())
        until = getattr(effect, "until", None)
        if until is not None:
            yield until


def told_apart(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Yield ``effects``, of those that the same words tell the first: AをN枚とBを1枚選び."""
    places: set[tuple[str, int, int]] = set()
    for effect in effects:
        place = effect.type, effect.start, effect.end
        if place not in places:
            yield effect
        places.add(place)


def innermost_types(effects: Sequence[Effect]) -> set[str]:
    """Return the types of ``effects``; of what only stands around others, those of the others."""
    found: set[str] = set()
    for effect in effects:
        inner = () if isinstance(effect, Replace) else inner_effects(effect)
        found |= innermost_types(inner) if inner else {effect.type}
    return found


def given(effect: Effect) -> tuple[AbilityMeaning, ...]:
    """Return the abilities that ``effect`` gives."""
    return effect.abilities if isinstance(effect, Grant) and not effect.lost else ()


def inside(clause: GoverningClause, ability: AbilityMeaning) -> GoverningClause | None:
    """Return ``clause`` with its words inside ``ability`` alone, None where it has none there."""
    spans = tuple(span for span in clause.spans if covers(ability, span))
    doing = tuple(span for span in clause.doing if covers(ability, span))
    return replace(clause, spans=spans, doing=doing) if spans else None


def pays(effect: Effect) -> bool:
    """Whether ``effect`` is the paying of the ability's own cost."""
    return isinstance(effect, Action) and effect.act == "pay" and _is_cost(effect.what)


def _is_cost(what: What | None) -> bool:
    return isinstance(what, ThingMeaning) and what.sort == "numbers"


def procedure_name(ability: AbilityMeaning, governing: GoverningTable) -> str:
    """Return which procedure ``ability`` is played by: that of a mark, else of its kind."""
    marks = (mark for mark in ability.marks if mark in governing.file.procedures)
    return next(marks, ability.kind or NO_KIND)

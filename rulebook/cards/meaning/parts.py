"""Functions that read one field of a part of a meaning, whatever its class."""

from __future__ import annotations

from rulebook.cards.meaning.nodes import ThingMeaning, What

CHOOSE = "選ぶ"
"""The verb of a choice."""


def zones_named(what: What | None) -> tuple[str, ...]:
    """Return the zones that the text names in ``what``, none for a pointer. If there are none,
    callers look elsewhere: in the source, or in an earlier step."""
    return what.zones if isinstance(what, ThingMeaning) else ()


def nouns_of(what: What | None) -> tuple[str, ...]:
    """Return the nouns of ``what``, none for a pointer, which has only an antecedent. Rules for
    clauses match them: a clause may be only about マーカー."""
    return what.words if isinstance(what, ThingMeaning) else ()

"""Functions that read one field of a part of a meaning, whatever its class."""

from __future__ import annotations

from rulebook.cards.meaning.nodes import ThingMeaning, What

CHOOSE = "選ぶ"
"""The verb of a choice."""


def zones_named(what: What | None) -> tuple[str, ...]:
    """Return the zones that the text names in ``what``; without, callers look elsewhere."""
    return what.zones if isinstance(what, ThingMeaning) else ()


def nouns_of(what: What | None) -> tuple[str, ...]:
    """Return the nouns of ``what``, which rules match, none for a pointer."""
    return what.words if isinstance(what, ThingMeaning) else ()

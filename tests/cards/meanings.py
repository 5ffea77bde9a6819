"""Helpers for tests of the meanings of invented cards."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Effect,
    Meaning,
    PointerMeaning,
    ThingMeaning,
)
from rulebook.clauses.corpus import Corpus
from tests.cards.notation import notation_lines


def assert_meaning(corpus: Corpus, game: str, text: str, expected: Sequence[str]) -> None:
    """Check that ``text`` has no gap, and its meaning in notation contains ``expected``."""
    annotation = Rules(corpus).annotate(game, text)
    assert not annotation.reading.gaps
    notation = "\n".join(notation_lines(annotation.meaning, text))
    for line in expected:
        assert line in notation, notation


def only_ability(corpus: Corpus, game: str, text: str) -> AbilityMeaning:
    """Return the meaning of ``text``, a card of one ability."""
    (ability,) = Rules(corpus).annotate(game, text).meaning
    return ability


def opened_ability(corpus: Corpus, text: str) -> AbilityMeaning:
    """Return the ability that the keyword of ``text``, a card of ws, stands for."""
    keyword = only_ability(corpus, "ws", text).keyword
    assert keyword is not None
    assert keyword.opened is not None
    return keyword.opened.ability


def effects_of(corpus: Corpus, game: str, text: str) -> tuple[Effect, ...]:
    """Return the effects of ``text``, a card of one ability."""
    return only_ability(corpus, game, text).effects


def as_thing(what: object) -> ThingMeaning:
    """Return ``what``, which must be a thing and no pointer."""
    assert isinstance(what, ThingMeaning)
    return what


def antecedents_of(text: str, what: Meaning | None) -> list[str]:
    """Return the parts of ``text`` that ``what``, a pointer or a thing, refers to."""
    pointers = what.refers if isinstance(what, ThingMeaning) else (what,)
    spans = [pointer.to for pointer in pointers if isinstance(pointer, PointerMeaning)]
    return [text[span.start : span.end] for span in spans if span is not None]

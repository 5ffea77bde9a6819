"""What an invented card means, and how that is told, held against lines read by hand."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import AbilityMeaning, Effect, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.notation import tell


def told_as(corpus: Corpus, game: str, text: str, wanted: Sequence[str]) -> None:
    """Hold that ``text`` is understood, and that each line of ``wanted`` is told of it."""
    annotation = Rules(corpus).annotate(game, text)
    assert not annotation.reading.gaps
    told = "\n".join(tell(annotation.meaning, text))
    for line in wanted:
        assert line in told, told


def only_ability(corpus: Corpus, game: str, text: str) -> AbilityMeaning:
    """Return the meaning of ``text``, a card of one ability."""
    (ability,) = Rules(corpus).annotate(game, text).meaning
    return ability


def effects_of(corpus: Corpus, game: str, text: str) -> tuple[Effect, ...]:
    """Return the effects of ``text``, a card of one ability."""
    return only_ability(corpus, game, text).effects


def as_thing(what: object) -> ThingMeaning:
    """Return ``what``, which must be a thing and no pointer."""
    assert isinstance(what, ThingMeaning)
    return what

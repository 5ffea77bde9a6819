"""By what words a thing is called: its nouns, the names of abilities, its marks."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import card, nouns
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.words import Lexeme

CHARACTER = "キャラ"
AROUND_NOUN = (nouns.Every, nouns.Bound, nouns.Counted, nouns.Total, nouns.Sum, nouns.Product)
"""What stands around a noun, as its number or bound."""


def markings_of(thing: Node | None) -> tuple[Lexeme, ...]:
    """Return the marks that ``thing`` tells one after another, in a game that has such words."""
    return getattr(thing, "markings", ())


def word_of(noun: Node) -> str:
    """Return the word that ``noun`` is; for cards told by a quality alone, that of a character."""
    match noun:
        case nouns.Noun(word=word):
            return "ダメージ" if isinstance(word, nouns.Damage) else word.value
        case nouns.Place(zone=zone):
            return zone.value
        case nouns.Mixed(word=word):
            return word.value
        case _:
            return CHARACTER


def nouns_said(thing: Node | None) -> Iterator[str]:
    """Yield the nouns that name ``thing`` in its text; a bare name, 「A」, has none."""
    match thing:
        case nouns.Named():
            pass
        case nouns.Player(person=person):
            yield person.value
        case nouns.Icons(icons=icons):
            yield from (icon.value for icon in icons)
        case nouns.Spoken(alternatives=names):
            yield from (name.text for name in names)
        case nouns.Quoted(quotation=quotation):
            for ability in quotation.abilities:
                yield from _name_of(ability)
        case nouns.Both(things=things) | nouns.Either(things=things):
            owned = isinstance(thing, nouns.Both) and not isinstance(things[-1], nouns.Player)
            for inner in things:
                # 自分と相手のエントリー: the player says whose.
                if not (owned and isinstance(inner, nouns.Player)):
                    yield from nouns_said(inner)
        case nouns.Thing() if isinstance(thing, (*AROUND_NOUN, nouns.Beside)):
            yield from nouns_said(thing.thing)
        case _:
            yield from words_of(thing)
            yield from (marking.value for marking in markings_of(thing))


def _name_of(ability: card.Ability) -> Iterator[str]:
    """Yield the word of ``ability`` told by its name, 『助太刀』, else all of it."""
    named = ability.keyword is not None and not is_told_in_full(ability)
    yield ability.keyword.name.value if named and ability.keyword else unparse(ability)


def is_told_in_full(ability: card.Ability) -> bool:
    """Whether ``ability`` is told with a cost or a text, not by name: 『【自】 アンコール』."""
    return ability.keyword is None or bool(ability.marks and (ability.cost or ability.text))


def words_of(thing: Node | None) -> Iterator[str]:
    """Yield the nouns that name ``thing``; a card told by its name alone may be a character."""
    match thing:
        case nouns.Noun() | nouns.Mixed() | nouns.Place():
            yield word_of(thing)
        case nouns.Named():
            yield CHARACTER
        case nouns.Both(things=things) | nouns.Either(things=things):
            for inner in things:
                yield from words_of(inner)
        case nouns.Beside(thing=inner):
            yield from words_of(inner)
        case nouns.Thing() if isinstance(thing, AROUND_NOUN):
            yield from words_of(thing.thing)

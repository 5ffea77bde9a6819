"""Legend of Stars (los): special effects that cards have, some with a number."""

from __future__ import annotations

from rulebook.cards.builders.register import amount, builds, builds_of_word
from rulebook.cards.grammar.leaves import Extent, Values
from rulebook.cards.linking.concept_keys import Keys, yields_keys_of
from rulebook.cards.printing.unparser import unparses
from rulebook.cards.tree import card, qualities
from rulebook.cards.tree.words import KeywordName
from rulebook.records import dataclass


@builds("resistance")
def _resistance(span: Extent, parts: Values) -> card.Keyword:
    """Build the keyword of a resistance (スピード耐性) with its number.

    The clause of the keyword is the same for any number.
    """
    first, number = parts
    return card.Keyword(*span, KeywordName(first.text), (), None, None, amount(number.text))


@dataclass(frozen=True, slots=True)
class WithKeyword(qualities.Quality):
    """A card that has a keyword: 上空を持つ (los 8.13)."""

    keyword: KeywordName


builds_of_word("with_keyword", WithKeyword, KeywordName)


@unparses(WithKeyword)
def _unparse_with_keyword(quality: WithKeyword) -> str:
    return quality.keyword.value + "を持つ"


@yields_keys_of(WithKeyword)
def _with_keyword(quality: WithKeyword) -> Keys:
    yield quality, f"keyword:{quality.keyword.value}"

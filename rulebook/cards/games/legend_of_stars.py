"""Legend of Stars (los): special effects that cards have, some with a number."""

from __future__ import annotations

from rulebook.cards.builders.register import amount, builds
from rulebook.cards.grammar.lalr_parser import Extent, Values
from rulebook.cards.tree import card, qualities
from rulebook.cards.tree.node import NodeType
from rulebook.cards.tree.words import Lexeme


@builds("resistance")
def _resistance(span: Extent, parts: Values) -> card.Keyword:
    """Build a resistance (スピード耐性：3, to speed) as a keyword; its number affects no clause."""
    first, number = parts
    return card.Keyword(*span, Lexeme(first.text), value=amount(number.text))


class WithKeyword(qualities.Quality, metaclass=NodeType, rule="with_keyword"):
    """A card that has a keyword: 上空を持つ (los 8.13)."""

    printed = "{keyword}を持つ"
    keys = "keyword:{keyword}"
    keyword: Lexeme

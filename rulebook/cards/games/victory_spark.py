"""Victory Spark (vs): surprises, and cards named by their titles or the attributes of skills."""

from __future__ import annotations

from rulebook.cards.builders.register import builds, name
from rulebook.cards.grammar.lalr_parser import Extent, Values
from rulebook.cards.tree import acts, card, nouns, qualities
from rulebook.cards.tree.node import NodeType


class Surprise(card.HeadMark, metaclass=NodeType, rule="surprise", printed="［{events:時か}時］→"):
    """The events on which a face-down card may be turned up: ［…した時］→ (vs 8.1.1.2.2)."""

    keys = "surprise"
    events: tuple[acts.Act, ...]


class TitleHolding(qualities.Quality, metaclass=NodeType):
    """A card with one of these words in its title, or none: 称号に“妹”を含む (vs 2.3, 2.14.7)."""

    printed = "称号に{fragments:か}を含{holds:む|まない}"
    fragments: tuple[nouns.Name, ...]
    holds: bool


@builds("title_holding")
def _title_holding(span: Extent, parts: Values) -> TitleHolding:
    """Build the quality that the title (称号) of a card, which only this game has, contains words
    (を含む) or not: the builder that classes get fills only one field."""
    _, *fragments, holds = parts
    return TitleHolding(*span, tuple(map(name, fragments)), holds.text == "を含む")


class HavingSkill(qualities.Quality, metaclass=NodeType, rule="having_skill", keys="word:技"):
    """A card with a skill of that attribute: 《ヒーロー》技を持つ (vs 2.15.1)."""

    printed = "{trait}技を持つ"
    trait: qualities.Trait

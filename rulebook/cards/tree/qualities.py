"""What a card must be or have: its name, traits, numbers, icons, abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulebook.cards.tree.node import Node
from rulebook.cards.tree.words import (
    Amount,
    Colour,
    Comparison,
    Icon,
    Kind,
    Limit,
    Marking,
    Measure,
    State,
)
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook.cards.tree.nouns import Name, Quantity, Quotation, Thing


@dataclass(frozen=True, slots=True)
class Quality(Node):
    """A property that a card must have; several in a row are alternatives.

    A ``nominal`` one is followed by の before the card; the others end in a verb.
    """

    nominal: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Trait(Quality):
    """A trait, by its name (ws 2.5.3)."""

    nominal = True
    name: Name


@dataclass(frozen=True, slots=True)
class Colours(Quality):
    """A colour, or several at once (ws 2.4); ``said`` is whether 色が precedes it."""

    nominal = True
    colours: tuple[Colour, ...]
    said: bool


@dataclass(frozen=True, slots=True)
class CardName(Quality):
    """A card, by its name (ws 2.1.2)."""

    nominal = True
    name: Name


@dataclass(frozen=True, slots=True)
class Measured(Quality):
    """A number of the card within bounds: レベル1以下."""

    nominal = True
    measure: Measure
    number: Amount
    limit: Limit | None


@dataclass(frozen=True, slots=True)
class MeasuredIs(Measured):
    """The same, said with が: スピードが3以上の (los 9.6.1)."""


@dataclass(frozen=True, slots=True)
class AlsoMeasured(Quality):
    """Another possible value of the number before: the 5 of コスト3か5."""

    nominal = True
    number: Amount


@dataclass(frozen=True, slots=True)
class WithIcons(Quality):
    """A climax with these trigger icons, or with one of the others (ws 2.11)."""

    nominal = True
    icons: tuple[Icon, ...]
    others: tuple[Icon, ...]


@dataclass(frozen=True, slots=True)
class HavingIcons(Quality):
    """A card with these among its trigger icons: トリガーアイコンに【ソウル】がある (ws 2.11)."""

    icons: tuple[Icon, ...]


@dataclass(frozen=True, slots=True)
class NameHolding(Quality):
    """A card with one of these words in its name, or with none of them.

    ``again`` is whether カード名に was written before and is left out.
    """

    fragments: tuple[Name, ...]
    holds: bool
    again: bool


@dataclass(frozen=True, slots=True)
class TraitHolding(Quality):
    """A card that has a trait with one of these words in it."""

    fragments: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WithTraits(Quality):
    """A card with that many traits."""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class InState(Quality):
    """A card in that state (ws 4.6)."""

    state: State


@dataclass(frozen=True, slots=True)
class Exceeding(Quality):
    """A card with a number that compares to another: レベルが相手のレベルより高い."""

    measure: Measure
    than: Thing
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class WithAbility(Quality):
    """A card that has what is quoted: 『応援』を持つ."""

    quotation: Quotation


@dataclass(frozen=True, slots=True)
class WithMark(Quality):
    """A card with an ability of one of these marks, or of none: 【起】を持つ (reb 11.1.1)."""

    markings: tuple[Marking | Kind, ...]
    holds: bool


@dataclass(frozen=True, slots=True)
class HavingTrait(Quality):
    """A card with a trait, where another quality follows: 〔A〕を持つ《B》."""

    trait: Trait

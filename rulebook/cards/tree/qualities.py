"""What a card must be or have: its name, traits, numbers, icons, abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulebook.cards.tree import words
from rulebook.cards.tree.node import Node, NodeType, node_class

if TYPE_CHECKING:
    from rulebook.cards.tree.nouns import Name, Quantity, Quotation, Thing


class Quality(Node, metaclass=NodeType):
    """A property that a card must have; several in a row are alternatives. It ends in a verb."""

    nominal: ClassVar[bool] = False


class Nominal(Quality, metaclass=NodeType, nominal=True):
    """A quality that is not a verb, and so is followed by の before the card: 《A》の."""


class Trait(Nominal, metaclass=NodeType, rule="trait", printed="{name}"):
    """A trait, by its name (ws 2.5.3)."""

    name: Name


class Colours(Nominal, metaclass=NodeType, printed="{said:色が}{colours:と}", keys="colour"):
    """A colour, or several at once (ws 2.4); ``said`` is whether 色が precedes it."""

    colours: tuple[words.Lexeme, ...]
    said: bool


class CardName(Nominal, metaclass=NodeType, rule="card_name", printed="{name}"):
    """A card, by its name (ws 2.1.2)."""

    name: Name


class Measured(Nominal, metaclass=NodeType, token="measured", printed="{measure}{number}{limit}"):
    """A number of the card within bounds: レベル1以下."""

    keys = "word:{measure}"
    measure: words.Lexeme
    number: words.Amount
    limit: words.Limit | None


# The same, stated with が: スピードが3以上の (los 9.6.1).
MeasuredIs = node_class(
    "MeasuredIs", Measured, token="measured_is", printed="{measure}が{number}{limit}"
)


class AlsoMeasured(Nominal, metaclass=NodeType, rule="also_measured", printed="{number}"):
    """Another possible value of the previous number: the 5 in コスト3か5."""

    number: words.Amount


class WithIcons(Nominal, metaclass=NodeType, printed="トリガーアイコンが{icons}{others:か…}"):
    """A climax with these trigger icons, or with one of the others (ws 2.11)."""

    keys = "quality:トリガーアイコン icon:{icons} icon:{others}"
    icons: tuple[words.Lexeme, ...]
    others: tuple[words.Lexeme, ...]


class HavingIcons(Quality, metaclass=NodeType, rule="having_icons"):
    """A card with these among its trigger icons: トリガーアイコンに【ソウル】がある (ws 2.11)."""

    keys = "quality:トリガーアイコン icon:{icons}"
    printed = "トリガーアイコンに{icons}がある"
    icons: tuple[words.Lexeme, ...]


class NameHolding(Quality, metaclass=NodeType, keys="name-part"):
    """A card with one of these words in its name, or none; ``again``: カード名に is left out."""

    printed = "{again:|カード名に}{fragments:か}を含{holds:む|まない}"
    fragments: tuple[Name, ...]
    holds: bool
    again: bool


class TraitHolding(Quality, metaclass=NodeType, rule="trait_holding", keys="trait-part"):
    """A card that has a trait with one of these words in it."""

    printed = "{fragments:か}を含む特徴を持つ"
    fragments: tuple[Name, ...]


class WithTraits(Quality, metaclass=NodeType, rule="with_traits", printed="特徴を{quantity}持つ"):
    """A card with that many traits."""

    quantity: Quantity


class InState(Quality, metaclass=NodeType, rule="in_state", printed="{state}"):
    """A card in that state (ws 4.6)."""

    keys = "state:{state}"
    state: words.Lexeme


class Exceeding(Quality, metaclass=NodeType, printed="{measure}が{than}より{comparison}"):
    """A card with a number that is compared to another: レベルが相手のレベルより高い."""

    keys = "word:{measure}"
    measure: words.Lexeme
    than: Thing
    comparison: words.Comparison


class WithAbility(Quality, metaclass=NodeType, rule="with_ability", printed="{quotation}を持つ"):
    """A card that has what is quoted: 『応援』を持つ."""

    quotation: Quotation


class WithMark(Quality, metaclass=NodeType, token="with_mark", keys="word:{markings}"):
    """A card with an ability of one of these marks, or of none: 【起】を持つ (reb 11.1.1)."""

    printed = "{markings:か}を{holds:持つ|持たない}"
    markings: tuple[words.Marking | words.Kind, ...]
    holds: bool


class HavingTrait(Quality, metaclass=NodeType, rule="having_trait", printed="{trait}を持つ"):
    """A card with a trait, before another quality: 〔A〕を持つ《B》."""

    trait: Trait

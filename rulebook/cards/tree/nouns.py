"""Things that card texts speak of: cards, zones, numbers, players, and their qualifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.cards.tree.node import Node
from rulebook.cards.tree.qualities import Measured, Quality, Trait
from rulebook.cards.tree.words import (
    Amount,
    Brackets,
    Cause,
    Counter,
    Described,
    Icon,
    Kind,
    Labelling,
    Limit,
    Marking,
    Period,
    Person,
    Pointer,
    Relation,
    Side,
    Sign,
    Vague,
    Word,
    Zone,
)
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook.cards.tree.acts import Act
    from rulebook.cards.tree.card import Ability


@dataclass(frozen=True, slots=True)
class Thing(Node):
    """Anything that a particle can follow."""


@dataclass(frozen=True, slots=True)
class Qualifier(Node):
    """Anything that describes the thing after it."""


@dataclass(frozen=True, slots=True)
class Name(Node):
    """The words of a name: of a card, a trait, or a part of one; they are not parsed."""

    text: str
    brackets: Brackets = Brackets.CORNERS


@dataclass(frozen=True, slots=True)
class Change(Node):
    """By how much a number changes (ws 8.9): ＋1000, －Ｘ."""

    sign: Sign
    amount: Amount


@dataclass(frozen=True, slots=True)
class Changes(Node):
    """How attack and defence change at once: ＋2/±0 (reb 5.17)."""

    attack: Change
    defence: Change


@dataclass(frozen=True, slots=True)
class Number(Thing):
    """A number, or a letter for one (Ｘ)."""

    value: Amount


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """A number of something: 2枚, 3枚まで (ws 8.6.3.1.1), 好きな枚数, 1以上.

    ``count`` may be left open by the text; ``unit`` is None for a bare number.
    """

    count: Amount | Vague
    unit: Counter | None
    limit: Limit | None


@dataclass(frozen=True, slots=True)
class Noun(Thing):
    """A common noun with its qualifiers: 他のあなたの《音楽》のキャラ."""

    qualifiers: tuple[Qualifier, ...]
    word: Word | Period | Kind | Marking | Damage


@dataclass(frozen=True, slots=True)
class Damage(Node):
    """An amount of damage (ws 4.10.1)."""

    points: Amount | Vague


@dataclass(frozen=True, slots=True)
class Place(Thing):
    """A zone or a part of the stage (ws chapter 3)."""

    qualifiers: tuple[Qualifier, ...]
    zone: Zone


@dataclass(frozen=True, slots=True)
class Named(Thing):
    """Cards named by a quality alone: 「A」か「B」 (ws 2.1.2), 《A》 (ws 2.5.3)."""

    qualifiers: tuple[Qualifier, ...]
    alternatives: tuple[Quality, ...]


@dataclass(frozen=True, slots=True)
class Beside(Thing):
    """A place relative to a thing: 山札の上, その正面.  ``nth`` counts cards from the top."""

    thing: Thing | None
    side: Side
    nth: Amount | None


@dataclass(frozen=True, slots=True)
class Counted(Thing):
    """A thing with its number: キャラ1枚.  ``thing`` is None in あなたが選んだ1つ."""

    thing: Thing | None
    qualifiers: tuple[Qualifier, ...]
    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Total(Thing):
    """A thing with its number in all: 《A》か《B》合計2枚."""

    thing: Thing
    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Every(Thing):
    """All of a thing: キャラすべて."""

    thing: Thing


@dataclass(frozen=True, slots=True)
class Bound(Thing):
    """A number within another (このカードのレベル以下), all but a thing (以外), it alone (のみ)."""

    thing: Thing
    limit: Limit


@dataclass(frozen=True, slots=True)
class Product(Thing):
    """A number times another: キャラの枚数×500."""

    thing: Thing
    factor: Amount


@dataclass(frozen=True, slots=True)
class Sum(Thing):
    """A number changed by another: そのカードのレベル＋1."""

    thing: Thing
    change: Change


@dataclass(frozen=True, slots=True)
class Player(Thing):
    """A player."""

    person: Person


@dataclass(frozen=True, slots=True)
class Quotation(Node):
    """The contents of 『』: abilities that are granted, or an action in full."""

    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class Quoted(Thing):
    """A quotation that is named as a thing: このカードの『助太刀』."""

    qualifiers: tuple[Qualifier, ...]
    quotation: Quotation


@dataclass(frozen=True, slots=True)
class Spoken(Thing):
    """Words that are said or chosen: 「当たり」か「ハズレ」."""

    alternatives: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Choice(Thing):
    """One of the choices of an effect, by its sign: ⅱ."""

    label: Labelling


@dataclass(frozen=True, slots=True)
class Icons(Thing):
    """Trigger icons (ws 2.11)."""

    qualifiers: tuple[Qualifier, ...]
    icons: tuple[Icon, ...]


@dataclass(frozen=True, slots=True)
class Both(Thing):
    """Several things together, joined by と; ``qualifiers`` hold for each of them."""

    qualifiers: tuple[Qualifier, ...]
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Either(Thing):
    """Alternative things, joined by か; ``qualifiers`` hold for each of them."""

    qualifiers: tuple[Qualifier, ...]
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Of(Qualifier):
    """What belongs to a thing or is relative to it: このカードのパワー."""

    thing: Thing


@dataclass(frozen=True, slots=True)
class Related(Qualifier):
    """What is identified by its relation to a thing: このカードがいた枠, そのカード以外のカード."""

    thing: Thing
    relation: Relation


@dataclass(frozen=True, slots=True)
class Which(Qualifier):
    """A clause that describes the thing: このキャラがサポートしたアタック."""

    act: Act


@dataclass(frozen=True, slots=True)
class Owned(Qualifier):
    """The owners: players of whose cards it is one (ws 4.3)."""

    persons: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Other(Qualifier):
    """他の: not this card itself."""


@dataclass(frozen=True, slots=True)
class Pointing(Qualifier):
    """この, その: a reference to this card or to an antecedent."""

    pointer: Pointer


@dataclass(frozen=True, slots=True)
class In(Qualifier):
    """In one of these zones: 控え室の, 手札か舞台の."""

    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Numbering(Qualifier):
    """A number of things that follow: 次の2つの能力."""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Ordinals(Qualifier):
    """The position in a series: 1回目と2回目の; ``onwards`` is whether later ones count, too."""

    places: tuple[int, ...]
    unit: Counter
    onwards: bool


@dataclass(frozen=True, slots=True)
class Range(Qualifier):
    """Between which numbers: 1～9の."""

    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class AndTrait(Qualifier):
    """A trait that is needed besides what follows: 〔A〕で."""

    trait: Trait


@dataclass(frozen=True, slots=True)
class Description(Qualifier):
    """What was done to it before."""

    described: Described


@dataclass(frozen=True, slots=True)
class Caused(Qualifier):
    """The cause of what was done to it, before the word for that: この効果で公開された."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class From(Qualifier):
    """Where it was before: 山札から before 控え室に置かれたカード."""

    zone: Zone


@dataclass(frozen=True, slots=True)
class Qualities(Qualifier):
    """One of these qualities: 《A》か《B》の.

    ``each`` is whether cards with either quality are included: 《A》と《B》の.
    """

    alternatives: tuple[Quality, ...]
    each: bool = False


@dataclass(frozen=True, slots=True)
class Scope(Qualifier):
    """The 、 after の: what precedes it holds for everything that is joined after it."""


@dataclass(frozen=True, slots=True)
class Mixed(Thing):
    """Cards of a quality, or those of a sort: 〔A〕かReバース."""

    qualifiers: tuple[Qualifier, ...]
    alternatives: tuple[Quality, ...]
    word: Word


@dataclass(frozen=True, slots=True)
class Called(Qualifier):
    """The thing in the quotation itself: 『…』という能力."""

    quotation: Quotation


@dataclass(frozen=True, slots=True)
class AndMeasured(Qualifier):
    """A number of the card within bounds, besides what follows: レベル1以下で."""

    measured: Measured

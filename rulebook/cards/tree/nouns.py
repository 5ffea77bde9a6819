"""Things that card texts speak of: cards, zones, numbers, players, and their qualifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.cards.tree import words
from rulebook.cards.tree.node import Node, NodeType, node_class
from rulebook.cards.tree.qualities import Measured, Quality, Trait

if TYPE_CHECKING:
    from rulebook.cards.tree.acts import Act
    from rulebook.cards.tree.card import Ability


class Thing(Node, metaclass=NodeType):
    """Anything that a particle can follow."""


class Qualifier(Node, metaclass=NodeType):
    """Anything that describes the thing after it."""


class Name(Node, metaclass=NodeType):
    """The words of a name: of a card, a trait, or a part of one; they are not parsed."""

    text: str
    brackets: words.Brackets = words.Brackets.CORNERS


class Change(Node, metaclass=NodeType, printed="{sign}{amount}"):
    """By how much a number changes (ws 8.9): ＋1000, －Ｘ."""

    sign: words.Lexeme
    amount: words.Amount


class Changes(Node, metaclass=NodeType, printed="{attack}/{defence}"):
    """How attack and defence change at once: ＋2/±0 (reb 5.17)."""

    attack: Change
    defence: Change


class Number(Thing, metaclass=NodeType, rule="number", printed="{value}"):
    """A number, or a letter for one (Ｘ)."""

    value: words.Amount


class Quantity(Node, metaclass=NodeType, printed="{count}{unit}{limit}"):
    """A number of something: 2枚, 3枚まで (ws 8.6.3.1.1), 好きな枚数, 1以上. ``count`` may be left
    open by the text; ``unit`` is None for a bare number."""

    count: words.Amount | words.Vague
    unit: words.Counter | None
    limit: words.Limit | None


class Noun(Thing, metaclass=NodeType, printed="{qualifiers}{word}"):
    """A common noun with its qualifiers: 他のあなたの《音楽》のキャラ."""

    qualifiers: tuple[Qualifier, ...]
    word: words.Word | words.Period | words.Kind | words.Marking | Damage


class Damage(Node, metaclass=NodeType, printed="{points}ダメージ"):
    """An amount of damage (ws 4.10.1)."""

    points: words.Amount | words.Vague


class Place(Thing, metaclass=NodeType, printed="{qualifiers}{zone}", keys="zone:{zone}"):
    """A zone or a part of the stage (ws chapter 3)."""

    qualifiers: tuple[Qualifier, ...]
    zone: words.Zone


class Named(Thing, metaclass=NodeType, printed="{qualifiers}{alternatives:か}"):
    """Cards named by a quality alone: 「A」か「B」 (ws 2.1.2), 《A》 (ws 2.5.3)."""

    qualifiers: tuple[Qualifier, ...]
    alternatives: tuple[Quality, ...]


class Beside(Thing, metaclass=NodeType, printed="{thing:…の}{nth:…番}{side}", keys="side:{side}"):
    """A place relative to a thing: 山札の上, その正面.  ``nth`` counts cards from the top."""

    thing: Thing | None
    side: words.Lexeme
    nth: words.Amount | None


class Counted(Thing, metaclass=NodeType, printed="{qualifiers}{thing}{quantity}"):
    """A thing with its number: キャラ1枚.  ``thing`` is None in あなたが選んだ1つ."""

    thing: Thing | None
    qualifiers: tuple[Qualifier, ...]
    quantity: Quantity


class Total(Thing, metaclass=NodeType, rule="total", printed="{thing}合計{quantity}"):
    """A thing with its number in all: 《A》か《B》合計2枚."""

    thing: Thing
    quantity: Quantity


class Every(Thing, metaclass=NodeType, rule="every", printed="{thing}すべて"):
    """All of a thing: キャラすべて."""

    thing: Thing


class Bound(Thing, metaclass=NodeType, rule="bound", printed="{thing}{limit}"):
    """A number within another (このカードのレベル以下), all except it (以外), only it (のみ)."""

    thing: Thing
    limit: words.Limit


class Product(Thing, metaclass=NodeType, rule="product", printed="{thing}×{factor}"):
    """A number times another: キャラの枚数×500."""

    thing: Thing
    factor: words.Amount


class Sum(Thing, metaclass=NodeType, rule="sum", printed="{thing}{change}"):
    """A number changed by another: そのカードのレベル＋1."""

    thing: Thing
    change: Change


class Player(Thing, metaclass=NodeType, rule="player", printed="{person}"):
    """A player; 自分 is the one who carries the effect out (ws 8.6.5)."""

    person: words.Lexeme


class Quotation(Node, metaclass=NodeType, rule="quotation", printed="『{abilities:\n}』"):
    """The contents of 『』: abilities that are granted, or an action in full."""

    abilities: tuple[Ability, ...]


class Quoted(Thing, metaclass=NodeType, printed="{qualifiers}{quotation}"):
    """A quotation that is named as a thing: このカードの『助太刀』."""

    qualifiers: tuple[Qualifier, ...]
    quotation: Quotation


class Spoken(Thing, metaclass=NodeType, rule="spoken", printed="{alternatives:か}"):
    """Words that are said or chosen, which name no cards: 「当たり」か「ハズレ」."""

    alternatives: tuple[Name, ...]


class Choice(Thing, metaclass=NodeType, rule="choice", printed="{label}"):
    """One of the choices of an effect, by its sign: ⅱ."""

    label: words.Lexeme


class Icons(Thing, metaclass=NodeType, printed="{qualifiers}{icons}", keys="icon:{icons}"):
    """Trigger icons (ws 2.11)."""

    qualifiers: tuple[Qualifier, ...]
    icons: tuple[words.Lexeme, ...]


class Both(Thing, metaclass=NodeType, printed="{qualifiers}{things:と}"):
    """Several things together, joined by と; ``qualifiers`` hold for each of them."""

    qualifiers: tuple[Qualifier, ...]
    things: tuple[Thing, ...]


class Either(Thing, metaclass=NodeType, printed="{qualifiers}{things:か}"):
    """Alternative things, joined by か; ``qualifiers`` hold for each of them."""

    qualifiers: tuple[Qualifier, ...]
    things: tuple[Thing, ...]


class Of(Qualifier, metaclass=NodeType, rule="of", printed="{thing}の"):
    """The thing to which another belongs or is relative: このカードの of このカードのパワー."""

    thing: Thing


class Related(Qualifier, metaclass=NodeType, rule="related", printed="{thing}{relation}"):
    """The thing and relation that identify another: このカードがいた枠, そのカード以外のカード."""

    keys = "relation:{relation}"
    thing: Thing
    relation: words.Relation


class Which(Qualifier, metaclass=NodeType, printed="{act}"):
    """A clause that describes the thing: このキャラがサポートしたアタック."""

    act: Act


class Owned(Qualifier, metaclass=NodeType, token="owned", printed="{persons:か}の"):
    """The owners: the thing belongs to one of these players (ws 4.3)."""

    keys = "person:{persons}"
    persons: tuple[words.Lexeme, ...]


Other = node_class("Other", Qualifier, rule="other", printed="他の")  # not this card itself


class Pointing(Qualifier, metaclass=NodeType, rule="pointing", printed="{pointer}"):
    """この, その: a reference to this card or to an antecedent."""

    pointer: words.Pointer


class In(Qualifier, metaclass=NodeType, printed="{zones:か}の", keys="zone:{zones}"):
    """In one of these zones: 控え室の, 手札か舞台の."""

    zones: tuple[words.Zone, ...]


class Numbering(Qualifier, metaclass=NodeType, rule="numbering", printed="{quantity}の"):
    """A number of things that follow: 次の2つの能力."""

    quantity: Quantity


class Ordinals(Qualifier, metaclass=NodeType):
    """The position in a series: 1回目と2回目の; ``onwards`` is whether later ones count, too."""

    places: tuple[int, ...]
    unit: words.Counter
    onwards: bool


class Range(Qualifier, metaclass=NodeType, token="range", printed="{lowest}～{highest}の"):
    """The bounds of several numbers: 1～9の."""

    lowest: int
    highest: int


class AndTrait(Qualifier, metaclass=NodeType, token="trait_and", printed="{trait}で"):
    """A trait that is needed besides what follows: 〔A〕で."""

    trait: Trait


class Description(Qualifier, metaclass=NodeType, rule="description", printed="{described}"):
    """What was done to the thing before."""

    keys = "described:{described}"
    described: words.Lexeme


class Caused(Qualifier, metaclass=NodeType, rule="by_this", printed="{cause}"):
    """The cause of what was done to the thing, printed before it: この効果で公開された."""

    cause: words.Lexeme


class From(Qualifier, metaclass=NodeType, token="from_zone", printed="{zone}から"):
    """Where the thing was before: 山札から of 山札から控え室に置かれたカード."""

    keys = "zone:{zone}"
    zone: words.Zone


class Qualities(Qualifier, metaclass=NodeType, rule="qualities"):
    """One of these qualities: 《A》か《B》の; for ``each``, cards with either: 《A》と《B》の."""

    alternatives: tuple[Quality, ...]
    each: bool = False


# The 、 after の: what precedes it holds for everything that is joined after it.
Scope = node_class("Scope", Qualifier, rule="scope", printed="、")


class Mixed(Thing, metaclass=NodeType, printed="{qualifiers}{alternatives:か}か{word}"):
    """Cards of a quality, or those of a sort: 〔A〕かReバース."""

    qualifiers: tuple[Qualifier, ...]
    alternatives: tuple[Quality, ...]
    word: words.Word


class Called(Qualifier, metaclass=NodeType, rule="called", printed="{quotation}という"):
    """The thing in the quotation itself: 『…』という能力."""

    quotation: Quotation


class AndMeasured(Qualifier, metaclass=NodeType, token="measured_and", printed="{measured}で"):
    """A number of the card within bounds, besides what follows: レベル1以下で."""

    measured: Measured

"""Abilities and the sentences that they are made of."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from rulebook.cards.tree.acts import Act, Predicate
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.nouns import Name, Quantity, Quotation, Thing
from rulebook.cards.tree.roles import Role
from rulebook.cards.tree.walking import Placed, children, lineage
from rulebook.cards.tree.words import (
    Amount,
    Connective,
    KeywordName,
    Kind,
    Labelling,
    Marking,
)
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Step(Node):
    """A part of a sentence that is no action itself, and governs what follows it."""


@dataclass(frozen=True, slots=True)
class StepOfAct(Step):
    """A step that is one action in a form that relates it to what follows."""

    act: Act


@dataclass(frozen=True, slots=True)
class When(Step):
    """An event on which the ability is played, its trigger (ws 8.7.1); ``events`` are alternatives.

    ``leading`` are events just before: プレイされて舞台に置かれた時.
    """

    leading: tuple[Act, ...]
    events: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Replaced(When):
    """An event that another one replaces (かわりに); it is no trigger (ws 8.2.1.3)."""


@dataclass(frozen=True, slots=True)
class If(Step):
    """Conditions that must all hold: なら. An :class:`OrElse` is joined to the next by か.

    With a time between two conditions, the first is a separate ``If``.
    """

    conditions: tuple[Predicate | OrElse | Link, ...]


@dataclass(frozen=True, slots=True)
class Once(StepOfAct):
    """As soon as this has been done: 行ったら."""


@dataclass(frozen=True, slots=True)
class EvenIf(StepOfAct):
    """Whether or not this happens: アタックしても."""


@dataclass(frozen=True, slots=True)
class OrElse(StepOfAct):
    """This, or the action after it; if that is optional, so is this."""


@dataclass(frozen=True, slots=True)
class TurnWhen(StepOfAct):
    """In the turn in which this happened: 置かれたターン中."""


@dataclass(frozen=True, slots=True)
class ByDoing(StepOfAct):
    """By means of this, which is the price for what follows: 控え室に置くことで."""


@dataclass(frozen=True, slots=True)
class OnDoing(StepOfAct):
    """On the occasion of this: 控え室に置く際、."""


@dataclass(frozen=True, slots=True)
class After(StepOfAct):
    """After this has happened: 置いた後、."""


@dataclass(frozen=True, slots=True)
class While(StepOfAct):
    """As long as this is so: 【レスト】している間、."""


@dataclass(frozen=True, slots=True)
class InsteadOfDoing(StepOfAct):
    """In place of this: メンバーに置くかわりに."""


@dataclass(frozen=True, slots=True)
class OnlyWhen(StepOfAct):
    """Only while this holds: いる時のみ."""


@dataclass(frozen=True, slots=True)
class EvenWhen(StepOfAct):
    """Also when this happens: 置かれた時でも."""


@dataclass(frozen=True, slots=True)
class Although(StepOfAct):
    """This is so, and yet: 存在しているが."""


@dataclass(frozen=True, slots=True)
class AsIf(StepOfAct):
    """As if this were so: 手札にあるかのように."""


@dataclass(frozen=True, slots=True)
class InDoing(StepOfAct):
    """In the course of this: プレイするにあたり."""


@dataclass(frozen=True, slots=True)
class Frame(Step):
    """A phrase that holds for the rest of the sentence: 始めに, そのターン中, キャラ1枚につき.

    Before a condition with a subject, also the topic: このカードは…なら.
    """

    role: Role


@dataclass(frozen=True, slots=True)
class Link(Step):
    """A word that ties the sentence to the one before it (ws 8.6.4)."""

    connective: Connective


@dataclass(frozen=True, slots=True)
class Label(Step):
    """The sign before one of several choices: ⅰ．"""

    label: Labelling


@dataclass(frozen=True, slots=True)
class Case(Step):
    """The number that is needed for what follows in a list: 3枚以上．"""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class CaseOf(Step):
    """The thing for which what follows in a list is done: 《A》と《B》．"""

    thing: Thing


@dataclass(frozen=True, slots=True)
class Chosen(Step):
    """A choice that is carried out, where only the last says 行う: ⅰ、そうでないなら、ⅱを行う."""

    label: Labelling


@dataclass(frozen=True, slots=True)
class May(StepOfAct):
    """This may be done or left undone (ws 8.6.4): してよい."""


@dataclass(frozen=True, slots=True)
class MayEven(StepOfAct):
    """This, too, may be done or be so: してもよい."""


@dataclass(frozen=True, slots=True)
class Can(StepOfAct):
    """This is possible: ことができる."""


@dataclass(frozen=True, slots=True)
class Cannot(StepOfAct):
    """This is forbidden: ことができない."""


@dataclass(frozen=True, slots=True)
class Reminder(Node):
    """A reminder of the rules, in （） or after ※ (ws 2.12.3); its text is not parsed."""

    text: str


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """Steps and actions in the order of the text.

    ``closed`` is whether a full stop ends it; ``reminder`` is one that does so instead.
    """

    steps: tuple[Step | Predicate, ...]
    closed: bool
    reminder: Reminder | None


@dataclass(frozen=True, slots=True)
class Granted(Node):
    """The quotation to which the sentence before refers: abilities given, an action to do."""

    quotation: Quotation


@dataclass(frozen=True, slots=True)
class Unparsed(Node):
    """A part that the grammar does not know, with its text."""

    text: str


@dataclass(frozen=True, slots=True)
class HeadMark(Node):
    """Anything before a keyword or cost; ``closing`` is printed after its ability."""

    closing: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class KindMark(HeadMark):
    """The icon of the kind of ability (ws 8.1.1)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Mark(HeadMark):
    """An icon for when or from where the ability may be used."""

    marking: Marking


@dataclass(frozen=True, slots=True)
class Parting(HeadMark):
    """The ： between marks and text (reb 11.2.2)."""


@dataclass(frozen=True, slots=True)
class TurnLimit(HeadMark):
    """How often in a turn the ability may be played (ws 10.19)."""

    times: int


@dataclass(frozen=True, slots=True)
class Keyword(Node):
    """A keyword with its parameters (ws chapter 10); ``value`` is that of スピード耐性：3."""

    name: KeywordName
    names: tuple[Name, ...]
    power: Amount | None
    level: Amount | None
    value: Amount | None = None


@dataclass(frozen=True, slots=True)
class Payment(Node):
    """A part of a cost that is a number."""


@dataclass(frozen=True, slots=True)
class Stock(Payment):
    """A number of stock cards to be put into the waiting room (ws 8.4.3)."""

    count: Amount


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """What must be done to use the ability (ws 8.4.1)."""

    stock: Payment | None
    sentences: tuple[Sentence | Unparsed, ...]


@dataclass(frozen=True)
class Ability(Node):
    """One ability, or one paragraph of a card that carries no icon (ws 2.12)."""

    marks: tuple[HeadMark, ...]
    keyword: Keyword | None
    cost: Cost | None
    text: tuple[Sentence | Granted | Reminder | Unparsed, ...]

    @cached_property
    def inside(self) -> list[Placed]:
        """All nodes in the ability, found once for several stages.

        The ability itself is not in the list, because a reference cycle would delay its release.
        """
        return [placed for part in children(self) for placed in lineage(part, depth=2)]

    @cached_property
    def kinds(self) -> frozenset[type[Node]]:
        """The classes of these nodes, so that absent ones need not be searched for."""
        return frozenset([type(node) for node, _, _ in self.inside])

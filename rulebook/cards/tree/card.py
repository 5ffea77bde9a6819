"""Abilities and the sentences that they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import ClassVar

from rulebook.cards.tree import acts, card, roles, words
from rulebook.cards.tree.acts import Act, Predicate
from rulebook.cards.tree.node import Node, NodeType, NodeWithParent, all_nodes, children, node_class
from rulebook.cards.tree.nouns import Name, Quantity, Quotation, Thing
from rulebook.cards.tree.roles import Role


class Step(Node, metaclass=NodeType):
    """A part of a sentence that is not itself an action, but governs what follows it."""


class StepOfAct(Step, metaclass=NodeType):
    """A step that is one action in a form that relates it to what follows."""

    act: Act


def _step(name: str, rule: str, printed: str) -> type[StepOfAct]:
    """Return a class of steps, read by ``rule`` and printed as ``printed``: each takes one line."""
    return node_class(name, StepOfAct, rule=rule, printed=printed)


class When(Step, metaclass=NodeType, printed="{leading}{events:時か}時、"):
    """An event on which the ability is played, its trigger (ws 8.7.1); ``events`` are alternatives.
    ``leading`` are events just before: プレイされて舞台に置かれた時."""

    leading: tuple[Act, ...]
    events: tuple[Act, ...]


Replaced = node_class("Replaced", When)  # what another event replaces, no trigger (ws 8.2.1.3)


class If(Step, metaclass=NodeType, rule="condition"):
    """Conditions that must all hold: なら. An :class:`OrElse` is joined to the next by か. With a
    time between two conditions, the first is a separate ``If``."""

    conditions: tuple[Predicate | StepOfAct | Link, ...]


Once = _step("Once", "once", "{act}ら、")  # as soon as this has been done: 行ったら
EvenIf = _step("EvenIf", "even_if", "{act}も")  # whether or not this happens: アタックしても
OrElse = _step("OrElse", "or_else", "{act}か")  # this, or the action after it, optional if that is
TurnWhen = _step("TurnWhen", "turn_when", "{act}ターン中、")  # in the turn when the act happened
ByDoing = _step("ByDoing", "by_doing", "{act}ことで")  # this is the price for what follows
OnDoing = _step("OnDoing", "on_doing", "{act}際、")  # on the occasion of this
After = _step("After", "after", "{act}後、")  # after this has happened: 置いた後、
While = _step("While", "while_", "{act}間、")  # as long as this is so: 【レスト】している間、
InsteadOfDoing = _step("InsteadOfDoing", "instead_of_doing", "{act}かわりに")  # in place of this
OnlyWhen = _step("OnlyWhen", "only_when", "{act}時のみ")  # only while this holds: いる時のみ
EvenWhen = _step("EvenWhen", "even_when", "{act}時でも")  # also when this happens: 置かれた時でも
Although = _step("Although", "although", "{act}が")  # this is so, and yet: 存在しているが
AsIf = _step("AsIf", "as_if", "{act}かのように")  # as if this were so
InDoing = _step("InDoing", "in_doing", "{act}にあたり")  # in the course of this


class Frame(Step, metaclass=NodeType, printed="{role}"):
    """A phrase that holds for the rest of the sentence: 始めに, そのターン中, キャラ1枚につき.
    Before a condition with a subject, also the topic: このカードは…なら."""

    role: Role


class Link(Step, metaclass=NodeType, token="link", printed="{connective}、"):
    """A word that ties the sentence to the one before it (ws 8.6.4)."""

    keys = "link:{connective}"
    connective: words.Connective


class Label(Step, metaclass=NodeType, rule="label", printed="{label}．"):
    """The sign before one of several choices: ⅰ．"""

    label: words.Lexeme


class Case(Step, metaclass=NodeType, rule="case", printed="{quantity}．"):
    """The number that the next part of a list needs: 3枚以上．"""

    quantity: Quantity


class CaseOf(Step, metaclass=NodeType, rule="case_of", printed="{thing}．"):
    """The thing for which the next part of a list is carried out: 《A》と《B》．"""

    thing: Thing


class Chosen(Step, metaclass=NodeType, rule="chosen", printed="{label}、"):
    """A choice that is carried out, where only the last says 行う: ⅰ、そうでないなら、ⅱを行う."""

    label: words.Lexeme


May = _step("May", "may", "{act}よい")  # may be done or left undone (ws 8.6.4): してよい
MayEven = _step("MayEven", "may_even", "{act}もよい")  # this, too: してもよい
Can = _step("Can", "can", "{act}ことができる")  # this is possible: ことができる
Cannot = _step("Cannot", "cannot", "{act}ことができない")  # this is forbidden: ことができない


class Reminder(Node, metaclass=NodeType, rule="reminder", printed="{text}"):
    """A reminder of the rules, in （） or after ※ (ws 2.12.3); its text is not parsed."""

    text: str


class Sentence(Node, metaclass=NodeType):
    """Steps and actions in the order of the text. ``closed`` is whether a full stop ends it;
    ``reminder`` is the reminder that does so instead."""

    steps: tuple[Step | Predicate, ...]
    closed: bool
    reminder: Reminder | None


class Granted(Node, metaclass=NodeType, rule="granted", printed="{quotation}"):
    """The quotation to which the sentence before refers: abilities given, or an action to do."""

    quotation: Quotation


class Unparsed(Node, metaclass=NodeType, printed="{text}"):
    """A part that the grammar does not know, with its text."""

    text: str


class HeadMark(Node, metaclass=NodeType):
    """Anything before a keyword or cost; ``closing`` is printed after its ability. After it, events
    without a subject may be of the card (``with_own_events``)."""

    closing: ClassVar[str] = ""
    with_own_events: ClassVar[bool] = False


class KindMark(HeadMark, metaclass=NodeType, rule="kind", printed="{kind}", keys="kind:{kind}"):
    """The icon of the kind of ability (ws 8.1.1)."""

    kind: words.Kind


class Mark(HeadMark, metaclass=NodeType, rule="mark", printed="{marking}", keys="mark:{marking}"):
    """An icon for when or from where the ability may be used."""

    marking: words.Marking


# The ： between marks and text (reb 11.2.2).
Parting = node_class("Parting", HeadMark, rule="parting", printed="：")


class TurnLimit(HeadMark, metaclass=NodeType, token="turn_limit", printed="【ターン{times}】"):
    """How often in a turn the ability may be played (ws 10.19)."""

    keys = "turn-limit"
    times: int


class Keyword(Node, metaclass=NodeType, rule="keyword", keys="keyword:{name}"):
    """A keyword with its parameters (ws chapter 10); ``value`` is that of スピード耐性：3."""

    name: words.Lexeme
    names: tuple[Name, ...] = ()
    power: words.Amount | None = None
    level: words.Amount | None = None
    value: words.Amount | None = None


class Payment(Node, metaclass=NodeType):
    """A part of a cost that is a number."""


class Stock(Payment, metaclass=NodeType, token="stock", printed="({count})", keys="stock"):
    """A number of stock cards to be put into the waiting room (ws 8.4.3)."""

    count: words.Amount


class Cost(Node, metaclass=NodeType, printed="［{stock}{sentences}］", keys="cost"):
    """What must be done to use the ability (ws 8.4.1)."""

    stock: Payment | None
    sentences: tuple[Sentence | Unparsed, ...]


class Ability(Node, metaclass=NodeType, slots=False):
    """One ability, or one paragraph of a card that carries no icon (ws 2.12)."""

    marks: tuple[HeadMark, ...]
    keyword: Keyword | None
    cost: Cost | None
    text: tuple[Sentence | Granted | Reminder | Unparsed, ...]

    @cached_property
    def inside(self) -> list[NodeWithParent]:
        """All nodes in the ability with parents and depths, listed once for several stages. The
        ability itself (depth 1) is left out, as a reference cycle would delay its release."""
        return [*chain.from_iterable([all_nodes(part, depth=2) for part in children(self)])]

    @cached_property
    def kinds(self) -> frozenset[type[Node]]:
        """The classes of all nodes in the ability: stages need not search for any others."""
        return frozenset(map(type, map(itemgetter(0), self.inside)))


def steps(ability: card.Ability) -> Iterator[card.Step | acts.Predicate]:
    """Yield the steps of all sentences of ``ability``, among which callers look for a trigger."""
    for sentence in ability.text:
        if isinstance(sentence, card.Sentence):
            yield from sentence.steps


def complements_of(step: card.Step | acts.Predicate) -> tuple[roles.Complement, ...]:
    """Return the complements of ``step`` or, if it is “may …”, of its act, to find “instead”."""
    act = step.act if isinstance(step, card.StepOfAct) else step
    return act.complements if isinstance(act, acts.Predicate) else ()


def is_trigger(step: card.Step | acts.Predicate) -> bool:
    """Whether ``step`` is an event or time (“when …”). An ability waits for its first one, the
    trigger; a later one only delays effects, and each caller must look which it has."""
    return isinstance(step, card.When) or isinstance(getattr(step, "role", None), roles.At)


def is_time_of_trigger(step: Node, behind: Node | None) -> bool:
    """Whether ``step`` is a time right before a trigger (``behind``): “in a phase, when it is …”.
    The event counts only in it; elsewhere a time is how long an effect lasts or when it happens."""
    return isinstance(step, card.Frame) and isinstance(behind, card.When)


def is_other_case(step: card.Step | acts.Predicate) -> bool:
    """Whether ``step`` is 違うなら (if not) without a subject. It is not a condition to check, but
    begins the case in which the condition before it fails; “instead” in it replaces nothing."""
    return isinstance(step, card.If) and all(
        isinstance(asked, acts.Compares)
        and asked.comparison == words.Comparison.DIFFERENT
        and not asked.complements
        for asked in step.conditions
    )

"""Complements of verbs: things in their semantic roles, numbers, and manners."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulebook.cards.tree.node import Node, NodeType, node_class
from rulebook.cards.tree.nouns import Change, Changes, Quantity, Thing
from rulebook.cards.tree.words import Lexeme, MannerWord

if TYPE_CHECKING:
    from rulebook.cards.tree.acts import Act


class Complement(Node, metaclass=NodeType, particle=""):
    """Anything before a verb that belongs to it; ``frames.toml`` calls it by its ``particle``."""

    particle: ClassVar[str]


class Role(Complement, metaclass=NodeType, printed="{thing}{particle}"):
    """A thing or a number in its semantic role, which the particle after it marks."""

    thing: Thing | Quantity
    argument: ClassVar[str] = ""
    """Which argument of the verb it is; none for what belongs to more than one verb."""


def _role(name: str, particle: str, argument: str) -> type[Role]:
    """Return a class of complements marked by ``particle`` (を, for objects), so that each of these
    many classes takes one line. ``argument`` is which argument of the verb they are (object)."""
    return node_class(name, Role, particle=particle, argument=argument)


Means = _role("Means", "で", "means")  # by what, or where
Direction = _role("Direction", "へ", "target")  # towards what
As = _role("As", "として", "use")  # the use or kind that it counts as
By = _role("By", "によって", "means")  # through what
Through = _role("Through", "により", "means")  # through what
Also = _role("Also", "も", "subject")  # this too
NoMoreThan = _role("NoMoreThan", "しか", "beyond")  # not beyond that
RatherThan = _role("RatherThan", "ではなく", "rather_than")  # not this but what follows
Topic = _role("Topic", "は", "topic")  # は: the agent, or what the sentence is about
Subject = _role("Subject", "が", "subject")  # が: the agent, or what has a property
Whose = _role("Whose", "の", "subject")  # の before a property: このキャラのATK10以上なら
WhoseAll = _role("WhoseAll", "の、", "")  # at the head: the owner of all that follows
Object = _role("Object", "を", "object")  # を: what it is done to
Target = _role("Target", "に", "target")  # に: where to, to whom, or when
At = _role("At", "に", "moment")  # に after a time: ターンの始めに
AtMoment = node_class("AtMoment", At, particle="、")  # a time without a particle: アタック終了時、
Within = _role("Within", "", "until")  # in which turn, without a particle: このターン…
Doer = _role("Doer", "に", "agent")  # に before a passive: 相手の効果に選ばれない
DoerFrom = node_class("DoerFrom", Doer, particle="から")  # the same: 相手から選ばれない
Source = _role("Source", "から", "source")  # から: where from
Companion = _role("Companion", "と", "companion")  # と: with what
Until = _role("Until", "まで", "until")  # まで: how long it lasts (ws 8.9.2)
AlsoAs = _role("AlsoAs", "としても", "use")  # としても: a use or kind that it counts as, too
ForEach = _role("ForEach", "につき", "for_each")  # につき: once for each
InsteadOf = _role("InsteadOf", "のかわりに", "instead_of")  # のかわりに: in place of what (ws 8.10)
Than = node_class("Than", Role, rule="than", particle="より", argument="than")  # より: than what
# 中: how long it lasts (ws 8.9.2): そのターン中.
During = node_class("During", Role, rule="during", particle="中、", argument="until")
# 中に: at some time in it: 相手のターン中に.
Amid = node_class("Amid", Role, rule="amid", particle="中に", argument="until")


class Focused(Complement, metaclass=NodeType, printed="{role}{focus}"):
    """A complement with an emphasising particle: エネルギーからも, この効果では."""

    role: Role
    focus: Lexeme


class RoleOr(Complement, metaclass=NodeType, printed="{role}か"):
    """This complement, or the next one: 手札からか『チェンジ』で."""

    role: Role


class HowMany(Complement, metaclass=NodeType, particle="枚", rule="how_many", printed="{quantity}"):
    """A number apart from what it counts: キャラを1枚選び (ws 8.6.3)."""

    quantity: Quantity


class HowManyAnd(Complement, metaclass=NodeType, particle="枚", rule="how_many_and"):
    """A number apart from its noun, with more to be taken together: キャラを1枚とこのカードを. The
    next thing has the owner and zone of the first unless it names its own, as このカード does."""

    printed = "{quantity}と"
    quantity: Quantity


# すべて apart from its noun.
AllOfIt = node_class("AllOfIt", Complement, particle="すべて", rule="all_of_it", printed="すべて")


class Manner(Complement, metaclass=NodeType, particle="manner", rule="manner", printed="{manner}"):
    """How it is done: 裏向きで, 好きな順番で."""

    keys = "manner:{manner}"
    manner: MannerWord


class HowMuch(Complement, metaclass=NodeType, rule="by_how_much", printed="{change}"):
    """By how much a number is made larger or smaller: －5される."""

    change: Change | Changes


class SoThat(Complement, metaclass=NodeType, particle="枚", rule="so_that"):
    """The intended outcome: 同じ枚数になるように; ``ni`` is whether に follows."""

    printed = "{outcome}よう{ni:に}"
    outcome: Act
    ni: bool = True


class UntilDone(Complement, metaclass=NodeType, particle="まで", rule="until"):
    """The event that ends a repetition: あなたがレベルアップするまで."""

    printed = "{outcome}まで"
    outcome: Act

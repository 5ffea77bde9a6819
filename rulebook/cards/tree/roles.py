"""Complements of verbs: things in their semantic roles, numbers, and manners."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulebook.cards.tree.node import Node
from rulebook.cards.tree.nouns import Change, Changes, Quantity, Thing
from rulebook.cards.tree.words import Focus, MannerWord
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook.cards.tree.acts import Act


@dataclass(frozen=True, slots=True)
class Complement(Node):
    """Anything before a verb that belongs to it."""


@dataclass(frozen=True, slots=True)
class Role(Complement):
    """A thing or a number in its semantic role, which the particle after it marks."""

    thing: Thing | Quantity
    particle: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Topic(Role):
    """は: the agent, or what the sentence is about."""

    particle: ClassVar = "は"


@dataclass(frozen=True, slots=True)
class Subject(Role):
    """が: the agent, or what has a property."""

    particle: ClassVar = "が"


@dataclass(frozen=True, slots=True)
class Whose(Role):
    """の before a property: このキャラのATK10以上なら."""

    particle: ClassVar = "の"


@dataclass(frozen=True, slots=True)
class WhoseAll(Role):
    """の、 at the head: the owner of all that follows (あなたの、手札が3枚以上で…なら)."""

    particle: ClassVar = "の、"


@dataclass(frozen=True, slots=True)
class Object(Role):
    """を: what it is done to."""

    particle: ClassVar = "を"


@dataclass(frozen=True, slots=True)
class Target(Role):
    """に: where to, to whom, or when."""

    particle: ClassVar = "に"


@dataclass(frozen=True, slots=True)
class At(Role):
    """に after a time: あなたのドローフェイズの始めに."""

    particle: ClassVar = "に"


@dataclass(frozen=True, slots=True)
class AtMoment(At):
    """A time that needs no particle: このキャラのアタック終了時、."""

    particle: ClassVar = "、"


@dataclass(frozen=True, slots=True)
class Within(Role):
    """In which turn, without a particle: このターンこのキャラが次にアタックした時."""

    particle: ClassVar = ""


@dataclass(frozen=True, slots=True)
class Doer(Role):
    """に before a passive: its agent (相手の効果に選ばれない)."""

    particle: ClassVar = "に"


@dataclass(frozen=True, slots=True)
class DoerFrom(Doer):
    """から before a passive: by whom it is done (相手から選ばれない)."""

    particle: ClassVar = "から"


@dataclass(frozen=True, slots=True)
class Source(Role):
    """から: where from."""

    particle: ClassVar = "から"


@dataclass(frozen=True, slots=True)
class Means(Role):
    """で: by what, or where."""

    particle: ClassVar = "で"


@dataclass(frozen=True, slots=True)
class Companion(Role):
    """と: with what."""

    particle: ClassVar = "と"


@dataclass(frozen=True, slots=True)
class Direction(Role):
    """へ: towards what."""

    particle: ClassVar = "へ"


@dataclass(frozen=True, slots=True)
class Until(Role):
    """まで: how long it lasts (ws 8.9.2)."""

    particle: ClassVar = "まで"


@dataclass(frozen=True, slots=True)
class As(Role):
    """として: the use or kind that it counts as."""

    particle: ClassVar = "として"


@dataclass(frozen=True, slots=True)
class AlsoAs(Role):
    """としても: a use or kind that it counts as, too."""

    particle: ClassVar = "としても"


@dataclass(frozen=True, slots=True)
class ForEach(Role):
    """につき: once for each."""

    particle: ClassVar = "につき"


@dataclass(frozen=True, slots=True)
class InsteadOf(Role):
    """のかわりに: in place of what (ws 8.10)."""

    particle: ClassVar = "のかわりに"


@dataclass(frozen=True, slots=True)
class By(Role):
    """によって: through what."""

    particle: ClassVar = "によって"


@dataclass(frozen=True, slots=True)
class Through(Role):
    """により: through what."""

    particle: ClassVar = "により"


@dataclass(frozen=True, slots=True)
class Than(Role):
    """より: than what."""

    particle: ClassVar = "より"


@dataclass(frozen=True, slots=True)
class Also(Role):
    """も: this too."""

    particle: ClassVar = "も"


@dataclass(frozen=True, slots=True)
class NoMoreThan(Role):
    """しか: not beyond that."""

    particle: ClassVar = "しか"


@dataclass(frozen=True, slots=True)
class During(Role):
    """中: how long it lasts (ws 8.9.2): そのターン中."""

    particle: ClassVar = "中、"


@dataclass(frozen=True, slots=True)
class Amid(Role):
    """中に: at some time in it: 相手のターン中に."""

    particle: ClassVar = "中に"


@dataclass(frozen=True, slots=True)
class RatherThan(Role):
    """ではなく: not this but what follows."""

    particle: ClassVar = "ではなく"


@dataclass(frozen=True, slots=True)
class Focused(Complement):
    """A complement with an emphasising particle: エネルギーからも, この効果では."""

    role: Role
    focus: Focus


@dataclass(frozen=True, slots=True)
class RoleOr(Complement):
    """This complement, or the next one: 手札からか『チェンジ』で."""

    role: Role


@dataclass(frozen=True, slots=True)
class HowMany(Complement):
    """A number apart from what it counts: キャラを1枚選び (ws 8.6.3)."""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class HowManyAnd(Complement):
    """A number apart from its noun, with more to be taken together: キャラを1枚とこのカードを.

    The next thing has the owner and the zone of the first unless it names others; このカード keeps
    its own.
    """

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class AllOfIt(Complement):
    """すべて apart from its noun."""


@dataclass(frozen=True, slots=True)
class Manner(Complement):
    """How it is done: 裏向きで, 好きな順番で."""

    manner: MannerWord


@dataclass(frozen=True, slots=True)
class HowMuch(Complement):
    """By how much a number is made larger or smaller: －5される."""

    change: Change | Changes


@dataclass(frozen=True, slots=True)
class SoThat(Complement):
    """The intended outcome: 同じ枚数になるよう; ``ni`` is whether に follows."""

    outcome: Act
    ni: bool


@dataclass(frozen=True, slots=True)
class UntilDone(Complement):
    """The event that ends a repetition: あなたがレベルアップするまで."""

    outcome: Act

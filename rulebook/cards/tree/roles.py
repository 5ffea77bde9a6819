"""Complements of verbs: things in their semantic roles, numbers, and manners."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulebook.cards.tree.node import Node
from rulebook.cards.tree.nouns import Change, Changes, Quantity, Thing
from rulebook.cards.tree.words import Focus, MannerWord

if TYPE_CHECKING:
    from rulebook.cards.tree.acts import Act


class Complement(Node, particle="は"):
    """Anything before a verb that belongs to it."""


class Role(Complement, printed="{thing}{particle}"):
    """A thing or a number in its semantic role, which the particle after it marks."""

    thing: Thing | Quantity
    particle: ClassVar[str]


class Topic(Role):
    """は: the agent, or what the sentence is about."""


class Subject(Role, particle="が"):
    """が: the agent, or what has a property."""


class Whose(Role, particle="の"):
    """の before a property: このキャラのATK10以上なら."""


class WhoseAll(Role, particle="の、"):
    """の、 at the head: the owner of all that follows (あなたの、手札が3枚以上で…なら)."""


class Object(Role, particle="を"):
    """を: what it is done to."""


class Target(Role, particle="に"):
    """に: where to, to whom, or when."""


class At(Role, particle="に"):
    """に after a time: あなたのドローフェイズの始めに."""


class AtMoment(At, particle="、"):
    """A time that needs no particle: このキャラのアタック終了時、."""


class Within(Role, particle=""):
    """In which turn, without a particle: このターンこのキャラが次にアタックした時."""


class Doer(Role, particle="に"):
    """に before a passive: its agent (相手の効果に選ばれない)."""


class DoerFrom(Doer, particle="から"):
    """から before a passive: by whom it is done (相手から選ばれない)."""


class Source(Role, particle="から"):
    """から: where from."""


class Means(Role, particle="で"):
    """で: by what, or where."""


class Companion(Role, particle="と"):
    """と: with what."""


class Direction(Role, particle="へ"):
    """へ: towards what."""


class Until(Role, particle="まで"):
    """まで: how long it lasts (ws 8.9.2)."""


class As(Role, particle="として"):
    """として: the use or kind that it counts as."""


class AlsoAs(Role, particle="としても"):
    """としても: a use or kind that it counts as, too."""


class ForEach(Role, particle="につき"):
    """につき: once for each."""


class InsteadOf(Role, particle="のかわりに"):
    """のかわりに: in place of what (ws 8.10)."""


class By(Role, particle="によって"):
    """によって: through what."""


class Through(Role, particle="により"):
    """により: through what."""


class Than(Role, rule="than", particle="より"):
    """より: than what."""


class Also(Role, particle="も"):
    """も: this too."""


class NoMoreThan(Role, particle="しか"):
    """しか: not beyond that."""


class During(Role, rule="during", particle="中、"):
    """中: how long it lasts (ws 8.9.2): そのターン中."""


class Amid(Role, rule="amid", particle="中に"):
    """中に: at some time in it: 相手のターン中に."""


class RatherThan(Role, particle="ではなく"):
    """ではなく: not this but what follows."""


class Focused(Complement, printed="{role}{focus}"):
    """A complement with an emphasising particle: エネルギーからも, この効果では."""

    role: Role
    focus: Focus


class RoleOr(Complement, printed="{role}か"):
    """This complement, or the next one: 手札からか『チェンジ』で."""

    role: Role


class HowMany(Complement, rule="how_many", printed="{quantity}"):
    """A number apart from what it counts: キャラを1枚選び (ws 8.6.3)."""

    quantity: Quantity


class HowManyAnd(Complement, rule="how_many_and", printed="{quantity}と"):
    """A number apart from its noun, with more to be taken together: キャラを1枚とこのカードを.

    The next thing has the owner and the zone of the first unless it names others; このカード keeps
    its own.
    """

    quantity: Quantity


class AllOfIt(Complement, rule="all_of_it", printed="すべて"):
    """すべて apart from its noun."""


class Manner(Complement, rule="manner", printed="{manner}", keys="manner:{manner}"):
    """How it is done: 裏向きで, 好きな順番で."""

    manner: MannerWord


class HowMuch(Complement, rule="by_how_much", printed="{change}"):
    """By how much a number is made larger or smaller: －5される."""

    change: Change | Changes


class SoThat(Complement, printed="{outcome}よう{ni:に}"):
    """The intended outcome: 同じ枚数になるよう; ``ni`` is whether に follows."""

    outcome: Act
    ni: bool


class UntilDone(Complement, rule="until", printed="{outcome}まで"):
    """The event that ends a repetition: あなたがレベルアップするまで."""

    outcome: Act

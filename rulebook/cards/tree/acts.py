"""What is done and what comes about: verbs with all that stands before them.

Every action holds its complements in the order of the text.  A complement that a sentence leaves
out is the one that was said last: in 自分のキャラを1枚選び、パワーを＋1000 the power is that of
the chosen character.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.cards.tree.node import Node
from rulebook.cards.tree.nouns import Change, Changes, Name, Quantity, Thing
from rulebook.cards.tree.qualities import Quality
from rulebook.cards.tree.verbs import Form, Verb
from rulebook.cards.tree.words import Amount, Comparison, Focus
from rulebook.cards.tree.words import Manner as MannerWord


@dataclass(frozen=True, slots=True)
class Complement(Node):
    """Anything that stands before a verb."""


@dataclass(frozen=True, slots=True)
class Role(Complement):
    """A thing or a number in its part of the action, told by the particle behind it."""

    thing: Thing | Quantity


@dataclass(frozen=True, slots=True)
class Topic(Role):
    """は: who acts, or of what the sentence speaks."""


@dataclass(frozen=True, slots=True)
class Subject(Role):
    """が: who or what does it, or of what something holds."""


@dataclass(frozen=True, slots=True)
class Object(Role):
    """を: what it is done to."""


@dataclass(frozen=True, slots=True)
class Target(Role):
    """に: where to, to whom, or when."""


@dataclass(frozen=True, slots=True)
class At(Role):
    """に behind a time: あなたのドローフェイズの始めに."""


@dataclass(frozen=True, slots=True)
class AtMoment(At):
    """A time that needs no particle: このキャラのアタック終了時、."""


@dataclass(frozen=True, slots=True)
class Within(Role):
    """In which turn, without a particle: このターンこのキャラが次にアタックした時."""


@dataclass(frozen=True, slots=True)
class Doer(Role):
    """に before a passive: by whom or what it is done (相手の効果に選ばれない)."""


@dataclass(frozen=True, slots=True)
class DoerFrom(Doer):
    """から before a passive: by whom it is done (相手から選ばれない)."""


@dataclass(frozen=True, slots=True)
class Source(Role):
    """から: where from."""


@dataclass(frozen=True, slots=True)
class Means(Role):
    """で: by what, or where."""


@dataclass(frozen=True, slots=True)
class Companion(Role):
    """と: with what."""


@dataclass(frozen=True, slots=True)
class Direction(Role):
    """へ: towards what."""


@dataclass(frozen=True, slots=True)
class Until(Role):
    """まで: how long it lasts (ws 8.9.2)."""


@dataclass(frozen=True, slots=True)
class As(Role):
    """として: as what it counts."""


@dataclass(frozen=True, slots=True)
class AlsoAs(Role):
    """としても: as what it counts besides."""


@dataclass(frozen=True, slots=True)
class ForEach(Role):
    """につき: once for each."""


@dataclass(frozen=True, slots=True)
class InsteadOf(Role):
    """のかわりに: in place of what (ws 8.10)."""


@dataclass(frozen=True, slots=True)
class By(Role):
    """によって: through what."""


@dataclass(frozen=True, slots=True)
class Through(Role):
    """により: through what."""


@dataclass(frozen=True, slots=True)
class Than(Role):
    """より: than what."""


@dataclass(frozen=True, slots=True)
class Also(Role):
    """も: this too."""


@dataclass(frozen=True, slots=True)
class NoMoreThan(Role):
    """しか: not beyond that."""


@dataclass(frozen=True, slots=True)
class During(Role):
    """中: how long it lasts (ws 8.9.2): そのターン中."""


@dataclass(frozen=True, slots=True)
class Amid(Role):
    """中に: at some time in it: 相手のターン中に."""


@dataclass(frozen=True, slots=True)
class RatherThan(Role):
    """ではなく: not this but what follows."""


@dataclass(frozen=True, slots=True)
class Focused(Complement):
    """A part that is set apart: エネルギーからも, この効果では."""

    role: Role
    focus: Focus


@dataclass(frozen=True, slots=True)
class RoleOr(Complement):
    """This part, or the one behind it: 手札からか『チェンジ』で."""

    role: Role


@dataclass(frozen=True, slots=True)
class HowMany(Complement):
    """A number that stands apart from what it counts: キャラを1枚選び (ws 8.6.3)."""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class HowManyAnd(Complement):
    """The same, where more is to be taken together with it: キャラを1枚とこのカードを.

    What the next thing does not say of itself, whose it is and where it lies, is as for the first;
    このカード is where it is.
    """

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class AllOfIt(Complement):
    """すべて that stands apart from its thing."""


@dataclass(frozen=True, slots=True)
class Manner(Complement):
    """How it is done: 裏向きで, 好きな順番で."""

    manner: MannerWord


@dataclass(frozen=True, slots=True)
class HowMuch(Complement):
    """By how much a number is made larger or smaller: －5される."""

    change: Change | Changes


@dataclass(frozen=True, slots=True)
class Energy(Complement):
    """So much energy to be paid (reb 5.14.2): エネ(2)."""

    count: Amount


@dataclass(frozen=True, slots=True)
class Predicate(Node):
    """Anything that says something of its complements."""

    complements: tuple[Complement, ...]


@dataclass(frozen=True, slots=True)
class Act(Predicate):
    """An action or event; the classes below say which.  ``form`` says how it leans on the next."""

    verb: Verb
    form: Form


@dataclass(frozen=True, slots=True)
class SoThat(Complement):
    """What shall come out of it: 同じ枚数になるよう."""

    outcome: Act


@dataclass(frozen=True, slots=True)
class Put(Act):
    """To put a card into a zone (ws 3.1.4, 3.6.3): 置く."""


@dataclass(frozen=True, slots=True)
class Return(Act):
    """To return a card to where it came from or belongs: 戻す, 戻る."""


@dataclass(frozen=True, slots=True)
class Add(Act):
    """To add a card to a zone: 手札に加える."""


@dataclass(frozen=True, slots=True)
class Move(Act):
    """To move a character to another slot (ws 3.6): 動かす, 動く."""


@dataclass(frozen=True, slots=True)
class Turn(Act):
    """する: to make it so (思い出にする, 裏向きにする)."""


@dataclass(frozen=True, slots=True)
class ModifyBy(Act):
    """To make a number larger or smaller by so much, told with する: ＋2/±0され."""


@dataclass(frozen=True, slots=True)
class Choose(Act):
    """To choose (ws 8.6.3): 選ぶ."""


@dataclass(frozen=True, slots=True)
class Draw(Act):
    """To draw cards (ws 4.7): 引く."""


@dataclass(frozen=True, slots=True)
class Look(Act):
    """To look at cards (ws 4.8): 見る."""


@dataclass(frozen=True, slots=True)
class Show(Act):
    """To show a card to a player: 見せる."""


@dataclass(frozen=True, slots=True)
class Reveal(Act):
    """To reveal cards (ws 4.9): 公開する."""


@dataclass(frozen=True, slots=True)
class TurnUp(Act):
    """To turn cards up from the deck (ws 3.2.5): めくる."""


@dataclass(frozen=True, slots=True)
class Shuffle(Act):
    """To shuffle a deck (ws 3.2.4)."""


@dataclass(frozen=True, slots=True)
class Swap(Act):
    """To exchange cards: 入れ替える."""


@dataclass(frozen=True, slots=True)
class Pay(Act):
    """To pay a cost (ws 8.4.2): 払う."""


@dataclass(frozen=True, slots=True)
class Use(Act):
    """To use an ability: 使う."""


@dataclass(frozen=True, slots=True)
class Perform(Act):
    """To carry out what is told: 行う."""


@dataclass(frozen=True, slots=True)
class Give(Act):
    """To give an ability or a trait (ws 8.9): 与える."""


@dataclass(frozen=True, slots=True)
class DealDamage(Act):
    """To deal damage to a player (ws 4.10.1)."""


@dataclass(frozen=True, slots=True)
class Gain(Act):
    """To gain an ability or a trait (ws 8.9): 得る."""


@dataclass(frozen=True, slots=True)
class Lose(Act):
    """To lose an ability or a trait: 失う."""


@dataclass(frozen=True, slots=True)
class Treat(Act):
    """To count as something: 扱う."""


@dataclass(frozen=True, slots=True)
class Include(Act):
    """To put cards into a deck before the game (ws 5.1.2): 入れる."""


@dataclass(frozen=True, slots=True)
class Receive(Act):
    """To receive damage or an effect: 受ける."""


@dataclass(frozen=True, slots=True)
class Play(Act):
    """To play a card or an ability (ws 8.6.1)."""


@dataclass(frozen=True, slots=True)
class Attack(Act):
    """To attack, in one of the three ways (ws 7.2.1)."""


@dataclass(frozen=True, slots=True)
class Battle(Act):
    """To be in battle with a character (ws 7.1.2)."""


@dataclass(frozen=True, slots=True)
class ChangeState(Act):
    """To stand, rest or reverse a character (ws 4.6)."""


@dataclass(frozen=True, slots=True)
class Cancel(Act):
    """Damage is cancelled (ws 4.10)."""


@dataclass(frozen=True, slots=True)
class LevelUp(Act):
    """A player levels up (ws 9.3)."""


@dataclass(frozen=True, slots=True)
class Refresh(Act):
    """A player's waiting room becomes the deck (ws 9.2)."""


@dataclass(frozen=True, slots=True)
class Trigger(Act):
    """A card comes up in a trigger check (ws 7.3): トリガーする, でる."""


@dataclass(frozen=True, slots=True)
class Activate(Act):
    """An ability is played when its trigger comes about (ws 8.7): 発動する."""


@dataclass(frozen=True, slots=True)
class Declare(Act):
    """To name a number or a card: 宣言する."""


@dataclass(frozen=True, slots=True)
class Fulfil(Act):
    """To meet a condition: 色条件を満たさずに."""


@dataclass(frozen=True, slots=True)
class Decrease(Act):
    """A number becomes smaller: ソウルが減少しない."""


@dataclass(frozen=True, slots=True)
class Exist(Act):
    """To be there: いる, ある."""


@dataclass(frozen=True, slots=True)
class Modify(Predicate):
    """To change a number of a card while the effect lasts (ws 8.9): パワーを＋1000."""

    change: Change | Changes
    joining: bool


@dataclass(frozen=True, slots=True)
class ModifyListed(Modify):
    """The first of two changes in a row: 《A》を＋1/±0、《B》を±0/＋1."""


@dataclass(frozen=True, slots=True)
class NamedAction(Predicate):
    """An action that is told elsewhere and done by its name (ws 11.3.1)."""

    name: Name


@dataclass(frozen=True, slots=True)
class Equals(Predicate):
    """What a letter stands for: Ｘは…に等しい."""

    value: Thing


@dataclass(frozen=True, slots=True)
class Is(Predicate):
    """That its subject is this thing or this many; or is not (でない).

    ``joining`` is whether another condition follows (で).
    """

    what: Thing | Quantity | None
    negated: bool
    joining: bool


@dataclass(frozen=True, slots=True)
class Has(Predicate):
    """That its subject has one of these qualities."""

    alternatives: tuple[Quality, ...]


@dataclass(frozen=True, slots=True)
class Compares(Predicate):
    """That its subject is higher, lower, more or fewer than another."""

    comparison: Comparison

"""What is done and what comes about: verbs with all that stands before them.

Every action holds its complements in the order of the text.  A complement that a sentence leaves
out is the one that was said last: in 自分のキャラを1枚選び、パワーを＋1000 the power is that of
the chosen character.
"""

from __future__ import annotations

from typing import ClassVar

from rulebook.cards.tree.node import Node
from rulebook.cards.tree.nouns import Change, Changes, Quantity, Thing
from rulebook.cards.tree.qualities import Quality
from rulebook.cards.tree.roles import Complement
from rulebook.cards.tree.verbs import Form, Verb
from rulebook.cards.tree.words import Comparison
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Predicate(Node):
    """Anything that is stated of its complements."""

    complements: tuple[Complement, ...]


@dataclass(frozen=True, slots=True)
class Act(Predicate):
    """An action or event; the subclasses are those of the dictionary forms ``verbs``.

    ``form`` relates it to what follows.
    """

    verb: Verb
    form: Form
    verbs: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class Put(Act):
    """To put a card into a zone (ws 3.1.4, 3.6.3)."""

    verbs = ("置く", "登場する")


@dataclass(frozen=True, slots=True)
class Return(Act):
    """To return a card to where it came from or belongs."""

    verbs = ("戻す", "戻る")


@dataclass(frozen=True, slots=True)
class Add(Act):
    """To add a card to a zone: 手札に加える."""

    verbs = ("加える",)


@dataclass(frozen=True, slots=True)
class Move(Act):
    """To move a character to another slot (ws 3.6)."""

    verbs = ("動かす", "動く")


@dataclass(frozen=True, slots=True)
class Turn(Act):
    """To make something of something: 思い出にする, 裏向きにする."""

    verbs = ("する",)


@dataclass(frozen=True, slots=True)
class ModifyBy(Act):
    """To make a number larger or smaller by an amount, with する: ＋2/±0され."""


@dataclass(frozen=True, slots=True)
class Choose(Act):
    """To choose (ws 8.6.3)."""

    verbs = ("選ぶ", "サーチする")


@dataclass(frozen=True, slots=True)
class Draw(Act):
    """To draw cards (ws 4.7)."""

    verbs = ("引く",)


@dataclass(frozen=True, slots=True)
class Look(Act):
    """To look at cards (ws 4.8)."""

    verbs = ("見る",)


@dataclass(frozen=True, slots=True)
class Show(Act):
    """To show a card to a player."""

    verbs = ("見せる",)


@dataclass(frozen=True, slots=True)
class Reveal(Act):
    """To reveal cards (ws 4.9)."""

    verbs = ("公開する",)


@dataclass(frozen=True, slots=True)
class TurnUp(Act):
    """To turn cards up from the deck (ws 3.2.5)."""

    verbs = ("めくる",)


@dataclass(frozen=True, slots=True)
class Shuffle(Act):
    """To shuffle a deck (ws 3.2.4)."""

    verbs = ("シャッフルする",)


@dataclass(frozen=True, slots=True)
class Swap(Act):
    """To exchange cards."""

    verbs = ("入れ替える",)


@dataclass(frozen=True, slots=True)
class Pay(Act):
    """To pay a cost (ws 8.4.2)."""

    verbs = ("払う",)


@dataclass(frozen=True, slots=True)
class Use(Act):
    """To use an ability."""

    verbs = ("使う",)


@dataclass(frozen=True, slots=True)
class Perform(Act):
    """To carry out what is described elsewhere."""

    verbs = ("行う", "繰り返す")


@dataclass(frozen=True, slots=True)
class Give(Act):
    """To give an ability or a trait (ws 8.9)."""

    verbs = ("与える",)


@dataclass(frozen=True, slots=True)
class DealDamage(Act):
    """To deal damage to a player (ws 4.10.1)."""


@dataclass(frozen=True, slots=True)
class Gain(Act):
    """To gain an ability or a trait (ws 8.9)."""

    verbs = ("得る",)


@dataclass(frozen=True, slots=True)
class Lose(Act):
    """To lose an ability or a trait."""

    verbs = ("失う",)


@dataclass(frozen=True, slots=True)
class Treat(Act):
    """To count as something."""

    verbs = ("扱う",)


@dataclass(frozen=True, slots=True)
class Include(Act):
    """To put cards into a deck before the game (ws 5.1.2)."""

    verbs = ("入れる",)


@dataclass(frozen=True, slots=True)
class Receive(Act):
    """To receive damage or an effect."""

    verbs = ("受ける",)


@dataclass(frozen=True, slots=True)
class Play(Act):
    """To play a card or an ability (ws 8.6.1)."""

    verbs = ("プレイする",)


@dataclass(frozen=True, slots=True)
class Attack(Act):
    """To attack, in one of the three ways (ws 7.2.1)."""

    verbs = ("アタックする", "フロントアタックする", "サイドアタックする", "ダイレクトアタックする")


@dataclass(frozen=True, slots=True)
class Battle(Act):
    """To be in battle with a character (ws 7.1.2)."""

    verbs = ("バトルする",)


@dataclass(frozen=True, slots=True)
class ChangeState(Act):
    """To stand, rest or reverse a character (ws 4.6)."""

    verbs = ("【リバース】する", "【レスト】する", "【スタンド】する")


@dataclass(frozen=True, slots=True)
class Cancel(Act):
    """Damage is cancelled (ws 4.10)."""

    verbs = ("キャンセルする",)


@dataclass(frozen=True, slots=True)
class LevelUp(Act):
    """A player levels up (ws 9.3)."""

    verbs = ("レベルアップする",)


@dataclass(frozen=True, slots=True)
class Refresh(Act):
    """A player's waiting room becomes the deck (ws 9.2)."""

    verbs = ("リフレッシュする",)


@dataclass(frozen=True, slots=True)
class Trigger(Act):
    """A card comes up in a trigger check (ws 7.3)."""

    verbs = ("でる", "トリガーする")


@dataclass(frozen=True, slots=True)
class Activate(Act):
    """To play an ability after its trigger (ws 8.7)."""

    verbs = ("発動する",)


@dataclass(frozen=True, slots=True)
class Declare(Act):
    """To name a number or a card."""

    verbs = ("宣言する",)


@dataclass(frozen=True, slots=True)
class Fulfil(Act):
    """To meet a condition: 色条件を満たさずに."""

    verbs = ("満たす",)


@dataclass(frozen=True, slots=True)
class Decrease(Act):
    """A number becomes smaller: ソウルが減少しない."""

    verbs = ("減少する",)


@dataclass(frozen=True, slots=True)
class Exist(Act):
    """To be somewhere."""

    verbs = ("いる", "ある")


@dataclass(frozen=True, slots=True)
class Modify(Predicate):
    """To change a number of a card while the effect lasts (ws 8.9): パワーを＋1000."""

    change: Change | Changes
    joining: bool


@dataclass(frozen=True, slots=True)
class ModifyListed(Modify):
    """The first of two changes in a row: 《A》を＋1/±0、《B》を±0/＋1."""


@dataclass(frozen=True, slots=True)
class Equals(Predicate):
    """The value of a letter: Ｘは…に等しい."""

    value: Thing


@dataclass(frozen=True, slots=True)
class Is(Predicate):
    """That the subject is this thing or number; or is not (でない).

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

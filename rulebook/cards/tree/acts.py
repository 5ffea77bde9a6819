"""What is done and what comes about: verbs with all that stands before them.

Every action holds its complements in the order of the text.  A complement that a sentence leaves
out is the one that was said last: in 自分のキャラを1枚選び、パワーを＋1000 the power is that of
the chosen character.
"""

from __future__ import annotations

from typing import ClassVar

from rulebook.cards.tree.node import Node, NodeType
from rulebook.cards.tree.nouns import Change, Changes, Quantity, Thing
from rulebook.cards.tree.qualities import Quality
from rulebook.cards.tree.roles import Complement
from rulebook.cards.tree.verbs import Form, Verb
from rulebook.cards.tree.words import Comparison


class Predicate(Node, metaclass=NodeType):
    """Anything that is stated of its complements."""

    complements: tuple[Complement, ...]


class Act(Predicate, metaclass=NodeType):
    """An action or event; the subclasses are those of the dictionary forms ``verbs``. ``form``
    relates it to what follows."""

    verb: Verb
    form: Form
    verbs: ClassVar[tuple[str, ...]] = ()


class Put(Act, metaclass=NodeType, verbs=("置く", "登場する")):
    """To put a card into a zone (ws 3.1.4, 3.6.3)."""


class Return(Act, metaclass=NodeType, verbs=("戻す", "戻る")):
    """To return a card to where it came from or belongs."""


class Add(Act, metaclass=NodeType, verbs=("加える",)):
    """To add a card to a zone: 手札に加える."""


class Move(Act, metaclass=NodeType, verbs=("動かす", "動く")):
    """To move a character to another slot (ws 3.6)."""


class Turn(Act, metaclass=NodeType, verbs=("する",)):
    """To make something of something: 思い出にする, 裏向きにする."""


class ModifyBy(Act, metaclass=NodeType):
    """To make a number larger or smaller by an amount, with する: ＋2/±0され."""


class Choose(Act, metaclass=NodeType, verbs=("選ぶ", "サーチする")):
    """To choose (ws 8.6.3)."""


class Draw(Act, metaclass=NodeType, verbs=("引く",)):
    """To draw cards (ws 4.7)."""


class Look(Act, metaclass=NodeType, verbs=("見る",)):
    """To look at cards (ws 4.8)."""


class Show(Act, metaclass=NodeType, verbs=("見せる",)):
    """To show a card to a player."""


class Reveal(Act, metaclass=NodeType, verbs=("公開する",)):
    """To reveal cards (ws 4.9)."""


class TurnUp(Act, metaclass=NodeType, verbs=("めくる",)):
    """To turn cards up from the deck (ws 3.2.5)."""


class Shuffle(Act, metaclass=NodeType, verbs=("シャッフルする",)):
    """To shuffle a deck (ws 3.2.4)."""


class Swap(Act, metaclass=NodeType, verbs=("入れ替える",)):
    """To exchange cards."""


class Pay(Act, metaclass=NodeType, verbs=("払う",)):
    """To pay a cost (ws 8.4.2)."""


class Use(Act, metaclass=NodeType, verbs=("使う",)):
    """To use an ability."""


class Perform(Act, metaclass=NodeType, verbs=("行う", "繰り返す")):
    """To carry out what is described elsewhere."""


class Give(Act, metaclass=NodeType, keys="grant", verbs=("与える",)):
    """To give an ability or a trait (ws 8.9)."""


class DealDamage(Act, metaclass=NodeType):
    """To deal damage to a player (ws 4.10.1)."""


class Gain(Act, metaclass=NodeType, keys="grant", verbs=("得る",)):
    """To gain an ability or a trait (ws 8.9)."""


class Lose(Act, metaclass=NodeType, keys="grant", verbs=("失う",)):
    """To lose an ability or a trait."""


class Treat(Act, metaclass=NodeType, verbs=("扱う",)):
    """To count as something."""


class Include(Act, metaclass=NodeType, verbs=("入れる",)):
    """To put cards into a deck before the game (ws 5.1.2)."""


class Receive(Act, metaclass=NodeType, verbs=("受ける",)):
    """To receive damage or an effect."""


class Play(Act, metaclass=NodeType, verbs=("プレイする",)):
    """To play a card or an ability (ws 8.6.1)."""


class Attack(
    Act,
    metaclass=NodeType,
    verbs=("アタックする", "フロントアタックする", "サイドアタックする", "ダイレクトアタックする"),
):
    """To attack, in one of the three ways (ws 7.2.1)."""


class Battle(Act, metaclass=NodeType, verbs=("バトルする",)):
    """To be in battle with a character (ws 7.1.2)."""


class ChangeState(
    Act, metaclass=NodeType, verbs=("【リバース】する", "【レスト】する", "【スタンド】する")
):
    """To stand, rest or reverse a character (ws 4.6)."""


class Cancel(Act, metaclass=NodeType, verbs=("キャンセルする",)):
    """Damage is cancelled (ws 4.10)."""


class LevelUp(Act, metaclass=NodeType, verbs=("レベルアップする",)):
    """A player levels up (ws 9.3)."""


class Refresh(Act, metaclass=NodeType, verbs=("リフレッシュする",)):
    """A player's waiting room becomes the deck (ws 9.2)."""


class Trigger(Act, metaclass=NodeType, verbs=("でる", "トリガーする")):
    """A card comes up in a trigger check (ws 7.3)."""


class Activate(Act, metaclass=NodeType, verbs=("発動する",)):
    """To play an ability after its trigger (ws 8.7)."""


class Declare(Act, metaclass=NodeType, verbs=("宣言する",)):
    """To name a number or a card."""


class Fulfil(Act, metaclass=NodeType, verbs=("満たす",)):
    """To meet a condition: 色条件を満たさずに."""


class Decrease(Act, metaclass=NodeType, verbs=("減少する",)):
    """A number becomes smaller: ソウルが減少しない."""


class Exist(Act, metaclass=NodeType, verbs=("いる", "ある")):
    """To be somewhere."""


class Modify(Predicate, metaclass=NodeType, printed="{complements}{change}"):
    """To change a number of a card while the effect lasts (ws 8.9): パワーを＋1000."""

    change: Change | Changes
    joining: bool


class ModifyListed(Modify, metaclass=NodeType):
    """The first of two changes in a row: 《A》を＋1/±0、《B》を±0/＋1."""


class Equals(Predicate, metaclass=NodeType, printed="{complements}{value}に等しい"):
    """The value of a letter: Ｘは…に等しい."""

    value: Thing


class Is(Predicate, metaclass=NodeType, printed="{complements}{what}{negated:でない}{joining:で}"):
    """That the subject is this thing or number; or is not (でない). ``joining`` is whether another
    condition follows (で)."""

    what: Thing | Quantity | None
    negated: bool
    joining: bool


class Has(Predicate, metaclass=NodeType, printed="{complements}{alternatives:か}"):
    """That its subject has one of these qualities."""

    alternatives: tuple[Quality, ...]


class Compares(Predicate, metaclass=NodeType, printed="{complements}{comparison}"):
    """That its subject is higher, lower, more or fewer than another."""

    comparison: Comparison

"""What is done and what happens: verbs with their complements, in the order of the text. One that a
sentence leaves out is the last one stated: キャラを1枚選び、パワーを＋1000 (of that character)."""

from __future__ import annotations

from typing import ClassVar

from rulebook.cards.tree.node import Node, NodeType, node_class
from rulebook.cards.tree.nouns import Change, Changes, Quantity, Thing
from rulebook.cards.tree.qualities import Quality
from rulebook.cards.tree.roles import Complement
from rulebook.cards.tree.verbs import Form, Verb
from rulebook.cards.tree.words import Comparison


class Predicate(Node, metaclass=NodeType):
    """Anything that is stated about its complements."""

    complements: tuple[Complement, ...]


class Act(Predicate, metaclass=NodeType):
    """An action or event, by its dictionary forms ``verbs``; ``form`` links it to what follows."""

    verb: Verb
    form: Form
    verbs: ClassVar[tuple[str, ...]] = ()


def _act(name: str, *verbs: str, keys: str = "") -> type[Act]:
    """Return a class of acts with ``verbs`` (置く), so that each of the many takes one line. By its
    ``keys``, if any, the act is linked to clauses."""
    return node_class(name, Act, verbs=verbs, keys=keys)


Return = _act("Return", "戻す", "戻る")  # return a card to where it came from or belongs
Add = _act("Add", "加える")  # add a card to a zone: 手札に加える
Move = _act("Move", "動かす", "動く")  # move a character to another slot (ws 3.6)
Draw = _act("Draw", "引く")  # draw cards (ws 4.7)
Look = _act("Look", "見る")  # look at cards (ws 4.8)
Show = _act("Show", "見せる")  # show a card to a player
Reveal = _act("Reveal", "公開する")  # reveal cards (ws 4.9)
TurnUp = _act("TurnUp", "めくる")  # turn cards up from the deck (ws 3.2.5)
Shuffle = _act("Shuffle", "シャッフルする")  # shuffle a deck (ws 3.2.4)
Swap = _act("Swap", "入れ替える")  # exchange cards
Pay = _act("Pay", "払う")  # pay a cost (ws 8.4.2)
Perform = _act("Perform", "行う", "繰り返す")  # carry out what is described elsewhere
Treat = _act("Treat", "扱う")  # count as something
Include = _act("Include", "入れる")  # put cards into a deck before the game (ws 5.1.2)
Play = _act("Play", "プレイする")  # play a card or an ability (ws 8.6.1)
# Attack, in one of the three ways (ws 7.2.1).
Attack = _act(
    "Attack", "アタックする", "フロントアタックする", "サイドアタックする", "ダイレクトアタックする"
)
Battle = _act("Battle", "バトルする")  # be in battle with a character (ws 7.1.2)
# Stand, rest or reverse a character (ws 4.6).
ChangeState = _act("ChangeState", "【リバース】する", "【レスト】する", "【スタンド】する")
Cancel = _act("Cancel", "キャンセルする")  # damage is cancelled (ws 4.10)
LevelUp = _act("LevelUp", "レベルアップする")  # a player levels up (ws 9.3)
Refresh = _act("Refresh", "リフレッシュする")  # a player's waiting room becomes the deck (ws 9.2)
Trigger = _act("Trigger", "でる", "トリガーする")  # a card comes up in a trigger check (ws 7.3)
Activate = _act("Activate", "発動する")  # play an ability after its trigger (ws 8.7)
Fulfil = _act("Fulfil", "満たす")  # meet a condition: 色条件を満たさずに
Decrease = _act("Decrease", "減少する")  # a number becomes smaller: ソウルが減少しない
Put = _act("Put", "置く", "登場する")  # put a card into a zone (ws 3.1.4, 3.6.3)
Turn = _act("Turn", "する")  # turn something into something: 思い出にする, 裏向きにする
ModifyBy = _act("ModifyBy")  # make a number larger or smaller, with する: ＋2/±0され
Use = _act("Use", "使う")  # use an ability
Give = _act("Give", "与える", keys="grant")  # give an ability or a trait (ws 8.9)
DealDamage = _act("DealDamage")  # deal damage to a player (ws 4.10.1)
Gain = _act("Gain", "得る", keys="grant")  # gain an ability or a trait (ws 8.9)
Lose = _act("Lose", "失う", keys="grant")  # lose an ability or a trait
Receive = _act("Receive", "受ける")  # receive damage or an effect
Declare = _act("Declare", "宣言する")  # name a number or a card
Exist = _act("Exist", "いる", "ある")  # be somewhere
Choose = _act("Choose", "選ぶ", "サーチする")  # choose (ws 8.6.3)


class Modify(Predicate, metaclass=NodeType, printed="{complements}{change}"):
    """To change a number of a card while the effect lasts (ws 8.9): パワーを＋1000."""

    change: Change | Changes
    joining: bool


ModifyTe = node_class("ModifyTe", Modify, printed="{complements}{change}して")  # …－1してよい
ModifyListed = node_class("ModifyListed", Modify)  # the first of two: 《A》を＋1/±0、《B》を±0/＋1


class Equals(Predicate, metaclass=NodeType, printed="{complements}{value}に等しい"):
    """The value of a letter: Ｘは…に等しい."""

    value: Thing


# The first of two values: Ｘは2枚以下なら2、3枚以上なら1に等しい.
EqualsListed = node_class("EqualsListed", Equals, printed="{value}、")


class Is(Predicate, metaclass=NodeType, printed="{complements}{what}{negated:でない}{joining:で}"):
    """The statement that the subject is, or is not (でない), ``what``; ``joining`` で continues."""

    what: Thing | Quantity | None
    negated: bool
    joining: bool


class Has(Predicate, metaclass=NodeType, printed="{complements}{alternatives:か}"):
    """The statement that the subject has one of these qualities."""

    alternatives: tuple[Quality, ...]


class Compares(Predicate, metaclass=NodeType, printed="{complements}{comparison}"):
    """The statement that the subject is higher, lower, more or fewer than another thing."""

    comparison: Comparison

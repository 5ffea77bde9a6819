"""The vocabularies of card texts.

What belongs to a vocabulary is closed by the grammar that reads it, and each game has its own; so
a word is a value and no member of anything.  Named below are only the words of which the code
itself speaks.  Clause numbers are those of the comprehensive rules of Weiss Schwarz (ws) unless
another game is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word as canonical text prints it; its class says of which vocabulary it is."""

    value: str

    # Words are compared all the time; what any record does takes twice as long.

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is the same word of the same vocabulary."""
        return self is other or (type(self) is type(other) and self.value == other.value)

    def __hash__(self) -> int:
        """Return the hash of what is compared."""
        return hash(self.value)


L = TypeVar("L", bound=Lexeme)


class _Named:
    """A word in the body of its vocabulary, which becomes one of that vocabulary."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __set_name__(self, vocabulary: type[Lexeme], name: str) -> None:
        setattr(vocabulary, name, vocabulary(self._value))

    if TYPE_CHECKING:

        def __get__(self, word: L | None, vocabulary: type[L]) -> L: ...


class Kind(Lexeme):
    """The kinds of ability (ws 8.1.1)."""

    __slots__ = ()

    AUTO = _Named("【自】")  # ws 8.1.1.2
    CONTINUOUS = _Named("【永】")  # ws 8.1.1.3
    ACTIVATED = _Named("【起】")  # ws 8.1.1.1


class Marking(Lexeme):
    """Marks that say when or from where an ability may be used (ws 2.8.2, 2.8.3, 8.12)."""

    __slots__ = ()


class KeywordName(Lexeme):
    """Keywords and keyword abilities (ws chapter 10)."""

    __slots__ = ()


class Brackets(Lexeme):
    """What stands around a name; each game has its own use for them."""

    __slots__ = ()

    CORNERS = _Named("「」")
    NONE = _Named("")  # before ：


class Labelling(Lexeme):
    """The signs before the choices of an effect: ⅰ."""

    __slots__ = ()


class Person(Lexeme):
    """The players that a text names.  自分 is the player who carries the effect out (ws 8.6.5)."""

    __slots__ = ()


class Pointer(Lexeme):
    """Words that point: at this card, at an antecedent, at what follows."""

    __slots__ = ()

    THIS = _Named("この")
    THAT = _Named("その")
    EITHER = _Named("いずれかの")
    ALL = _Named("すべての")


class Colour(Lexeme):
    """The colours of cards (ws 2.4), or their elements."""

    __slots__ = ()


class Measure(Lexeme):
    """The numbers that a card carries (ws 2.6, 2.7, 2.9, 2.10)."""

    __slots__ = ()


class Counter(Lexeme):
    """What is counted; 枚数, 回数 and 数 stand behind 好きな and 同じ."""

    __slots__ = ()

    TIMES = _Named("倍")  # a number of the number before it


class Vague(Lexeme):
    """Quantities that are left open: 好きな枚数, 同じ枚数."""

    __slots__ = ()

    SAME = _Named("同じ")


class Letter(Lexeme):
    """Numbers that a later sentence defines (Ｘは…に等しい)."""

    __slots__ = ()


Amount = int | Letter
"""A number in a text: its value, or the letter that stands for it."""


class Sign(Lexeme):
    """Which way a number changes: ＋, －, and ± in ±0."""

    __slots__ = ()


class Limit(Lexeme):
    """How a number binds: 以上, ずつ, のみ."""

    __slots__ = ()

    EACH = _Named("ずつ")
    UP_TO = _Named("まで")  # ws 8.6.3.1.1


class Comparison(Lexeme):
    """How one number stands to another: 高い."""

    __slots__ = ()

    DIFFERENT = _Named("違う")


class Zone(Lexeme):
    """Zones and parts of the stage (ws chapter 3)."""

    __slots__ = ()

    DECK = _Named("山札")  # ws 3.2
    STAGE = _Named("舞台")  # ws 3.5
    CENTRE_SLOT = _Named("中央の枠")  # ws 3.6
    LEFT_SLOT = _Named("左の枠")
    RIGHT_SLOT = _Named("右の枠")
    ANY_SLOT = _Named("好きな枠")
    SEPARATE_SLOTS = _Named("別々の枠")
    MARKER_AREA = _Named("マーカー置場")  # ws 3.7


class Side(Lexeme):
    """Places relative to a card or a pile: 一番上, 正面."""

    __slots__ = ()


class Period(Lexeme):
    """Phases (ws chapter 6), the steps of an attack (ws chapter 7), and moments: 登場時."""

    __slots__ = ()


class Word(Lexeme):
    """The common nouns of card texts."""

    __slots__ = ()

    CHARACTER = _Named("キャラ")  # ws 2.3.2
    CARD = _Named("カード")
    PLAYER = _Named("プレイヤー")
    OPPOSING = _Named("バトル相手")
    SLOT = _Named("枠")  # ws 3.6
    LEVEL = _Named("レベル")  # ws 2.6
    COST = _Named("コスト")  # ws 2.7
    POWER = _Named("パワー")  # ws 2.9
    SOUL = _Named("ソウル")  # ws 2.10
    ATTACK_POWER = _Named("ATK")  # reb 2.6
    DEFENCE = _Named("DEF")  # reb 2.7
    ABILITY = _Named("能力")  # ws 4.1.1
    EFFECT = _Named("効果")  # ws 4.1.2
    DAMAGE = _Named("ダメージ")  # ws 4.10
    CARD_NAME = _Named("カード名")
    COUNT = _Named("枚数")
    TOTAL = _Named("合計")
    AMID = _Named("中")  # その中から
    TURN = _Named("ターン")
    ATTACK = _Named("アタック")
    BEGINNING = _Named("始め")
    END = _Named("終わり")


class Icon(Lexeme):
    """Trigger icons (ws 4.12.2)."""

    __slots__ = ()


class State(Lexeme):
    """The state of a card (ws 4.6): 【レスト】している, 裏向きの."""

    __slots__ = ()


class Relation(Lexeme):
    """How a thing is related to another: このカードがいた枠, そのカード以外のカード."""

    __slots__ = ()

    WITHOUT = _Named("のいない")
    OTHER_WITHOUT = _Named("のいない他の")
    SAME_AS = _Named("と同じ")
    EXCEPT = _Named("以外の")
    PUT_ON = _Named("に置かれた")
    AND_IS = _Named("で")


class Described(Lexeme):
    """What was done to a thing before: 公開されたカード, 受けたダメージ."""

    __slots__ = ()


class Focus(Lexeme):
    """What a particle behind a particle says: that too (も), or that and no other (は)."""

    __slots__ = ()


class Cause(Lexeme):
    """Through what something was done to a thing: この効果で."""

    __slots__ = ()


class MannerWord(Lexeme):
    """How an action is carried out: 裏向きで, ランダムに."""

    __slots__ = ()

    INSTEAD = _Named("かわりに")  # ws 8.10
    NEXT = _Named("次に")


class Connective(Lexeme):
    """What ties a sentence to the one before it: そうしたら (ws 8.6.4), その後."""

    __slots__ = ()

    AND = _Named("かつ")

"""The vocabularies of card texts. The grammar of each game decides which words belong to them; only
words that the code itself mentions are named here. Clauses are of ws unless a game is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word as canonical text prints it; its class is the vocabulary, if code asks for that. The
    class has no metaclass of its own, since ``isinstance`` would take twice as long."""

    value: str

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is the same word of the same vocabulary, faster than in a record."""
        return self is other or (type(self) is type(other) and self.value == other.value)

    def __hash__(self) -> int:
        """Return the hash of the value: equal words may have other sorts (:class:`Sorted`)."""
        return hash(self.value)


IN_BATTLE = ("バトル中の", "バトルしている")
"""The states of who is in battle; other words may stand before them: このカードとバトル中の."""
ANYTHING = frozenset({"any"})
"""The sorts of what can stand for anything: それら, and words about which no table says more."""


@dataclass(frozen=True, slots=True, eq=False)
class Sorted(Lexeme):
    """A word with the sorts of what it can stand for, and its possible owners, such as a ``card``.
    A game's ``frames.toml`` states these; words that the code names do not have them."""

    sorts: frozenset[str] = ANYTHING
    owners: frozenset[str] = frozenset()


L = TypeVar("L", bound=Lexeme)


class _Constant:
    """A word that the code names; it becomes an instance of the class that contains it."""

    def __init__(self, value: str) -> None:
        """Store the text until ``__set_name__`` puts a word in place of this object. A word is an
        instance of its vocabulary, which does not exist yet while its body is executed."""
        self._value = value

    def __set_name__(self, vocabulary: type[Lexeme], name: str) -> None:
        """Replace this in ``vocabulary``, which exists only now, by one of its words."""
        setattr(vocabulary, name, vocabulary(self._value))

    if TYPE_CHECKING:

        def __get__(self, word: L | None, vocabulary: type[L]) -> L:
            """Only for type checkers, never called: a word read from its vocabulary is an instance
            of that, as ``__set_name__`` has put it there."""


class Kind(Lexeme):
    """The kinds of ability (ws 8.1.1)."""

    AUTO = _Constant("【自】")  # ws 8.1.1.2
    CONTINUOUS = _Constant("【永】")  # ws 8.1.1.3
    ACTIVATED = _Constant("【起】")  # ws 8.1.1.1


class Marking(Lexeme):
    """Marks that say when or from where an ability may be used (ws 2.8.2, 2.8.3, 8.12)."""


class Brackets(Lexeme):
    """The brackets around a name; each game uses them differently."""

    CORNERS = _Constant("「」")
    NONE = _Constant("")  # before ：


class Pointer(Lexeme):
    """Words that point: at this card, at an antecedent, at what follows."""

    THIS = _Constant("この")
    THAT = _Constant("その")
    NEXT = _Constant("次の")
    EITHER = _Constant("いずれかの")
    ALL = _Constant("すべての")


class Counter(Sorted):
    """Units of counting; 枚数, 回数 and 数 follow 好きな and 同じ."""

    TIMES = _Constant("倍")  # a multiple of the number before it


class Vague(Lexeme):
    """Quantities that are left open: 好きな枚数, 同じ枚数."""

    SAME = _Constant("同じ")


class Letter(Lexeme):
    """Numbers that a later sentence defines (Ｘは…に等しい)."""


Amount = int | Letter  # a number in a text: its value, or the letter that stands for it


class Limit(Lexeme):
    """How a number limits: 以上, ずつ, のみ."""

    EACH = _Constant("ずつ")
    UP_TO = _Constant("まで")  # ws 8.6.3.1.1


class Comparison(Lexeme):
    """How one number compares to another: 高い."""

    DIFFERENT = _Constant("違う")


class Zone(Sorted):
    """Zones and parts of the stage (ws chapter 3)."""

    DECK = _Constant("山札")  # ws 3.2
    MARKER_AREA = _Constant("マーカー置場")  # ws 3.7


def bare_zone(word: str) -> str:
    """Return the zone ``word`` without 置場 (place): “clock” and “clock place” must be equal."""
    return word.removesuffix("置場")


class Period(Lexeme):
    """Phases (ws chapter 6), the steps of an attack (ws chapter 7), and moments: 登場時."""


class Word(Sorted):
    """The common nouns of card texts."""

    CHARACTER = _Constant("キャラ")  # ws 2.3.2
    CARD = _Constant("カード")
    PLAYER = _Constant("プレイヤー")
    OPPOSING = _Constant("バトル相手")
    LEVEL = _Constant("レベル")  # ws 2.6
    COST = _Constant("コスト")  # ws 2.7
    POWER = _Constant("パワー")  # ws 2.9
    SOUL = _Constant("ソウル")  # ws 2.10
    ABILITY = _Constant("能力")  # ws 4.1.1
    EFFECT = _Constant("効果")  # ws 4.1.2
    DAMAGE = _Constant("ダメージ")  # ws 4.10
    CARD_NAME = _Constant("カード名")
    COUNT = _Constant("枚数")
    TOTAL = _Constant("合計")
    AMID = _Constant("中")  # その中から
    TURN = _Constant("ターン")
    ATTACK = _Constant("アタック")
    BEGINNING = _Constant("始め")
    END = _Constant("終わり")


class Relation(Lexeme):
    """How a thing is related to another: このカードがいた枠, そのカード以外のカード."""

    WITHOUT = _Constant("のいない")
    OTHER_WITHOUT = _Constant("のいない他の")
    SAME_AS = _Constant("と同じ")
    EXCEPT = _Constant("以外の")
    PUT_ON = _Constant("に置かれた")
    AND_IS = _Constant("で")


class MannerWord(Lexeme):
    """How an action is carried out: 裏向きで, ランダムに."""

    INSTEAD = _Constant("かわりに")  # ws 8.10
    NEXT = _Constant("次に")


class Connective(Lexeme):
    """What ties a sentence to the one before it: そうしたら (ws 8.6.4), その後."""

    AND = _Constant("かつ")

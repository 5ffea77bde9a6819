"""The nodes of the arguments of a meaning: things, numbers, times, pointers, agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulebook.cards.tree.node import NodeType

if TYPE_CHECKING:
    from rulebook.cards.meaning.nodes import Event

MASTER = "あなた"  # the word for the master of an effect in its own text (ws 8.6.5, reb 3.1.2.4.1)


class Meaning(metaclass=NodeType):
    """A part of the meaning of a text; ``type`` names its class in JSON and in the tables."""

    start: int
    end: int
    type: ClassVar[str] = ""

    @property
    def text_place(self) -> TextPlace:
        """The place in the text that this was read from, to which pointers lead."""
        return TextPlace(self.start, self.end)


class TextPlace(metaclass=NodeType):
    """A half-open span of code points of a text: the words that something was read from."""

    start: int
    end: int


class PointerMeaning(Meaning, metaclass=NodeType, type="reference"):
    """A pronoun or other words that point (その, それら, 選んだ, 残りの), or an argument left out.
    ``to`` is the antecedent and ``name`` is that of the choice which chose it; ``explicit`` is
    whether the text has words for it. ``unresolved`` is the reason if no antecedent was found.
    ``less`` was taken out of the antecedent earlier: for 残り, the chosen cards."""

    to: TextPlace | None
    name: str | None
    explicit: bool
    unresolved: str | None = None
    less: tuple[PointerMeaning, ...] = ()

    @staticmethod
    def implicit(
        at: int, to: TextPlace | None, name: str | None = None, why: str | None = None
    ) -> PointerMeaning:
        """Return the pointer for an argument left out at ``at`` (1枚選び、手札に戻す), to the place
        ``to`` or the choice ``name``; without either, ``why`` is the reason shown to the user."""
        return PointerMeaning(at, at, to, name, False, why)


class NumberMeaning(Meaning, metaclass=NodeType, type="number"):
    """How many; ``at_most`` is whether fewer are enough (まで). ``rule`` is the sentence that
    defines a letter, or the things whose number it must equal (同じ枚数, 同じダメージ); ``of`` are
    these things if they come right before: それら of それらと同じ枚数. ``unit`` is the counter (枚,
    回) or None; ``total`` is whether all are counted together: 《A》か《B》合計2枚."""

    count: int | str
    at_most: bool
    limit: str | None
    rule: TextPlace | None = None
    unit: str | None = None
    of: ThingMeaning | None = None
    total: bool = False


class ThingMeaning(Meaning, metaclass=NodeType, type="thing"):
    """Cards, a player, a zone, a number: ``sort`` says which. ``owners`` and ``zones`` are in the
    words of the text (すべて of すべてのエントリー); ``words`` are its nouns (チェンジ of
    『チェンジ』); ``asks`` is whether a card needs more than to be a card: 《A》, レベル1以下.
    ``number`` is None for all or one, as ``every`` says; ``refers`` are the pointers inside.
    ``other_than`` are the excluded things, in the words of the text: デッキ of デッキ以外から,
    which is not one of ``zones``; 他の if there are no such words. ``side`` is a side of a zone or
    card: 上 of 山札の上から. A card is in one of ``zones``; ``area`` is the wider zone around a
    zone: 前列 of 前列の中央の枠. ``qualities`` are rows; it must have one quality of each, in the
    words of the text: レベル1以下, and 《A》 or 《B》, of レベル1以下の《A》か《B》のキャラ; a
    relative clause is also one: このアタックをサポートした. ``things`` are the members of a
    coordination, each with the words that apply to all; if it is ``alternative``, it is one of
    them, or of one of the ``owners``, else all: 山札の上か控え室, マーカーすべてとこのカード. The
    agent decides which one. ``of`` is the thing that it belongs to or is defined by: このカード of
    このカードの下. ``coming`` is whether it will be put into ``of`` later:
    次にエントリーに置かれるキャラ. ``changes`` are the changes of a number, in their order: ×500 of
    枚数×500, －1 of レベル－1, ×2 of 枚数の2倍の値. ``which`` are the words that say which of
    several it is: 2回目の of 相手の2回目のアタック, この of この効果."""

    sort: str
    owners: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    asks: bool = False
    every: bool = False
    number: NumberMeaning | None = None
    refers: tuple[PointerMeaning, ...] = ()
    other_than: tuple[str, ...] = ()
    side: str | None = None
    area: tuple[str, ...] = ()
    things: tuple[ThingMeaning, ...] = ()
    alternative: bool = False
    of: ThingMeaning | None = None
    coming: bool = False
    qualities: tuple[tuple[str, ...], ...] = ()
    changes: tuple[str, ...] = ()
    which: tuple[str, ...] = ()


What = ThingMeaning | PointerMeaning


def thing_sort(what: object) -> str | None:
    """Return the sort of ``what`` (cards, zone), None for a pointer: callers check no classes."""
    return what.sort if isinstance(what, ThingMeaning) else None


def thing_number(what: object) -> NumberMeaning | None:
    """Return the number of ``what``, None for a pointer, so that callers check no classes."""
    return what.number if isinstance(what, ThingMeaning) else None


def zones_named(what: What | None) -> tuple[str, ...]:
    """Return the zones named in ``what``, () for a pointer or None: callers check no classes."""
    return what.zones if isinstance(what, ThingMeaning) else ()


def nouns_of(what: What | None) -> tuple[str, ...]:
    """Return the nouns of ``what``, () for a pointer or None, so that callers check no classes."""
    return what.words if isinstance(what, ThingMeaning) else ()


class AgentMeaning(Meaning, metaclass=NodeType, type="doer"):
    """The player (or ``card``) who carries out a step, and the ``basis`` for that."""

    who: str
    # "told" by words of the step, "taken-over" from words before it, or by the "rule" that the
    # master of the effect does what the text leaves open.
    basis: str
    card: ThingMeaning | None = None


class Time(Meaning, metaclass=NodeType, type="time"):
    """A turn, a phase, an attack, or the beginning or end of one (``word``). ``owners`` are its
    players or cards, ``which`` says which of several it is, in the words of the text: 相手 and 次の
    of 次の相手のターン, このキャラ and 1回目の of このキャラの1回目のアタック. One of ``events``
    happens in it: このカードが手札から舞台に置かれたターン."""

    word: str
    refers: tuple[PointerMeaning, ...]
    owners: tuple[str, ...] = ()
    which: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()


class Moment(Time, metaclass=NodeType, type="moment"):
    """A time when something is done or happens: 次の相手のドローフェイズの始めに."""


class Duration(Time, metaclass=NodeType, type="until"):
    """The time during which an effect lasts or holds. ``inside`` is a longer time before it, of
    which this one is a part: the turn in このターン中、…し、このキャラがサポートしたアタック中."""

    inside: Duration | None = None

"""The nodes of what a text speaks of: things, numbers, times, what words point at, who does it.

The package imports nothing from here up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook.cards.meaning.nodes import Event

MASTER = "あなた"
"""Who the master of an effect is in its own text (ws 8.6.5, reb 3.1.2.4.1)."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A part of what a text means; ``type`` names its class in JSON and in the tables."""

    start: int
    end: int
    type: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where a text says something: a half-open span of it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PointerMeaning(Meaning):
    """Words that point (その, それら, 選んだ, 残りの), or silence where something is left out.

    ``to`` is where the text says what is meant and ``name`` what the step that chose it is called;
    ``told`` is whether there are words at all.  ``unresolved`` says why nothing could be settled.
    ``less`` was taken out of that before, so that it is not meant: what was chosen, of 残り.
    """

    type = "reference"
    to: TextPlace | None
    name: str | None
    told: bool
    unresolved: str | None = None
    less: tuple[PointerMeaning, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberMeaning(Meaning):
    """How many; ``at_most`` is whether fewer will do (まで).

    ``rule`` is what a letter stands for, or of what there are to be as many (同じ枚数, as much of
    同じダメージ); ``of`` is what these are, where it stands right before: それら of
    それらと同じ枚数.

    ``unit`` is the word that counts (枚, 回), None where there is none; ``total`` is whether all
    are counted together: 《A》か《B》合計2枚.
    """

    type = "number"
    count: int | str
    at_most: bool
    limit: str | None
    rule: TextPlace | None = None
    unit: str | None = None
    of: ThingMeaning | None = None
    total: bool = False


@dataclass(frozen=True, slots=True)
class ThingMeaning(Meaning):
    """Cards, a player, a zone, a number: ``sort`` says which.

    ``owners`` and ``zones`` are as the text says them, すべて of すべてのエントリー; ``words`` are
    its nouns (チェンジ of 『チェンジ』); ``asks`` is whether a card must be more than a card:
    《A》, レベル1以下;
    ``number`` is None where all or one is meant, ``every`` tells which; ``refers`` are the pointers
    inside.  ``other_than`` is what is left out, in the words of the text: デッキ of デッキ以外から,
    which is none of ``zones``; 他の where it says no more.  ``side`` is where of a zone or next to
    a card: 上 of 山札の上から.  A card lies in one of ``zones``; ``area`` is of what a zone is a
    part: 前列 of 前列の中央の枠.

    ``qualities`` are what it must have, of each row one, in the words of the text: レベル1以下, and
    《A》 or 《B》, of レベル1以下の《A》か《B》のキャラ; a clause before its noun is one too:
    このアタックをサポートした.

    ``things`` are several that are told in a row, each with what holds for it; one of them, or of
    several ``owners``, is meant where it is ``alternative``, else all: 山札の上か控え室,
    マーカーすべてとこのカード.  Who does what is done with it decides which.  ``of`` is what it
    belongs to or is told from: このカード of このカードの下.
    ``coming`` is whether it is yet to come, to what ``of`` tells: 次にエントリーに置かれるキャラ.
    ``changes`` is what is done to a number, in that order: ×500 of 枚数×500, －1 of レベル－1,
    ×2 of 枚数の2倍の値.
    ``which`` is which of several it is: 2回目の of 相手の2回目のアタック,
    この of この効果.
    """

    type = "thing"
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


@dataclass(frozen=True, slots=True)
class DoerMeaning(Meaning):
    """Who does it.

    ``basis`` is ``told`` where the text says so, ``taken-over`` where it said so before, and
    ``rule`` where it never does, so that the master of the effect does it.  ``card`` is the card
    where no player does it: このカード of このカードはフロントアタックする.
    """

    type = "doer"
    who: str
    basis: str
    card: ThingMeaning | None = None


@dataclass(frozen=True, slots=True)
class Time(Meaning):
    """A turn, a phase, an attack, or the beginning or end of one (``word``).

    ``owners`` and ``which`` tell whose it is and which of several, in the words of the text: 相手
    and 次の of 次の相手のターン, このキャラ and 1回目の of このキャラの1回目のアタック.  One of
    ``events`` comes about in it: このカードが手札から舞台に置かれたターン.
    """

    type = "time"
    word: str
    refers: tuple[PointerMeaning, ...]
    owners: tuple[str, ...] = ()
    which: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment(Time):
    """A time when something is done or comes about: 次の相手のドローフェイズの始めに."""

    type = "moment"


@dataclass(frozen=True, slots=True)
class Duration(Time):
    """How long an effect lasts, or during which time it holds.

    ``inside`` is a longer time told before, of which this is a part: the turn in
    このターン中、…し、このキャラがサポートしたアタック中.
    """

    type = "until"
    inside: Duration | None = None

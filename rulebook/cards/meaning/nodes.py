"""The nodes of a meaning: things, times, events, conditions, effects, abilities. Spans are
half-open and count code points of the text as given; an inferred node has that of its source."""

from __future__ import annotations

from typing import ClassVar

from rulebook.cards.tree.node import NodeType

MASTER = "あなた"  # the word for the master of an effect in its own text (ws 8.6.5, reb 3.1.2.4.1)


class Meaning(metaclass=NodeType):
    """A part of the meaning of a text; ``type`` names its class in JSON and in the tables."""

    start: int
    end: int
    type: ClassVar[str] = ""

    @property
    def text_place(self) -> TextPlace:
        """The place in the text that the node was read from, to which pointers lead."""
        return TextPlace(self.start, self.end)


class TextPlace(metaclass=NodeType):
    """A half-open span of code points of a text: the words that something was read from."""

    start: int
    end: int


class PointerMeaning(Meaning, metaclass=NodeType, type="reference"):
    """A pronoun or other words that point (“that”, “chosen”, “the rest of”), or an argument left
    out. ``to`` is the antecedent and ``name`` is that of the choice which chose it; ``explicit`` is
    whether the text has words for it. ``unresolved`` is the reason if no antecedent was found.
    ``less`` was taken out of the antecedent earlier: for “the rest”, the chosen cards."""

    to: TextPlace | None
    name: str | None
    explicit: bool
    unresolved: str | None = None
    less: tuple[PointerMeaning, ...] = ()

    @staticmethod
    def implicit(
        at: int, to: TextPlace | None, name: str | None = None, why: str | None = None
    ) -> PointerMeaning:
        """Return the pointer for an argument left out at ``at`` (“choose 1, put it”) to the words
        ``to``, a choice called ``name``; for None it is unresolved, with the reason ``why``."""
        return PointerMeaning(at, at, to, name, False, why)


class NumberMeaning(Meaning, metaclass=NodeType, type="number"):
    """How many; ``at_most`` is whether fewer are enough (まで). ``rule`` is the sentence that
    defines a letter, or the things whose number it must equal (同じ枚数), ``of`` these if right
    before (それらと). ``unit`` is the counter (枚); ``total``: all are counted together."""

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
    """The player (or ``card``) who carries out a step, the master by "rule" if the text is open."""

    who: str
    basis: str  # "told" by the words of the step, "taken-over" from words before it, or "rule"
    card: ThingMeaning | None = None


class Time(Meaning, metaclass=NodeType, type="time"):
    """A turn, a phase, an attack, or the beginning or end of one (``word``). ``owners`` are its
    players or cards, ``which`` says which of several it is: 相手 and 次の of 次の相手のターン,
    1回目の of 1回目のアタック. One of ``events`` happens in it: このカードが置かれたターン."""

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


class Event(Meaning, metaclass=NodeType, type="event"):
    """Something that happens: ``who`` does it or, if ``passive``, undergoes it. ``after`` are
    events just before: プレイされて of プレイされて置かれた. ``moment`` is the only time at which
    it counts: 次の相手のスタンドフェイズに. ``number`` is how many or how often, unless a thing has
    that number; ``how`` is the manner, ``companion`` with what it is done: 《A》と入れ替えたら."""

    verb: str
    passive: bool
    negated: bool
    who: What | None
    what: What | None
    by: What | None
    source: What | None
    goal: What | None
    through: What | None
    moment: Moment | None = None
    after: tuple[Event, ...] = ()
    number: NumberMeaning | None = None
    how: tuple[str, ...] = ()
    companion: What | None = None


class TriggerMeaning(Meaning, metaclass=NodeType, type="trigger"):
    """The trigger of an ability: one of ``events``, or ``moment``, maybe only ``within`` a time."""

    events: tuple[Event, ...]
    moment: Moment | None
    within: Duration | None


class Condition(Meaning, metaclass=NodeType, type="condition"):
    """A condition; ``alternative`` is whether the next condition is enough instead. ``within`` is
    the time in which it must have happened: このターン中、Aをプレイしていないなら. ``verb`` is None
    if it asks for the number or a quality of something; ``number`` is how many, with the comparison
    (``limit``: 以上), ``place`` where it must be. ``what`` is the thing that the subject must be,
    or to which it does ``verb``; without a subject it is the time that it must be. ``comparison``
    (多い, 以下, 同じ) is how the subject compares to ``than``; のみ says that it is nothing but
    ``what``. ``every`` is whether this must hold for all parts of the subject: 両方. If the
    condition is ``passive``, the subject has ``verb`` done to it, ``by`` something. ``through`` is
    the means by which it must have happened (この効果で), ``how`` the manner: 別々に. ``state`` is
    whether the subject must be in a state (【レスト】している), not enter it."""

    subject: What | None
    refers: tuple[PointerMeaning, ...]
    negated: bool
    alternative: bool
    within: Duration | None = None
    verb: str | None = None
    number: NumberMeaning | None = None
    place: What | None = None
    what: What | Time | None = None
    comparison: str | None = None
    than: What | None = None
    every: bool = False
    passive: bool = False
    by: What | None = None
    through: What | None = None
    how: tuple[str, ...] = ()
    state: bool = False


class LetterMeaning(Meaning, metaclass=NodeType, type="letter"):
    """The value of a letter (Ｘは…に等しい), or one for ``each`` of several: そのキャラのレベル."""

    letter: str
    value: ThingMeaning
    each: bool = False


class Effect(Meaning, metaclass=NodeType):
    """A step of an ability, or a block of steps. A property below is None if it does not apply."""

    @property
    def what(self) -> What | None:
        """The object: “a card”."""

    @property
    def number(self) -> NumberMeaning | None:
        """How many things, or how often."""

    @property
    def source(self) -> What | None:
        """Where cards come from: “from the hand”."""

    @property
    def goal(self) -> What | None:
        """Where cards are put: “into the hand”."""

    @property
    def until(self) -> Duration | None:
        """How long it lasts."""

    @property
    def for_each(self) -> What | None:
        """Its multiplier: “for each card”."""


class Action(Effect, metaclass=NodeType):
    """An action of a player or a card, or an event that happens to one. ``act`` is its type in JSON
    (``draw``), ``verb`` the word in the text; ``use`` is the role of the object (マーカーとして),
    ``companion`` the thing with which it is done, ``how`` the manner, means and moment. ``of`` is
    the surrounding event whose manner this states: エネルギーを置く際、【レスト】で置く."""

    act: str
    verb: str
    by: AgentMeaning
    what: What | None = None
    number: NumberMeaning | None = None
    source: What | None = None
    goal: What | None = None
    use: What | None = None
    companion: What | None = None
    how: tuple[str, ...] = ()
    until: Duration | None = None
    for_each: What | None = None
    of: PointerMeaning | None = None


class ChooseEffect(Effect, metaclass=NodeType, type="choose"):
    """A choice. Pointers to the chosen things have its ``name``; ``how`` is the manner: 別々に."""

    by: AgentMeaning
    name: str
    what: What | None
    source: What | None
    number: NumberMeaning | None
    how: tuple[str, ...] = ()


class ModifyEffect(Effect, metaclass=NodeType, type="modify"):
    """A number of a card, or of a player, changes by ``amount`` while the effect lasts."""

    by: AgentMeaning
    what: What | None
    measure: str
    amount: str
    rule: TextPlace | None
    until: Duration | None
    for_each: What | None


class Grant(Effect, metaclass=NodeType, type="grant"):
    """Cards or players gain, or with ``lost`` lose, abilities or other things. ``goal`` is the
    property to which it is added: トリガーアイコンに【ショット】を得る."""

    by: AgentMeaning
    what: What | None
    abilities: tuple[AbilityMeaning, ...]
    other: What | None
    lost: bool
    until: Duration | None
    goal: What | None = None


class Prohibit(Effect, metaclass=NodeType, type="prohibit"):
    """An event, negated as in the text, that the effect of ``by`` forbids to its ``who`` while it
    lasts. ``other_than`` is the number or thing that remains possible: 3回まで of 3回までしか…."""

    by: AgentMeaning
    what: What | None
    event: Event
    until: Duration | None
    other_than: NumberMeaning | ThingMeaning | None = None


class Permit(Effect, metaclass=NodeType, type="permit"):
    """An event that is possible while the effect lasts, although the rules alone do not allow it.
    ``event.who`` can do it; ``by`` is the player whose effect allows it."""

    by: AgentMeaning
    what: What | None
    event: Event
    until: Duration | None


class MayEffect(Effect, metaclass=NodeType, type="may"):
    """A block that may be done as a whole or left undone."""

    by: AgentMeaning
    effects: tuple[Effect, ...]


class IfEffect(Effect, metaclass=NodeType, type="if"):
    """Effects if the conditions hold (``then``), and if they do not (``otherwise``)."""

    conditions: tuple[Condition, ...]
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class IfDone(Effect, metaclass=NodeType, type="if-you-do"):
    """Effects if ``of`` was done (``negated``: was not); ``event`` repeats it: …を置いたら."""

    of: PointerMeaning
    negated: bool
    then: tuple[Effect, ...]
    event: Event | None = None


class PriceEffect(Effect, metaclass=NodeType, type="by-doing"):
    """Effects at the price of another action: …ことで. ``unresolved`` is the reason if neither text
    nor rules say whether the price may be left unpaid; None if the text does (…してよい)."""

    price: tuple[Effect, ...]
    then: tuple[Effect, ...]
    unresolved: str | None = None


class Replace(Effect, metaclass=NodeType, type="replace"):
    """Effects instead of an event, if it is named, or of a ``part`` of it: 1枚のかわりに."""

    event: TriggerMeaning | Event | PointerMeaning | None
    instead: tuple[Effect, ...]
    until: Duration | None = None
    part: ThingMeaning | None = None


class Delayed(Effect, metaclass=NodeType, type="delayed"):
    """Effects when a later event happens or at a later time."""

    trigger: TriggerMeaning
    effects: tuple[Effect, ...]
    until: Duration | None


class ForEachEffect(Effect, metaclass=NodeType, type="for-each"):
    """Effects that are carried out once for each of the things ``what``."""

    what: ThingMeaning
    effects: tuple[Effect, ...]


class OccasionEffect(Effect, metaclass=NodeType, type="occasion"):
    """Effects during, or in spite of, an event; ``relation`` says which."""

    relation: str
    event: Event
    effects: tuple[Effect, ...]


class Option(Meaning, metaclass=NodeType, type="option"):
    """One of several choices, with its sign or case (``label``) and its own cost."""

    label: str | None
    effects: tuple[Effect, ...]
    letters: tuple[LetterMeaning, ...] = ()
    cost: tuple[Effect, ...] = ()


class Options(Effect, metaclass=NodeType, type="options"):
    """Choices of which some are carried out. ``number`` is None if a case decides or all are,
    ``times`` how often, ``how`` the value that decides, in the words of the text: 枚数により.
    ``every`` is whether each option is whose case holds: 以下をすべて行う. ``unresolved`` says why
    it is not known which are: the step that offers them was not understood."""

    by: AgentMeaning
    number: NumberMeaning | None
    options: tuple[Option, ...]
    times: NumberMeaning | None = None
    how: tuple[str, ...] = ()
    every: bool = False
    unresolved: str | None = None


class Repeat(Effect, metaclass=NodeType, type="repeat"):
    """The actions before it (``of``) are done again, as often as ``times``: もう一度行う."""

    by: AgentMeaning
    times: NumberMeaning | None
    of: PointerMeaning


class Unknown(Effect, metaclass=NodeType, type="unknown"):
    """A part without a settled meaning; ``unresolved`` is the reason."""

    unresolved: str


class LimitMeaning(Meaning, metaclass=NodeType, type="limit"):
    """How often in a turn the ability may be played; ``said`` if by a sentence, not by an icon."""

    times: int
    said: bool = False


class MarkNeed(Meaning, metaclass=NodeType, type="need"):
    """Which cards an icon needs: ``level``, and ``words``, joined by "or" or ＆ (reb 11.7.3.1)."""

    mark: str
    level: int | str | None
    words: tuple[str, ...]
    joint: str | None


class Opened(Meaning, metaclass=NodeType, type="opened", unplaced="ability"):
    """The wording of the rules for a keyword: ``text``, to which spans in ``ability`` refer."""

    clause: str
    text: str
    ability: AbilityMeaning


class KeywordUse(Meaning, metaclass=NodeType, type="keyword"):
    """A keyword, and its full wording in the rules, if they give one. ``names``, ``power``,
    ``level`` and ``value`` are its parameters: 絆／「A」, 助太刀2000 レベル1, スピード耐性：3."""

    name: str
    opened: Opened | None
    names: tuple[str, ...] = ()
    power: int | str | None = None
    level: int | str | None = None
    value: int | str | None = None


class AbilityMeaning(Meaning, metaclass=NodeType, type="ability"):
    """An ability: its trigger, condition, cost and effects. ``kind`` is the icon of its kind, None
    for a text without one; ``marks`` are its other icons, ``needs`` the cards that some of them
    need. ``playing`` are the effects that only limit when it, or its card, may be played, or when
    it triggers, and do nothing when it is carried out. ``name`` is that of the effect (gbf
    8-1-2-1). ``around`` is the wording that its icon or keyword has for when its text is carried
    out, 【スパーク】 (reb 11.3.2), or holds, 【ブロッカー】 (reb 11.6.2)."""

    kind: str | None
    marks: tuple[str, ...]
    limit: LimitMeaning | None
    keyword: KeywordUse | None
    trigger: TriggerMeaning | None
    condition: tuple[Condition, ...]
    cost: tuple[Effect, ...]
    effects: tuple[Effect, ...]
    letters: tuple[LetterMeaning, ...] = ()
    needs: tuple[MarkNeed, ...] = ()
    playing: tuple[Effect, ...] = ()
    name: str | None = None
    around: Opened | None = None


def meaning_types() -> tuple[str, ...]:
    """Return the types of effects other than actions, to refuse misspelt ones in rules."""
    return tuple(sorted(kind.type for kind in Effect.__subclasses__() if kind.type))

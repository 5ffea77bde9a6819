"""The nodes of a meaning; those of what is spoken of stand in ``thing_nodes``.

All spans are half-open and count code points of the text as it was given.  A node for which the
text has no words has the span of the words that it was taken from.  It says in
``corpus/<game>/governing.toml`` on which clause each ``type`` rests.
"""

from __future__ import annotations

from typing import ClassVar

from rulebook.cards.meaning.thing_nodes import (
    MASTER,
    DoerMeaning,
    Duration,
    Meaning,
    Moment,
    NumberMeaning,
    PointerMeaning,
    TextPlace,
    ThingMeaning,
    Time,
    What,
)
from rulebook.records import dataclass

__all__ = [
    "MASTER",
    "DoerMeaning",
    "Duration",
    "Meaning",
    "Moment",
    "NumberMeaning",
    "PointerMeaning",
    "TextPlace",
    "ThingMeaning",
    "Time",
    "What",
]
"""What stands in ``thing_nodes`` and is a node of a meaning like those here."""


# ---- What comes about and what must be so


@dataclass(frozen=True, slots=True)
class Event(Meaning):
    """Something that comes about: ``who`` does it or has it done to it.

    ``after`` is what must have come about just before: プレイされて of プレイされて置かれた.
    ``moment`` is the time at which alone it does: 次の相手のスタンドフェイズに.
    ``number`` is how many or how often, where no thing has that; ``how`` is in which way;
    ``companion`` is with what it is done: 《A》と入れ替えたら.
    """

    type = "event"
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


@dataclass(frozen=True, slots=True)
class TriggerMeaning(Meaning):
    """What must come about: one of ``events``, or ``moment``; ``within`` is the time for it."""

    type = "trigger"
    events: tuple[Event, ...]
    moment: Moment | None
    within: Duration | None


@dataclass(frozen=True, slots=True)
class Condition(Meaning):
    """What must be so; ``alternative`` is whether the one behind it would do as well.

    ``within`` is the time in which it must have come about: このターン中、Aをプレイしていないなら.
    ``verb`` is None where something is asked to be so many or such; ``number`` is how many with
    the comparison (``limit``: 以上), ``place`` where it must be.  ``what`` is what the subject is
    asked to be, or what it does ``verb`` to; without a subject it is the time that must be on.
    ``comparison`` (多い, 以下, 同じ) is how the subject must stand to ``than``; のみ, that it is
    nothing but ``what``.  ``every`` is whether all that the subject tells must be so: 両方.
    The subject has ``verb`` done to it, ``by`` something, where the condition is ``passive``.
    ``through`` is by what means it must have come about (この効果で), ``how`` in which way: 別々に.
    ``state`` is whether the subject must be in a state (【レスト】している), not come into it.
    """

    type = "condition"
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


@dataclass(frozen=True, slots=True)
class LetterMeaning(Meaning):
    """What a letter stands for: Ｘは…に等しい.

    ``each`` is whether it is worked out anew for each of several: パワーを＋Ｘ of キャラすべて,
    where Ｘは…そのキャラのレベル.
    """

    type = "letter"
    letter: str
    value: ThingMeaning
    each: bool = False


# ---- Effects


@dataclass(frozen=True, slots=True)
class Effect(Meaning):
    """Something that an effect does, or what stands around it."""


@dataclass(frozen=True, slots=True)
class Action(Effect):
    """An action of a player or a card, or what happens to one.

    ``act`` is its type in JSON (``draw``, ``put``), ``verb`` the word of the text; ``use`` is what
    it is done as (マーカーとして), ``companion`` what it is done together with, ``how`` in which
    way, by what means and at which moment, in the words of the text.  ``of`` is the event around
    it that is done so, and not once more: エネルギーを置く際、【レスト】で置く.
    """

    act: str
    verb: str
    by: DoerMeaning
    what: What | None
    number: NumberMeaning | None
    source: What | None
    goal: What | None
    use: What | None
    companion: What | None
    how: tuple[str, ...]
    until: Duration | None
    for_each: What | None
    of: PointerMeaning | None = None


@dataclass(frozen=True, slots=True)
class ChooseEffect(Effect):
    """Somebody chooses; later steps speak of what is chosen by ``name``.

    ``how`` is in which way and by what means, in the words of the text: 別々に.
    """

    type = "choose"
    by: DoerMeaning
    name: str
    what: What | None
    source: What | None
    number: NumberMeaning | None
    how: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModifyEffect(Effect):
    """A number of a card, or of a player, changes by ``amount`` while the effect lasts."""

    type = "modify"
    by: DoerMeaning
    what: What | None
    measure: str
    amount: str
    rule: TextPlace | None
    until: Duration | None
    for_each: What | None


@dataclass(frozen=True, slots=True)
class Grant(Effect):
    """Cards gain, lose or are given abilities or other things; ``lost`` tells which way.

    ``goal`` is among what of them it counts: トリガーアイコンに【ショット】を得る.
    """

    type = "grant"
    by: DoerMeaning
    what: What | None
    abilities: tuple[AbilityMeaning, ...]
    other: What | None
    lost: bool
    until: Duration | None
    goal: What | None = None


@dataclass(frozen=True, slots=True)
class Prohibit(Effect):
    """What cannot be done or does not come about while the effect lasts.

    ``event.who`` is to whom it is forbidden, ``by`` whose effect does so.  The event is negated as
    the text tells it (アタックできない), which forbids it and not its opposite.  ``other_than`` is
    what is possible all the same, so that only more or else is not: 3回まで of 3回までしか….
    """

    type = "prohibit"
    by: DoerMeaning
    what: What | None
    event: Event
    until: Duration | None
    other_than: NumberMeaning | ThingMeaning | None = None


@dataclass(frozen=True, slots=True)
class Permit(Effect):
    """What is possible while the effect lasts, although the rules do not say so.

    ``event.who`` is who can do it, ``by`` whose effect allows it.
    """

    type = "permit"
    by: DoerMeaning
    what: What | None
    event: Event
    until: Duration | None


@dataclass(frozen=True, slots=True)
class MayEffect(Effect):
    """A block that may be done as a whole or left undone."""

    type = "may"
    by: DoerMeaning
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class IfEffect(Effect):
    """What is done where the conditions hold, and where they do not."""

    type = "if"
    conditions: tuple[Condition, ...]
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class IfDone(Effect):
    """What is done only where ``of`` was done, or, ``negated``, only where it was not.

    ``event`` is how the text tells it anew: 《A》を置いたら.
    """

    type = "if-you-do"
    of: PointerMeaning
    negated: bool
    then: tuple[Effect, ...]
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class ByDoingEffect(Effect):
    """What is done at the price of doing something first: …ことで.

    ``unresolved`` says so where neither the text nor the rules tell whether the price may be left
    unpaid; it is None where the text does (…してよい).
    """

    type = "by-doing"
    price: tuple[Effect, ...]
    then: tuple[Effect, ...]
    unresolved: str | None = None


@dataclass(frozen=True, slots=True)
class Replace(Effect):
    """What is done instead of an event; ``event`` is None where the text does not say of which.

    ``part`` is what of it alone is replaced, where the text tells it: ストック1枚のかわりに.
    """

    type = "replace"
    event: TriggerMeaning | Event | PointerMeaning | None
    instead: tuple[Effect, ...]
    until: Duration | None = None
    part: ThingMeaning | None = None


@dataclass(frozen=True, slots=True)
class Delayed(Effect):
    """What is done when a later event comes about or a later time has come."""

    type = "delayed"
    trigger: TriggerMeaning
    effects: tuple[Effect, ...]
    until: Duration | None


@dataclass(frozen=True, slots=True)
class ForEachEffect(Effect):
    """What is done once for each of something."""

    type = "for-each"
    what: ThingMeaning
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class OccasionEffect(Effect):
    """What is done on the occasion of something; ``relation`` says how they stand to each other."""

    type = "occasion"
    relation: str
    event: Event
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Option(Meaning):
    """One of several choices; ``label`` is its sign or the case in which it is carried out.

    ``cost`` is what carrying out this one costs.
    """

    type = "option"
    label: str | None
    effects: tuple[Effect, ...]
    letters: tuple[LetterMeaning, ...] = ()
    cost: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Options(Effect):
    """Choices of which some are carried out.

    ``number`` is None where the text tells the case or all are, ``times`` how often it is done,
    ``how`` what tells the case, in the words of the text: エネルギーの枚数により.  ``every`` is
    whether all are whose case it is: 以下をすべて行う.  ``unresolved`` says why it is not known
    which are carried out, or whether any: what offers them was not understood.
    """

    type = "options"
    by: DoerMeaning
    number: NumberMeaning | None
    options: tuple[Option, ...]
    times: NumberMeaning | None = None
    how: tuple[str, ...] = ()
    every: bool = False
    unresolved: str | None = None


@dataclass(frozen=True, slots=True)
class Repeat(Effect):
    """What was done is done again."""

    type = "repeat"
    by: DoerMeaning
    times: NumberMeaning | None
    of: PointerMeaning


@dataclass(frozen=True, slots=True)
class Unknown(Effect):
    """A part whose meaning is not settled; ``unresolved`` says why."""

    type = "unknown"
    unresolved: str


# ---- Abilities


@dataclass(frozen=True, slots=True)
class LimitMeaning(Meaning):
    """How often in a turn the ability may be played.

    ``said`` is whether a sentence says so and no icon: この能力は1ターンにつき1回まで発動する.
    """

    type = "limit"
    times: int
    said: bool = False


@dataclass(frozen=True, slots=True)
class MarkNeed(Meaning):
    """What an icon asks for: how many cards (``level``), and which, in the words of the text.

    ``joint`` is what stands between several ``words``: a card that is one of them is enough, be it
    or, be it ＆ (reb 11.7.3.1).
    """

    type = "need"
    mark: str
    level: int | str | None
    words: tuple[str, ...]
    joint: str | None


@dataclass(frozen=True, slots=True)
class Opened(Meaning):
    """What the rules say that a keyword stands for.

    Spans inside ``ability`` count code points of ``text``, which is written as cards are.
    """

    type = "opened"
    unplaced: ClassVar[str] = "ability"
    clause: str
    text: str
    ability: AbilityMeaning


@dataclass(frozen=True, slots=True)
class KeywordUse(Meaning):
    """A keyword, and what the rules say that it stands for, where they say so in full.

    ``names``, ``power``, ``level`` and ``value`` are what it is used with: 絆／「A」,
    助太刀2000 レベル1, スピード耐性：3.
    """

    type = "keyword"
    name: str
    opened: Opened | None
    names: tuple[str, ...] = ()
    power: int | str | None = None
    level: int | str | None = None
    value: int | str | None = None


@dataclass(frozen=True, slots=True)
class AbilityMeaning(Meaning):
    """An ability: when it is played, what must be so, what it costs, what it does.

    ``kind`` is the icon of its kind, None for a text without one (an event, a card's one
    paragraph); ``marks`` are its other icons, ``needs`` what some of them ask for.  ``playing`` is
    what says when it, or its card, may be played at all: that is asked first, and does nothing when
    it is carried out.  ``name`` is what an effect is called (gbf 8-1-2-1).  ``around`` is what its
    icon or its keyword says of when its text is carried out, 【スパーク】 (reb 11.3.2), or of when
    it holds: 【ブロッカー】 (reb 11.6.2).
    """

    type = "ability"
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
    """Return the types of all classes of effects, for the tables that must know each of them."""
    return tuple(sorted(kind.type for kind in Effect.__subclasses__() if kind.type))

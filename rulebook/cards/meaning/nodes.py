"""The nodes of a meaning: events, conditions, effects, abilities; exports those of ``thing_nodes``.
Spans are half-open and count code points of the text as given; a node without words in the text has
the span of those from which it was inferred. ``governing.toml`` has the clause of each ``type``."""

from __future__ import annotations

from rulebook.cards.meaning.thing_nodes import MASTER as MASTER
from rulebook.cards.meaning.thing_nodes import AgentMeaning as AgentMeaning
from rulebook.cards.meaning.thing_nodes import Duration as Duration
from rulebook.cards.meaning.thing_nodes import Meaning as Meaning
from rulebook.cards.meaning.thing_nodes import Moment as Moment
from rulebook.cards.meaning.thing_nodes import NumberMeaning as NumberMeaning
from rulebook.cards.meaning.thing_nodes import PointerMeaning as PointerMeaning
from rulebook.cards.meaning.thing_nodes import TextPlace as TextPlace
from rulebook.cards.meaning.thing_nodes import ThingMeaning as ThingMeaning
from rulebook.cards.meaning.thing_nodes import Time as Time
from rulebook.cards.meaning.thing_nodes import What as What
from rulebook.cards.meaning.thing_nodes import nouns_of as nouns_of
from rulebook.cards.meaning.thing_nodes import thing_number as thing_number
from rulebook.cards.meaning.thing_nodes import thing_sort as thing_sort
from rulebook.cards.meaning.thing_nodes import zones_named as zones_named
from rulebook.cards.tree.node import NodeType


class Event(Meaning, metaclass=NodeType, type="event"):
    """Something that happens: ``who`` does it or, if it is ``passive``, undergoes it. ``after`` are
    the events that must have happened just before: プレイされて of プレイされて置かれた. ``moment``
    is the only time at which it counts: 次の相手のスタンドフェイズに. ``number`` is how many or how
    often, unless a thing has that number; ``how`` is the manner; ``companion`` is the thing with
    which it is done: 《A》と入れ替えたら."""

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
    """A step of an ability, or a block of steps. Any effect has the properties below."""

    @property
    def what(self) -> What | None:
        """The object (カード). Kinds without it have None, so any effect can be asked."""

    @property
    def number(self) -> NumberMeaning | None:
        """How many things, or how often. Kinds without it have None, so any effect can be asked."""

    @property
    def source(self) -> What | None:
        """Where cards come from (手札から). Kinds without it have None: any effect can be asked."""

    @property
    def goal(self) -> What | None:
        """Where cards are put (手札に). Kinds without it have None, so any effect can be asked."""

    @property
    def until(self) -> Duration | None:
        """How long it lasts. Kinds without it have None, so any effect can be asked."""

    @property
    def for_each(self) -> What | None:
        """Its multiplier (1枚につき). Kinds without it have None, so any effect can be asked."""


class Action(Effect, metaclass=NodeType):
    """An action of a player or a card, or an event that happens to one. ``act`` is its type in JSON
    (``draw``, ``put``), ``verb`` the word in the text; ``use`` is the role of the object
    (マーカーとして), ``companion`` the thing with which it is done, ``how`` the manner, means and
    moment, in the words of the text. ``of`` is the surrounding event whose manner this states, so
    it is not a second action: エネルギーを置く際、【レスト】で置く."""

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
    """An event that is impossible while the effect lasts: ``event``, negated as in the text, is
    forbidden to its ``who`` by the effect of ``by``. ``other_than`` is the number or thing that
    remains possible: 3回まで of 3回までしか…."""

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
    """Effects instead of an event; ``event`` is None if the text does not name it. ``part`` is the
    part of it that is replaced, if not all of it is: ストック1枚のかわりに."""

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
    """Choices of which some are carried out. ``number`` is None if a case decides or all are
    carried out, ``times`` how often it is done, ``how`` the value that decides the case, in the
    words of the text: エネルギーの枚数により. ``every`` is whether all those are carried out whose
    case holds: 以下をすべて行う. ``unresolved`` says why it is not known which of them, if any, are
    carried out: the step that offers them was not understood."""

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
    for a text without one (an event, a card's one paragraph); ``marks`` are its other icons,
    ``needs`` the cards that some of them need. ``playing`` are the effects that only limit when it,
    or its card, may be played, or when it triggers: they are checked at that time, and do nothing
    when the ability is carried out. ``name`` is the name of the effect (gbf 8-1-2-1). ``around`` is
    the wording that its icon or keyword has for when its text is carried out, 【スパーク】 (reb
    11.3.2), or holds, 【ブロッカー】 (reb 11.6.2)."""

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

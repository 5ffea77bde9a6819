"""What an ability means as rows: a row for each part, with the zones that it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulebook.cards.facts.locations import MOVES
from rulebook.cards.facts.predicates import ZoneWords
from rulebook.cards.facts.walk import zones_taken_from
from rulebook.cards.meaning.action_types import TYPE_OF_VERB
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    Condition,
    Delayed,
    Effect,
    Event,
    Grant,
    IfEffect,
    KeywordUse,
    Meaning,
    ModifyEffect,
    NumberMeaning,
    Opened,
    Options,
    Permit,
    PointerMeaning,
    Prohibit,
    ThingMeaning,
    Time,
    TriggerMeaning,
    What,
)
from rulebook.records import NamedTuple, replace

Zone = tuple[str, str]
"""A slot (``of``, ``from``, ``to``) and a zone, as the game's cards call it."""

# The fields that hold effects inside an effect, and the section that these belong to.
_INSIDE = (("price", "cost"), ("effects", ""), ("then", ""), ("instead", ""), ("otherwise", ""))
_OTHER = "act"


class PartRow(NamedTuple):
    """A row of ``parts``; ``ability`` and ``inside`` are places in the rows of the same card."""

    ability: int
    inside: int | None
    section: str
    act: str
    verb: str | None
    passive: bool
    who: str | None
    whom: str | None
    what: str | None
    nouns: str | None
    owner: str | None
    number: int | str | None
    at_most: bool
    measure: str | None
    amount: str | None
    until: str | None
    opened: bool
    starts: int
    ends: int
    zones: tuple[Zone, ...]


class AbilityRow(NamedTuple):
    """A row of ``abilities``; ``inside`` is a place in the rows of the same card."""

    inside: int | None
    starts: int
    ends: int
    kind: str | None
    marks: str
    keyword: str | None
    per_turn: int | None


class MeaningRows:
    """Collects the rows of one card, ability by ability; ``zones`` are those of its game."""

    def __init__(self, text: str, zones: ZoneWords) -> None:
        self._text = text
        self._zones = zones
        self._keyword: KeywordUse | None = None
        self.abilities: list[AbilityRow] = []
        self.parts: list[PartRow] = []
        self._chosen: dict[str, ThingMeaning] = {}
        self._from: Mapping[tuple[int, int], tuple[str, ...]] = {}
        self._ability = 0

    def add(self, ability: AbilityMeaning, inside: int | None = None) -> int:
        """Add ``ability``, given by that ``inside``, with all that it says; return its place."""
        self._ability = place = len(self.abilities)
        self.abilities.append(_ability_row(ability, inside))
        before = self._chosen, self._from
        self._say(ability)
        self._chosen, self._from = before
        opened = ability.keyword.opened if ability.keyword else None
        if opened:
            self._open(ability, opened)
        return place

    def _say(self, ability: AbilityMeaning) -> None:
        self._chosen, self._from = {}, zones_taken_from(ability, self._zones)
        if ability.trigger:
            self._trigger(ability.trigger, "trigger", None)
        for condition in ability.condition:
            self._condition(condition, None)
        self._effects(ability.playing, "playing", None)
        self._effects(ability.cost, "cost", None)
        self._effects(ability.effects, "effect", None)

    def _open(self, ability: AbilityMeaning, opened: Opened) -> None:
        """Add what the rules say that the keyword stands for; its words are the keyword."""
        text, self._text, self._keyword = self._text, opened.text, ability.keyword
        before = self._chosen, self._from
        self._say(replace(opened.ability, cost=()) if ability.cost else opened.ability)
        self._chosen, self._from = before
        self._text, self._keyword = text, None

    def _put(
        self,
        node: Meaning,
        inside: int | None,
        section: str,
        act: str,
        verb: str | None = None,
        what: What | None = None,
        number: NumberMeaning | None = None,
        zones: Iterable[Zone] = (),
    ) -> int:
        meant = self._meant(what)
        told = number or (meant.number if meant else None)
        place = self._keyword or node
        until = getattr(node, "until", None)
        row = PartRow(
            self._ability,
            inside,
            section,
            act,
            verb or None,
            getattr(node, "passive", False),
            _who(node),
            self._player(getattr(node, "goal", None)),
            meant.sort if meant else what.type if what else None,
            " ".join(meant.words) or None if meant else None,
            " ".join(meant.owners) or None if meant else None,
            told.count if told else None,
            bool(told and told.at_most),
            getattr(node, "measure", None) or None,
            getattr(node, "amount", None) or None,
            getattr(until, "word", None),
            self._keyword is not None,
            place.start,
            place.end,
            tuple(dict.fromkeys(zones)),
        )
        self.parts.append(row)
        return len(self.parts) - 1

    def _meant(self, what: What | None) -> ThingMeaning | None:
        """Return the things that ``what`` is, or those chosen before that it points at."""
        if isinstance(what, PointerMeaning):
            return self._chosen.get(what.name or "")
        if isinstance(what, ThingMeaning):
            pointed = (self._chosen[r.name] for r in what.refers if r.name in self._chosen)
            return next(pointed, what) if not what.zones else what
        return None

    def _player(self, goal: What | None) -> str | None:
        """Return whom something is done to: 相手 of 相手に2ダメージを与える."""
        if isinstance(goal, ThingMeaning) and goal.sort == "players":
            return self._text[goal.start : goal.end]
        return None

    # ---- What sets it off, and what must be so

    def _trigger(self, trigger: TriggerMeaning, section: str, inside: int | None) -> None:
        if trigger.moment:
            moment = trigger.moment
            self._put(moment, inside, section, "moment", moment.word, _as_thing(moment))
        for event in trigger.events:
            self._event(event, section, inside)

    def _event(self, event: Event, section: str, inside: int | None) -> None:
        act = TYPE_OF_VERB.get(event.verb, _OTHER)
        what = event.what or event.who
        zones = [*_in("of", what), *_in("from", event.source), *_in("to", event.goal)]
        self._put(event, inside, section, act, event.verb, event.who or event.what, zones=zones)

    def _condition(self, condition: Condition, inside: int | None) -> None:
        what = condition.subject or _as_thing(condition.what)
        self._put(condition, inside, "condition", "condition", None, what, None, _in("of", what))

    # ---- What it costs, and what it does

    def _effects(self, effects: Sequence[Effect], section: str, inside: int | None) -> None:
        for effect in effects:
            self._effect(effect, section, inside)

    def _effect(self, effect: Effect, section: str, inside: int | None) -> None:
        place = self._own(effect, section, inside)
        for name, other in _INSIDE:
            self._effects(getattr(effect, name, ()), other or section, place)
        self._around(effect, place)
        if isinstance(effect, Options):
            for option in effect.options:
                self._effects(option.cost, "cost", place)
                self._effects(option.effects, section, place)
        if isinstance(effect, Grant):
            giving = self._ability
            for ability in effect.abilities:
                self.add(ability, giving)
            self._ability = giving

    def _around(self, effect: Effect, place: int) -> None:
        """Add what ``effect`` waits for or speaks of: conditions, a later trigger, an event."""
        if isinstance(effect, IfEffect):
            for condition in effect.conditions:
                self._condition(condition, place)
        event = effect.trigger if isinstance(effect, Delayed) else getattr(effect, "event", None)
        if isinstance(event, TriggerMeaning):
            self._trigger(event, "event", place)
        elif isinstance(event, Event):
            self._event(event, "event", place)

    def _own(self, effect: Effect, section: str, inside: int | None) -> int:
        match effect:
            case ChooseEffect(what=what, source=source, number=number):
                if isinstance(what, ThingMeaning):
                    self._chosen[effect.name] = what
                zones = [*_in("of", what), *_in("of", source)]
                return self._put(effect, inside, section, "choose", None, what, number, zones)
            case Action():
                return self._action(effect, section, inside)
            case ModifyEffect(what=what) | Grant(what=what):
                return self._put(effect, inside, section, effect.type, None, what)
            case _:
                what = getattr(effect, "what", None)
                return self._put(effect, inside, section, effect.type, None, what)

    def _action(self, effect: Action, section: str, inside: int | None) -> int:
        taken = self._from.get((effect.start, effect.end), ())
        own = _in("from" if effect.act in MOVES else "of", effect.what)
        zones = [("from", zone) for zone in taken] or list(own)
        zones += [*_in("from", effect.source), *_in("to", effect.goal)]
        verb, number = effect.verb, effect.number
        return self._put(effect, inside, section, effect.act, verb, effect.what, number, zones)


def _who(node: Meaning) -> str | None:
    """Return who does what ``node`` is; where it is forbidden or allowed, to which player."""
    event = node.event if isinstance(node, (Permit, Prohibit)) else None
    if event is not None and isinstance(event.who, ThingMeaning) and event.who.sort == "players":
        return " ".join(event.who.words) or None
    return getattr(getattr(node, "by", None), "who", None)


def _as_thing(what: What | Time | None) -> What | None:
    """Return ``what``, a time as a thing."""
    if not isinstance(what, Time):
        return what
    return ThingMeaning(what.start, what.end, "times", what.owners, (), (what.word,))


def _ability_row(ability: AbilityMeaning, inside: int | None) -> AbilityRow:
    return AbilityRow(
        inside,
        ability.start,
        ability.end,
        ability.kind,
        " ".join(ability.marks),
        ability.keyword.name if ability.keyword else None,
        ability.limit.times if ability.limit else None,
    )


def _in(slot: str, what: What | None) -> Iterator[Zone]:
    for zone in what.zones if isinstance(what, ThingMeaning) else ():
        yield slot, zone

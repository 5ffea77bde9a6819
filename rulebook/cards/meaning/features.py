"""The features of a meaning that a judge's clauses hang on, in the order of playing an ability.

A feature is a word such as ``kind:【自】``, ``event:zone-change``, ``cost:several`` or
``effect:modify:パワー:less``; ``corpus/<game>/governing.toml`` says which clauses each needs.  A
feature that no table names is one of which the rules say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rulebook.cards.meaning.nesting import inner_effects, pointers_of_effect
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    Delayed,
    DoerMeaning,
    Duration,
    Effect,
    Event,
    Grant,
    Meaning,
    ModifyEffect,
    NumberMeaning,
    OccasionEffect,
    Permit,
    PointerMeaning,
    Prohibit,
    Replace,
    TextPlace,
    ThingMeaning,
    TriggerMeaning,
    What,
)
from rulebook.cards.meaning.things import EMPTY_PLACE, THIS_CARD
from rulebook.cards.tree.words import Kind
from rulebook.records import dataclass, replace

NO_KIND = "none"
MOVES = {"put", "return", "add", "move", "turn-into", "swap"}
"""The types of actions that take cards from one zone to another."""
_TAKES = MOVES | {"draw", "turn-up", "act"}
_LOOKS = {"look", "turn-up", "reveal"}


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature and the words that it comes from (code points of the text as given).

    ``general`` is whether it is one of no single step: of the whole ability, its cost, a word.
    """

    name: str
    start: int
    end: int
    general: bool = False


@dataclass(frozen=True, slots=True)
class FieldWords:
    """What the features must know of a game's zones (``[zones]`` of ``governing.toml``)."""

    field: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    """Marks of abilities that work where the card is on no field."""


def features_of(ability: AbilityMeaning, zones: FieldWords) -> Iterator[Feature]:
    """Yield the features of ``ability``: when it is played, its cost, its steps."""
    return _FeatureFinder(ability, zones).all()


class _FeatureFinder:
    """Goes through one ability and remembers what was chosen and looked at."""

    def __init__(self, ability: AbilityMeaning, zones: FieldWords) -> None:
        self._ability = ability
        self._zones = zones
        self._things: dict[str | TextPlace, ThingMeaning] = {}
        self._looked: tuple[str, ...] = ()
        self._open = False
        self._deciders: set[str] = set()
        self._kind = ability.kind or next(iter(ability.marks), NO_KIND)

    def all(self) -> Iterator[Feature]:
        """Yield all features in order."""
        yield from self._head()
        if self._ability.trigger:
            yield from self._trigger(self._ability.trigger)
        yield from self._play()
        yield from self._cost()
        for effect in self._ability.effects:
            yield from self._effect(effect)
        yield from self._beyond()

    def _feature(self, name: str, place: Meaning) -> Feature:
        return Feature(name, place.start, place.end)

    def _general(self, name: str, place: Meaning | None = None) -> Feature:
        """Return a feature of the whole ability, or of its whole cost."""
        whole = place or self._ability
        return Feature(name, whole.start, whole.end, general=True)

    # ---- When it is played

    def _head(self) -> Iterator[Feature]:
        ability = self._ability
        if ability.keyword:
            yield self._feature(f"keyword:{ability.keyword.name}", ability.keyword)
        for mark in ability.marks:
            yield self._general(f"mark:{mark}")
            yield self._general(f"mark:{mark}:{self._kind}")
        for pair in combinations(sorted(ability.marks), 2):
            yield self._general(f"mark:{'+'.join(pair)}")

    def _play(self) -> Iterator[Feature]:
        ability = self._ability
        yield self._general(f"kind:{ability.kind or NO_KIND}")
        if ability.kind is None:
            yield self._general(f"form:{_form(ability)}")
        if ability.limit:
            yield self._feature("limit", ability.limit)
            yield self._feature(f"limit:{self._kind}", ability.limit)

    def _trigger(self, trigger: TriggerMeaning) -> Iterator[Feature]:
        if trigger.moment:
            yield self._feature(f"moment:{trigger.moment.word}", trigger)
        for event in trigger.events:
            yield from self._event(event)

    def _event(self, event: Event) -> Iterator[Feature]:
        name = f"event:{event.verb}"
        if event.passive:
            yield self._feature(f"{name}:passive", event)
        yield self._feature(name, event)
        if _is_zone_change(event):
            yield self._feature("event:zone-change", event)
            for zone in _zones(event.source):
                yield self._feature(f"event:from:{zone}", event)
            for zone in _zones(event.goal):
                yield self._feature(f"event:to:{zone}", event)
            if (
                isinstance(event.who, ThingMeaning)
                and event.who.asks
                and event.who.sort != THIS_CARD
            ):
                yield self._feature("event:qualified-enters", event)
        if isinstance(event.who, ThingMeaning) and "バトル相手" in event.who.words:
            yield self._feature("event:opponent-in-battle", event)

    # ---- Cost

    def _cost(self) -> Iterator[Feature]:
        cost = self._ability.cost
        if not cost:
            return
        whole = ThingMeaning(cost[0].start, cost[-1].end, "cost")
        yield self._general("cost", whole)
        yield self._general(f"cost:{self._kind}", whole)
        if len(cost) > 1:
            yield self._general("cost:several", whole)
        for effect in cost:
            yield from self._payment(effect)

    def _payment(self, effect: Effect) -> Iterator[Feature]:
        if not isinstance(effect, Action):
            return
        yield self._feature(f"cost:{effect.act}", effect)
        moves = effect.act in MOVES
        for where in self._from(effect) if moves else ():
            yield self._feature(f"cost:from:{where}", effect)
        for where in _zones(effect.goal):
            yield self._feature(f"cost:to:{where}", effect)
        what = self._meant(effect.what)
        if moves and what is not None and self._on_field(what):
            yield self._feature(f"effect:{effect.act}:on-field", effect)
            if what.sort == THIS_CARD:
                yield self._feature("cost:this-card-leaves", effect)
            yield from self._leaving(effect)

    # ---- Effects

    def _effect(self, effect: Effect) -> Iterator[Feature]:
        match effect:
            case ChooseEffect():
                yield from self._choose(effect)
            case ModifyEffect():
                yield from self._modify(effect)
            case Grant(until=until) | Prohibit(until=until) | Permit(until=until):
                yield self._feature(f"effect:{effect.type}", effect)
                if until is None:
                    yield self._feature(f"effect:lasting:{self._kind}", effect)
                yield from self._until(until)
            case Action():
                yield from self._action(effect)
            case Replace(instead=instead):
                yield self._feature("effect:replace", effect)
                if any(part.type == "may" for part in instead):
                    yield self._feature("effect:replace:may", effect)
            case _:
                if isinstance(effect, OccasionEffect):
                    yield self._feature(f"effect:{effect.relation}", effect)
                yield self._feature(f"effect:{effect.type}", effect)
                if isinstance(effect, Delayed):
                    yield from self._until(effect.until)
        for inner in inner_effects(effect):
            yield from self._effect(inner)

    def _until(self, until: Duration | None) -> Iterator[Feature]:
        # A time that comes back is no end of what always holds: 各ターン.
        if until is None or (self._kind == Kind.CONTINUOUS.value and not until.refers):
            return
        yield self._feature(f"effect:until:{until.word}", until)
        yield self._feature("effect:until", until)

    def _modify(self, effect: ModifyEffect) -> Iterator[Feature]:
        measure = effect.measure or "ATK/DEF"
        yield self._feature(f"effect:modify:{measure}", effect)
        yield self._feature("effect:modify", effect)
        if "－" in effect.amount:
            yield self._feature(f"effect:modify:{measure}:less", effect)
        for zone in _zones(effect.what):
            yield self._feature(f"effect:modify:{measure}:in:{zone}", effect)
        if effect.until is None:
            yield self._feature(f"effect:lasting:{self._kind}", effect)
        if effect.rule is not None:
            yield self._feature("number:letter", effect)
        yield from self._until(effect.until)

    def _choose(self, effect: ChooseEffect) -> Iterator[Feature]:
        for feature in self._chosen(effect):
            yield feature
            # Documents may say it once for each kind of ability (vs 8.5.4, 8.6.11).
            yield Feature(f"{feature.name}:{self._kind}", feature.start, feature.end)
        yield from self._who(effect.by, effect)

    def _chosen(self, effect: ChooseEffect) -> Iterator[Feature]:
        yield self._feature("effect:choose", effect)
        what = effect.what
        if isinstance(what, ThingMeaning):
            # Out of what it was chosen tells where it lies: 自分のエントリーから《A》を1枚選び.
            zones = what.zones or _zones(effect.source)
            self._things[effect.name] = replace(what, zones=zones)
        yield from self._how_many(effect.number, effect)
        if isinstance(what, ThingMeaning) and what.asks and self._hidden(effect, what):
            yield self._feature("effect:choose:hidden", effect)

    def _how_many(self, number: NumberMeaning | None, effect: ChooseEffect) -> Iterator[Feature]:
        if number is None:
            return
        if number.at_most:
            yield self._feature("effect:choose:up-to", number)
        else:
            yield self._feature("effect:choose:number", number)
            if number.count != 1:
                yield self._feature("effect:choose:several", number)

    def _hidden(self, effect: ChooseEffect, what: ThingMeaning) -> bool:
        zones = what.zones or _zones(effect.source)
        if zones:
            return any(zone in self._zones.hidden for zone in zones)
        return bool(self._looked) and not self._open and not what.owners

    def _who(self, by: DoerMeaning, effect: Effect) -> Iterator[Feature]:
        if by.basis == "rule":
            yield self._feature("by:rule", effect)
        yield self._feature(f"by:{by.who}", effect)
        self._deciders.add(by.who)

    def _action(self, effect: Action) -> Iterator[Feature]:
        yield self._feature(f"effect:{effect.act}", effect)
        yield self._feature(f"effect:{effect.act}:{effect.verb}", effect)
        if isinstance(effect.what, ThingMeaning):
            yield self._feature(f"effect:{effect.act}:{effect.what.sort}", effect)
        yield self._feature(f"effect:verb:{effect.verb}", effect)
        several = _is_several(effect)
        if several:
            yield self._feature(f"effect:{effect.act}:several", effect)
        if effect.number and effect.number.at_most:
            yield self._feature(f"effect:{effect.act}:up-to", effect.number)
        yield from self._moved(effect, several)
        if isinstance(effect.what, ThingMeaning) and not effect.what.refers:
            self._things[TextPlace(effect.what.start, effect.what.end)] = effect.what
        if effect.act in _LOOKS:
            self._looked = _zones(effect.what) or _zones(effect.source) or self._looked
            self._open = effect.act != "look"
            for zone in self._looked:
                yield self._feature(f"effect:{effect.act}:{zone}", effect)
        yield from self._who(effect.by, effect)

    def _moved(self, effect: Action, several: bool) -> Iterator[Feature]:
        if effect.act in _TAKES:
            for where in self._from(effect):
                yield self._feature(f"effect:from:{where}", effect)
                if several:
                    yield self._feature(f"effect:from:{where}:several", effect)
                if effect.number and effect.number.at_most:
                    yield self._feature(f"effect:up-to:{where}", effect.number)
        for where in _zones(effect.goal):
            yield self._feature(f"effect:to:{where}", effect)
            if several or self._several(effect.what):
                yield self._feature(f"effect:to:{where}:several", effect)
        yield from self._to_slot(effect)
        moved = [effect.what]
        if effect.act == "swap":
            moved += [effect.goal, effect.companion]
            for place in [place for part in moved for place in self._places(part)]:
                yield self._feature(f"effect:swap:{place}", effect)
        meant = [what for part in moved for what in self._all_meant(part)]
        if effect.act in MOVES and any(map(self._on_field, meant)):
            yield self._feature(f"effect:{effect.act}:on-field", effect)
            yield from self._leaving(effect)

    def _to_slot(self, effect: Action) -> Iterator[Feature]:
        goal = effect.goal
        if not isinstance(goal, ThingMeaning) or effect.act not in MOVES:
            return
        if goal.sort == EMPTY_PLACE:
            yield self._feature("effect:to:empty-slot", effect)
        elif goal.sort == "places" or any(zone in self._zones.field for zone in goal.zones):
            yield self._feature("effect:to:slot", effect)

    def _leaving(self, effect: Action) -> Iterator[Feature]:
        yield self._feature("effect:leaves-stage", effect)
        for zone in _zones(effect.goal):
            yield self._feature(f"effect:leaves-stage:{zone}", effect)
        for place in self._places(effect.what):
            yield self._feature(f"effect:leaves:{place}", effect)
        for event in self._ability.trigger.events if self._ability.trigger else ():
            yield self._feature(f"effect:leaves-after:{event.verb}", effect)

    def _places(self, what: What | None) -> tuple[str, ...]:
        """Return the zones of ``what``; of the card itself the marks that tell where it is."""
        meant = self._meant(what)
        if meant is None:
            return ()
        return self._ability.marks if meant.sort == THIS_CARD else meant.zones

    def _from(self, effect: Action) -> tuple[str, ...]:
        """Return the zones that cards are taken from, those of what was chosen before too."""
        own = _zones(effect.source) or _zones(effect.what)
        if own:
            return own
        what = self._meant(effect.what)
        if what is None or what.zones or what.owners or what.sort == THIS_CARD:
            return what.zones if what is not None else ()
        return tuple(zone for zone in self._looked if zone not in _zones(effect.goal))

    def _meant(self, what: What | None) -> ThingMeaning | None:
        """Return the cards that ``what`` is or points at, as far as something was done to them."""
        if isinstance(what, ThingMeaning):
            return next(filter(None, map(self._pointed, what.refers)), what)
        return self._pointed(what) if what is not None else None

    def _all_meant(self, what: What | None) -> list[ThingMeaning]:
        """Return the cards that ``what`` means, each of those that were chosen one by one."""
        pointers = [what] if isinstance(what, PointerMeaning) else getattr(what, "refers", ())
        names = [name for pointer in pointers for name in (pointer.name or "").split("+")]
        chosen = [self._things[name] for name in names if name in self._things]
        found = None if chosen else self._meant(what)
        return chosen if found is None else [found]

    def _pointed(self, pointer: PointerMeaning) -> ThingMeaning | None:
        key = pointer.name or pointer.to
        return self._things.get(key) if key else None

    def _several(self, what: What | None) -> bool:
        meant = self._meant(what)
        number = meant.number if meant else None
        return bool(meant and meant.every) or (number is not None and number.count != 1)

    def _on_field(self, what: ThingMeaning) -> bool:
        """Whether ``what`` lies on the stage, as far as the text tells."""
        if what.zones:
            return any(zone in self._zones.field for zone in what.zones)
        if what.sort == THIS_CARD:
            marks = self._ability.marks
            told = self._ability.kind is not None or bool(marks)
            return told and not any(mark in self._zones.elsewhere for mark in marks)
        return "キャラ" in what.words and (bool(what.owners) or not self._looked)

    def _beyond(self) -> Iterator[Feature]:
        ability = self._ability
        if len(self._deciders) > 1:
            yield self._general("both-choose")
        trigger = ability.trigger
        if trigger and trigger.events and self._refers_to(trigger):
            yield self._feature("refers-to-event", trigger)

    def _refers_to(self, trigger: TriggerMeaning) -> bool:
        return any(
            reference.to is not None
            and trigger.start <= reference.to.start < trigger.end
            and reference.told
            for effect in self._ability.effects
            for reference in pointers_of_effect(effect)
        )


def _form(ability: AbilityMeaning) -> str:
    """Return the form that tells the kind of an ability where no icon does (gbf 8-1)."""
    if ability.trigger:
        return "trigger"
    return "cost" if ability.cost else "plain"


def _zones(what: What | None) -> tuple[str, ...]:
    return what.zones if isinstance(what, ThingMeaning) else ()


def _is_several(effect: Action) -> bool:
    number = effect.number or (
        effect.what.number if isinstance(effect.what, ThingMeaning) else None
    )
    return number is not None and number.count != 1


def _is_zone_change(event: Event) -> bool:
    """Whether ``event`` is a card's going from one zone to another."""
    goal = event.goal
    to_zone = (
        isinstance(goal, ThingMeaning) and goal.sort in ("zone", "cards", "places") and goal.zones
    )
    return bool(to_zone) or (isinstance(event.source, ThingMeaning) and bool(event.source.zones))

"""The features of a meaning that a judge's clauses hang on, in the order of playing an ability.

A feature is a word such as ``kind:【自】``, ``event:zone-change``, ``cost:several`` or
``effect:modify:パワー:less``; ``corpus/<game>/governing.toml`` says which clauses each needs.  A
feature that no table names is one of which the rules say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from rulebook.cards.meaning.feature_parts import (
    OPPONENT_IN_BATTLE,
    asks_of_event,
    form_of,
    is_of_its_card,
    is_opponents,
    is_several,
    is_zone_change,
    kind_of,
    nouns_of,
    says_nothing,
    tells_state,
    turns_over,
    zones_of,
)
from rulebook.cards.meaning.nesting import inner_effects
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    Delayed,
    DoerMeaning,
    Effect,
    Event,
    Grant,
    MayEffect,
    Meaning,
    ModifyEffect,
    NumberMeaning,
    OccasionEffect,
    Permit,
    Prohibit,
    Replace,
    ThingMeaning,
    Time,
    TriggerMeaning,
    What,
)
from rulebook.cards.meaning.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning.whereabouts import LOOKS, MOVES, FieldWords, Whereabouts
from rulebook.cards.tree.words import Kind
from rulebook.records import NamedTuple

NO_KIND = "none"
_TAKES = MOVES | {"draw", "turn-up", "act"}
_ABILITY = "能力"
_ORDER = "順番"


class Feature(NamedTuple):
    """A feature and the words that it comes from (code points of the text as given).

    ``general`` is whether it is one of no single step: of the whole ability, its cost, a word.
    """

    name: str
    start: int
    end: int
    general: bool = False


def features_of(ability: AbilityMeaning, zones: FieldWords) -> list[Feature]:
    """Return the features of ``ability``: when it is played, its cost, its steps."""
    return _FeatureFinder(ability, zones).all()


class _FeatureFinder:
    """Goes through one ability and remembers what was chosen and looked at.

    Features are put into one list: to hand each up from where it is found takes far longer.
    """

    def __init__(self, ability: AbilityMeaning, zones: FieldWords, *, given: bool = False) -> None:
        self._ability = ability
        self._given = given
        self._zones = zones
        self._found: list[Feature] = []
        self._where = Whereabouts(ability, zones)
        self._kind = ability.kind or next(iter(ability.marks), NO_KIND)

    def all(self) -> list[Feature]:
        """Return all features in order."""
        self._head()
        if self._ability.trigger:
            self._trigger(self._ability.trigger)
        self._play()
        self._cost()
        for effect in self._ability.effects:
            self._effect(effect)
        self._beyond()
        return self._found

    def _tell(self, name: str, place: Meaning) -> None:
        self._found.append(Feature(name, place.start, place.end))

    def _tell_of_choice(self, name: str, place: Meaning) -> None:
        """Tell of a choice, of which documents may speak by kind of ability (vs 8.5.4, 8.6.11)."""
        self._tell(name, place)
        self._tell(f"{name}:{self._kind}", place)

    def _tell_whose(self, name: str, place: Meaning, what: What | None) -> None:
        """Tell of what is done to ``what``, and whose it is where one knows whose turn it is."""
        self._tell(name, place)
        self._tell(f"{name}:{self._where.whose_turn(what) or 'either-player'}", place)

    def _tell_in_general(self, name: str, place: Meaning | None = None) -> None:
        """Tell of the whole ability, or of its whole cost."""
        whole = place or self._ability
        self._found.append(Feature(name, whole.start, whole.end, general=True))

    # ---- When it is played

    def _head(self) -> None:
        ability = self._ability
        if ability.keyword:
            self._tell(f"keyword:{ability.keyword.name}", ability.keyword)
        for mark in ability.marks:
            self._tell_in_general(f"mark:{mark}")
            self._tell_in_general(f"mark:{mark}:{self._kind}")
        for pair in combinations(sorted(ability.marks), 2):
            self._tell_in_general(f"mark:{'+'.join(pair)}")

    def _play(self) -> None:
        ability = self._ability
        if says_nothing(ability):
            return
        self._tell_in_general(f"kind:{ability.kind or NO_KIND}")
        if ability.kind is None:
            self._tell_in_general(f"form:{form_of(ability)}")
        if not self._given and self._where.is_unmarked():
            self._tell_in_general(f"lies:{self._zones.unmarked}")
        for effect in ability.playing:
            self._tell("playing", effect)
        if ability.limit:
            self._tell("limit", ability.limit)
            sort = "said" if ability.limit.said else self._kind
            self._tell(f"limit:{sort}", ability.limit)

    def _trigger(self, trigger: TriggerMeaning) -> None:
        if trigger.moment:
            self._tell(f"moment:{trigger.moment.word}", trigger)
        for event in trigger.events:
            self._event(event)

    def _event(self, event: Event) -> None:
        self._where.put(event)
        name = f"event:{event.verb}"
        if event.passive:
            self._tell(f"{name}:passive", event)
        self._tell(name, event)
        if event.negated:
            self._tell(f"{name}:negated", event)
        if getattr(event.who, "sort", None) == "damage" and getattr(event.who, "of", None):
            self._tell("event:of-damage-dealt", event)
        for word in nouns_of(event.what):
            self._tell(f"{name}:{word}", event)
            if isinstance(event.what, ThingMeaning) and is_of_its_card(event.what):
                self._tell(f"{name}:{word}:own", event)
        if is_zone_change(event):
            self._tell("event:zone-change", event)
            for zone in zones_of(event.source):
                self._tell(f"event:from:{zone}", event)
            for zone in zones_of(event.goal):
                self._tell(f"event:to:{zone}", event)
            if self._where.asks_on_the_way(event):
                way = "goes-hidden" if self._where.goes_hidden(event) else "enters"
                self._tell(f"event:qualified-{way}", event)
        if isinstance(event.who, ThingMeaning) and OPPONENT_IN_BATTLE in event.who.words:
            self._tell("event:opponent-in-battle", event)

    # ---- Cost

    def _cost(self) -> None:
        cost = self._ability.cost
        if not cost:
            return
        whole = ThingMeaning(cost[0].start, cost[-1].end, "cost")
        self._tell_in_general("cost", whole)
        self._tell_in_general(f"cost:{self._kind}", whole)
        if len(cost) > 1:
            self._tell_in_general("cost:several", whole)
        for effect in cost:
            self._payment(effect)

    def _payment(self, effect: Effect) -> None:
        if not isinstance(effect, Action):
            return
        self._tell(f"cost:{effect.act}", effect)
        moves = effect.act in MOVES
        for where in self._where.taken_from(effect) if moves else ():
            self._tell(f"cost:from:{where}", effect)
            if is_several(effect):
                self._tell(f"cost:from:{where}:several", effect)
        for where in zones_of(effect.goal):
            self._tell(f"cost:to:{where}", effect)
        self._to_slot(effect)
        self._state("cost", effect)
        what = self._where.meant(effect.what)
        if what is not None:
            if moves and what.sort == THIS_CARD and self._where.is_on_field(what):
                self._tell("cost:this-card-leaves", effect)
            self._from_field(effect, [what])

    def _state(self, part: str, effect: Action) -> None:
        """Tell that what is stood or rested may be so already."""
        if effect.act == "change-state" and not turns_over(effect, self._where.meant(effect.what)):
            self._tell(f"{part}:change-state:maybe-so", effect)

    # ---- Effects

    def _effect(self, effect: Effect) -> None:
        match effect:
            case ChooseEffect():
                self._choose(effect)
            case ModifyEffect():
                self._modify(effect)
            case Grant():
                self._grant(effect)
            case Prohibit(event=event, until=until) | Permit(event=event, until=until):
                self._forbidden_or_possible(effect.type, event, effect)
                self._tell(f"effect:{kind_of(effect)}", effect)
                self._until(until or event.moment, event.who)
            case Action():
                self._action(effect)
            case Replace(instead=instead, until=until):
                self._tell("effect:replace", effect)
                if any(part.type == "may" for part in instead):
                    self._tell("effect:replace:may", effect)
                self._until(until)
            case _:
                self._around(effect)
        for inner in inner_effects(effect):
            self._effect(inner)

    def _until(self, until: Time | None, what: What | None = None) -> None:
        """Tell how long an effect lasts that works on ``what``."""
        # A time that comes back is no end of what always holds: 各ターン.
        if until is None or (self._kind == Kind.CONTINUOUS.value and not until.refers):
            if until is not None:
                self._tell(f"effect:while:{until.word}", until)
            return
        self._tell(f"effect:until:{until.word}", until)
        if isinstance(what, ThingMeaning) and what.coming:
            self._tell("effect:until:coming", until)
        elif getattr(what, "sort", None) != "players":
            self._tell("effect:until", until)

    def _around(self, effect: Effect) -> None:
        """Tell of what stands around other effects."""
        if isinstance(effect, MayEffect):
            self._tell(f"chosen-by:{effect.by.who}", effect)
        if isinstance(effect, OccasionEffect):
            self._tell(f"effect:{effect.relation}", effect)
            for word in nouns_of(effect.event.what):
                self._tell(f"occasion:{effect.event.verb}:{word}", effect)
        self._tell(f"effect:{effect.type}", effect)
        if isinstance(effect, Delayed):
            if effect.trigger.moment:
                self._tell(f"later:{effect.trigger.moment.word}", effect.trigger)
            done_to = [getattr(part, "what", None) for part in effect.effects]
            if any(
                map(self._where.waits_on_field, done_to + [e.who for e in effect.trigger.events])
            ):
                self._tell("effect:delayed:on-field", effect)
            if effect.until:  # of waiting, not of an effect on cards
                self._tell(f"effect:until:{effect.until.word}", effect.until)

    def _forbidden_or_possible(self, name: str, event: Event, effect: Effect) -> None:
        self._elsewhere(event.what or event.who)
        self._tell(f"effect:{name}:{event.verb}", effect)
        for how in event.how:
            self._tell(f"effect:{name}:{event.verb}:how:{how}", effect)
        for word in nouns_of(event.what):
            self._tell(f"effect:{name}:{event.verb}:{word}", effect)

    def _elsewhere(self, what: What | None) -> None:
        """Tell where the text works on its own card although that lies on no field."""
        told = isinstance(what, ThingMeaning) and what.sort == THIS_CARD and what.zones
        if isinstance(what, ThingMeaning) and told and not self._where.is_on_field(what):
            self._tell("this-card:off-field", what)

    def _grant(self, effect: Grant) -> None:
        """Tell of what is given or lost, and of each ability that a card has from now on."""
        of_abilities = effect.abilities or getattr(effect.other, "sort", None) == "abilities"
        if of_abilities or _ABILITY in nouns_of(effect.other):
            self._tell(f"effect:{'lose' if effect.lost else 'grant'}:abilities", effect)
        if not of_abilities:
            self._tell("effect:grant:others", effect)
        self._tell("effect:grant", effect)
        self._elsewhere(effect.what)
        if effect.until is None:
            self._tell(f"effect:lasting:{self._kind}", effect)
        self._until(effect.until, effect.what)
        if not effect.lost:
            for ability in effect.abilities:
                self._found += _FeatureFinder(ability, self._zones, given=True).all()

    def _modify(self, effect: ModifyEffect) -> None:
        self._elsewhere(effect.what)
        measure = effect.measure or "ATK/DEF"
        self._tell(f"effect:modify:{measure}", effect)
        if getattr(effect.what, "sort", None) != "damage":
            self._tell("effect:modify", effect)
        if "－" in effect.amount:
            self._tell(f"effect:modify:{measure}:less", effect)
        for zone in zones_of(effect.what):
            self._tell(f"effect:modify:{measure}:in:{zone}", effect)
        if effect.until is None:
            self._tell(f"effect:lasting:{self._kind}", effect)
        self._until(effect.until, effect.what)

    def _choose(self, effect: ChooseEffect) -> None:
        self._tell_of_choice("effect:choose", effect)
        what = effect.what
        self._where.chosen(effect)
        self._how_many(effect.number)
        if isinstance(what, ThingMeaning) and what.asks:
            if self._where.is_hidden(effect, what):
                self._tell_of_choice("effect:choose:hidden", effect)
            for zone in () if is_opponents(what) else what.zones or zones_of(effect.source):
                self._tell(f"effect:choose:asks:{zone}", effect)
        self._who(effect.by, effect)
        self._chosen_by(effect, what, effect.source)

    def _chosen_by(self, effect: ChooseEffect | Action, *among: What | None) -> None:
        """Tell who chooses ``among`` cards, and that others do not see these."""
        self._tell(f"chosen-by:{effect.by.who}", effect)
        if any(map(self._where.is_closed, among)):
            self._tell(f"chosen-by:{effect.by.who}:hidden", effect)

    def _how_many(self, number: NumberMeaning | None) -> None:
        if number is None:
            return
        self._how_often(number)
        if number.at_most:
            self._tell_of_choice("effect:choose:up-to", number)
        else:
            self._tell_of_choice("effect:choose:number", number)
            if number.count != 1:
                self._tell_of_choice("effect:choose:several", number)

    def _how_often(self, number: NumberMeaning | None) -> None:
        """Tell that something may be done no time at all: Ｘ枚."""
        if number is not None and number.rule is not None:
            self._tell("number:letter", number)

    def _who(self, by: DoerMeaning, effect: Effect) -> None:
        # Whose deck it is shuffles it (ws 3.2.4, reb 5.8.1).
        if by.basis == "rule" and getattr(effect, "act", None) != "shuffle":
            self._tell("by:rule", effect)

    def _action(self, effect: Action) -> None:
        self._tell(f"effect:{effect.act}", effect)
        self._tell(f"effect:{effect.act}:{effect.verb}", effect)
        if isinstance(effect.what, ThingMeaning):
            self._tell(f"effect:{effect.act}:{effect.what.sort}", effect)
        self._tell(f"effect:verb:{effect.verb}", effect)
        if effect.goal is not None and getattr(effect.goal, "sort", None) == "qualities":
            self._tell("effect:grant:others", effect)  # 〔A〕になる
        self._state("effect", effect)
        self._how_often(effect.number or getattr(effect.what, "number", None))
        several = is_several(effect)
        if several:
            self._tell(f"effect:{effect.act}:several", effect)
        many = several or self._where.is_several(effect.what)
        for word in nouns_of(effect.use) if many else ():
            self._tell(f"effect:as:{word}:several", effect)
        if effect.number and effect.number.at_most:
            self._tell(f"effect:{effect.act}:up-to", effect.number)
        self._moved(effect, several)
        for how in effect.how:
            self._tell(f"effect:{effect.act}:how:{how}", effect)
        self._where.done(effect)
        if effect.act in LOOKS:
            for zone in self._where.looked:
                self._tell(f"effect:{effect.act}:{zone}", effect)
                if several:
                    self._tell(f"effect:{effect.act}:{zone}:several", effect)
        self._who(effect.by, effect)

    def _moved(self, effect: Action, several: bool) -> None:
        if effect.act in _TAKES:
            for where in zones_of(effect.source) if is_several(effect) else ():
                self._tell(f"effect:one-by-one:{where}", effect)
            for where in self._where.taken_from(effect):
                if _is_move(effect) and effect.act != "swap":  # there another comes at once
                    self._tell_whose(f"effect:from:{where}", effect, effect.what)
                self._taken_out(effect, where, several)
                self._as_keyword(effect, where)
                if effect.number and effect.number.at_most:
                    self._tell(f"effect:up-to:{where}", effect.number)
        if self._where.goes_to_nobodys(effect):
            self._tell("effect:to:unowned", effect)
        for where in zones_of(effect.goal):
            self._tell(f"effect:to:{where}", effect)
            if not tells_state(effect) and where not in self._where.taken_from(effect):
                self._tell(f"effect:to:{where}:state-untold", effect)
            told = any(_ORDER in how for how in effect.how)
            if not told and (several or self._where.is_several(effect.what)):
                self._tell(f"effect:to:{where}:several", effect)
        self._to_slot(effect)
        if self._where.picks_out(effect):
            self._chosen_by(effect, effect.what)
        parts = [effect.what]
        if effect.act == "swap":
            parts += [effect.goal, effect.companion]
            if any(map(self._where.is_found_hidden, parts)):
                self._tell("effect:choose:hidden", effect)
        moved = [what for part in parts for what in self._where.all_meant(part)]
        if effect.act == "swap":
            places = tuple(self._places(moved))
            for place in places:
                self._tell(f"effect:swap:{place}", effect)
                if len(places) > 1:
                    self._tell(f"effect:swap:{place}:from-elsewhere", effect)
        self._from_field(effect, moved)

    def _taken_out(self, effect: Action, where: str, several: bool) -> None:
        """Tell that cards go out of ``where``, or may: 山札の上か控え室に置く."""
        goals = zones_of(effect.goal)
        if not goals or any(zone != where for zone in goals):
            self._tell(f"effect:out-of:{where}", effect)
            if several:
                self._tell(f"effect:out-of:{where}:several", effect)

    def _as_keyword(self, effect: Action, where: str) -> None:
        """Tell where cards go that were turned up, which a keyword may do in its own way."""
        keyword = self._ability.keyword
        for goal in zones_of(effect.goal) if keyword and self._where.turned_up else ():
            self._tell(f"keyword:{keyword.name}:{where}:{goal}", effect)  # type: ignore[union-attr]

    def _from_field(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        on_field = list(filter(self._where.is_on_field, moved))
        if not on_field or not _is_move(effect):
            return
        self._tell(f"effect:{effect.act}:on-field", effect)
        if self._where.stays_on_field(effect, moved):
            self._tell("effect:changes-slot", effect)
        else:
            self._leaving_stage(effect, on_field)
        if effect.act != "swap":
            self._leaving(effect, on_field)

    def _to_slot(self, effect: Action) -> None:
        goal = effect.goal
        if not isinstance(goal, ThingMeaning) or effect.act not in MOVES:
            return
        for place in goal.things or (goal,):
            if place.sort == EMPTY_PLACE:
                self._tell("effect:to:empty-slot", effect)
            elif self._where.is_slot(place):
                self._tell("effect:to:slot", effect)
                for zone in place.zones:
                    self._tell(f"effect:to:slot:{zone}", effect)

    def _leaving_stage(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        self._tell("effect:leaves-stage", effect)
        for zone in zones_of(effect.goal):
            self._tell(f"effect:leaves-stage:{zone}", effect)
        for event in self._ability.trigger.events if self._ability.trigger else ():
            for who in dict.fromkeys(self._where.in_event(event, what) for what in moved):
                passive = ":passive" if event.passive else ""
                self._tell(f"effect:leaves-after:{event.verb}{passive}:{who}", effect)

    def _leaving(self, effect: Action, moved: Sequence[ThingMeaning]) -> None:
        for what in moved:
            for place in self._places([what]):
                if place not in zones_of(effect.goal):
                    self._tell_whose(f"effect:leaves:{place}", effect, what)

    def _places(self, moved: Iterable[ThingMeaning]) -> Iterable[str]:
        """Return the zones where ``moved`` lie; a character without one lies on the field."""
        on_field = self._where.is_on_field
        return dict.fromkeys(
            place
            for what in moved
            for place in self._where.places(what) or (("field",) if on_field(what) else ())
        )

    def _beyond(self) -> None:
        trigger = self._ability.trigger
        if trigger and trigger.events and asks_of_event(self._ability, trigger):
            self._tell("asks-of-event", trigger)


def _is_move(effect: Action) -> bool:
    """Whether ``effect`` takes cards elsewhere: 思い出にする does, 裏向きにする does not."""
    return effect.act in MOVES and (effect.act != "turn-into" or effect.goal is not None)

"""Facts, the collector of the facts of an ability, and the state before each of its steps."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property

from rulebook.cards.facts import predicates
from rulebook.cards.facts.certainty import CertainCards
from rulebook.cards.facts.locations import LocationTracker, is_move
from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning import nodes
from rulebook.cards.tree.words import Kind
from rulebook.records import NamedTuple, dataclass, replace

Value = str | bool | tuple[str, ...] | None
"""The value of a slot: a word, several words of which one must match, or a flag."""

NO_KIND = "none"  # the kind of an ability that has neither an icon of a kind nor another icon
WantedSlots = Callable[[str, str], Mapping[str, Container[object]] | None]
"""Returns the slots and values wanted in facts of a role about an act, None if no fact is wanted:
only what some rule uses is computed."""
GENERAL = True  # marks a fact about the whole ability or its whole cost
_LONGEST = 1_000  # no card has a longer text, and comparing all its steps would take too long
PAYMENT = "payment"
EFFECT = "effect"
UNSTATED = "unstated"
TAKES = {"draw", "turn-up", "act"}  # types of actions, besides moves, that take cards out of a zone


class Fact(NamedTuple):
    """A statement about an ability that rules can match. ``start`` and ``end`` count code points of
    the text as given; facts of one node share its ``step``; ``whole`` is the span of the innermost
    ability around the node; a ``general`` fact is about the whole ability or cost."""

    role: str
    slots: Mapping[str, Value]
    start: int
    end: int
    step: int
    whole: tuple[int, int]
    general: bool = False

    def statements(self) -> Iterator[str]:
        """Yield the fact as lines (``event verb=引く``: draw), by which similar cards are found."""
        yield self.role
        for slot, value in self.slots.items():
            for word in value if isinstance(value, tuple) else (value,):
                if word:
                    yield f"{self.role} {slot}={word}"


@dataclass(eq=False)
class Collector:
    """Collects the facts of one ability, with the state at each step. Facts go to ``found``, but
    only those ``wanted`` by some rule: all take long. ``zones`` has what the game's rules say about
    its zones."""

    ability: nodes.AbilityMeaning
    zones: predicates.ZoneWords
    wanted: WantedSlots
    found: list[Fact]
    granted: bool = False  # whether another ability gives this one to a card

    def __post_init__(self) -> None:
        """Begin before the first step."""
        ability, zones, found = self.ability, self.zones, self.found
        self.kind = ability.kind or next(iter(ability.marks), NO_KIND)  # 【スパーク】 is one
        self.keyword = ability.keyword.name if ability.keyword else None
        self.step = found[-1].step if found else 0  # the walk counts it up at each node
        self.whole = (ability.start, ability.end)
        long = ability.end - ability.start > _LONGEST
        self.compared = replace(ability, condition=(), cost=(), effects=()) if long else ability
        """The ability whose steps are compared with each other, to know what zones surely hold. A
        text longer than any card's has no steps here, so nothing is sure: it would take long."""
        self.tracker = LocationTracker(ability, zones)
        self.certain = CertainCards(self.compared, zones, self.tracker)
        self.delayed = False  # whether the step waits for a later time
        self.in_price = False  # whether the step is the price of something (“by …”)
        self.changed: dict[str, None] = {}  # the numbers changed for as long as the ability works

    def add(self, role: str, part: nodes.Meaning, general: bool = False, /, **slots: Value) -> None:
        """Add a fact on ``part`` if some rule tests facts of this ``role``, because making all
        takes long. A ``general`` fact is about the whole ability, so it is shown at no step."""
        act = slots.get("act")
        if self.wanted(role, act if isinstance(act, str) else "") is not None:
            fact = Fact(role, slots, part.start, part.end, self.step, self.whole, general)
            self.found.append(fact)

    def is_permanent(self, until: nodes.Time | None) -> bool:
        """Whether an effect with the duration ``until`` does not end by itself, so that no clause
        on its end is cited: no time is stated or, in a 【永】 (always in force), the time recurs
        (“during your turn”) and is not a time that a pointer picks out (“that turn”)."""
        return until is None or (self.kind == Kind.CONTINUOUS.value and not until.refers)

    def may_lack_cards(self, effect: nodes.Effect, number: nodes.NumberMeaning) -> bool:
        """Whether there may be fewer cards than ``number`` when ``effect`` is done: then the clause
        on missing cards is cited. For delayed effects and unknown cards, it is always possible."""
        return self.delayed or not self.certain.is_enough(effect, number)


class ActionStep:
    """A payment or a step of an effect. Many slots are computed from its cards and zones."""

    def __init__(self, facts: Collector, effect: nodes.Action, role: str) -> None:
        """Compute the numbers and zones of ``effect`` that the slots of its fact need: the values
        that rules of ``governing.toml`` test. ``role`` is ``PAYMENT`` if it pays the cost."""
        self.facts = facts
        self.tracker = facts.tracker
        self.effect = effect
        self.role = role
        self.wanted = facts.wanted(role, effect.act) or {}  # the slots that rules test
        self.moves = is_move(effect)
        self.in_place = effect.act == "turn-into" and not self.moves  # whether it moves no card
        self.goals = () if self.in_place else nodes.zones_named(effect.goal)
        self.sources = facts.tracker.sources_of(effect)  # the zones that it takes cards from
        self.takes_cards = self.moves or effect.act in TAKES  # whether it takes cards out of a zone
        others = (zone for zone in self.sources if {zone} != set(self.goals))
        self.zones_left = tuple(others) if self.takes_cards else ()
        """The zones that cards leave because of it, or may leave (“the deck or the discards”)."""
        number = effect.number or nodes.thing_number(effect.what)
        self.several = number is not None and number.count != 1  # for clauses on the order of cards
        self.at_most = number is not None and number.at_most
        """Whether fewer cards than its number are enough."""

    @cached_property
    def moved(self) -> list[nodes.ThingMeaning]:
        """The cards that the step moves, each with the zone that it leaves, because clauses differ
        by zone. A swap as an effect moves the cards of both sides; as a cost, only what is paid."""
        effect = self.effect
        swapped = effect.act == "swap" and self.role == EFFECT
        parts = (effect.what, effect.goal, effect.companion) if swapped else (effect.what,)
        return [what for part in parts for what in self.tracker.cards_moved_by(effect, part)]

    @cached_property
    def on_field(self) -> list[nodes.ThingMeaning]:
        """The cards of ``moved`` on the field before the step: clauses on leaving it are cited."""
        return list(filter(self.tracker.is_on_field, self.moved)) if self.moves else []

    @cached_property
    def fighting(self) -> list[nodes.ThingMeaning]:
        """The cards of ``on_field`` that may be in a battle, which by the rules ends when they
        leave. None in a delayed step: that battle is over by then."""
        return [] if self.facts.delayed else list(filter(self.tracker.may_fight, self.on_field))

    @cached_property
    def is_refilled(self) -> bool:
        """Whether the steps before surely put as many cards into a zone as this step takes from it,
        so that no clause on empty zones is cited. Before a delayed step, anything may happen."""
        return not self.facts.delayed and self.facts.certain.is_refilled(self.effect)

    @cached_property
    def field_place_slots(self) -> Mapping[str, tuple[str, ...]]:
        """The slots on the places on the field to which the step moves cards, for clauses on a
        second card there or a missing place. One search finds all, though each is asked for by
        itself."""
        effect, tracker, certain = self.effect, self.tracker, self.facts.certain
        goal = effect.goal
        found: list[tuple[str, str]] = []
        places = goal.things or (goal,) if isinstance(goal, nodes.ThingMeaning) else ()
        for place in places if self.moves else ():
            own = nodes.thing_sort(place.of) == THIS_CARD
            same = tracker.are_same(place.of, effect.what)  # the card may come back
            is_left = own and certain.leaves_its_place(effect)
            gone = tracker.moved_to if is_left else tracker.zones_left_for(place)
            if place.sort == EMPTY_PLACE:  # if surely empty, none is missing
                found += [] if certain.is_surely_empty(effect, place) else [("slot", "empty")]
            elif not tracker.is_field_place(place):
                continue
            elif is_left or gone:  # “where it was”, with where that card is now
                found += [("slot", "left"), *(("left_for", zone) for zone in gone)]
                found += [("comes_back_from", zone) for zone in gone if same]
            else:
                # Its own card, which left before the ability was played (“when discarded”).
                current = tracker.current_zones if own and same else ()
                found += [("slot", "any"), *(("comes_back_from", zone) for zone in current)]
                # A card may be there.
                full = (zone for zone in place.zones if not certain.is_stated_empty(effect, zone))
                found += [("slot_in", zone) for zone in full]
            states = predicates.states_of(effect) or (UNSTATED,)  # then a rule decides
            found += [("slot_state", state) for state in states]
        return {name: tuple(dict.fromkeys(v for n, v in found if n == name)) for name, _ in found}

    def zones_of(self, moved: Iterable[nodes.ThingMeaning]) -> Iterable[str]:
        """Return the zones of the cards ``moved``, each once, as clauses differ by zone; "field"
        for a character whose zone the text does not state."""
        tracker = self.tracker
        return dict.fromkeys(
            place
            for what in moved
            for place in tracker.zones_of(what) or (("field",) if tracker.is_on_field(what) else ())
        )

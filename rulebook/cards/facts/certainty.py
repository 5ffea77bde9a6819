"""Which cards are certain to be in a zone at a step, so that no rule on missing or excess cards
applies. 置いたら is “if it was put”, エントリー (entry) a zone of one card, キャラ a character."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.cards.facts import predicates
from rulebook.cards.facts.locations import LocationTracker, is_move, moves_its_card, out_of
from rulebook.cards.facts.predicates import conditions_for, is_opponents
from rulebook.cards.interpreting.thing_words import CHARACTER, EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning import nesting, nodes
from rulebook.cards.meaning.nodes import Action, Effect, ThingMeaning, thing_sort, zones_named
from rulebook.cards.tree.words import Kind, Vague, bare_zone
from rulebook.records import dataclass, replace

_BE_THERE = {"ある", "いる"}
_DRAINS = {"deal-damage", "turn-up", "perform", "refresh", "act", "trigger-check"}
"""Types of actions that may take cards from a deck, though the text does not state it."""


@dataclass(frozen=True, slots=True)
class _Flow:
    """Cards of one player that a step takes out of zones (``sources``) and puts into ``goals``."""

    effect: Action
    sources: tuple[str, ...]
    goals: tuple[str, ...]
    opponents: bool | None  # whether they are the opponent's; None if unknown
    cards: tuple[ThingMeaning, ...]
    count: int | None


class CertainCards:
    """Records moves of cards, to know how many surely are in a zone: clauses depend on that."""

    def __init__(
        self, ability: nodes.AbilityMeaning, zones: predicates.ZoneWords, tracker: LocationTracker
    ) -> None:
        """Begin before the first step; the own card, if on the field, is a character there."""
        self._ability = ability
        self._zones = zones
        self._tracker = tracker
        self._flows: list[_Flow] = []  # the cards that the steps so far took, and where they went
        self._is_own_card_character = tracker.is_card_on_field()  # at first; it may leave
        self.zones_left: list[tuple[str, Action]] = []
        """The zones that cards were taken from so far, each with the action. Later words may point
        at these cards, and cards put there later may only replace them."""

    def record_action(self, effect: Action) -> None:
        """Record the zones that ``effect`` takes cards from and puts them into, to know later how
        many are surely there. Cards whose state it changes (rests) must be in their zone, and count
        as put there. Damage and similar acts may take any number out of a deck (``_DRAINS``)."""
        if effect.act in self._zones.flows:
            source, into = self._zones.flows[effect.act]
            self._add_flow(effect, (source,), (into,), [])
        elif is_move(effect):
            parts = (effect.what, effect.companion)
            moved = [each for part in parts for each in self._tracker.cards_moved_by(effect, part)]
            goal, swapped = zones_named(effect.goal), ()
            if effect.act == "swap":
                goal, swapped = (), goal  # these are sources, too
            elif not goal and thing_sort(effect.goal) in ("places", EMPTY_PLACE):
                goal = self._zones.field[:1]  # under it, cards anywhere on the field are counted
            # Cards looked at and put back into their zone were taken out of it.
            back = [zone for zone in self._tracker.seen if zone in goal]
            taken = [*self._tracker.sources_of(effect), *self._zones_of(moved), *back, *swapped]
            self._add_flow(effect, taken, goal, moved)
        elif effect.act == "change-state":
            stays = self._tracker.cards_moved_by(effect, effect.what)
            self._add_flow(effect, (), tuple(self._zones_of(stays)), stays)
        elif effect.act in _DRAINS:
            self._flows.append(_Flow(effect, tuple(self._zones.refills), (), None, (), None))

    def _add_flow(
        self, effect: Action, taken: Sequence[str], goal: Sequence[str], moved: list[ThingMeaning]
    ) -> None:
        """Record that ``effect`` moves the cards ``moved`` from the zones ``taken`` to ``goal``,
        with their number and owner. The cards in a zone are counted from these flows."""
        asked = moved or [ThingMeaning(effect.start, effect.end, "cards")]  # “draw 1” names none
        sides = {is_opponents_for(effect.by.who, each) for each in asked}
        opponents = sides.pop() if len(sides) == 1 else None
        zones = tuple(dict.fromkeys(map(bare_zone, taken)))
        numbers = [effect.number] if effect.number else [each.number for each in moved]
        counts = [each.count for each in numbers if each and not each.at_most]
        known = [count for count in counts if isinstance(count, int)]
        own = thing_sort(effect.companion) == THIS_CARD  # “this card and 1 《A》”: two
        count = sum(known) + own if numbers and len(known) == len(numbers) else None
        if moved and not effect.number and all(each.sort == THIS_CARD for each in moved):
            count = len(moved)  # “this card” is one, though no number says it
        goals = tuple(dict.fromkeys(map(bare_zone, goal)))
        self._flows.append(_Flow(effect, zones, goals, opponents, tuple(moved), count))

    def _zones_of(self, moved: Sequence[ThingMeaning]) -> Iterator[str]:
        """Yield the zones of the cards ``moved``, which :meth:`is_enough` compares with the zone
        from which a later step takes cards. Cards on the field also count for the first zone of the
        field, where that method looks for characters without a stated zone."""
        for what in moved:
            yield from self._tracker.zones_of(what)
            if self._tracker.is_on_field(what):
                yield self._zones.field[0]

    def is_enough(self, effect: Effect, number: nodes.NumberMeaning) -> bool:
        """Whether ``number`` cards like those of ``effect`` are surely in their zone when
        ``effect`` is done. In an 【起】 (activated) that needs any キャラ there, its own card
        counts, and so does one card of a zone that rules keep filled (エントリー); of other
        abilities, both may be gone. Never sure for unknown cards, several zones, a zone that rules
        clear, or a text too long to compare its steps."""
        what = effect.what
        if not isinstance(what, ThingMeaning) or not self._ability.effects:
            return False
        by, source = getattr(effect, "by").who, effect.source  # noqa: B009 (not all effects have it)
        if what.refers or isinstance(source, nodes.PointerMeaning) or (source and source.refers):
            return False  # some of the few cards named before
        # “1 from the opponent's discards” states the owner once, for the zone and the card.
        wanted = replace(what, owners=source.owners) if source and not what.owners else what
        zones = what.zones or zones_named(source)
        if not zones and self._tracker.is_on_field(what):
            zones = self._zones.field[:1]
        opponents = is_opponents_for(by, wanted)
        zone = bare_zone(zones[0]) if len(zones) == 1 else None
        if zone is None or opponents is None or zone in self._zones.overflowing:
            return False
        there = self._stated_there(effect, zone, opponents, what)
        described = what.qualities or what.other_than or what.things or what.of
        if self._ability.kind == Kind.ACTIVATED.value and not described:
            # Its card, a キャラ, has not moved yet; some zones are never empty by the rules.
            home = self._tracker.home_zones or self._zones.field[:1]
            itself = not opponents and set(what.words) <= {CHARACTER, zone} and home == (zone,)
            is_there = itself and self._tracker.is_card_on_field()
            there = max(there, int(is_there or zone in self._zones.filled))
        asked = what if described or what.asks else None  # else any card in the zone will do
        return self._suffices(effect, zone, opponents, number, there, asked)

    def is_refilled(self, effect: Action) -> bool:
        """Whether earlier steps surely put as many cards into a zone as ``effect`` takes from it,
        so that no clause on an empty zone is cited. Never for a zone that rules clear when full,
        for cards of an unknown owner, or in a text too long to compare, without effects."""
        flows = (each for each in self._flows if each.effect is effect and len(each.sources) == 1)
        flow, number = next(flows, None), effect.number or nodes.thing_number(effect.what)
        if flow is None or flow.opponents is None or number is None or not self._ability.effects:
            return False
        overflows = flow.sources[0] in self._zones.overflowing
        return not overflows and self._suffices(effect, flow.sources[0], flow.opponents, number)

    def _suffices(
        self,
        effect: Effect,
        zone: str,
        opponents: bool,
        number: nodes.NumberMeaning,
        there: int = 0,
        asked: ThingMeaning | None = None,
    ) -> bool:
        """Whether ``number`` cards (of the opponent, if ``opponents``) are surely in ``zone`` at
        ``effect``: those ``there`` at first, less those that earlier steps may take, plus cards
        like ``asked`` that they surely put there. “As many” (``SAME``) may be those."""
        same = number.rule if number.count == Vague.SAME.value else None
        depends = list(nesting.done_for(self._ability.effects, effect))
        before = nesting.surely_done(self._ability.effects, effect)[0]
        as_many = False
        for flow in self._flows:
            if flow.effect is effect:
                break
            if zone in flow.sources and flow.opponents in (opponents, None):
                there, as_many = max(0, there - (flow.count or there)), False  # perhaps all
            elif flow.goals == (zone,) and flow.opponents == opponents:
                start, end = flow.effect.start, flow.effect.end
                as_many = as_many or (same is not None and start <= same.start <= same.end <= end)
                fits = not asked or any(self._fits_description(c, asked) for c in flow.cards)
                if fits and self._is_done(flow, depends, before):
                    there += flow.count or 1  # at least
            if zone in {bare_zone(self._zones.refills.get(each, "")) for each in flow.sources}:
                there, as_many = 0, False  # its cards may have refilled the source
        return as_many or (isinstance(number.count, int) and there >= number.count)

    def _is_done(self, flow: _Flow, depends: Sequence[object], before: Sequence[Effect]) -> bool:
        """Whether the move ``flow`` surely happened, so that its cards count: the step in question
        ``depends`` on it, it is a cost, or it came ``before`` and took a known number off a deck,
        which is never empty. A cost that an effect may pay is sure only for steps that need it."""
        effect = flow.effect
        if any(effect is each for each in self._ability.cost):
            effects = list(nesting.all_effects(self._ability.effects))
            pays = [each for each in effects if getattr(each, "act", None) == "pay"]
            return not pays or any(each is pay for each in depends for pay in pays)
        if any(effect is each for each in depends):
            return True
        off_deck = all(zone in self._zones.refills for zone in flow.sources)
        sure = off_deck and flow.count is not None and bool(flow.sources)
        return sure and any(effect is each for each in before)

    def _stated_there(self, effect: Effect, zone: str, opponents: bool, what: ThingMeaning) -> int:
        """Return how many cards like ``what`` the conditions for ``effect`` surely require in
        ``zone``, because no clause on missing cards is cited then. 0 if a condition is an
        alternative. A condition before the trigger requires none, because it is checked earlier."""
        found = 0
        trigger = self._ability.trigger
        for condition in conditions_for(self._ability, effect):
            if trigger and condition.start < trigger.start:
                continue
            if condition.alternative:
                return 0
            number = condition.number
            least = number is not None and number.limit == "以上" and number.count
            alone = condition.verb in _BE_THERE and number is None and not condition.comparison
            if condition.negated or condition.within or not (least or alone):
                continue  # it requires no card there now; ``within`` is a time gone by
            subject = condition.subject
            if not isinstance(subject, ThingMeaning) or (subject.things and subject.alternative):
                continue  # of alternatives only one must be there
            things = (replace(t, owners=t.owners or subject.owners) for t in subject.things)
            for each in [*things] or [subject]:
                zones = each.zones or zones_named(condition.place)
                if not zones and self._tracker.is_on_field(each):
                    zones = self._zones.field[:1]
                same = is_opponents_for(nodes.MASTER, each) == opponents
                there = same and [bare_zone(one) for one in zones] == [zone]
                if there and self._fits_description(each, what):
                    found = max(found, least if isinstance(least, int) and least else 1)
        return found

    def _fits_description(self, card: ThingMeaning, wanted: ThingMeaning) -> bool:
        """Whether every card of ``card`` surely fits ``wanted`` (red characters are characters)."""
        if wanted.of or wanted.things or wanted.which or wanted.side or card.things:
            return False
        if any(word.startswith("【") for row in wanted.qualities for word in row):
            return False  # the state of a card may change
        has = [set(row) for row in card.qualities]
        rows = all(any(row <= set(asked) for row in has) for asked in wanted.qualities)
        # All are カード (cards), and callers have compared the zones.
        words = set(nodes.nouns_of(wanted)) - {"カード", *wanted.zones}
        own = card.sort == THIS_CARD and self._is_own_card_character
        named = words <= ({*card.words, CHARACTER} if own else set(card.words))
        return rows and named and set(wanted.other_than) <= set(card.other_than)

    def is_vacated(self, effect: Action, where: str) -> bool:
        """Whether the only card in the zone ``where``, which rules keep filled with one
        (エントリー) but only later (reb 9.6.2), surely left it: as a cost, by 置いたら, or by the
        only event of a trigger, maybe an attack (``turn_verbs``)."""
        if where not in self._zones.filled or is_opponents(effect.goal):  # type: ignore[arg-type]
            return False  # the opponent's zone is another one, of which nothing is known
        effects = nesting.all_effects(self._ability.effects)
        waiting = [each for each in effects if isinstance(each, nodes.Delayed)]
        around = [each for each in waiting if effect in nesting.all_effects(each.effects)]
        trigger = around[-1].trigger if around else self._ability.trigger
        events = trigger.events if trigger else ()
        if len(events) == 1 and predicates.takes_out(events[0], where, self._zones.turn_verbs):
            return True  # any of several events is enough, so none surely happened
        before = [*self._ability.cost, *nesting.done_for(self._ability.effects, effect)]
        moves = [each for each in before if isinstance(each, Action) and is_move(each)]
        away = [each for each in moves if where not in zones_named(each.goal)]
        at_home = self._tracker.home_zones == (where,) and any(map(moves_its_card, away))
        return at_home or any(where in zones_named(each.source) for each in away)

    def is_taken_by_own_card(self, effect: Action, where: str) -> bool:
        """Whether, after the payment ``effect`` took a card from the zone ``where``, the ability
        puts its own card there. Only for zones that must hold a card (``filled``: エントリー): the
        clause by which rules fill an empty one is then not cited."""
        if where not in self._zones.filled or effect not in self._ability.cost:
            return False
        effects = self._ability.effects
        return any(moves_its_card(e) and zones_named(e.goal) == (where,) for e in effects)

    def is_filled_again(self, effect: Action, where: str, what: nodes.What | None) -> bool:
        """Whether another card is surely in the zone ``where`` after ``effect`` takes ``what`` out
        of it, for clauses on empty zones: the own card, or a card put there by a step surely done
        before or needed for it (its price, 置いたら: if put). False for zones of the opponent."""
        cards = self._tracker.cards_of(what)
        if self.is_taken_by_own_card(effect, where):
            return True
        if cards is None or is_opponents(cards):
            return False
        effects = self._ability.effects
        done = [*nesting.surely_done(effects, effect)[0], *nesting.done_for(effects, effect)]
        same = self._tracker.are_same
        # A step that put ``what`` itself there does not refill; an event names its own cards.
        goals = (e.goal for e in done if isinstance(e, nodes.Event) or not same(e.what, what))
        own = (goal for goal in goals if isinstance(goal, ThingMeaning) and not is_opponents(goal))
        return any(where in goal.zones for goal in own)

    def is_stated_empty(self, effect: Action, where: str) -> bool:
        """Whether a condition says that the player has no card in the zone ``where``, and none has
        come since. After “if you have no member”, no card has to make room for ``effect``."""
        if self._moves_opponents_cards(effect) is not False:
            return False
        before = [e for e in nesting.all_effects(self._ability.effects) if e.start < effect.start]
        if any(where in zones_named(each.goal) for each in before):
            return False
        for condition in conditions_for(self._ability, effect):
            what = condition.subject
            none = condition.negated and condition.number is None and condition.verb in _BE_THERE
            if not isinstance(what, ThingMeaning) or not none or condition.alternative:
                continue
            some = what.qualities or what.other_than or what.things  # not of all cards
            if what.zones == (where,) and not some and not predicates.OWN.isdisjoint(what.owners):
                return True
        return False

    def is_surely_empty(self, effect: Action, place: ThingMeaning) -> bool:
        """Whether ``place``, where ``effect`` puts a card, is surely empty: no clause on missing
        places is cited then. It is if ``effect`` is a cost, which else is not paid. It is if the
        own card left to pay a cost: that card was there (in its home zones, else the first of the
        field), unless the place is the opponent's."""
        if effect in self._ability.cost:
            return True  # it can only be paid if there is an empty place
        home = self._tracker.home_zones or self._zones.field[:1]
        left = any(map(moves_its_card, self._ability.cost)) and not is_opponents(place)
        return left and all(zone in place.zones for zone in home)

    def leaves_its_place(self, effect: Action) -> bool:
        """Whether the ability's card leaves its place by a cost (``moved_to``) or any step but
        ``effect``, which may then put another card there: no clause on a second one applies."""
        others = (each for each in nesting.all_effects(self._ability.effects) if each is not effect)
        return bool(self._tracker.moved_to) or any(map(moves_its_card, others))

    def leaves_at_least_one(self, effect: Action, where: str) -> bool:
        """Whether a card surely stays in ``where`` when ``effect`` takes the rest of the cards
        looked at: each card that is not of the rest (``less``) was put back before, and chosen
        without a quality, because a choice by quality may find none."""
        pointers = getattr(effect.what, "refers", ())
        names = {each.name for pointer in pointers for each in pointer.less}
        before = nesting.surely_done(self._ability.effects, effect)[0]
        choices = (e for e in before if isinstance(e, nodes.ChooseEffect))
        free = (e for e in choices if e.number and not e.number.at_most)
        any_of = {e.name for e in free if not getattr(e.what, "asks", True)}
        moves = (e for e in before if isinstance(e, Action) and zones_named(e.goal) == (where,))
        return bool(names) and names <= any_of & {getattr(e.what, "name", None) for e in moves}

    def only_replaces_taken(self, effect: Action, where: str) -> bool:
        """Whether ``effect`` surely adds no more cards to the zone ``where`` than left it before,
        so that no clause on the maximum of cards in it is cited."""
        if any(bare_zone(place) == bare_zone(where) for place in self._tracker.sources_of(effect)):
            return True  # “put the whole clock back into it in any order”
        coming, opponents = self._count_moved(effect), self._moves_opponents_cards(effect)
        left = [each for place, each in self.zones_left if bare_zone(place) == bare_zone(where)]
        if coming is None or opponents is None or not left:
            return False
        before = nesting.surely_done(self._ability.effects, effect)[0]
        taken = (each for each in left if self._moves_opponents_cards(each) == opponents)
        sure = (each for each in taken if any(each is done for done in before))
        return any((self._count_moved(each, surely=True) or 0) >= coming for each in sure)

    def as_many_leave_later(self, effect: Action, where: str) -> bool:
        """Whether as many cards as ``effect`` adds to ``where`` surely leave before the end."""
        coming, opponents = self._count_moved(effect), self._moves_opponents_cards(effect)
        if coming is None or opponents is None:
            return False
        after = nesting.surely_done(self._ability.effects, effect)[1]
        moved = [each.what for each in after if isinstance(each, Action) and is_move(each)]
        names = {what.name for what in moved if isinstance(what, nodes.PointerMeaning)}
        for each in (e for e in after if isinstance(e, nodes.ChooseEffect) and e.name in names):
            what, number = each.what, each.number
            if not isinstance(what, ThingMeaning) or number is None or number.at_most:
                continue
            there = out_of(each.source, what)
            asks = what.qualities or what.other_than or set(what.words) - {CHARACTER, where}
            enough = isinstance(number.count, int) and number.count >= coming
            same = is_opponents_for(each.by.who, there) == opponents
            if not asks and enough and same and there.zones == (where,):  # any card there will do
                return True
        return False

    def _moves_opponents_cards(self, effect: Action) -> bool | None:
        """Whether ``effect`` moves the opponent's cards, None if unknown. Each player has zones of
        their own: a zone is full or empty by the moves of cards of one player alone."""
        what = self._tracker.cards_of(effect.what)
        return None if what is None else is_opponents_for(effect.by.who, what)

    def _count_moved(self, effect: Action, *, surely: bool = False) -> int | None:
        """Return how many cards ``effect`` moves, None if unknown (``surely``: or a maximum)."""
        what = self._tracker.cards_of(effect.what)
        number = effect.number or (what.number if what else None)
        if what is not None and number is None:
            return 1 if what.sort == THIS_CARD or predicates.fights_its_card(what) else None
        if what is None or number is None or (surely and number.at_most):
            return None
        return number.count if isinstance(number.count, int) else None


def is_opponents_for(by: str, what: ThingMeaning) -> bool | None:
    """Whether ``what``, in a step by the player ``by``, belongs to the opponent of the ability's
    master; None if unknown. Each player's zones count separately. 自分 (self) is ``by``, who also
    owns what has no owner; 相手 is always the opponent, “this card” always the master's."""
    if not predicates.OF_ALL.isdisjoint((by, *what.owners)):
        return None
    if "自分" in what.owners or not (what.owners or is_opponents(what) or what.sort == THIS_CARD):
        return by == predicates.OPPONENT
    return is_opponents(what)

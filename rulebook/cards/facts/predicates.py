"""What facts ask about the parts of a meaning: zones, words, numbers, owners (自分: self, 相手: the
opponent). キャラ is a character, アタック attack, バトル battle, その “that”, レベル level."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from rulebook.cards.interpreting.thing_words import EMPTY_PLACE, THIS_CARD
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import CHOOSE
from rulebook.cards.meaning.nesting import all_effects, meanings_in
from rulebook.cards.tree.words import IN_BATTLE
from rulebook.records import dataclass, field

ANY_NUMBER = ("好きな", "望む", "任意の")
OF_ALL = frozenset({"すべて", "各プレイヤー", "いずれか"})
"""The words for the owners of what belongs to all players, or to any: すべてのエントリー."""
OWN = frozenset({"あなた", "自分", "味方"})  # the words for the owner of one's own things
OPPONENT = "相手"
_SELF = "自分"
PLAYERS = OWN | OF_ALL | {OPPONENT}  # all words for owners that are players
OPPONENT_IN_BATTLE = "バトル相手"
STATES = ("【スタンド】", "【レスト】")  # the states that cards can be in when they come
_WHO_FIGHTS = f"{OPPONENT_IN_BATTLE}で"
_IN_BATTLE_WITH = tuple(f"と{state}" for state in IN_BATTLE)
_NUMBER = re.compile("([^0-9《「〈ＸX]+)[0-9ＸX]")
_SIDES = ("裏向き", "表向き")
_WHERE = ("zone", "cards", "places", EMPTY_PLACE)


@dataclass(frozen=True, slots=True)
class ZoneWords:
    """``[zones]`` of ``governing.toml``: what a game's rules say about zones, turns and battles."""

    of_marks: Mapping[str, str] = field(default_factory=dict)
    """The zone in which an ability with a mark works: 【メンバー】 says メンバー."""
    of_verbs: Mapping[str, str] = field(default_factory=dict)
    """The zone to which a verb moves its agent: ブロックする discards it (reb 8.3.3)."""
    refills: Mapping[str, str] = field(default_factory=dict)
    """The zone that refills another one as soon as that is empty: 控え室 for the deck."""
    flows: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Source and goal of types of actions for which the text names no zone: ``draw``."""
    unmarked: str | None = None
    """The zone of a card whose ability has no icon of a zone and does not mention its card, or
    calls it by the name of that zone (このReバース); for triggered ones, the whole card decides."""
    field: tuple[str, ...] = ()  # the first for cards on the field without a stated zone
    behind: tuple[str, ...] = ()  # the places of the field in which no card fights
    rows: tuple[str, ...] = ()  # the rows of the field, which are not zones of their own (ws 3.6.4)
    hidden: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()  # the zones that hold one card whenever something may be played
    overflowing: tuple[str, ...] = ()  # zones that rules clear when full, so no card may be left
    own_turn: tuple[str, ...] = ()  # the kinds of abilities played only in their master's turn
    others_turn: tuple[str, ...] = ()  # the icons of abilities played only in the other's turn
    past_attacks: tuple[str, ...] = ()  # the moments after which no attack follows in that turn
    turn_verbs: tuple[str, ...] = ()  # what only the turn player's characters do: アタックする
    own_verbs: tuple[str, ...] = ()  # turn_verbs that affect one's own cards: サポートする


def home_zones(ability: nodes.AbilityMeaning, zones: ZoneWords) -> tuple[str, ...]:
    """Return the zones where the card of ``ability`` is when it is played, for clauses on where it
    works and on moves of its card from there. The trigger comes first, since it says where the card
    is at that moment: the goal of its move, or the zone to which its act moves it (to block
    discards it; being blocked does not). Else its icons say it, else a condition; empty if none."""
    put: list[str] = []
    for event in ability.trigger.events if ability.trigger else ():
        own = nodes.thing_sort(event.who) == THIS_CARD
        if own and is_zone_change(event):
            put += nodes.zones_named(event.goal)
        elif own and event.verb in zones.of_verbs and not event.passive:  # to block
            put.append(zones.of_verbs[event.verb])
    named = put or [zones.of_marks[mark] for mark in ability.marks if mark in zones.of_marks]
    asked = (zone for each in ability.condition for zone in nodes.zones_named(required_place(each)))
    return tuple(named or asked)


def is_masters_turn(ability: nodes.AbilityMeaning, zones: ZoneWords) -> bool | None:
    """Whether ``ability`` is carried out in the turn of its master, who plays it, by its kind,
    icon, time or event; None if none of these shows it. Clauses differ by whose turn it is."""
    if any(mark in zones.others_turn for mark in ability.marks):
        return False
    if ability.kind in zones.own_turn:
        return True
    turn_verbs = zones.turn_verbs
    trigger = ability.trigger
    for time in (trigger.moment, trigger.within) if trigger else ():
        owners = set(time.owners) if time else set()
        if time and any(time.word.startswith(verb.removesuffix("する")) for verb in turn_verbs):
            # The end of an attack of the opponent's character is one of the opponent's.
            owners = {OPPONENT if owner.startswith(OPPONENT) else _SELF for owner in owners}
        if owners and not owners - OWN:
            return True
        if owners == {OPPONENT}:
            return False
    events = list(trigger.events) if trigger else []
    if trigger and trigger.moment:
        events += trigger.moment.events  # “the end of the attack that was supported”
    turns = {_is_own_turn_event(event, zones) for event in events}
    return turns.pop() if len(turns) == 1 else None


def _is_own_turn_event(event: nodes.Event, zones: ZoneWords) -> bool | None:
    """Whether ``event`` happens in the turn of the ability's player, because clauses on cards that
    leave or attack differ; None if its verb or card does not show it. Cards of the turn player
    attack those of the other player; with ``own_verbs`` (support), both cards are of one player."""
    who = event.who
    if event.verb not in zones.turn_verbs or not isinstance(who, nodes.ThingMeaning):
        return None
    own = who.sort == THIS_CARD or bool(OWN.intersection(who.owners))
    if not own and not is_opponents(who):
        return None
    return own != (event.passive and event.verb not in zones.own_verbs)


def required_place(condition: nodes.Condition) -> nodes.What | None:
    """Return where ``condition`` requires the ability's own card to be (“if this card is on the
    stage”), since the ability works there; None for other conditions."""
    own = isinstance(condition.subject, nodes.ThingMeaning) and condition.subject.sort == THIS_CARD
    return condition.place if own and not condition.negated else None


def only_recalls_rules(ability: nodes.AbilityMeaning) -> bool:
    """Whether ``ability`` only reminds of rules (ws 2.12.3), without clauses or steps."""
    said = (ability.kind, ability.marks, ability.keyword, ability.trigger, ability.cost)
    return not any(said) and not ability.playing and not ability.effects


def names_of_its_card(ability: nodes.Meaning) -> list[str]:
    """Return the nouns by which ``ability`` calls its own card (キャラ of このキャラ, "" without
    one), as they show its zone. :func:`meanings_in` leaves out the rules' words for a keyword: they
    are the same on all cards."""
    things = (part for part in meanings_in(ability) if isinstance(part, nodes.ThingMeaning))
    return [noun for each in things if each.sort == THIS_CARD for noun in each.words or ("",)]


def form_of(ability: nodes.AbilityMeaning) -> str:
    """Return whether an ability without an icon has a ``trigger`` or ``cost``, is a ``limit`` on
    playing its card, or none of these (``plain``): by this, rules decide its kind (gbf 8-1)."""
    if ability.trigger:
        return "trigger"
    if ability.cost:
        return "cost"
    return "limit" if ability.playing and not ability.effects else "plain"


def kind_of(effect: nodes.Effect) -> str:
    """Return the type under which ``governing.toml`` lists ``effect``. A permission that only
    widens a choice counts as a choice: clauses on permissions are not about it."""
    if isinstance(effect, nodes.Action):
        return effect.act
    return nodes.ChooseEffect.type if widens_choice(effect) else effect.type


def widens_choice(effect: nodes.Effect) -> bool:
    """Whether ``effect`` only widens an earlier choice (“also from”): clauses on choices apply."""
    if isinstance(effect, nodes.Permit) and isinstance(effect.what, nodes.PointerMeaning):
        return effect.event.verb == CHOOSE
    return False


def required_numbers(what: nodes.What | None) -> tuple[str, ...]:
    """Return the numbers of a card that ``what`` requires: レベル of “level 3 or more”. An effect
    on such cards depends on effects that change these numbers: a clause on that is then cited."""
    rows = what.qualities if isinstance(what, nodes.ThingMeaning) else ()
    found = (_NUMBER.match(word) for row in rows for word in row)
    return tuple(match[1] for match in found if match)


def sides_of(words: Collection[str]) -> tuple[str, ...]:
    """Return the sides that ``words`` say are up (裏向き, face down); clauses differ by side."""
    return tuple(side for side in _SIDES if any(word.startswith(side) for word in words))


def points_into(what: nodes.What | None, part: nodes.Meaning) -> bool:
    """Whether a pointer of ``what`` that the text prints (その) refers to something in ``part``,
    such as a trigger that moved a card: then clauses on cards that have moved since are cited."""
    pointers = (what,) if isinstance(what, nodes.PointerMeaning) else getattr(what, "refers", ())
    places = (pointer.to for pointer in pointers if pointer.explicit)
    return any(to is not None and part.start <= to.start <= to.end <= part.end for to in places)


def things_asked_about(
    ability: nodes.AbilityMeaning, counted: list[nodes.What], conditions: list[nodes.Condition]
) -> list[nodes.What]:
    """Return the ``counted`` things and those that ``conditions`` ask about: clauses on cards that
    lack what is asked, or have moved since, are cited for them. A changed thing is added if one of
    these points to it: in “the supported character gets ＋1/±0, and if it is 《A》”, “it” points
    to that character, and only its “supported” to the trigger, whose card may have moved."""
    asked = (what for each in conditions for what in (each.subject, *each.refers))
    known = [*counted, *(what for what in asked if what is not None)]
    changes = (e for e in all_effects(ability.effects) if isinstance(e, nodes.ModifyEffect))
    changed = [change.what for change in changes if change.what is not None]
    return [*known, *(c for c in changed if any(points_into(what, c) for what in known))]


def counted_things(ability: nodes.AbilityMeaning) -> list[nodes.What]:
    """Return the things that ``ability`` counts, as the value of a letter such as X or for a
    multiplier (“for each …”). Clauses on counting depend on them."""
    counted: list[nodes.What | None] = [letter.value for letter in ability.letters]
    for effect in all_effects(ability.effects):
        counted.append(effect.what if isinstance(effect, nodes.ForEachEffect) else None)
        counted.append(effect.for_each)
    return [what for what in counted if what is not None]


def conditions_of(ability: nodes.AbilityMeaning) -> list[nodes.Condition]:
    """Return all conditions of ``ability``, those at its head first. Their facts are added last,
    because the effects must be walked before it is known where cards are."""
    effects = all_effects((*ability.playing, *ability.effects))
    inner = (getattr(effect, "conditions", ()) for effect in effects)
    return [*ability.condition, *(condition for each in inner for condition in each)]


def conditions_for(ability: nodes.AbilityMeaning, step: nodes.Effect) -> Iterator[nodes.Condition]:
    """Yield the conditions of ``ability`` under which ``step`` is done. What these require surely
    holds then, so clauses for the other case are not cited."""
    yield from ability.condition
    for each in all_effects(ability.effects):
        if isinstance(each, nodes.IfEffect) and any(e is step for e in all_effects(each.then)):
            yield from each.conditions


def required_turn(ability: nodes.AbilityMeaning, effect: nodes.Effect) -> bool | None:
    """Whether the conditions for ``effect`` require the turn of the ability's player; False if the
    opponent's, None if neither. It decides if changed cards can attack or be attacked then."""
    for condition in conditions_for(ability, effect):
        time = condition.what
        if not isinstance(time, nodes.Time) or condition.negated or condition.alternative:
            continue
        if OWN.intersection(time.owners):
            return True
        if OPPONENT in time.owners:
            return False
    return None


def card_nouns(what: nodes.What | None) -> tuple[str, ...] | None:
    """Return the nouns for cards in ``what`` (キャラ in “choose 1 character”), whose defining
    clauses are cited; None if it is not a card, or points at a card that was named earlier."""
    if not isinstance(what, nodes.ThingMeaning) or what.sort != "cards" or what.refers:
        return None
    parts = [part for part in what.things or (what,) if part.sort != THIS_CARD]
    return tuple(dict.fromkeys(word for part in parts for word in part.words))


def names_other_owner(
    who: nodes.AgentMeaning | nodes.What | None, done: nodes.Effect | nodes.Event
) -> bool:
    """Whether 自分 (one's own) in ``done`` means its agent ``who`` and not the master of the
    ability: “the opponent … their own …”. A clause that defines this is then cited (reb 9.14.2)."""
    agents = (who.who,) if isinstance(who, nodes.AgentMeaning) else nodes.nouns_of(who)
    if (OF_ALL | {OPPONENT}).isdisjoint(agents):
        return False
    things = (done.what, done.source, done.goal)
    return any(_SELF in each.owners for thing in things for each in with_wholes(thing))


def with_wholes(what: nodes.What | None) -> Iterator[nodes.ThingMeaning]:
    """Yield ``what``, then the thing that it belongs to, and so on, because there are clauses on
    each of them: for “the sum of the levels of characters”, sum, level, character."""
    while isinstance(what, nodes.ThingMeaning):
        yield what
        what = what.of


def is_any_card(what: nodes.What | None) -> bool:
    """Whether ``what`` is any card of a kind, not a particular one (named before, this card, its
    opponent in battle): several may come at once, and trigger an ability once for each."""
    if not isinstance(what, nodes.ThingMeaning) or what.refers or what.sort == THIS_CARD:
        return False
    return OPPONENT_IN_BATTLE not in what.words


def own_pointers(what: nodes.What | None) -> tuple[nodes.PointerMeaning, ...]:
    """Return the pointers that stand for ``what`` itself. In そのキャラのマーカー (that character's
    markers), その stands for the card above the markers, which is in another zone."""
    if not isinstance(what, nodes.ThingMeaning):
        return (what,) if isinstance(what, nodes.PointerMeaning) else ()
    under = "マーカー" in what.words and what.of is not None and what.of.refers == what.refers
    return () if under else what.refers


def is_of_single_card_zone(event: nodes.Event, filled: Collection[str]) -> bool:
    """Whether ``event`` is about the only card in a zone of one player (``filled`` are such zones).
    The event cannot happen to several cards at once, and a clause depends on that (reb 9.8.2.1)."""
    parts = [p for p in (event.who, event.source, event.goal) if isinstance(p, nodes.ThingMeaning)]
    owners = {owner for part in parts for owner in part.owners}
    one = bool(owners) and (not owners - OWN or owners == {OPPONENT})
    return one and any(part.zones and set(part.zones) <= set(filled) for part in parts)


def takes_out(event: nodes.Event, where: str, turn_verbs: Collection[str]) -> bool:
    """Whether ``event`` takes a card of the ability's player out of ``where``, a zone of one card
    that can be attacked (エントリー, entry), which may be empty then. A card that leaves through an
    attack was in that zone, though the event does not say so. An attack is found by its verb
    (アタックする), which is one of ``turn_verbs``, the acts of the turn player."""
    who = event.who
    if not isinstance(who, nodes.ThingMeaning) or not is_zone_change(event):
        return False
    own = who.sort == THIS_CARD or not OWN.isdisjoint(who.owners)
    left = nodes.zones_named(event.source) or who.zones
    attacked = any(f"{word}する" in turn_verbs for word in nodes.nouns_of(event.through))
    return own and where not in nodes.zones_named(event.goal) and (attacked or left == (where,))


def is_opponents(what: nodes.ThingMeaning) -> bool:
    """Whether ``what`` belongs to the opponent: the text says so, it is in front of a card, or it
    fights the ability's own card. Clauses on cards differ by owner."""
    opposite = what.of is not None and what.of.side == "正面"  # the slot in front (ws 3.6.6)
    return opposite or OPPONENT in what.owners or fights_its_card(what)


def fights_its_card(what: nodes.ThingMeaning) -> bool:
    """Whether ``what`` fights the ability's own card (バトル相手, its opponent): it is then a
    single card of the opponent, though neither is stated. Only qualities without alternatives
    count."""
    alone = [row[0] for row in what.qualities if len(row) == 1]
    if OPPONENT_IN_BATTLE in what.words or any(word.endswith(_WHO_FIGHTS) for word in alone):
        return True
    with_own_card = nodes.thing_sort(what.of) == THIS_CARD
    return with_own_card and any(word.endswith(_IN_BATTLE_WITH) for word in alone)


def states_of(effect: nodes.Action) -> tuple[str, ...]:
    """Return the states (“rested”) in which ``effect`` puts cards; if none, a rule decides."""
    return tuple(state for state in STATES if any(state in how for how in effect.how))


def adds_number(effect: nodes.Action) -> bool:
    """Whether ``effect`` adds to a number; it is then not a move, unlike 加える (add) to a zone."""
    return nodes.thing_sort(effect.what) == nodes.thing_sort(effect.goal) == "numbers"


def triggers_of(ability: nodes.AbilityMeaning) -> Iterator[nodes.TriggerMeaning]:
    """Yield the triggers of ``ability`` and of those that it grants: clauses on both apply."""
    if ability.trigger:
        yield ability.trigger
    for effect in all_effects(ability.effects):
        for given in effect.abilities if isinstance(effect, nodes.Grant) else ():
            yield from triggers_of(given)


def use_of_cards(effect: nodes.Action) -> tuple[str, ...]:
    """Return the nouns for what cards become (“put as markers”), by which clauses differ."""
    goal = effect.goal if effect.act == "turn-into" else None
    return nodes.nouns_of(effect.use) or nodes.nouns_of(goal)


def is_off_an_end(effect: nodes.Action) -> bool:
    """Whether ``effect`` takes cards off an end of a zone (the top). They are taken one by one (ws
    3.2.3): clauses on several at once, or on picking them, are not cited."""
    source = effect.source
    return nodes.thing_sort(source) == "zone" and getattr(source, "side", None) is not None


def is_zone_change(event: nodes.Event) -> bool:
    """Whether ``event`` moves a card between zones, for clauses on triggers that do. The goal of
    other events may be a player, or what a card becomes."""
    to = nodes.zones_named(event.goal) if nodes.thing_sort(event.goal) in _WHERE else ()
    return bool(to or nodes.zones_named(event.source))

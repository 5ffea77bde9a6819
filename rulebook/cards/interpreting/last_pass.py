"""What is settled only when all effects of an ability are read: what hangs on none behind it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from rulebook.cards.interpreting.replacing import (
    done_elsewhere,
    done_so,
    done_there,
    done_to,
    in_place,
)
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.meaning.nesting import inner_effects, pointers_in_meaning, with_all, with_each
from rulebook.cards.meaning.nodes import (
    MASTER,
    AbilityMeaning,
    Action,
    AgentMeaning,
    ChooseEffect,
    Effect,
    Event,
    Grant,
    IfDone,
    IfEffect,
    MayEffect,
    NumberMeaning,
    OccasionEffect,
    Option,
    Options,
    Permit,
    PointerMeaning,
    Replace,
    TextPlace,
    ThingMeaning,
    Unknown,
    What,
)
from rulebook.cards.meaning.parts import CHOOSE, nouns_of, zones_named
from rulebook.records import replace

_EFFECT = "効果"
_SWAP = "swap"
_SHUFFLE = "shuffle"
_OTHER_PLAYER = "相手"
_COMING = ("置く", "戻す", "加える")
_NOT_DONE = "it is not told that this effect does so to anything"
_SEVERAL = "this effect does so to several things"


def settled(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return ``effects``, those of one ability, with what only all of them together tell."""
    order = [inner for effect in effects for inner in _in_order(effect)]
    spoken_of = _PointedAt(effects)
    new: dict[int, Effect] = {}
    for at, effect in enumerate(order):
        rule = _RULES.get(type(effect))
        if rule is not None:
            new |= rule(effect, order[:at], spoken_of) or {}
    whole = tuple(_with_new(effect, new) for effect in effects) if new else effects
    if any(isinstance(effect, Replace) for effect in order):
        whole = tuple(map(_guarded, whole))
    return _in_line(whole) if any(map(_is_plain, order)) else whole


def _in_order(effect: Effect) -> Iterator[Effect]:
    yield effect
    for inner in inner_effects(effect):
        yield from _in_order(inner)


def _with_new(effect: Effect, new: dict[int, Effect]) -> Effect:
    return with_each(new.get(id(effect), effect), lambda inner: _with_new(inner, new))


def _guarded(effect: Effect) -> Effect:
    """Return ``effect`` with what is left to somebody, or asked, around what it replaces.

    Where かわりに…してよい is not done, what it may replace comes about.
    """
    match effect:
        case Replace(instead=((MayEffect() | IfEffect(otherwise=())) as guard,)):

            def kept(inner: tuple[Effect, ...]) -> tuple[Effect, ...]:
                return (_guarded(replace(effect, start=inner[0].start, instead=inner)),)

            return replace(with_all(guard, kept), start=effect.start)
        case _:
            return with_each(effect, _guarded)


# ---- What is told in full


def _is_plain(effect: Effect) -> bool:
    """Whether ``effect`` is no choice but what is done, told in full: 次の行動を行う。『…』."""
    if not isinstance(effect, Options) or len(effect.options) != 1 or effect.by.who != MASTER:
        return False
    only = effect.options[0]
    told = (only.label, *only.letters, *only.cost, effect.number, effect.times, *effect.how)
    return not any(told) and bool(only.effects) and effect.unresolved is None


def _in_line(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return ``effects`` with what is told in full in the place of what speaks of it.

    Where that was not understood, so is not how often it is done, or in which case.
    """
    found: list[Effect] = []
    for effect in effects:
        known = not (found and isinstance(found[-1], Unknown))
        found += effect.options[0].effects if known and _is_plain(effect) else (effect,)  # type: ignore[attr-defined]
    return tuple(with_all(effect, _in_line) for effect in found)


def _chosen_of(grant: Grant, number: NumberMeaning) -> Effect:
    """Return ``grant`` as a choice where fewer are given than told: 2つの能力のうち…1つを得る."""
    given = grant.abilities
    if not isinstance(number.count, int) or number.count >= len(given):
        return grant
    options = tuple(
        Option(a.start, a.end, None, (replace(grant, abilities=(a,), other=_ability(a)),))
        for a in given
    )
    return Options(grant.start, given[-1].end, grant.by, number, options)


def _ability(told: AbilityMeaning) -> ThingMeaning:
    return ThingMeaning(told.start, told.end, "abilities")


# ---- Leave to choose something else


class _PointedAt:
    """What the pointers of effects mean, gathered where it is asked for first."""

    def __init__(self, effects: tuple[Effect, ...]) -> None:
        self._effects = effects

    @cached_property
    def _names(self) -> set[str]:
        pointers = pointers_in_meaning(self._effects)
        return {name for pointer in pointers for name in (pointer.name or "").split("+")}

    @cached_property
    def _reach(self) -> tuple[list[int], list[int]]:
        """Where the places begin that are pointed at, and how far those until then reach."""
        places = (pointer.to for pointer in pointers_in_meaning(self._effects))
        spans = sorted((place.start, place.end) for place in places if place is not None)
        return [start for start, _ in spans], list(accumulate((end for _, end in spans), max))

    def has(self, choice: ChooseEffect) -> bool:
        """Whether one of the effects speaks of what was chosen, or of the choosing."""
        starts, reach = self._reach
        last = bisect_left(starts, choice.end) - 1
        return choice.name in self._names or (last >= 0 and reach[last] > choice.start)


def _done_with(before: Sequence[Effect], spoken_of: _PointedAt) -> ChooseEffect | None:
    """Return the last choice ``before``, if something is done with what is chosen."""
    choices = (effect for effect in reversed(before) if isinstance(effect, ChooseEffect))
    last = next(choices, None)
    return last if last is not None and spoken_of.has(last) else None


def _widened(may: MayEffect, choice: ChooseEffect, before: ChooseEffect) -> Permit:
    """Return the leave to choose for ``before`` what else would not do: …を選んでもよい."""
    of = _chosen(before, may.start)
    start, end, source = choice.start, choice.end, choice.source
    event = Event(start, end, CHOOSE, False, False, None, choice.what, None, source, None, None)
    return Permit(may.start, may.end, may.by, of, event, None)


def _from_elsewhere(leave: Permit, before: ChooseEffect) -> Permit:
    """Return ``leave`` to take what is chosen ``before`` from another zone: …からも選べる."""
    of, event, first = _chosen(before, leave.start), leave.event, before.source or before.what
    source = event.source
    if isinstance(source, ThingMeaning) and isinstance(first, ThingMeaning) and not source.owners:
        event = replace(event, source=replace(source, owners=first.owners))
    chooser = ThingMeaning(before.by.start, before.by.end, "players", words=(before.by.who,))
    return replace(leave, what=of, event=replace(event, who=event.who or chooser))


def _chosen(choice: ChooseEffect, at: int) -> PointerMeaning:
    """Return what points from ``at``, where no word does, at what ``choice`` chooses."""
    place = choice.what or choice
    return PointerMeaning(at, at, place.text_place, choice.name, False)


# ---- Who shuffles


def _shuffled(action: Action, before: Sequence[Effect]) -> Action:
    """Return ``action`` as done by the player whose pile it is, whoever is told to (ws 3.2.4).

    その山札 behind what was put back into it is that of the player who owned what was put back.
    """
    if action.by.who == _OTHER_PLAYER or _OTHER_PLAYER not in _owners(action.what, before):
        return action
    start, end = action.by.start, action.by.end
    return replace(action, by=AgentMeaning(start, end, _OTHER_PLAYER, "rule"))


def _owners(what: What | None, before: Sequence[Effect]) -> tuple[str, ...]:
    """Return whose ``what`` is, as the effects ``before`` tell it."""
    if isinstance(what, PointerMeaning):
        choices = (e for e in before if isinstance(e, ChooseEffect) and e.name == what.name)
        choice = next(choices, None)
        return _owners(choice.what, before) or _owners(choice.source, before) if choice else ()
    if what is None or what.owners or not what.refers:
        return what.owners if what else ()
    places = [pointer.to for pointer in what.refers]
    moves = [action for action in before if isinstance(action, Action) and action.goal]
    moved = next((a for a in reversed(moves) if a.goal and _place(a.goal) in places), None)
    if moved is None:
        return ()
    return _owners(moved.goal, ()) or _owners(moved.what, before) or _owners(moved.source, before)


def _place(part: What) -> TextPlace:
    return part.text_place


# ---- What is swapped


def _swapped_with(swap: Action, before: Sequence[Effect]) -> Action:
    """Return ``swap`` with what it is done with, where that was chosen ``before`` by such words.

    セットされているReバースから1枚選び, Reバースを1枚選び、セットされているReバースと入れ替える.
    """
    other = swap.companion
    if not isinstance(swap.what, PointerMeaning) or not isinstance(other, ThingMeaning):
        return swap
    name = swap.what.name
    told = [e for e in before if not (isinstance(e, ChooseEffect) and e.name == name)]
    return replace(swap, companion=other if _tells_which(other) else _chosen_so(other, told))


def _chosen_so(thing: ThingMeaning, before: Sequence[Effect]) -> ThingMeaning:
    """Return ``thing`` as what was chosen ``before`` by its words: キャラを置く."""
    choices = (effect for effect in reversed(before) if isinstance(effect, ChooseEffect))
    choice = next((choice for choice in choices if _is_called(choice.what, thing)), None)
    return replace(thing, refers=(_chosen(choice, thing.start),)) if choice else thing


def _tells_which(thing: ThingMeaning) -> bool:
    """Whether ``thing`` says by itself which cards it is: whose, how many; or is none."""
    told = thing.owners or thing.number or thing.refers or thing.every or thing.of
    return bool(told) or thing.sort not in ("cards", "zone")


def _is_called(what: What | None, other: ThingMeaning) -> bool:
    """Whether ``what`` is told by the words of ``other``."""
    if not isinstance(what, ThingMeaning):
        return False
    told = ((thing.words, thing.zones, thing.qualities) for thing in (what, other))
    return len(set(told)) == 1


# ---- How it is done


def _so_done(action: Action, event: Event) -> Action:
    """Return ``action``, which is ``event`` and tells only how that is done: 【レスト】で置く."""
    to = event.text_place
    return replace(action, of=PointerMeaning(action.start, action.start, to, None, False))


def _is(action: Action, event: Event) -> bool:
    """Whether ``action`` is ``event``: the same, done to the same, towards no place told anew."""
    if action.verb != event.verb or action.source or action.goal:
        return False
    things = [part.text_place for part in (event.who, event.what) if part]
    what = action.what
    told = what.refers if isinstance(what, ThingMeaning) else filter(None, (what,))
    return any(pointer.to in things for pointer in told)


# ---- What this effect did


def _of_all(once: IfDone, before: Sequence[Effect]) -> IfDone:
    """Return ``once``, of all that the effect did so: この効果で《A》を置いたら."""
    asked = once.event
    acted = [effect for effect in before if isinstance(effect, Action)]
    done = [action for action in acted if asked and _may_be(action, asked)]
    done = done or [action for action in acted if asked and _swaps(action, asked)]
    told = list(dict.fromkeys(map(done_to, done)))
    places = [place for place, _ in told if place is not None]
    names = [name for _, name in told if name is not None]
    if not places:
        # What the cost did, or what set the ability off, the effect did not.
        earlier = once.of.to is not None and bool(before) and once.of.to.end <= before[0].start
        return replace(once, of=_unsettled(once.of, _NOT_DONE)) if earlier else once
    if len(told) > 1 and len(names) < len(told):
        return replace(once, of=_unsettled(once.of, _SEVERAL))
    to = TextPlace(min(p.start for p in places), max(p.end for p in places))
    return replace(once, of=replace(once.of, to=to, name="+".join(names) or None))


def _may_be(action: Action, asked: Event) -> bool:
    """Whether ``action`` is such as is ``asked`` about: of the same kind, and to that zone.

    The card of the text itself would be called so: このキャラ.
    """
    zones, goals = zones_named(asked.goal), zones_named(action.goal)
    apart = zones and goals and set(zones).isdisjoint(goals)
    itself = isinstance(action.what, ThingMeaning) and action.what.sort == THIS_CARD
    return action.verb == asked.verb and not apart and not itself


def _unsettled(pointer: PointerMeaning, why: str) -> PointerMeaning:
    return replace(pointer, to=None, name=None, unresolved=why)


def _swaps(action: Action, asked: Event) -> bool:
    """Whether ``action`` swaps cards, by which each comes to where the other was (reb 5.12)."""
    itself = isinstance(asked.what, ThingMeaning) and asked.what.sort == THIS_CARD
    return action.act == _SWAP and asked.verb in _COMING and bool(asked.goal) and not itself


# ---- The rules, by the kind of effect

_New = dict[int, Effect]
_Rule = Callable[[Any, Sequence[Effect], "_PointedAt"], "_New | None"]


def _leave_to_choose(
    may: MayEffect, before: Sequence[Effect], spoken_of: _PointedAt
) -> _New | None:
    """Return the leave to choose something else, where nothing is done with what is chosen."""
    match may.effects:
        case (ChooseEffect() as choice,) if not spoken_of.has(choice):
            first = _done_with(before, spoken_of)
            return {id(may): _widened(may, choice, first)} if first else None
    return None


def _leave_to_take(leave: Permit, before: Sequence[Effect], spoken_of: _PointedAt) -> _New | None:
    match leave.event:
        case Event(verb=verb, what=None, source=ThingMeaning()) if verb == CHOOSE:
            first = _done_with(before, spoken_of)
            return {id(leave): _from_elsewhere(leave, first)} if first else None
    return None


def _what_is_replaced(replaced: Replace, before: Sequence[Effect], _: _PointedAt) -> _New | None:
    match replaced:
        case Replace(event=None, part=part):
            told = done_there(part.zones, before) if part and part.zones else None
            new = done_elsewhere(replaced, *told) if told else in_place(replaced, before)
            return {id(replaced): new}
        case Replace(event=Event(who=None, what=None, source=None) as event):
            done = done_so(event, before)
            return {id(replaced): replace(replaced, event=done)} if done else None
    return None


def _what_is_done(action: Action, before: Sequence[Effect], _: _PointedAt) -> _New | None:
    match action:
        case Action(act=act, companion=ThingMeaning()) if act == _SWAP:
            return {id(action): _swapped_with(action, before)}
        case Action(act=act) if act == _SHUFFLE:
            return {id(action): _shuffled(action, before)}
        case Action(what=ThingMeaning() as what) if not _tells_which(what):
            return {id(action): replace(action, what=_chosen_so(what, before))}
    return None


def _fewer_given(grant: Grant, _: Sequence[Effect], __: _PointedAt) -> _New | None:
    match grant:
        case Grant(abilities=(_, _, *_), other=ThingMeaning(number=NumberMeaning() as number)):
            return {id(grant): _chosen_of(grant, number)}
    return None


def _how_it_is_done(on: OccasionEffect, _: Sequence[Effect], __: _PointedAt) -> _New | None:
    if on.relation != "on-doing":
        return None
    event = on.event
    same = (a for a in _in_order(on) if isinstance(a, Action) and _is(a, event))
    return {id(action): _so_done(action, event) for action in same}


def _what_this_effect_did(once: IfDone, before: Sequence[Effect], _: _PointedAt) -> _New | None:
    asked = once.event is not None and _EFFECT in nouns_of(once.event.through)
    return {id(once): _of_all(once, before)} if asked else None


_RULES: Mapping[type[Effect], _Rule] = {
    MayEffect: _leave_to_choose,
    Permit: _leave_to_take,
    Replace: _what_is_replaced,
    Action: _what_is_done,
    Grant: _fewer_given,
    OccasionEffect: _how_it_is_done,
    IfDone: _what_this_effect_did,
}
"""What is settled of each kind of effect by those before it."""

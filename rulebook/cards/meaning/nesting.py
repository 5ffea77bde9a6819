"""Search, rewrite and build effects that are nested in each other. A plain effect is one that holds
no others; そうしたら is “if you do”, 置いたら “if it was put”, してよい “may”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any

from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import LOOKS
from rulebook.cards.meaning.nodes import Effect
from rulebook.cards.tree.node import Node
from rulebook.records import annotations_of, replace

_INSIDE = ("price", "effects", "then", "instead", "otherwise")
_INNER_FIELDS = {
    kind: tuple(name for name in _INSIDE if hasattr(kind, name)) for kind in Effect.__subclasses__()
}
"""The fields of each kind of effect that hold other effects; most kinds have none."""
_NESTING = {kind for kind, names in _INNER_FIELDS.items() if names} | {nodes.Options}
_PLAIN = re.compile("(str|int|bool|None|tuple|[], .|[])*")  # annotations of fields without nodes
_LAST_FIRST = ("otherwise", "then", "effects", "instead")
Effects = Sequence[Effect]
Place = Effect | nodes.Event | nodes.Condition
Places = Mapping[nodes.TextPlace | str | None, Place]
_Block = tuple[Effect, ...]
_Run = tuple[nodes.Condition, nodes.Condition]  # the first and last of a run of conditions
Meanings = nodes.Meaning | tuple[nodes.Meaning, ...]


def inner_effects(effect: Effect) -> Effects:
    """Return the effects directly inside ``effect``, in text order, whichever fields hold them."""
    return [inner for case in cases_in(effect) for inner in case]


def cases_in(effect: Effect) -> Sequence[Effects]:
    """Return the effects directly inside ``effect``, one sequence for each option, case or side of
    a price, since the effects of another option or case are not done; none for a plain effect."""
    if isinstance(effect, nodes.Options):
        return [option.effects for option in effect.options]
    return [getattr(effect, name) for name in _INNER_FIELDS[type(effect)]]


def all_effects(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield each of ``effects`` and all inside it: an action may be in a condition or an option."""
    for effect in effects:
        yield effect
        if type(effect) in _NESTING:
            yield from all_effects(inner_effects(effect))


def places_of(ability: nodes.AbilityMeaning) -> Places:
    """Return the effects of ``ability`` by the place in the text to which pointers to them lead:
    their own, and for a look, choice or put also that of the cards; each choice by its name; and
    events of triggers by the place of their cards. It is made once: each step would search all."""
    effects = [*all_effects(ability.effects)]
    triggers = (ability.trigger, *(getattr(effect, "trigger", None) for effect in effects))
    events = [event for trigger in triggers if trigger for event in trigger.events]
    found: dict[nodes.TextPlace | str | None, Place] = {}
    ifs = (getattr(effect, "conditions", ()) for effect in effects)
    asked = (*ability.condition, *chain.from_iterable(ifs))
    found.update({each.subject.text_place: each for each in asked if each.subject})
    for event in events:
        found.update({part.text_place: event for part in (event.who, event.what) if part})
    for effect in effects:
        what = effect.what
        found.setdefault(effect.text_place, effect)  # the outer one
        if isinstance(effect, nodes.ChooseEffect):
            found[effect.name] = effect
        if what and getattr(effect, "act", effect.type) in ("choose", "put", *LOOKS):
            found[what.text_place] = effect
    return found


def alternatives(conditions: Iterable[nodes.Condition]) -> Iterator[_Run]:
    """Yield the first and the last of each run of ``conditions`` of which one is enough (A or B):
    a run is one step, with the text from the first to the last, which alone is not marked as
    ``alternative``. They are the same for a condition that must hold by itself."""
    first: nodes.Condition | None = None
    for each in conditions:
        first = first or each
        if not each.alternative:
            yield first, each
            first = None


def surely_done(effects: Effects, wanted: Effect) -> tuple[list[Effect], list[Effect]]:
    """Return those of ``effects`` that are surely done before ``wanted`` and those after it, which
    show what zones hold. Only plain effects are sure, as a condition or option may leave others
    undone; before ``wanted``, so are the steps that conditions ask for (``_steps_asked_for``)."""
    for at, effect in enumerate(effects):
        case = next((c for c in cases_in(effect) if _holds(c, wanted)), None)
        if case is None and effect is not wanted:
            continue
        before, after = ([*filter(_is_plain, part)] for part in (effects[:at], effects[at + 1 :]))
        if case is None:
            return before, after
        inner, later = surely_done(case, wanted)
        # After a price is paid, the effects that it pays for are done.
        paid = getattr(effect, "then", ()) if case is getattr(effect, "price", None) else ()
        later += filter(_is_plain, paid)
        return [*before, *_steps_asked_for(effect, effects), *inner], [*later, *after]
    return [], []


def _holds(effects: Effects, wanted: Effect) -> bool:
    """Whether ``wanted``, by identity, is one of ``effects`` or inside one: words may recur."""
    return any(effect is wanted for effect in all_effects(effects))


def _is_plain(effect: Effect) -> bool:
    """Whether ``effect`` holds no others, and so is done for sure if it is reached."""
    return not inner_effects(effect)


def _steps_asked_for(effect: Effect, effects: Effects) -> Iterator[Effect]:
    """Yield those of ``effects`` that were surely done if the steps after そうしたら or 置いたら in
    ``effect`` are reached: the step to which these words point or, if they point to a card (“if
    that character was put”), the step that put the card."""
    if not isinstance(effect, nodes.IfDone) or effect.negated or effect.of.to is None:
        return
    to, event = effect.of.to, effect.event
    for each in all_effects(effects):
        if to.start <= each.start <= each.end <= to.end:
            yield each
        elif isinstance(each, nodes.Action) and event and each.verb == event.verb:
            what = each.what.to if isinstance(each.what, nodes.PointerMeaning) else each.what
            if what is not None and (what.start, what.end) == (to.start, to.end):
                yield each


def done_for(effects: Effects, wanted: Effect) -> Iterator[Effect | nodes.Event]:
    """Yield what is done if ``wanted`` is: its price, a step before そうしたら, and the event that
    置いたら states. Other effects may be left undone, so only these surely moved cards."""
    for each in all_effects(effects):
        if _holds(getattr(each, "then", ()), wanted):
            yield from all_effects(getattr(each, "price", ()))
            yield from _steps_asked_for(each, effects)
            if isinstance(each, nodes.IfDone) and each.event and not each.negated:
                yield each.event


def meanings_in(part: Meanings) -> Iterator[nodes.Meaning]:
    """Yield ``part`` and all nodes inside it, in no particular order. Wordings of the rules and the
    fields of pointers are left out: their spans are not those of words in ``part``."""
    waiting: list[object] = [part]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, tuple):
            waiting += inner
        elif isinstance(inner, nodes.Meaning) and not isinstance(inner, nodes.Opened):
            yield inner
            if not isinstance(inner, nodes.PointerMeaning):
                waiting += filter(None, _getter_of_nodes(type(inner))(inner))


@cache
def _getter_of_nodes(kind: type[nodes.Meaning]) -> Callable[[nodes.Meaning], tuple[object, ...]]:
    """Return a getter of those fields of a ``kind`` that may hold nodes: most hold none."""
    sorts = annotations_of(kind)
    names: tuple[str, ...] = kind.__match_args__[2:]
    fields = [name for name in names if not _PLAIN.fullmatch(sorts[name])]
    return attrgetter("start", "end", *fields)  # for one name alone it returns no tuple


def pointers_in_meaning(part: Meanings) -> Iterator[nodes.PointerMeaning]:
    """Yield the pointers (“that”, “it”, omitted objects) in ``part``, in no particular order, to
    see what it refers to: steps before it, or the event of the trigger."""
    return (inner for inner in meanings_in(part) if isinstance(inner, nodes.PointerMeaning))


def innermost(effect: Effect) -> Effect:
    """Return the last, deepest effect in ``effect``, or itself: later sentences may complete it."""
    name = _last_field(effect)
    return innermost(getattr(effect, name)[-1]) if name else effect


def with_last(effect: Effect, change: Callable[[Effect], Effect]) -> Effect:
    """Return a copy of ``effect``, which is frozen, with ``change`` applied to the last effect
    directly inside it, to which the next sentence belongs; ``effect`` itself if it holds none."""
    name = _last_field(effect)
    if name is None:
        return effect
    *others, last = getattr(effect, name)
    return replace(effect, **{name: (*others, change(last))})  # type: ignore[arg-type]


def with_each(effect: Effect, change: Callable[[Effect], Effect]) -> Effect:
    """Return ``effect`` with ``change`` applied to each one directly inside, in whichever field."""
    return with_all(effect, lambda effects: map(change, effects))


def with_all(effect: Effect, change: Callable[[_Block], Iterable[Effect]]) -> Effect:
    """Return ``effect`` with ``change``, which may join effects, applied to each inner sequence."""
    filled = (name for name in _INSIDE if getattr(effect, name, ()))
    inside: dict[str, Any] = {name: tuple(change(getattr(effect, name))) for name in filled}
    if isinstance(effect, nodes.Options):
        options = effect.options
        inside["options"] = tuple(replace(o, effects=tuple(change(o.effects))) for o in options)
    return replace(effect, **inside) if inside else effect


def _last_field(effect: Effect) -> str | None:
    """Return the name of the field with the effects printed last in ``effect``, to which a later
    sentence may add: ``otherwise`` rather than ``then``. None if it has none inside."""
    return next((name for name in _LAST_FIRST if getattr(effect, name, ())), None)


def points_to(effect: nodes.Meaning, others: Effects) -> bool:
    """Whether a pointer in ``effect`` leads into ``others``, steps under a condition or price: then
    ``effect`` depends on the same condition or price, and callers move it there."""
    if not others:
        return False
    start, end = others[0].start, others[-1].end
    places = (pointer.to for pointer in pointers_in_meaning(effect))
    return any(place is not None and start <= place.start < end for place in places)


def may_block(end: int, block: Effects) -> nodes.MayEffect:
    """Return ``block`` as one optional effect to ``end``: “may do A and B” is one decision."""
    return nodes.MayEffect(block[0].start, end, agent_of(block), tuple(block))


def agent_of(effects: Effects) -> nodes.AgentMeaning:
    """Return the player who carries out the first of ``effects`` that a player does, and so decides
    about all of them; the master if there is none. Attacks are skipped: cards carry these out."""
    for effect in effects:
        by = getattr(effect, "by", None)
        if isinstance(by, nodes.AgentMeaning) and by.card is None:
            return by
    start = effects[0].start if effects else 0
    return nodes.AgentMeaning(start, start, nodes.MASTER, "rule")


def at_price(price: _Block, then: _Block, end: int) -> Effect:
    """Return the effect of paying ``price`` to carry out ``then``: “by putting A, may put B” is
    decided before A, so both are optional. Without “may”, it is unresolved whether A must be."""
    may = then[0] if len(then) == 1 and isinstance(then[0], nodes.MayEffect) else None
    start = price[0].start
    why = None if may else "the text does not say whether the price may be left unpaid"
    whole = nodes.PriceEffect(start, end, price, may.effects if may else then, why)
    if may is None:
        return whole
    # “You may put B by putting A”: the agent, if the same player, is named with the price.
    payer = agent_of(price)
    return nodes.MayEffect(start, end, payer if payer.who == may.by.who else may.by, (whole,))


def unless_done(price: Effects, act: Node, then: _Block, end: int) -> list[Effect]:
    """Return an optional ``price``, and ``then`` for when it is not paid: both of “unless A, B”."""
    may = may_block(act.end, price)
    of = nodes.PointerMeaning(act.start, act.end, nodes.TextPlace(may.start, may.end), None, True)
    return [may, nodes.IfDone(act.start, end, of, True, then)]


def one_of(by: nodes.AgentMeaning, choices: Iterable[_Block], end: int) -> nodes.Options:
    """Return “A or B” as options, of which ``by`` does one, like those of a printed list."""
    options = tuple(nodes.Option(c[0].start, c[-1].end, None, c) for c in choices if c)
    at = options[0].end
    one = nodes.NumberMeaning(at, at, 1, False, None)
    return nodes.Options(options[0].start, end, by, one, options)

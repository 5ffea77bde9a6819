"""Correct effects once all of an ability are read, and find what かわりに (instead) replaces. In
the examples, 置く is “put”, 選ぶ “choose”, てよい “may”; 手札 is the hand, 山札 the deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter

from rulebook.cards.interpreting.discourse import Context
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.steps import Steps
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.interpreting.things import thing_in
from rulebook.cards.meaning import nesting, nodes
from rulebook.cards.meaning.action_types import CHOOSE, PAYMENT_TYPES
from rulebook.cards.meaning.nodes import Action, ChooseEffect, Effect, PointerMeaning, ThingMeaning
from rulebook.cards.tree import roles
from rulebook.cards.tree.card import complements_of
from rulebook.records import replace

_MAY_CHANGE = {Action, nodes.Grant, nodes.IfDone, nodes.MayEffect, nodes.OccasionEffect}
_MAY_CHANGE |= {nodes.Permit, nodes.Replace}
_OTHER_PLAYER = "相手"
_INSTEAD = (roles.InsteadOf, roles.RatherThan)
_PUTTING = ("置く", "戻す", "加える")
_Pointers = Callable[[], Sequence[PointerMeaning]]  # searched when first needed, as that is slow


def part_replaced(steps: Steps, context: Context) -> ThingMeaning | None:
    """Return the thing before のかわりに (instead of) in ``steps`` if only this part of the event
    is replaced (“instead of 1 stock”), else None: a pointer (“of that”) stands for all of it."""
    parts = (part for step in steps for part in complements_of(step) if isinstance(part, _INSTEAD))
    role = next((part for part in parts if not any(references(part.thing, context))), None)
    return thing_in(role, context)


def replacing_same_kind(replaced: nodes.Replace, before: Sequence[Effect]) -> nodes.Replace:
    """Return ``replaced`` with a pointer to the effect in ``before`` that it replaces, the last of
    its kind, because かわりに (instead) names none. A choice takes what it omits from the old
    one."""
    instead = replaced.instead
    while len(instead) == 1 and isinstance(instead[0], (nodes.MayEffect, nodes.IfEffect)):
        instead = tuple(nesting.inner_effects(instead[0]))
    same = (e for e in reversed(before) if len(instead) == 1 and _kind(e) == _kind(instead[0]))
    old = next(same, None)
    if old is None:
        return replaced
    event, done = PointerMeaning.implicit(replaced.start, old.text_place), replaced.instead
    match old, instead[0]:
        case ChooseEffect(what=what) as first, ChooseEffect(what=PointerMeaning()) as new if (
            new.name == first.name
        ):
            # “Choose 2 instead” changes only how many of the same cards are chosen.
            what = replace(what, number=new.number) if isinstance(what, ThingMeaning) else what
            by = first.by if new.by.basis == "rule" else new.by  # the text omits its agent
            filled = replace(new, by=by, what=what, source=new.source or first.source)
            done = tuple(_with_new(each, {id(new): filled}) for each in done)
    return replace(replaced, event=event, instead=done)


def _kind(effect: Effect) -> tuple[object, ...]:
    """Return a key that is equal for effects of which one may replace the other: actions with one
    verb, payments of one kind, changes of one number. By it, かわりに finds what it replaces."""
    match effect:
        case Action(act=act, verb=verb):
            return (Action, act if act in PAYMENT_TYPES else verb)
        case nodes.ModifyEffect(measure=measure):
            return (nodes.ModifyEffect, measure)
        case nodes.Grant(lost=lost):
            return (nodes.Grant, lost)
    return (type(effect),)


def _replacing_action_in(
    zones: Sequence[str], replaced: nodes.Replace, before: Sequence[Effect]
) -> nodes.Replace | None:
    """Return ``replaced`` as replacing the last action in ``before`` from or to one of ``zones``,
    or None: 手札ではなく山札から (not from the hand) names only a zone of it. What it omits
    (number, goal, manner) comes from that action; a choice of its object is replaced with it."""
    choices = {effect.name: effect for effect in before if isinstance(effect, ChooseEffect)}
    for old in (effect for effect in reversed(before) if isinstance(effect, Action)):
        choice = choices.get(place_of_object(old)[1] or "")
        things = [part for part in (choice, old) if part]
        parts = (named for part in things for named in (part.what, part.source, part.goal))
        if any(not set(zones).isdisjoint(nodes.zones_named(part)) for part in parts):
            break
    else:
        return None
    place = nodes.TextPlace(things[0].start, old.end)
    event = PointerMeaning.implicit(replaced.start, place)
    what = things[0].what
    number = what.number if isinstance(what, ThingMeaning) else old.number

    def filled(effect: Effect) -> Effect:
        """Return ``effect``, or each inside it, completed from ``old``, the replaced action, if it
        has its verb and no goal: “may put it from the deck, not the hand” omits goal and manner."""
        if not isinstance(effect, Action) or effect.verb != old.verb or effect.goal:
            return nesting.with_each(effect, filled)
        what = effect.what
        if isinstance(what, ThingMeaning):
            what = replace(what, number=what.number or number)
        count, how = effect.number or number, effect.how or old.how
        return replace(effect, what=what, number=count, goal=old.goal, how=how)

    return replace(replaced, event=event, instead=tuple(map(filled, replaced.instead)))


def pointer_to_done(event: nodes.Event, before: Sequence[Effect]) -> PointerMeaning | None:
    """Return the pointer to the action in ``before`` that ``event`` names, or None: “instead of
    putting it in Member”. Then only this one action is replaced, not every event of that kind."""
    goal = nodes.zones_named(event.goal)
    acted = (action for action in reversed(before) if isinstance(action, Action))
    same = (action for action in acted if action.verb == event.verb)
    done = next((action for action in same if nodes.zones_named(action.goal) == goal), None)
    if done is None:
        return None
    return PointerMeaning(event.start, event.end, done.text_place, None, True)


def place_of_object(action: Action) -> tuple[nodes.TextPlace | None, str | None]:
    """Return where the text names the object of ``action`` and, if it was chosen, the name of that
    choice, None without; for a pointer (“that character”), both of its antecedent. By these
    かわりに finds the choice to be replaced, and a card that two actions moved is counted once."""
    what = action.what
    refers = what.refers[:1] if isinstance(what, ThingMeaning) else ()
    object_ = refers[0] if refers else what
    if isinstance(object_, PointerMeaning):
        return object_.to, object_.name
    return (object_.text_place if object_ else None), None


def after_last_pass(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return all ``effects`` of one ability, with the corrections that need all of them: those of
    :func:`_changes`, mostly for かわりに; “may … instead” becomes an optional replacement; a list
    of only one option is replaced by the steps of that option."""
    order = [*nesting.all_effects(effects)]
    pointers = cache(lambda: [*nesting.pointers_in_meaning(effects)])
    new: dict[int, Effect] = {}
    for at, effect in enumerate(order):
        if type(effect) in _MAY_CHANGE:
            new |= _changes(effect, order[:at], pointers)
    whole = tuple(_with_new(effect, new) for effect in effects) if new else effects
    if any(isinstance(effect, nodes.Replace) for effect in order):
        whole = tuple(map(_with_replacement_inside, whole))
    return _without_only_options(whole) if any(map(_is_only_option, order)) else whole


def _with_new(effect: Effect, new: dict[int, Effect]) -> Effect:
    """Return ``effect`` with effects of ``new`` in place of old ones in it, also in those that are
    new. They are found by their ids: an equal effect elsewhere in the text stays as it is."""
    return nesting.with_each(new.get(id(effect), effect), lambda inner: _with_new(inner, new))


def _with_replacement_inside(effect: Effect) -> Effect:
    """Return ``effect`` with each replacement (かわりに) that is optional or conditional as a whole
    moved inside that option or condition. “May draw 1 instead” means that one may draw instead, and
    not that one may draw or do nothing: without the draw, nothing is replaced."""
    match effect:
        case nodes.Replace(instead=((nodes.MayEffect() | nodes.IfEffect(otherwise=())) as around,)):
            inside = nesting.with_all(
                around, lambda steps: (replace(effect, start=steps[0].start, instead=steps),)
            )
            return replace(nesting.with_each(inside, _with_replacement_inside), start=effect.start)
    return nesting.with_each(effect, _with_replacement_inside)


def _is_only_option(effect: Effect) -> bool:
    """Whether ``effect`` is a list of one option without label, letters or cost, which the master
    carries out as plain steps; “the opponent does these” says who acts."""
    match effect:
        case nodes.Options(options=(only,), number=None, times=None, how=(), unresolved=None):
            plain = bool(only.effects) and not (only.label or only.letters or only.cost)
            return plain and effect.by.who == nodes.MASTER
    return False


def _without_only_options(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return ``effects`` with each list of a single option replaced by the steps of the option. A
    list after an unknown part remains, since that part may say when it is carried out."""
    found: list[Effect] = []
    for effect in effects:
        known = not (found and isinstance(found[-1], nodes.Unknown))
        found += effect.options[0].effects if known and _is_only_option(effect) else (effect,)  # type: ignore[attr-defined]
    return tuple(nesting.with_all(effect, _without_only_options) for effect in found)


def _choice_of_abilities(grant: nodes.Grant, number: nodes.NumberMeaning) -> Effect:
    """Return ``grant`` as a choice of ``number`` of its abilities (“gains 1 of these 2 abilities”),
    because a grant gives all. It is unchanged if all are to be given, or if only the play decides
    how many (Ｘ). ``other``, the noun for all of them, is replaced by one noun for each."""
    given = grant.abilities
    if not isinstance(number.count, int) or number.count >= len(given):
        return grant
    options: list[nodes.Option] = []
    for ability in given:
        start, end = ability.start, ability.end
        one = replace(grant, abilities=(ability,), other=ThingMeaning(start, end, "abilities"))
        options.append(nodes.Option(start, end, None, (one,)))
    return nodes.Options(grant.start, given[-1].end, grant.by, number, tuple(options))


def _is_used(choice: ChooseEffect, pointers: _Pointers) -> bool:
    """Whether one of ``pointers``, all of the ability, refers to ``choice``, by its name or a place
    in its words. If none does, its cards are not used: “may choose from the deck, too” only permits
    to make the choice before it from there."""
    return any(
        choice.name in (pointer.name or "").split("+")  # それら of two choices has both names
        or (pointer.to and pointer.to.start < choice.end and pointer.to.end > choice.start)
        for pointer in pointers()
    )


def _used_choice(before: Sequence[Effect], pointers: _Pointers) -> ChooseEffect | None:
    """Return the last choice in ``before``, which a permission after it (“can be chosen from the
    deck, too”) extends to another zone. None if none of ``pointers`` refers to its cards: what is
    done with these is then not understood, so the words after it may be another choice."""
    last = next((effect for effect in reversed(before) if isinstance(effect, ChooseEffect)), None)
    return last if last is not None and _is_used(last, pointers) else None


def _with_earlier_choice(permit: nodes.Permit, before: ChooseEffect) -> nodes.Permit:
    """Return ``permit`` as the permission to make the choice ``before`` from another zone (“can be
    chosen from …, too”). Chooser and owner of the zone, which it omits, are as before."""
    of, event = _pointer_to_chosen(before, permit.start), permit.event
    first = before.source or before.what
    source = event.source
    if isinstance(source, ThingMeaning) and isinstance(first, ThingMeaning) and not source.owners:
        event = replace(event, source=replace(source, owners=first.owners))
    chooser = ThingMeaning(before.by.start, before.by.end, "players", words=(before.by.who,))
    return replace(permit, what=of, event=replace(event, who=event.who or chooser))


def _pointer_to_chosen(choice: ChooseEffect, at: int) -> PointerMeaning:
    """Return a pointer at ``at`` to the cards chosen by ``choice``, for an effect that does not
    name these cards: only the whole ability shows that it is about them."""
    return PointerMeaning.implicit(at, (choice.what or choice).text_place, choice.name)


def _with_shuffler(action: Action, before: Sequence[Effect]) -> Action:
    """Return ``action``, a shuffle, with the owner of the pile as its agent (ws 3.2.4). If no pile
    is named, it is the pile into which cards were just put back (“return it and shuffle”)."""
    match action.what, before[-1:]:
        case PointerMeaning(explicit=False, start=at), [
            Action(act="return", goal=ThingMeaning() as goal)
        ]:
            action = replace(action, what=PointerMeaning.implicit(at, goal.text_place))
    by = action.by
    if by.who == _OTHER_PLAYER or _OTHER_PLAYER not in _owners(action.what, before):
        return action
    return replace(action, by=nodes.AgentMeaning(by.start, by.end, _OTHER_PLAYER, "rule"))


def _owners(what: nodes.What | None, before: Sequence[Effect]) -> tuple[str, ...]:
    """Return the owners of ``what``, who shuffle it if it is a pile (“the opponent's deck”); empty
    if unknown. A pointer has the owners of the choice or move in ``before`` to which it refers."""
    if what is None or (isinstance(what, ThingMeaning) and (what.owners or not what.refers)):
        return what.owners if what else ()
    pointers = what.refers if isinstance(what, ThingMeaning) else (what,)
    places, names = [each.to for each in pointers], [each.name for each in pointers]
    for at, effect in reversed([*enumerate(before)]):
        goal = effect.goal
        chosen = isinstance(effect, ChooseEffect) and effect.name in names
        if chosen or (isinstance(effect, Action) and goal and goal.text_place in places):
            parts = (_owners(part, before[:at]) for part in (goal, effect.what, effect.source))
            owners = next(filter(None, parts), ())
            if isinstance(effect, (Action, ChooseEffect)) and effect.by.who == _OTHER_PLAYER:
                # 自分 (oneself) is who acts: “the opponent returns cards of the own waiting room”.
                return tuple(_OTHER_PLAYER if each == "自分" else each for each in owners)
            return owners
    return ()


def _repeated_choice(thing: ThingMeaning, before: Sequence[Effect]) -> ThingMeaning | None:
    """Return ``thing`` with a pointer to the last choice in ``before`` of the same words, which
    texts repeat without “that”; else None: with an owner or number, it is another."""
    definite = thing.owners or thing.number or thing.refers or thing.every or thing.of
    if definite or thing.sort not in ("cards", "zone"):
        return None
    words_of = attrgetter("words", "zones", "qualities")
    choices = (effect for effect in reversed(before) if isinstance(effect, ChooseEffect))
    named = (choice for choice in choices if isinstance(choice.what, ThingMeaning))
    same = next((choice for choice in named if words_of(choice.what) == words_of(thing)), None)
    return replace(thing, refers=(_pointer_to_chosen(same, thing.start),)) if same else None


def _as_manner(action: Action, event: nodes.Event) -> Action | None:
    """Return ``action`` as the manner of ``event`` if it has its verb and object but no source or
    goal, else None: “when putting energy, put it rested” is done once, by the event's agent."""
    if action.verb != event.verb or action.source or action.goal:
        return None
    things = [part.text_place for part in (event.who, event.what) if part]
    what = action.what
    pointers = what.refers if isinstance(what, ThingMeaning) else filter(None, (what,))
    if not any(pointer.to in things for pointer in pointers):
        return None
    who, by = event.who, action.by
    if by.basis == "rule" and isinstance(who, ThingMeaning) and who.sort == "players":
        by = nodes.AgentMeaning(who.start, who.end, "".join(who.words), "taken-over")
    return replace(action, by=by, of=PointerMeaning.implicit(action.start, event.text_place))


def _with_all_objects(
    once: nodes.IfDone, asked: nodes.Event, before: Sequence[Effect]
) -> nodes.IfDone:
    """Return ``once`` (“if put by this effect”) pointing to the objects of all steps in ``before``
    that did ``asked``: it asks about the whole effect. A pointer has only one place, but may have
    the names of several choices, joined with +; for other objects it is unresolved. If no step did
    so, it is unchanged, but unresolved if it points before the effects, to cost or trigger."""
    zones, itself = {*nodes.zones_named(asked.goal)}, nodes.thing_sort(asked.what) == THIS_CARD
    done: list[Action] = []
    swaps: list[Action] = []  # a swap puts each card where the other was (reb 5.12)
    for action in (effect for effect in before if isinstance(effect, Action)):
        goals = nodes.zones_named(action.goal)
        apart = zones and goals and zones.isdisjoint(goals)
        # The text would call the card itself このキャラ (this character).
        if action.verb == asked.verb and not apart and nodes.thing_sort(action.what) != THIS_CARD:
            done.append(action)
        elif action.act == "swap" and asked.verb in _PUTTING and asked.goal and not itself:
            swaps.append(action)
    objects = list(dict.fromkeys(map(place_of_object, done or swaps)))
    places = [place for place, _ in objects if place is not None]
    names = [name for _, name in objects if name is not None]
    to, why = None, "this effect does so to several things"
    if not places:
        if once.of.to is None or not before or once.of.to.end > before[0].start:
            return once
        why = "it is not told that this effect does so to anything"
    elif len(objects) in (1, len(names)):
        to = nodes.TextPlace(min(p.start for p in places), max(p.end for p in places))
    name, reason = ("+".join(names) or None, None) if to else (None, why)
    return replace(once, of=replace(once.of, to=to, name=name, unresolved=reason))


def _changes(effect: Effect, before: Sequence[Effect], pointers: _Pointers) -> dict[int, Effect]:
    """Return the new versions of effects that change because of ``effect`` and the effects
    ``before`` it, by the id of the old one, which is mostly ``effect``. ``pointers`` are all of the
    ability. Only at the end is it known what かわりに replaces, whose deck is shuffled, or which
    choice a word repeats."""
    new: Effect | None = None
    match effect:
        case Action(act="swap", what=PointerMeaning(name=name), companion=ThingMeaning() as other):
            # “Swap it with the card of the hand”: a choice of that before, not of “it”.
            others = [e for e in before if not (isinstance(e, ChooseEffect) and e.name == name)]
            chosen = _repeated_choice(other, others)
            new = replace(effect, companion=chosen) if chosen else None
        case Action(act="shuffle"):
            new = _with_shuffler(effect, before)  # the owner of the pile
        case Action(what=ThingMeaning() as what):
            chosen = _repeated_choice(what, before)  # “choose 1 of the hand, …, put the hand”: it
            new = replace(effect, what=chosen) if chosen else None
        case nodes.IfDone(event=asked) if asked and "効果" in nodes.nouns_of(asked.through):
            # この効果で (by this effect): all its actions count, not only the last.
            new = _with_all_objects(effect, asked, before)
        case nodes.MayEffect(effects=(ChooseEffect() as choice,)) if not _is_used(choice, pointers):
            # “May choose from the deck, too”: nothing is done with what it chooses, so it permits
            # this for the choice before.
            if first := _used_choice(before, pointers):
                own = choice.start, choice.end, CHOOSE, False, False, None
                event = nodes.Event(*own, choice.what, None, choice.source, None, None)
                of = _pointer_to_chosen(first, effect.start)
                new = nodes.Permit(effect.start, effect.end, effect.by, of, event, None)
        case nodes.Permit(event=asked) if asked.verb == CHOOSE and not asked.what and asked.source:
            first = _used_choice(before, pointers)  # “from the deck, too”
            new = _with_earlier_choice(effect, first) if first else None
        case nodes.Replace(event=None, part=part):
            zones = part.zones if part else ()  # “not from the hand”; かわりに alone has none
            named = _replacing_action_in(zones, effect, before) if zones else None
            new = named or replacing_same_kind(effect, before)
        case nodes.Replace(event=nodes.Event(who=None, what=None, source=None) as event):
            done = pointer_to_done(event, before)  # “instead of putting it there”
            new = replace(effect, event=done) if done else None
        case nodes.Grant(abilities=(_, _, *_), other=ThingMeaning(number=number)) if number:
            new = _choice_of_abilities(effect, number)  # “gains 1 of these”
        case nodes.OccasionEffect(relation="on-doing", event=event):
            # “When putting energy, put it rested”: the second is the manner of the first.
            inner = (a for a in nesting.all_effects((effect,)) if isinstance(a, Action))
            return {id(a): manner for a in inner if (manner := _as_manner(a, event))}
    return {id(effect): new} if new else {}

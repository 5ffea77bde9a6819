"""Add the effects of each new sentence at the right place among those of the ability. In examples,
そうしたら is “if you do”, そうしないなら “if you do not”, そうでないなら “otherwise”."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulebook.cards.interpreting.steps import NOT_DONE, Steps
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.interpreting.things import OFTEN
from rulebook.cards.meaning import nesting, nodes
from rulebook.cards.meaning.nesting import Effects, innermost, points_to, with_last
from rulebook.cards.tree import card, nouns
from rulebook.cards.tree.node import walk
from rulebook.cards.tree.words import Kind, Pointer
from rulebook.records import replace

Block = tuple[nodes.Effect, ...]
NOT_OFFERED = "what offers this choice is not understood"
_CHOSEN_BY = "が選んだ"


def with_effects(
    before: Effects, effects: Effects, *, after: bool = False, more: bool = False
) -> list[nodes.Effect]:
    """Return ``before`` with the ``effects`` of the next sentence after it, or inside its last
    effect, a condition, price or delay, if they only happen under it. They do if they point to its
    steps (“choose 1. Put it …”), ask whether one was done (“if you drew”), or go on from a
    condition (``after``: その後, then; but after そうしないなら they follow either case) or a price
    (``more``: さらに, further). ``after`` and ``more`` lead into no effect inside that one."""
    found, goes_on, inner = [*before], False, "then"
    match before[-1:], effects[:1]:
        case [nodes.Delayed(effects=then)], [first]:
            goes_on, inner = _asks_about(first, then) or points_to(first, then), "effects"
        case [nodes.PriceEffect(price=price, then=then)], [first]:
            goes_on = more or points_to(first, (*price, *then))
        case [nodes.IfDone(then=then, negated=never)], [first]:
            goes_on = points_to(first, then) or _needs_step(first, then) or (after and not never)
        case [nodes.IfEffect(then=then, otherwise=other)], [first]:
            goes_on = points_to(first, then) or _needs_step(first, then)
            # その後 (then) depends on the condition before it. One among other effects may be
            # that of a single step: “reveal, and if it is A, add it to the hand”.
            goes_on = goes_on or (after and len(before) == 1 and not other)
    if goes_on:
        inside = tuple(with_effects(getattr(found[-1], inner), effects))
        found[-1] = replace(found[-1], end=effects[-1].end, **{inner: inside})  # type: ignore[arg-type]
        return found
    for effect in effects:
        _add_effect(found, effect)
    return found


def _needs_step(effect: nodes.Effect, inside: Effects) -> bool:
    """Whether ``effect`` asks if a step ``inside`` the condition before it was done (“if you drew
    2”): the caller then puts it inside, as it is never asked if that condition failed. “If you did
    not draw” and “if you drew this turn” (``within`` a time) stay outside, as other steps count;
    “by this effect” (``through``) means these. Known texts have only one condition there."""
    means: list[nodes.What | None] = []
    open_ = False
    match effect:
        case nodes.IfEffect(conditions=(asked, *_)):
            means, open_ = [asked.through], asked.within is None and not asked.negated
        case nodes.Delayed(trigger=nodes.TriggerMeaning(events=events, moment=moment)):
            means = [e.through for e in (*events, *(moment.events if moment else ()))]
    if any(Pointer.THIS.value in getattr(each, "which", ()) for each in means):
        return True
    return open_ and _asks_about(effect, inside)


def _asks_about(effect: nodes.Effect, inside: Effects) -> bool:
    """Whether ``effect`` asks if a step ``inside`` was done (“if not put”): it depends on that."""
    first = effect.conditions[0] if isinstance(effect, nodes.IfEffect) else None
    if first is None or first.verb is None or first.subject is not None:
        return False  # it asks about a thing, not a step
    return any(
        getattr(each, "verb", None) == first.verb
        or _asks_about(effect, nesting.inner_effects(each))
        for each in inside
    )


def with_if_done(last: nodes.Effect, once: nodes.IfDone) -> Block:
    """Return ``last`` with ``once`` (そうしたら) inside its end if that is delayed (“at end of turn
    …”), as both then wait for the same time; else one after the other."""
    match last:
        case nodes.Delayed(effects=inner):
            return (replace(last, end=once.end, effects=(*inner, once)),)
        case nodes.IfEffect(then=(*before, end), otherwise=()) | nodes.IfDone(then=(*before, end)):
            behind = with_if_done(end, once)
            if len(behind) == 1:
                return (replace(last, end=once.end, then=(*before, *behind)),)
    return last, once


def _add_effect(found: list[nodes.Effect], effect: nodes.Effect) -> None:
    """Add ``effect`` to ``found``, an option (ⅰ) into the effect that offers it (“choose 1”)."""
    if not isinstance(effect, nodes.Options) or effect.number is not None:
        found.append(effect)  # it is no option, or offers options itself (“choose 1”)
        return
    # “If A, do ⅰ; if B, ⅱ”: the first of several cases that lacks its option takes it. A single
    # case (“if A, do these”) offers all options, below.
    cases = {at: case for at, case in enumerate(found) if isinstance(case, nodes.IfEffect)}
    done = {at: case.then[0] for at, case in cases.items() if len(case.then) == 1}
    open_ = [at for at, what in done.items() if getattr(what, "act", None) == "perform"]
    if open_ and (len(open_) > 1 or any(isinstance(what, nodes.Options) for what in done.values())):
        found[open_[0]] = replace(cases[open_[0]], then=(effect,))
        return
    # Only the last effect may offer them inside, at its end (“if A, choose 1 of these”): unread
    # words behind an earlier one (“if A, do ⅰ”) may offer the next themselves (“ⅱ is allowed”).
    ends = (*found[:-1], *map(innermost, found[-1:]))
    offering = [at for at, end in enumerate(ends) if _takes_options(end)]
    if not offering:
        found.append(replace(effect, unresolved=NOT_OFFERED))
        return
    for option in effect.options:
        found[offering[-1]] = with_option(found[offering[-1]], option)


def _takes_options(effect: nodes.Effect) -> bool:
    """Whether ``effect`` offers options, which the sentences after it are: “choose 1 of the
    following” (以下, 次), or the act “perform” (“do the following”)."""
    match effect:
        case nodes.Action(act=act):
            return act == "perform"
        case nodes.ChooseEffect(what=nodes.ThingMeaning(words=words)):
            return not frozenset({"以下", "次"}).isdisjoint(words)
    return isinstance(effect, nodes.Options)


def with_option(effect: nodes.Effect, option: nodes.Option) -> nodes.Effect:
    """Return ``effect`` with ``option`` (ⅰ) added to its last step, after which texts print it. A
    step that offers options (“choose 1 of these”, “do these twice”) becomes ``Options`` with the
    first option: the step only says who decides, and how many or often, which are its fields."""
    match effect:
        case nodes.Options():
            return replace(effect, end=option.end, options=(*effect.options, option))
        case nodes.Action(what=what, number=number) | nodes.ChooseEffect(what=what, number=number):
            number = number or nodes.thing_number(what)
            times = number if number and number.unit == OFTEN.value else None
            number = None if times else number
            every: bool = getattr(what, "every", False)
            # “1 of these, chosen by the opponent”: whoever carries the effect out.
            words = (word for row in getattr(what, "qualities", ()) for word in row)
            who = next((word for word in words if word.endswith(_CHOSEN_BY)), None)
            by, how = effect.by, effect.how
            if what is not None and who is not None:
                by = nodes.AgentMeaning(what.start, what.end, who.removesuffix(_CHOSEN_BY), "told")
            return nodes.Options(effect.start, option.end, by, number, (option,), times, how, every)
    return with_last(effect, lambda inner: with_option(inner, option))


def under_letters(found: Effects, letters: Sequence[nodes.LetterMeaning]) -> Block:
    """Return ``found``; an effect that uses a letter moves into the effect before it if the letter
    gets its value under the condition of that effect: “If …, reveal. If X is 2 or more …”, with X
    of what is shown. A number uses the letter that is defined at its ``rule``."""
    if not letters:
        return tuple(found)
    gathered: list[nodes.Effect] = []
    values = {letter.text_place: letter.value for letter in letters}
    for effect in found:
        last = gathered[-1] if gathered else None
        used = {getattr(part, "rule", None) for part in nesting.meanings_in(effect)}
        if isinstance(last, (nodes.IfDone, nodes.IfEffect)) and any(
            points_to(value, last.then) for place, value in values.items() if place in used
        ):
            gathered[-1] = replace(last, end=effect.end, then=(*last.then, effect))
        else:
            gathered.append(effect)
    return tuple(gathered)


def if_done(before: list[nodes.Effect], link: card.Link, then: Block, end: int) -> nodes.IfDone:
    """Return the steps ``then``, which end at ``end``, on the condition that the last of the steps
    ``before`` the ``link`` (そうしたら) was done; without any it is unresolved. そうしないなら
    after そうしたら points to the same step: “You may do A. If you do, B. If not, C”."""
    negated = link.connective.value in NOT_DONE
    last = _last_to_be_done(before[-1]) if before else None
    to, why = (last.text_place, None) if last else (None, "nothing was done before")
    if negated and isinstance(last, nodes.Unknown):  # it may hold a condition that is denied
        to, why = None, "the text before is not understood"
    of = nodes.PointerMeaning(link.start, link.end, to, None, True, why)
    if negated and isinstance(last, nodes.IfDone) and last.event is None:  # そうしたら
        of = replace(last.of, start=link.start, end=link.end)
    return nodes.IfDone(link.start, end, of, negated, then)


def _last_to_be_done(effect: nodes.Effect) -> nodes.Effect:
    """Return the step in ``effect`` that そうしたら asks about: the last in a condition or delay;
    in an earlier そうしたら only an optional one (“may draw”), else the whole: in “You may do A. If
    you do, B. If you do, C”, C depends on both."""
    match effect:
        case nodes.IfEffect(then=(*_, last)) | nodes.Delayed(effects=(*_, last)):
            return _last_to_be_done(last)
        case nodes.IfDone(negated=False, then=(*_, last)):
            asked = _last_to_be_done(last)
            return asked if isinstance(asked, nodes.MayEffect) else effect
    return effect


def last_case(effect: nodes.Effect) -> nodes.IfEffect | None:
    """Return the last condition in ``effect`` to which “otherwise” can add a case, or None."""
    inner = getattr(effect, "then", ())
    found = last_case(inner[-1]) if inner else None
    if found is None and isinstance(effect, nodes.IfEffect) and not effect.otherwise:
        return effect
    return found


def with_exchanged(old: nodes.Effect, new: nodes.Effect, effect: nodes.Effect) -> nodes.Effect:
    """Return ``effect`` with ``new`` for ``old``, the last effect in it: effects are frozen."""
    return new if effect is old else with_last(effect, lambda last: with_exchanged(old, new, last))


def limits_playing(effect: nodes.Effect, own: Collection[int], kind: Kind | None) -> bool:
    """Whether ``effect`` only limits when its own card or ability (“this”, at the places ``own``)
    may be played or, if ``kind`` is 【自】, trigger (ws 8.6.2.1, 8.1.1.2.1). Then it is not a
    step."""
    if isinstance(effect, nodes.IfEffect):
        inner = (*effect.then, *effect.otherwise)
        return bool(inner) and all(limits_playing(part, own, kind) for part in inner)
    verbs = ("発動する",) if kind == Kind.AUTO else ("プレイする", "起動する")
    if not isinstance(effect, (nodes.Permit, nodes.Prohibit)) or effect.event.verb not in verbs:
        return False
    what = effect.what
    return nodes.thing_sort(what) in (THIS_CARD, "abilities") and getattr(what, "start", -1) in own


def split_condition(effects: Block) -> tuple[tuple[nodes.Condition, ...], Block]:
    """Return the condition of the whole ability, and its other effects. An “if” at the start, on
    which all effects depend, is checked once before all steps, and is not a step. Effects after it
    depend on it only after そうしたら, because the step that they need is under the “if”."""
    match effects:
        case (nodes.IfEffect(then=(_, *_), otherwise=()) as first, *others):
            if all(isinstance(other, nodes.IfDone) for other in others):
                return first.conditions, (*first.then, *others)
    return (), effects


def chosen_for_first(before: Effects, second: Effects, rest: Steps) -> bool:
    """Whether the last choice of ``before`` is only made for the first of two alternatives: “choose
    1 of the hand and put it, or put 1 from the deck”. It is for both if the other (effects
    ``second``, steps ``rest``) has no object, points to what was chosen, or is of “others”."""
    chosen = before[-1] if before else None
    of_its_own = second and isinstance(second[0].what, nodes.ThingMeaning)
    if not isinstance(chosen, nodes.ChooseEffect) or not of_its_own:
        return False
    if any(isinstance(node, nouns.Other) for step in rest for node in walk(step)):
        return False
    names = (pointer.name for effect in second for pointer in nesting.pointers_in_meaning(effect))
    return not any(chosen.name in name.split("+") for name in names if name)

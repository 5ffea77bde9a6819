"""Where in an ability what a new sentence does belongs, and what it hangs on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rulebook.cards.interpreting.steps import Steps, is_of_both
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.interpreting.things import OFTEN
from rulebook.cards.meaning.nesting import (
    inner_effects,
    innermost,
    meanings_in,
    pointers_in_meaning,
    points_to,
    with_last,
)
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    AgentMeaning,
    ChooseEffect,
    Condition,
    Delayed,
    Effect,
    Grant,
    IfDone,
    IfEffect,
    LetterMeaning,
    MayEffect,
    Option,
    Options,
    Permit,
    PointerMeaning,
    PriceEffect,
    Prohibit,
    TextPlace,
    ThingMeaning,
    TriggerMeaning,
    Unknown,
    What,
)
from rulebook.cards.tree import card, nouns
from rulebook.cards.tree.words import Pointer
from rulebook.records import replace

_LISTS = frozenset({"以下", "次"})
NOT_OFFERED = "what offers this choice is not understood"
_CHOSEN_BY = "が選んだ"
_PLAY = ("プレイする", "起動する")
_THIS = Pointer.THIS.value


def add_all(
    found: list[Effect], effects: Sequence[Effect], *, after: bool = False, more: bool = False
) -> None:
    """Add the ``effects`` of a sentence where they belong.

    A sentence that begins with what is done only if, or at a price, goes to that, and so does what
    is done ``after`` it; what is done ``more`` than at a price alone belongs to that price.
    """
    last = found[-1] if found else None
    goes_on = after and _comes_before(last, alone=len(found) == 1)
    if effects and isinstance(last, Delayed):
        goes_on = goes_on or _asks_of(effects[0], last.effects)
        if goes_on or points_to(effects[0], last.effects):
            found[-1] = replace(last, end=effects[-1].end, effects=_followed(last.effects, effects))
            return
    if effects and isinstance(last, PriceEffect):
        goes_on = goes_on or more or points_to(effects[0], (*last.price, *last.then))
    if effects and isinstance(last, (IfDone, IfEffect)):
        goes_on = goes_on or points_to(effects[0], last.then) or _was_done(effects[0], last.then)
    if goes_on and isinstance(last, (PriceEffect, IfDone, IfEffect)):
        found[-1] = replace(last, end=effects[-1].end, then=_followed(last.then, effects))
        return
    for effect in effects:
        _add(found, effect)


def _comes_before(last: Effect | None, *, alone: bool) -> bool:
    """Whether what is done after ``last`` (その後) needs that this was done: そうしたら, …なら.

    A condition that stands not ``alone`` may be of one step only: 公開し、それがAなら手札に加える.
    """
    if isinstance(last, IfDone):
        return not last.negated
    return alone and isinstance(last, IfEffect) and not last.otherwise


def _was_done(effect: Effect, inside: Sequence[Effect]) -> bool:
    """Whether ``effect`` asks of what is done ``inside`` of what last stood under a condition.

    That it was done (2枚引いたなら) needs that condition too; that it was not (引かなかったなら)
    would be so without it, and only この効果で says that it was to be done.
    """
    if any(map(_is_this, _through(effect))):
        return True
    first = effect.conditions[0] if isinstance(effect, IfEffect) else None
    if first is None or first.within is not None or first.negated:
        return False
    return _asks_of(effect, inside)


def _through(effect: Effect) -> Iterator[What | None]:
    """Yield by what that came about of which ``effect`` asks: この効果で引いたターン終了時."""
    match effect:
        case IfEffect(conditions=(first, *_)):
            yield first.through
        case Delayed(trigger=TriggerMeaning(events=events, moment=moment)):
            yield from (event.through for event in (*events, *(moment.events if moment else ())))


def _is_this(what: What | None) -> bool:
    return isinstance(what, ThingMeaning) and _THIS in what.which


def _asks_of(effect: Effect, later: Sequence[Effect]) -> bool:
    """Whether ``effect`` hangs on whether that was done which is done ``later``: 置かないなら."""
    first = effect.conditions[0] if isinstance(effect, IfEffect) else None
    if first is None or first.verb is None or first.subject is not None:
        return False
    return any(
        getattr(each, "verb", None) == first.verb or _asks_of(effect, inner_effects(each))
        for each in later
    )


def add_done(found: list[Effect], once: IfDone) -> None:
    """Add ``once`` (そうしたら) to ``found``; inside the last effect where that is delayed."""
    found[-1:] = _with_done(found[-1], once) if found else (once,)


def _with_done(last: Effect, once: IfDone) -> tuple[Effect, ...]:
    """Return ``last`` and ``once``, which is put inside of what waits at the end of ``last``."""
    match last:
        case Delayed(effects=inner):
            return (replace(last, end=once.end, effects=(*inner, once)),)
        case IfEffect(then=(*before, end), otherwise=()) | IfDone(then=(*before, end)):
            behind = _with_done(end, once)
            if len(behind) == 1:
                return (replace(last, end=once.end, then=(*before, *behind)),)
    return last, once


def _followed(block: Sequence[Effect], effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return ``block`` and ``effects``, which hang on it: at its end, or in what it ends with."""
    found = [*block]
    add_all(found, effects)
    return tuple(found)


def _add(found: list[Effect], effect: Effect) -> None:
    """Add ``effect``; a choice with a sign goes to those before it, or to what speaks of them."""
    labelled = isinstance(effect, Options) and effect.number is None
    case = _open_case(found) if labelled else None
    taker = _taker(found) if labelled else None
    if case is not None:
        found[case] = replace(found[case], then=(effect,))  # type: ignore[call-arg]
    elif labelled and taker is None:
        found.append(replace(effect, unresolved=NOT_OFFERED))  # type: ignore[call-arg]
    elif taker is not None:
        for option in effect.options:  # type: ignore[attr-defined]
            found[taker] = with_option(found[taker], option)
    else:
        found.append(effect)


def _open_case(found: Sequence[Effect]) -> int | None:
    """Return which of several cases, in the order of their signs, waits for what is done in it."""
    done = {
        at: effect.then[0]
        for at, effect in enumerate(found)
        if isinstance(effect, IfEffect) and len(effect.then) == 1
    }
    open_ = [at for at, what in done.items() if isinstance(what, Action) and what.act == "perform"]
    filled = any(isinstance(what, Options) for what in done.values())
    return open_[0] if open_ and (filled or len(open_) > 1) else None


def _taker(found: Sequence[Effect]) -> int | None:
    """Return which of ``found`` a choice with a sign is one of: the last, else a choice before."""
    last = len(found) - 1
    if found and _takes_options(innermost(found[last])):
        return last
    while last >= 0 and isinstance(found[last], Unknown):
        last -= 1
    if last >= 0 and _takes_options(found[last]):
        # Another choice of the same list was not understood.
        return last
    chosen = (at for at in range(last, -1, -1) if isinstance(found[at], (ChooseEffect, Options)))
    return next((at for at in chosen if _is_chosen_from(found[at])), None)


def _is_chosen_from(effect: Effect) -> bool:
    return _takes_options(effect) and getattr(effect, "number", None) is not None


def _takes_options(effect: Effect) -> bool:
    match effect:
        case Action(act=act):
            return act == "perform"
        case ChooseEffect(what=ThingMeaning(words=words)):
            return not _LISTS.isdisjoint(words)
        case _:
            return isinstance(effect, Options)


def with_option(effect: Effect, option: Option) -> Effect:
    """Return ``effect`` with ``option`` as one of the choices that its last step speaks of."""
    match effect:
        case Options():
            return replace(effect, end=option.end, options=(*effect.options, option))
        case (
            Action(what=what, number=number, how=how)
            | ChooseEffect(what=what, number=number, how=how)
        ):
            told = what.number if isinstance(what, ThingMeaning) else None
            number = number or told
            times = number if number and number.unit == OFTEN.value else None
            number = None if times else number
            every = isinstance(what, ThingMeaning) and what.every
            by = (_chooser(what) if isinstance(what, ThingMeaning) else None) or effect.by
            return Options(effect.start, option.end, by, number, (option,), times, how, every)
        case _:
            return with_last(effect, lambda inner: with_option(inner, option))


def _chooser(what: ThingMeaning) -> AgentMeaning | None:
    """Return who chooses where ``what`` says so: 相手 of 次の2つの効果のうち相手が選んだ1つ."""
    told = (word for row in what.qualities for word in row if word.endswith(_CHOSEN_BY))
    who = next(told, None)
    return AgentMeaning(what.start, what.end, who.removesuffix(_CHOSEN_BY), "told") if who else None


def last_grant(effect: Effect, quotation: nouns.Quotation) -> Grant | None:
    """Return the grant that ``quotation`` tells, which quotes nothing itself."""
    match innermost(effect):
        case Grant(abilities=abilities, end=end) as grant:
            told_behind = all(ability.start >= end for ability in abilities)
            return grant if told_behind and quotation.start >= end else None
        case _:
            return None


def with_ability(effect: Effect, grant: Grant, given: tuple[AbilityMeaning, ...]) -> Effect:
    """Return ``effect`` with the abilities ``given`` added to ``grant``, which is inside of it."""
    match effect:
        case Grant():
            return replace(grant, abilities=(*grant.abilities, *given))
        case _:
            return with_last(effect, lambda inner: with_ability(inner, grant, given))


def under_letters(found: Sequence[Effect], letters: Sequence[LetterMeaning]) -> tuple[Effect, ...]:
    """Return ``found`` with what uses a letter under the condition under which that is known.

    …なら公開する。Ｘが2以上なら…。Ｘは公開されたカードのレベルに等しい: without the card is no Ｘ.
    """
    if not letters:
        return tuple(found)
    gathered: list[Effect] = []
    told = {letter.text_place: letter.value for letter in letters}
    for effect in found:
        last = gathered[-1] if gathered else None
        if isinstance(last, (IfDone, IfEffect)) and any(
            points_to(told[rule], last.then) for rule in _rules_used(effect) & told.keys()
        ):
            gathered[-1] = replace(last, end=effect.end, then=(*last.then, effect))
        else:
            gathered.append(effect)
    return tuple(gathered)


def _rules_used(effect: Effect) -> set[TextPlace]:
    """Return where the text says what the letters in ``effect`` stand for."""
    parts = meanings_in(effect)
    return {rule for part in parts if (rule := getattr(part, "rule", None)) is not None}


def what_was_done(found: list[Effect], link: card.Link, *, negated: bool) -> PointerMeaning:
    """Return what そうしたら asks for: the last thing that may be left undone, else the last.

    そうしないなら behind it asks for the same (ws 8.6.4).
    """
    last = _last(found[-1]) if found else None
    if negated and isinstance(last, IfDone) and last.event is None:
        return replace(last.of, start=link.start, end=link.end)
    if last is None:
        why = "nothing was done before"
        return PointerMeaning(link.start, link.end, None, None, True, why)
    return PointerMeaning(link.start, link.end, last.text_place, None, True)


def _last(effect: Effect) -> Effect:
    match effect:
        case IfEffect(then=then) | Delayed(effects=then) if then:
            return _last(then[-1])
        case IfDone(negated=False, then=then) if then and isinstance(_last(then[-1]), MayEffect):
            return _last(then[-1])
        case _:
            return effect


def last_case(effect: Effect) -> IfEffect | None:
    """Return the last condition inside of ``effect`` that says nothing yet of other cases."""
    inner = getattr(effect, "then", ())
    found = last_case(inner[-1]) if inner else None
    if found is None and isinstance(effect, IfEffect) and not effect.otherwise:
        return effect
    return found


def in_place_of(old: Effect, new: Effect, effect: Effect) -> Effect:
    """Return ``effect`` with ``new`` for ``old``, which is the last inside of it or itself."""
    return new if effect is old else with_last(effect, lambda last: in_place_of(old, new, last))


def limits_playing(effect: Effect, own: Collection[int]) -> bool:
    """Whether ``effect`` only says when its own card or ability may be played (ws 8.6.2.1).

    ``own`` is where この stands.
    """
    if isinstance(effect, IfEffect):
        told = (*effect.then, *effect.otherwise)
        return bool(told) and all(limits_playing(part, own) for part in told)
    if not isinstance(effect, (Permit, Prohibit)) or effect.event.verb not in _PLAY:
        return False
    what = effect.what
    this = isinstance(what, ThingMeaning) and what.sort in (THIS_CARD, "abilities")
    return this and not what.refers and what.start in own  # type: ignore[union-attr]


def lifted(effects: tuple[Effect, ...]) -> tuple[tuple[Condition, ...], tuple[Effect, ...]]:
    """Return the condition of the whole ability, where its first sentence has one for all."""
    if not effects or not isinstance(effects[0], IfEffect) or effects[0].otherwise:
        return (), effects
    first, others = effects[0], effects[1:]
    if not all(isinstance(other, IfDone) for other in others) or not first.then:
        return (), effects
    return first.conditions, (*first.then, *others)


def chosen_for_first(before: Sequence[Effect], second: Sequence[Effect], rest: Steps) -> bool:
    """Whether the last choice of ``before`` is only for the first of two alternatives.

    自分のAを1枚選び、…するか、相手のBを1枚選び、…する; 1枚選び、控え室に置くか、山札の上から1枚を….
    """
    chosen = before[-1] if before else None
    of_its_own = second and isinstance(getattr(second[0], "what", None), ThingMeaning)
    if not isinstance(chosen, ChooseEffect) or not of_its_own:
        return False
    if any(map(is_of_both, rest)):
        return False
    meant = (pointer.name for effect in second for pointer in pointers_in_meaning(effect))
    return not any(chosen.name in name.split("+") for name in meant if name)

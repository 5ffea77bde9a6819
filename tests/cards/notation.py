"""A notation of meanings for tests: a line for each step, with its type, agent and arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.cards.meaning.action_types import OTHER
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    AgentMeaning,
    ChooseEffect,
    Condition,
    Delayed,
    Duration,
    Effect,
    Event,
    ForEachEffect,
    Grant,
    IfDone,
    IfEffect,
    MarkNeed,
    MayEffect,
    Meaning,
    ModifyEffect,
    NumberMeaning,
    OccasionEffect,
    Opened,
    Options,
    Permit,
    PointerMeaning,
    PriceEffect,
    Prohibit,
    Repeat,
    Replace,
    TextPlace,
    ThingMeaning,
    TriggerMeaning,
    Unknown,
    What,
)

_INDENT = "  "
_SHOWN_WITH_VERB = ("attack", "change-state", OTHER)
"""The types of actions that do not determine their verb."""


class NotationWriter:
    """Writes the meaning of one card text, in the words of the text where possible."""

    def __init__(self, text: str) -> None:
        self._text = text

    def ability(self, ability: AbilityMeaning) -> Iterator[str]:
        """Yield the lines of ``ability``."""
        yield " ".join(filter(None, self._head(ability)))
        yield from self._titled("Playing", ability.playing)
        if ability.trigger:
            yield f"{_INDENT}When: {self.trigger(ability.trigger)}"
        # Without a trigger the cost is paid first, and conditions are checked on resolution.
        cost = [*self._titled("Cost", ability.cost)]
        conditions = [f"{_INDENT}If: {self.condition(part)}" for part in ability.condition]
        yield from [*conditions, *cost] if ability.trigger else [*cost, *conditions]
        yield from self._titled("Effect", ability.effects)
        for letter in ability.letters:
            yield f"{_INDENT}{letter.letter} is {self.words(letter.value)}"
        if ability.keyword and ability.keyword.opened:
            yield from self._opened(f"{ability.keyword.name} means", ability.keyword.opened)
        if ability.around:
            yield from self._opened("Around it", ability.around)

    def _opened(self, what: str, opened: Opened) -> Iterator[str]:
        yield f"{_INDENT}{what} ({opened.clause}):"
        lines = NotationWriter(opened.text).ability(opened.ability)
        yield from (_INDENT * 2 + line for line in lines)

    def _head(self, ability: AbilityMeaning) -> Iterator[str]:
        yield ability.kind or ("" if ability.marks else "(no icon)")
        for mark in ability.marks:
            needs = (need for need in ability.needs if need.mark == mark)
            yield mark + "".join(map(_need, needs))
        if ability.keyword:
            yield ability.keyword.name
        if ability.limit:
            yield f"(at most {ability.limit.times} a turn)"

    def _titled(self, title: str, effects: Sequence[Effect]) -> Iterator[str]:
        if effects:
            yield f"{_INDENT}{title}:"
            yield from (_INDENT * 2 + line for line in self.effects(effects))

    def effects(self, effects: Sequence[Effect]) -> Iterator[str]:
        """Yield the lines of ``effects``, numbered."""
        for number, effect in enumerate(effects, start=1):
            first, *rest = self.effect(effect)
            yield f"{number}. {first}"
            yield from (f"   {line}" for line in rest)

    # ---- Effects

    def effect(self, effect: Effect) -> list[str]:
        """Return the lines of ``effect``."""
        match effect:
            case MayEffect(by=by, effects=inner):
                return [f"{_who(by)} may, as a whole:", *self.effects(inner)]
            case IfEffect(conditions=conditions, then=then, otherwise=otherwise):
                lines = [f"If {self._conditions(conditions)}:", *self.effects(then)]
                return [*lines, "Else:", *self.effects(otherwise)] if otherwise else lines
            case IfDone(of=of, negated=negated, then=then, event=event):
                done = "was not done" if negated else "was done"
                what = self._span(event) if event else self.words(of)
                return [f"If {what} {done}:", *self.effects(then)]
            case PriceEffect(price=price, then=then, unresolved=why):
                must = f" (not settled: {why})" if why else ""
                return [f"By doing{must}:", *self.effects(price), "then:", *self.effects(then)]
            case Replace(instead=instead, until=until):
                what = self._replaced(effect)
                return [f"Instead of {what}{self._duration(until)}:", *self.effects(instead)]
            case Delayed(trigger=trigger, effects=inner, until=until):
                when = self.trigger(trigger)
                return [f"Later, {when}{self._duration(until)}:", *self.effects(inner)]
            case ForEachEffect(what=what, effects=inner):
                return [f"For each {self.words(what)}:", *self.effects(inner)]
            case OccasionEffect(relation=relation, event=event, effects=inner):
                return [f"{relation} {self._span(event)}:", *self.effects(inner)]
            case Options():
                return self._options(effect)
            case Grant():
                return self._grant(effect)
            case _:
                return [self._plain(effect)]

    def _replaced(self, effect: Replace) -> str:
        """Return the event that ``effect`` replaces, or the part of it."""
        whole = self._event(effect.event)
        return f"{self.words(effect.part)} of {whole}" if effect.part else whole

    def _event(self, event: TriggerMeaning | Event | PointerMeaning | None) -> str:
        if event is None:
            return "the previous effect"
        implicit = isinstance(event, PointerMeaning) and not event.explicit
        return self._reference(event) if implicit else self._span(event)  # type: ignore[arg-type]

    def _options(self, effect: Options) -> list[str]:
        how_many = self._number(effect.number) if effect.number else "as written"
        if effect.every:
            how_many = "all that apply"
        if effect.unresolved:
            how_many = f"not settled ({effect.unresolved})"
        if effect.times:
            how_many += f", {self._number(effect.times)}"
        how = "".join(f" ({word})" for word in effect.how)
        lines = [f"Of these, {how_many} ({_who(effect.by)}){how}:"]
        for at, option in enumerate(effect.options, start=1):
            lines.append(f"option {option.label or at}:")
            lines += self._titled("Cost", option.cost)
            lines += (_INDENT + line for line in self.effects(option.effects))
            lines += (f"{_INDENT}{x.letter} is {self.words(x.value)}" for x in option.letters)
        return lines

    def _grant(self, effect: Grant) -> list[str]:
        verb = "loses" if effect.lost else "gets"
        other = self.words(effect.other) if effect.other else ""
        among = f" as {self.words(effect.goal)}" if effect.goal else ""
        first = f"{self.words(effect.what)} {verb} {other}{among}{self._duration(effect.until)}"
        inner = [_INDENT + line for ability in effect.abilities for line in self.ability(ability)]
        return [first, *inner]

    def _plain(self, effect: Effect) -> str:
        match effect:
            case ChooseEffect():
                return self._choose(effect)
            case ModifyEffect(what=what, measure=measure, amount=amount, until=until):
                each = f" for each {self.words(effect.for_each)}" if effect.for_each else ""
                target = self.words(what)
                measure = "" if getattr(what, "sort", None) == "damage" else measure
                return f"{target}: {measure}{amount}{each}{self._duration(until)}"
            case Prohibit(what=what, event=event, until=until):
                return f"never: {self._span(event)}{self._for(what)}{self._duration(until)}"
            case Permit(what=what, event=event, until=until):
                return f"possible: {self._span(event)}{self._for(what)}{self._duration(until)}"
            case Repeat(by=by):
                return f"{_who(by)} does it again"
            case Unknown(unresolved=why):
                return f"not settled ({why}): {self._span(effect)}"
            case Action():
                return self._action(effect)
            case _:
                return self._span(effect)

    def _choose(self, effect: ChooseEffect) -> str:
        source = f" from {self.words(effect.source)}" if effect.source else ""
        what, number = self.words(effect.what), effect.number
        if number and isinstance(effect.what, ThingMeaning) and not _contains(effect.what, number):
            unit = number.unit or ""
            what = f"{'up to ' if number.at_most else ''}{number.count}{unit} {what}"
        how = "".join(f" ({word})" for word in effect.how)
        return f"{_who(effect.by)} chooses {what}{source}{how} = {effect.name}"

    def _action(self, effect: Action) -> str:
        verb = f" {effect.verb}" if effect.act in _SHOWN_WITH_VERB and effect.verb else ""
        by = self.words(effect.by.card) if effect.by.card else _who(effect.by)
        parts = [f"{by}: {'in this way ' if effect.of else ''}{effect.act}{verb}"]
        if effect.number and not _contains(effect.what, effect.number):
            parts.append(self._number(effect.number))
        if effect.what:
            parts.append(self.words(effect.what))
        if effect.source:
            parts.append(f"from {self.words(effect.source)}")
        if effect.goal:
            parts.append(f"to {self.words(effect.goal)}")
        if effect.use:
            parts.append(f"as {self.words(effect.use)}")
        if effect.companion:
            parts.append(f"with {self.words(effect.companion)}")
        parts += [f"({how})" for how in effect.how]
        if effect.for_each:
            parts.append(f"for each {self.words(effect.for_each)}")
        if effect.until:
            parts.append(self._duration(effect.until).strip())
        return " ".join(parts)

    # ---- Parts

    def words(self, what: What | ThingMeaning | None) -> str:
        """Return ``what`` in the words of the text, with what its pointers mean."""
        if what is None:
            return "?"
        if isinstance(what, PointerMeaning):
            return self._reference(what)
        antecedents = [self._reference(reference) for reference in what.refers]
        if what.number and what.number.rule:
            antecedents += self._counting(what.number)
        every = "all of " if what.every else ""
        words = f"{every}「{self._span(what)}」"
        words += f"(= {', '.join(antecedents)})" if antecedents else ""
        apart = what.of is not None and not what.start <= what.of.start < what.end
        return f"{words} of {self.words(what.of)}" if apart else words

    def _reference(self, reference: PointerMeaning) -> str:
        if reference.unresolved:
            return f"? ({reference.unresolved})"
        less = "".join(f" less {self._reference(taken)}" for taken in reference.less)
        if reference.name:
            return reference.name + less
        return f"「{self._span(reference.to)}」{less}" if reference.to else "?"

    def _span(self, part: Meaning | TextPlace) -> str:
        return self._text[part.start : part.end].strip("、。 \n")

    def _number(self, number: NumberMeaning) -> str:
        printed = self._span(number)
        words = f"「{printed}」" if printed else str(number.count)
        if number.rule is not None:
            words += f"(= {', '.join(self._counting(number))})"
        return f"up to {number.count}" if number.at_most else words

    def _counting(self, number: NumberMeaning) -> list[str]:
        """Return the things whose number is used, or the value of a letter."""
        if number.of is not None and number.of.refers:
            return [self.words(number.of)]
        return [self._span(number.rule)] if number.rule else []

    def trigger(self, trigger: TriggerMeaning) -> str:
        """Return the events of ``trigger``."""
        within = self._duration(trigger.within)
        return self._span(trigger) + within

    def _conditions(self, conditions: Sequence[Condition]) -> str:
        parts = [self.condition(condition) for condition in conditions]
        ors = [" " if condition.alternative else " and " for condition in conditions[:-1]]
        return "".join(part + join for part, join in zip(parts, [*ors, ""], strict=True))

    def condition(self, condition: Condition) -> str:
        """Return the words of ``condition``."""
        arguments = (condition.subject, condition.what)
        omitted = (part for part in arguments if isinstance(part, PointerMeaning))
        antecedents = dict.fromkeys(map(self._reference, (*omitted, *condition.refers)))
        words = self._span(condition) + (f"(= {', '.join(antecedents)})" if antecedents else "")
        words += self._duration(condition.within) if self._is_time_before(condition) else ""
        return words + (", or" if condition.alternative else "")

    @staticmethod
    def _is_time_before(condition: Condition) -> bool:
        """Return whether the time of ``condition`` is before its words, not among them."""
        return condition.within is not None and condition.within.end <= condition.start

    def _duration(self, until: Duration | None) -> str:
        if until is None:
            return ""
        wider = until.inside
        apart = wider is not None and wider.start < until.start
        return (self._duration(wider) if apart else "") + f" [{self._span(until)}]"

    def _for(self, what: What | None) -> str:
        return f" ({self.words(what)})" if what else ""


def _contains(what: What | None, number: NumberMeaning) -> bool:
    """Return whether ``number`` is among the words of ``what``."""
    return isinstance(what, ThingMeaning) and what.start <= number.start < what.end


def _need(need: MarkNeed) -> str:
    level = "" if need.level is None else f"Lv{need.level} "
    joint = f" {need.joint} " if need.joint else ""
    words = f"{level}{joint.join(need.words)}".rstrip()
    return f" ({words})" if words else ""


def _who(by: AgentMeaning) -> str:
    return f"{by.who}*" if by.basis == "rule" else by.who


def notation_lines(abilities: Sequence[AbilityMeaning], text: str) -> Iterator[str]:
    """Yield the lines of ``abilities`` of the card ``text``.

    An agent with ``*`` is not in the text, but follows from the rules.
    """
    writer = NotationWriter(text)
    for ability in abilities:
        yield from writer.ability(ability)

"""What a step of resolving an ability says: a label of ours, and words of the card."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    ByDoingEffect,
    Delayed,
    Effect,
    Event,
    ForEachEffect,
    IfDone,
    IfEffect,
    MayEffect,
    Options,
    PointerMeaning,
    Replace,
    TextPlace,
    ThingMeaning,
)
from rulebook.text.spans import Span

MARKS = "、。 \n"
"""What stands around the words of a step without being of them."""


def told(effect: Effect | AbilityMeaning, text: str) -> tuple[str, str]:
    """Return what ``effect`` does: a label of ours, and words of ``text`` with what they point at.

    The English of the labels is in ``corpus/governing.toml``.
    """
    words = Span(effect.start, effect.end).of(text).strip(MARKS)
    match effect:
        case AbilityMeaning():
            return "与えられた能力は別の能力で、次のように働く", words
        case MayEffect():
            return "してよい（全部するか、しないか）", ""
        case IfEffect(conditions=conditions):
            parts = (Span(c.start, c.end).of(text).strip(MARKS) for c in conditions)
            return "次が満たされるなら", "、".join(parts)
        case IfDone(of=of, negated=negated, event=event):
            return "しなかったなら" if negated else "したなら", _done(of, event, text)
        case ByDoingEffect():
            return "前の部分を行うことで、後の部分を行う", ""
        case ForEachEffect(what=what):
            return "それぞれについて", Span(what.start, what.end).of(text)
        case Replace():
            return "かわりに", words
        case Delayed(trigger=trigger):
            return "後で", Span(trigger.start, trigger.end).of(text).strip(MARKS)
        case Options(unresolved=str()):
            return "どの選択肢を行うかは読み取れない", ""
        case Options():
            return "選択肢から行う" if effect.number else "書かれているとおりに次を行う", ""
        case _:
            return "", _said(effect, words, text)


def told_of_price(effect: ByDoingEffect, text: str) -> tuple[str, str]:
    """Return that the price of ``effect`` must have been paid, in the words that told it."""
    return "したなら", _quoted(TextPlace(effect.price[0].start, effect.price[-1].end), text)


def _said(effect: Effect, words: str, text: str) -> str:
    """Return ``words`` of ``effect`` with how long and how often it counts, and what they mean."""
    counted = getattr(effect, "for_each", None)
    if counted is not None and counted.end <= effect.start:
        words = f"{Span(counted.start, counted.end).of(text)}につき、{words}"
    until = getattr(effect, "until", None)
    if until is not None and until.end <= effect.start:
        words = f"{Span(until.start, until.end).of(text).strip(MARKS)}、{words}"
    left_out = [pointer for pointer in _pointers(effect) if _is_left_out(pointer, effect, text)]
    meant = [_meant(pointer, text) for pointer in _pointers(effect) if pointer not in left_out]
    meant += [_quoted(place, text) for place in dict.fromkeys(_rules(effect))]
    glosses = [f"{_told(pointer, text)}＝{_meant(pointer, text)}" for pointer in left_out]
    glosses += [f"＝{'、'.join(meant)}"] if meant else []
    return words + "".join(f"（{gloss}）" for gloss in glosses)


def _is_left_out(pointer: PointerMeaning, effect: Effect | AbilityMeaning, text: str) -> bool:
    """Whether ``pointer`` tells what ``effect`` is not done to: そのキャラ以外のキャラ."""
    others = getattr(getattr(effect, "what", None), "other_than", ())
    return pointer.told and any(_told(pointer, text) in other for other in others)


def _told(pointer: PointerMeaning, text: str) -> str:
    return Span(pointer.start, pointer.end).of(text).strip(MARKS)


def _rules(effect: Effect) -> Iterator[TextPlace]:
    """Yield where the text says what a letter in a number of ``effect`` stands for."""
    number = getattr(effect, "number", None)
    counted = getattr(getattr(effect, "what", None), "number", None)
    for part in (effect, number, counted):
        rule = getattr(part, "rule", None)
        if isinstance(rule, TextPlace):
            yield rule


def _pointers(effect: Effect | AbilityMeaning) -> Iterator[PointerMeaning]:
    what = getattr(effect, "what", None)
    if isinstance(what, PointerMeaning):
        yield what
    elif isinstance(what, ThingMeaning):
        yield from what.refers


def _done(reference: PointerMeaning, event: Event | None, text: str) -> str:
    """Return what had to be done, in the words that tell it anew where there are some."""
    meant = _meant(reference, text)
    if event is None:
        return meant
    return f"{Span(event.start, event.end).of(text).strip(MARKS)}（＝{meant}）"


def _meant(reference: PointerMeaning, text: str) -> str:
    if reference.to is None:
        return reference.unresolved or reference.name or ""
    return _quoted(reference.to, text)


def _quoted(place: TextPlace, text: str) -> str:
    return f"「{text[place.start : place.end].strip(MARKS)}」"

"""Abilities: marks, keywords, costs, and other passages than sentences."""

from __future__ import annotations

from typing import Any

from rulebook.cards.builders.register import amount, builds, nodes
from rulebook.cards.builders.scoping import scope
from rulebook.cards.grammar.leaves import Extent, Leaf, Values
from rulebook.cards.tree import acts, card, roles
from rulebook.cards.tree.words import KeywordName, Kind, MannerWord
from rulebook.records import NamedTuple, replace


class Heading(NamedTuple):
    """The marks, keyword and cost before the text of an ability."""

    marks: tuple[card.HeadMark, ...] = ()
    keyword: card.Keyword | None = None
    cost: card.Cost | None = None


@builds("ability")
def _ability(span: Extent, parts: Values) -> card.Ability:
    """Build an ability from its heading and passages. In a 【永】, かわりに makes …時 an event to
    be replaced, not a trigger: a 【永】 has none."""
    heading = Heading()
    if parts and isinstance(parts[0], Heading):
        heading, *parts = parts
    marks, keyword, cost = heading
    kinds = {mark.kind for mark in marks if isinstance(mark, card.KindMark)}
    text = tuple(map(_mark_replaced_event, parts)) if kinds == {Kind.CONTINUOUS} else tuple(parts)
    return card.Ability(*span, marks, keyword, cost, text)


def _mark_replaced_event(passage: Any) -> Any:
    """Return ``passage`` of a 【永】, where the event that かわりに replaces is made no trigger. A
    【永】 is always in force, so that its …時 is an event to replace."""
    if not isinstance(passage, card.Sentence):
        return passage
    done = [step.act if isinstance(step, card.StepOfAct) else step for step in passage.steps]
    said = [part for act in done if isinstance(act, acts.Act) for part in act.complements]
    if not any(isinstance(p, roles.Manner) and p.manner == MannerWord.INSTEAD for p in said):
        return passage
    steps = [
        card.Replaced(step.start, step.end, step.leading, step.events)
        if type(step) is card.When
        else step
        for step in passage.steps
    ]
    return replace(passage, steps=tuple(steps))


@builds("heading")
def _heading(span: Extent, parts: Values) -> Heading:
    """Return what is before the text of an ability: icons, keyword, cost; any may be missing. It is
    a rule of its own, so that it can be read where the text after it has a gap."""
    keyword = next((part for part in parts if isinstance(part, card.Keyword)), None)
    cost = next((part for part in parts if isinstance(part, card.Cost)), None)
    marks = [part for part in parts if not isinstance(part, (card.Keyword, card.Cost))]
    return Heading(tuple(marks), keyword, cost)


@builds("turn_limit")
def _turn_limit(span: Extent, parts: Values) -> card.TurnLimit:
    """Build 【ターン1】: the number is inside of the token. It is stored apart from the icon, since
    each number has the same clauses."""
    times = parts[0].text.removeprefix("【ターン").removesuffix("】")
    return card.TurnLimit(*span, int(times))


@builds("keyword")
def _keyword(span: Extent, parts: Values) -> card.Keyword:
    return card.Keyword(*span, KeywordName(parts[0].text), (), None, None)


@builds("cost")
def _cost(span: Extent, parts: Values) -> card.Cost:
    """Build a cost; a payment with an icon comes before its sentences. Clauses on paying cards or
    energy are others than those on the actions of a cost."""
    payment = None
    if parts and isinstance(parts[0], card.Payment):
        payment, *parts = parts
    return card.Cost(*span, payment, tuple(parts))


@builds("stock")
def _stock(span: Extent, parts: Values) -> card.Stock:
    return card.Stock(*span, amount(parts[0].text.strip("()")))


@builds("sentence")
def _sentence(span: Extent, parts: Values) -> card.Sentence:
    """Build a sentence with its steps in order; a reminder at its end takes the place of 。."""
    last = parts[-1]
    reminder = card.Reminder(*last.span, last.text) if isinstance(last, Leaf) else None
    return card.Sentence(*span, scope(nodes(parts)), reminder is None, reminder)


@builds("open_sentence")
def _open_sentence(span: Extent, parts: Values) -> card.Sentence:
    """Build a sentence without 。, as in a cost or at the end of a quotation."""
    return card.Sentence(*span, scope(parts), False, None)

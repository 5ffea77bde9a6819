"""Kinds of steps of a sentence: a trigger, the time of a trigger, the head of another case."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.tree import acts, card, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.words import Comparison


def steps(ability: card.Ability) -> Iterator[card.Step | acts.Predicate]:
    """Yield the steps of all sentences of ``ability``; reminders and gaps have none. A trigger is
    looked for among them, whichever sentence it is in."""
    for sentence in ability.text:
        if isinstance(sentence, card.Sentence):
            yield from sentence.steps


def is_trigger(step: card.Step | acts.Predicate) -> bool:
    """Whether ``step`` is an event or time at which an ability is played. Inside of an effect, the
    same step delays what follows."""
    return isinstance(step, card.When) or (
        isinstance(step, card.Frame) and isinstance(step.role, roles.At)
    )


def is_time_of_trigger(step: Node, behind: Node | None) -> bool:
    """Whether ``step`` is only the time of the event ``behind`` it: …フェイズに…した時. Then the
    event is the trigger, and the time restricts it."""
    return isinstance(step, card.Frame) and isinstance(behind, card.When)


def is_other_case(step: card.Step | acts.Predicate) -> bool:
    """Whether ``step`` only says that the condition before is not met: 違うなら. It has no subject,
    so that it negates that condition."""
    return isinstance(step, card.If) and all(
        isinstance(asked, acts.Compares)
        and asked.comparison == Comparison.DIFFERENT
        and not asked.complements
        for asked in step.conditions
    )

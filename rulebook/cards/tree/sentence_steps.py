"""What the steps of a sentence say: when it is played, which other case it is of."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.tree import acts, card, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.words import Comparison


def steps(ability: card.Ability) -> Iterator[card.Step | acts.Predicate]:
    """Yield the steps of all sentences of ``ability``."""
    for sentence in ability.text:
        if isinstance(sentence, card.Sentence):
            yield from sentence.steps


def is_trigger(step: card.Step | acts.Predicate) -> bool:
    """Whether ``step`` says when an ability is played."""
    return isinstance(step, card.When) or (
        isinstance(step, card.Frame) and isinstance(step.role, roles.At)
    )


def is_time_of_trigger(step: Node, behind: Node | None) -> bool:
    """Whether ``step`` only says when that comes about which is ``behind``: …フェイズに…した時."""
    return isinstance(step, card.Frame) and isinstance(behind, card.When)


def is_other_case(step: card.Step | acts.Predicate) -> bool:
    """Whether ``step`` only says that what was asked before is not so: 違うなら."""
    return isinstance(step, card.If) and all(
        isinstance(asked, acts.Compares)
        and asked.comparison == Comparison.DIFFERENT
        and not asked.complements
        for asked in step.conditions
    )

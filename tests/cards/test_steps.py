"""No kind of step gets a meaning that nobody has given it."""

from __future__ import annotations

import inspect

import pytest

from rulebook.cards.interpreting import sentences, steps
from rulebook.cards.interpreting.steps import RELATIONS
from rulebook.cards.tree import card


def _kinds(kind: type[card.Step]) -> list[type[card.Step]]:
    below = kind.__subclasses__()
    return [*below, *(each for one in below for each in _kinds(one))]


@pytest.mark.parametrize("kind", _kinds(card.Step))
def test_each_kind_of_step_is_named_where_meanings_are_made(kind: type[card.Step]) -> None:
    """A kind that is named nowhere becomes ``Unknown``, with a reason; none may be forgotten."""
    code = inspect.getsource(sentences) + inspect.getsource(steps)
    # A pattern for a class takes its subclasses too, but that for all of ``StepOfAct`` is guarded.
    named = {each for each in kind.__mro__ if f"card.{each.__name__}" in code} - {card.StepOfAct}
    assert kind in RELATIONS or named or kind is card.StepOfAct

"""No kind of step, complement or act gets a meaning that nobody has given it."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import pytest

from rulebook.cards.interpreting import actions, sentences, slots, steps
from rulebook.cards.interpreting.steps import RELATIONS
from rulebook.cards.meaning.action_types import OTHER, type_of
from rulebook.cards.tree import acts, card, roles

# What is no argument of a verb, but says something of the rest of its sentence.
NO_ARGUMENTS = {roles.Role, roles.WhoseAll}
# Predicates that only conditions have, and that of a letter's value.
ASKED = {acts.Equals, acts.EqualsListed, acts.Is, acts.Has, acts.Compares}


def _kinds(kind: Any) -> list[Any]:
    # ``dataclass(slots=True)`` makes a second class; the first is listed until it is collected.
    below = [
        each
        for each in kind.__subclasses__()
        if getattr(sys.modules[each.__module__], each.__name__, None) is each
    ]
    return [*below, *(each for one in below for each in _kinds(one))]


@pytest.mark.parametrize("kind", _kinds(card.Step))
def test_each_kind_of_step_is_named_where_meanings_are_made(kind: type[card.Step]) -> None:
    """A kind that is named nowhere becomes ``Unknown``, with a reason; none may be forgotten."""
    code = inspect.getsource(sentences) + inspect.getsource(steps)
    # A pattern for a class takes its subclasses too, but that for all of ``StepOfAct`` is guarded.
    named = {each for each in kind.__mro__ if f"card.{each.__name__}" in code} - {card.StepOfAct}
    assert kind in RELATIONS or named or kind is card.StepOfAct


@pytest.mark.parametrize("kind", _kinds(roles.Complement))
def test_each_complement_has_a_slot(kind: type[roles.Complement]) -> None:
    """One without a slot would be left out of the meaning in silence."""
    if issubclass(kind, roles.Role):
        assert kind.argument or kind in NO_ARGUMENTS
    else:
        code = inspect.getsource(slots._put_complement)
        assert any(each.__name__ in code for each in kind.__mro__[:-2])


@pytest.mark.parametrize("kind", _kinds(acts.Predicate))
def test_each_predicate_has_a_type_or_a_reader(kind: type[acts.Predicate]) -> None:
    """One without either has only its verb for a meaning, as plain acts and those of games do."""
    code = inspect.getsource(actions.ActReader.effect)
    own = [each.__name__ for each in kind.__mro__ if each is not acts.Act]
    read = any(f"acts.{name}(" in code for name in own) or kind in ASKED
    plain = kind is acts.Act or kind.__module__.startswith("rulebook.cards.games")
    assert type_of(kind.__new__(kind)) != OTHER or read or plain

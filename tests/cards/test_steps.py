"""The code that makes meanings handles every class of steps, complements and predicates."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import pytest

from rulebook.cards.interpreting import actions, sentences, steps
from rulebook.cards.interpreting.steps import RELATIONS
from rulebook.cards.meaning.action_types import OTHER, type_of
from rulebook.cards.tree import acts, card, roles

# Not arguments of the verb, but attributes of the rest of the sentence.
NO_ARGUMENTS = {roles.Role, roles.WhoseAll}
# Predicates of conditions only, and the one for the value of a letter.
CONDITION_PREDICATES = {acts.Equals, acts.EqualsListed, acts.Is, acts.Has, acts.Compares}


def _subclasses(kind: Any) -> list[Any]:
    # ``dataclass(slots=True)`` makes a second class; the first is listed until it is freed.
    classes = [
        each
        for each in kind.__subclasses__()
        if getattr(sys.modules[each.__module__], each.__name__, None) is each
    ]
    return [*classes, *(each for one in classes for each in _subclasses(one))]


@pytest.mark.parametrize("kind", _subclasses(card.Step))
def test_each_step_class_is_handled(kind: type[card.Step]) -> None:
    """A class that is not handled would become ``Unknown``."""
    code = inspect.getsource(sentences) + inspect.getsource(steps)
    # A pattern matches subclasses too, but the one for ``StepOfAct`` has a guard.
    named = {each for each in kind.__mro__ if f"card.{each.__name__}" in code} - {card.StepOfAct}
    assert kind in RELATIONS or named or kind is card.StepOfAct


@pytest.mark.parametrize("kind", _subclasses(roles.Complement))
def test_each_complement_class_has_a_slot(kind: type[roles.Complement]) -> None:
    """One without a slot would be missing from the meaning."""
    if issubclass(kind, roles.Role):
        assert kind.argument or kind in NO_ARGUMENTS
    else:
        code = inspect.getsource(steps._put_complement)
        assert any(each.__name__ in code for each in kind.__mro__[:-2])


@pytest.mark.parametrize("kind", _subclasses(acts.Predicate))
def test_each_predicate_class_has_a_type_or_a_reader(kind: type[acts.Predicate]) -> None:
    """Only plain acts and those of games may have just their verb as a meaning."""
    code = inspect.getsource(actions.ActReader.effect)
    own = [each.__name__ for each in kind.__mro__ if each is not acts.Act]
    read = any(f"acts.{name}(" in code for name in own) or kind in CONDITION_PREDICATES
    plain = kind is acts.Act or kind.__module__.startswith("rulebook.cards.games")
    assert type_of(kind.__new__(kind)) != OTHER or read or plain

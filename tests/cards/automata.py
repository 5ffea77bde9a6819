"""Faster construction of the automata that ``interegular`` compares, for proofs of grammars.

``interegular`` tries every symbol of the alphabet (some 300 groups of characters) in every state,
and finds known states by linear search. Verbs have hundreds of forms, so one grammar takes ten
minutes. These functions follow only existing transitions, and find states by hash. The automata
accept the same texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from interegular import fsm
from interegular.fsm import FSM, Alphabet

State = frozenset[tuple[int, Any]]
"""States of several automata at once: the index of each, and the state that it is in."""


@contextmanager
def faster_automata() -> Iterator[None]:
    """Make ``interegular`` build its automata with the functions of this module."""
    with patch.object(fsm, "parallel", parallel), patch.object(FSM, "concatenate", concatenate):
        yield


def parallel(automata: Sequence[FSM], test: Callable[[list[bool]], bool]) -> FSM:
    """Return the product of ``automata``; ``test`` decides which of its states are final."""

    def final(state: State) -> bool:
        at = dict(state)
        return test([i in at and at[i] in each.finals for i, each in enumerate(automata)])

    def next_states(i: int, target: Any) -> Iterable[tuple[int, Any]]:
        return ((i, target),)

    initial = frozenset((i, each.initial) for i, each in enumerate(automata))
    return _explore(automata, initial, final, next_states)


def concatenate(*automata: FSM) -> FSM:
    """Return the automaton that accepts the concatenations of texts of ``automata``."""
    last = len(automata) - 1

    def next_states(i: int, target: Any) -> Iterator[tuple[int, Any]]:
        yield i, target
        while i < last and target in automata[i].finals:
            i, target = i + 1, automata[i + 1].initial
            yield i, target

    def final(state: State) -> bool:
        return any(i == last and at in automata[last].finals for i, at in state)

    initial = frozenset(next_states(0, automata[0].initial))
    return _explore(automata, initial, final, next_states)


def _explore(
    automata: Sequence[FSM],
    initial: State,
    final: Callable[[State], bool],
    next_states: Callable[[int, Any], Iterable[tuple[int, Any]]],
) -> FSM:
    """Return the automaton of all states that can be reached from ``initial``."""
    alphabet = automata[0].alphabet
    assert all(_same(each.alphabet, alphabet) for each in automata)
    numbers = {initial: 0}
    transitions: dict[int, Mapping[Any, int]] = {}
    finals = set()
    queue = [initial]
    for number, state in enumerate(queue):
        if final(state):
            finals.add(number)
        reached: defaultdict[Any, set[tuple[int, Any]]] = defaultdict(set)
        for i, at in state:
            for symbol, target in automata[i].map.get(at, {}).items():
                reached[symbol].update(next_states(i, target))
        row = {}
        for symbol, states in reached.items():
            new = frozenset(states)
            if new not in numbers:
                numbers[new] = len(queue)
                queue.append(new)
            row[symbol] = numbers[new]
        transitions[number] = row
    return FSM(alphabet, range(len(queue)), 0, finals, transitions, __no_validation__=True)


def _same(one: Alphabet, other: Alphabet) -> bool:
    return one is other or one.by_transition == other.by_transition

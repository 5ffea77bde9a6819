"""The rules of ``governing.toml``: which facts make which clauses govern an ability.

A rule matches a fact whose slots have the values of ``when``, one of several where a list is
given, and not those of ``unless``.  Rules are compiled into an index by role and slot, which also
says which slots of which facts are worked out at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from rulebook.cards.facts.fact import Fact, Value
from rulebook.records import NamedTuple, dataclass, field
from rulebook.toml_files.kinds import ClauseNumber, TextForm

CLAUSE_ROLES = ("timing", "trigger", "cost", "step", "consequence", "definition")
"""What a clause has to do with an ability, in a judge's order."""
ClauseRole = Annotated[str, TextForm("|".join(CLAUSE_ROLES), ", ".join(CLAUSE_ROLES))]
Slots = Mapping[str, Any]
"""The slots that a fact must fill, each with a word, a list of words, or true or false."""
Cited = Mapping[ClauseRole, tuple[ClauseNumber, ...]]
_ROLE, _ACT = "role", "act"
_KEPT = 4_096


@dataclass(frozen=True, slots=True)
class Rule:
    """Clauses that a fact makes govern an ability, by what they have to do with it.

    The clause that ``decides`` stands first where no other rule that matches has a higher
    ``precedence``.  ``without`` are clauses that do not hold for an ability with such a fact: one
    with 助太刀 is not played in the main phase.
    """

    when: Slots
    unless: Slots = field(default_factory=dict)
    decides: ClauseNumber | None = None
    precedence: int = 0
    cite: Cited = field(default_factory=dict)
    without: tuple[ClauseNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class WordRule:
    """The clauses of a concept key, or where its words count.

    The words have clauses only in the ``kinds`` of abilities, where that is given, and not inside
    of facts that match one of ``outside``: バトル相手 in a trigger.  Without ``cite``, the clauses
    are those of the concept.  ``precedence`` is that of the concept's first clause.
    """

    cite: Cited = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    outside: tuple[Slots, ...] = ()
    precedence: int = 0


_Test = tuple[str, frozenset[object]]
"""A slot and its values."""


class _Pattern(NamedTuple):
    """What one rule asks of a fact: ``tests`` that it must pass, and none of ``bars``."""

    number: int
    roles: Collection[object]
    tests: Sequence[_Test]
    bars: Sequence[_Test]


class _Index(NamedTuple):
    """The patterns of facts of one role about one act.

    ``plain`` have no other slots; the others are under one slot and each of its values.
    ``wanted`` are all slots that some pattern names, with the values that count.
    """

    plain: Sequence[_Pattern]
    by_slot: Mapping[str, Mapping[object, Sequence[_Pattern]]]
    wanted: Mapping[str, Container[object]] | None


class RuleIndex:
    """Finds the patterns that a fact matches; a pattern is known by its number."""

    def __init__(self, patterns: Iterable[tuple[Slots, Slots]]) -> None:
        self._patterns = [
            _pattern(number, when, unless) for number, (when, unless) in enumerate(patterns)
        ]
        self._indexes: dict[tuple[str, str], _Index] = {}
        self._matched: dict[tuple[object, ...], Sequence[int]] = {}

    def of(self, role: str, act: str) -> Mapping[str, Container[object]] | None:
        """Return the slots of facts of ``role`` about ``act`` that some pattern names."""
        index = self._indexes.get((role, act)) or self._made(role, act)
        return index.wanted

    def matching(self, fact: Fact) -> Sequence[int]:
        """Return the numbers of the patterns that ``fact`` matches, lowest first.

        Most facts of a library are alike, so that some thousands of results are kept.
        """
        key = fact.role, *fact.slots.items()
        if (numbers := self._matched.get(key)) is None:
            if len(self._matched) >= _KEPT:
                self._matched.clear()
            numbers = self._matched[key] = self._find(fact)
        return numbers

    def _find(self, fact: Fact) -> Sequence[int]:
        """Return the numbers of the patterns that ``fact`` matches, looked up in the index."""
        slots = fact.slots
        key = fact.role, str(slots.get(_ACT) or "")
        plain, by_slot, _ = self._indexes.get(key) or self._made(*key)
        found = {each.number for each in plain if not each.bars or _fits(each, slots)}
        for slot, value in slots.items():
            patterns = by_slot.get(slot)
            if patterns is None or value is None:
                continue
            for word in value if type(value) is tuple else (value,):
                for each in patterns.get(word, ()):
                    if _fits(each, slots):
                        found.add(each.number)
        return sorted(found)

    def _made(self, role: str, act: str) -> _Index:
        """Make the index of ``role`` and ``act``, each pattern under the slot that fewest share."""
        patterns = [_without_act(each) for each in self._patterns if _is_about(each, role, act)]
        shared = Counter(
            (slot, value) for each in patterns for slot, values in each.tests for value in values
        )

        def rank(test: _Test) -> tuple[bool, int]:
            slot, values = test
            return True in values or False in values, max(shared[slot, each] for each in values)

        plain: list[_Pattern] = []
        wanted: dict[str, set[object]] = {}
        by_slot: dict[str, dict[object, list[_Pattern]]] = {}
        for each in patterns:
            for slot, values in (*each.tests, *each.bars):
                wanted.setdefault(slot, set()).update(values)
            if not each.tests:
                plain.append(each)
                continue
            slot, values = min(each.tests, key=rank)
            others = [test for test in each.tests if test[0] != slot]
            for value in values:
                found = by_slot.setdefault(slot, {}).setdefault(value, [])
                found.append(_Pattern(each.number, each.roles, others, each.bars))
        index = _Index(plain, by_slot, wanted if patterns else None)
        return self._indexes.setdefault((role, act), index)


def _pattern(number: int, when: Slots, unless: Slots) -> _Pattern:
    tests = [(slot, values_of(value)) for slot, value in when.items() if slot != _ROLE]
    bars = [(slot, values_of(value)) for slot, value in unless.items()]
    return _Pattern(number, values_of(when[_ROLE]), tests, bars)


def values_of(value: Any) -> frozenset[object]:
    """Return the values that a slot of a rule allows: one, or any of a list."""
    return frozenset(value) if isinstance(value, list | tuple) else frozenset([value])


def _is_about(pattern: _Pattern, role: str, act: str) -> bool:
    """Return whether ``pattern`` may match facts of ``role`` about ``act``."""
    acts = dict(pattern.tests).get(_ACT)
    return role in pattern.roles and (acts is None or act in acts)


def _without_act(pattern: _Pattern) -> _Pattern:
    tests = [test for test in pattern.tests if test[0] != _ACT]
    return _Pattern(pattern.number, pattern.roles, tests, pattern.bars)


def _fits(pattern: _Pattern, slots: Mapping[str, Value]) -> bool:
    """Return whether ``slots`` pass all tests of ``pattern`` and none of its bars."""
    return all(_has(slots.get(slot), values) for slot, values in pattern.tests) and not any(
        _has(slots.get(slot), values) for slot, values in pattern.bars
    )


def _has(value: Value, values: frozenset[object]) -> bool:
    return not values.isdisjoint(value) if type(value) is tuple else value in values


def citations(cite: Cited) -> Iterator[tuple[int, str]]:
    """Yield the clauses of ``cite`` in a judge's order, each with the rank of its role."""
    for rank, role in enumerate(CLAUSE_ROLES):
        yield from ((rank, number) for number in cite.get(role, ()))

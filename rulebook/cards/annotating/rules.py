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


class _Pattern(NamedTuple):
    """What one rule asks of a fact."""

    number: int
    roles: Collection[str]
    tests: Sequence[tuple[str, frozenset[object]]]
    bars: Sequence[tuple[str, frozenset[object]]]


class _RoleIndex(NamedTuple):
    """The patterns of one role: those without slots, and the others by one slot and its value."""

    plain: Sequence[_Pattern]
    by_slot: Sequence[tuple[str, Mapping[object, Sequence[_Pattern]]]]


class RuleIndex:
    """Finds the patterns that a fact matches; a pattern is known by its number."""

    def __init__(self, patterns: Iterable[tuple[Slots, Slots]]) -> None:
        self._patterns = [
            _pattern(number, when, unless) for number, (when, unless) in enumerate(patterns)
        ]
        self._roles: dict[str, _RoleIndex] = {}
        self._wanted: dict[tuple[str, str], Mapping[str, Container[object]] | None] = {}

    def of(self, role: str, act: str) -> Mapping[str, Container[object]] | None:
        """Return the slots of facts of ``role`` about ``act`` that some pattern names."""
        key = role, act
        if key not in self._wanted:
            self._wanted[key] = self._slots_of(role, act)
        return self._wanted[key]

    def matching(self, fact: Fact) -> list[int]:
        """Return the numbers of the patterns that ``fact`` matches, lowest first."""
        index = self._roles.get(fact.role) or self._index_of(fact.role)
        slots = fact.slots
        found = [each.number for each in index.plain if _fits(each, slots)]
        for slot, patterns in index.by_slot:
            value = slots.get(slot)
            if value is None or value == ():
                continue
            for word in value if type(value) is tuple else (value,):
                for each in patterns.get(word, ()):
                    if each.number not in found and _fits(each, slots):
                        found.append(each.number)
        return sorted(found) if len(found) > 1 else found

    def _slots_of(self, role: str, act: str) -> Mapping[str, Container[object]] | None:
        found: dict[str, set[object]] = {}
        wanted = False
        for each in self._patterns:
            if role not in each.roles or not _is_about(each, act):
                continue
            wanted = True
            for slot, values in (*each.tests, *each.bars):
                found.setdefault(slot, set()).update(values)
        return found if wanted else None

    def _index_of(self, role: str) -> _RoleIndex:
        """Return the index of ``role``, each pattern under the slot that the fewest share."""
        patterns = [each for each in self._patterns if role in each.roles]
        shared = Counter(
            (slot, value) for each in patterns for slot, values in each.tests for value in values
        )

        def rank(test: tuple[str, frozenset[object]]) -> tuple[bool, int]:
            slot, values = test
            return True in values or False in values, max(shared[slot, each] for each in values)

        by_slot: dict[str, dict[object, list[_Pattern]]] = {}
        for each in patterns:
            if each.tests:
                slot, values = min(each.tests, key=rank)
                for value in values:
                    by_slot.setdefault(slot, {}).setdefault(value, []).append(each)
        plain = [each for each in patterns if not each.tests]
        self._roles[role] = _RoleIndex(plain, tuple(by_slot.items()))
        return self._roles[role]


def _pattern(number: int, when: Slots, unless: Slots) -> _Pattern:
    tests = [(slot, values_of(value)) for slot, value in when.items() if slot != _ROLE]
    bars = [(slot, values_of(value)) for slot, value in unless.items()]
    return _Pattern(number, values_of(when[_ROLE]), tests, bars)  # type: ignore[arg-type]


def values_of(value: Any) -> frozenset[object]:
    """Return the values that a slot of a rule allows: one, or any of a list."""
    return frozenset(value) if isinstance(value, list | tuple) else frozenset([value])


def _is_about(pattern: _Pattern, act: str) -> bool:
    """Return whether ``pattern`` may match facts about ``act``."""
    return all(slot != _ACT or act in values for slot, values in pattern.tests)


def _fits(pattern: _Pattern, slots: Mapping[str, Value]) -> bool:
    """Return whether ``slots`` pass all tests of ``pattern`` and none of its bars."""
    for slot, values in pattern.tests:
        if not _has(slots.get(slot), values):
            return False
    return not any(_has(slots.get(slot), values) for slot, values in pattern.bars)


def _has(value: Value, values: frozenset[object]) -> bool:
    return not values.isdisjoint(value) if type(value) is tuple else value in values


def citations(cite: Cited) -> Iterator[tuple[int, str]]:
    """Yield the clauses of ``cite`` in a judge's order, each with the rank of its role."""
    for rank, role in enumerate(CLAUSE_ROLES):
        yield from ((rank, number) for number in cite.get(role, ()))

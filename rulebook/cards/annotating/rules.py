"""The rules of ``governing.toml``: which facts make which clauses govern an ability. A rule matches
a fact whose slots have the values of ``when`` and not those of ``unless``. Rules are compiled into
an index by role and act, which also says which slots of which facts are computed at all."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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
_MOST_STORED = 4_096


@dataclass(frozen=True, slots=True)
class Rule:
    """Clauses that govern an ability which has a fact with these slots."""

    when: Slots
    unless: Slots = field(default_factory=dict)
    decides: ClauseNumber | None = None  # comes first, if no matching rule has a higher precedence
    precedence: int = 0
    cite: Cited = field(default_factory=dict)
    without: tuple[ClauseNumber, ...] = ()  # do not hold then: of the main phase for 助太刀


@dataclass(frozen=True, slots=True)
class WordRule:
    """Clauses of a concept key, or a limit on where it has clauses."""

    cite: Cited = field(default_factory=dict)  # without any, the clauses are those of the concept
    kinds: tuple[str, ...] = ()  # the only ones of abilities in which it has them, if given
    outside: tuple[Slots, ...] = ()  # no clauses in facts that match one: バトル相手 in a trigger
    precedence: int = 0  # of its first clause

    @property
    def first(self) -> str | None:
        """The first clause that the rule cites: the deciding clause of an ability, shown first, is
        that of its matching rule with the highest precedence. None if its concept has them."""
        return next((number for cited in self.cite.values() for number in cited), None)


_Test = tuple[str, frozenset[object]]  # a slot and its values


class _Pattern(NamedTuple):
    """The slots that a rule tests in a fact: ``tests`` must pass, ``bars`` must not."""

    number: int
    tests: Sequence[_Test]
    bars: Sequence[_Test]

    def fits(self, slots: Mapping[str, Value]) -> bool:
        """Whether ``slots``, those of a fact, pass all tests of a rule and none of its ``unless``.
        Role and act are not tested: the index has selected the patterns by these."""
        return all(_has_any(slots.get(slot), values) for slot, values in self.tests) and not any(
            _has_any(slots.get(slot), values) for slot, values in self.bars
        )


_Group = tuple[Sequence[_Pattern], Mapping[str, Container[object]] | None]
"""The patterns for facts of one role about one act, and the slots in them with the values that
rules name; None without patterns."""


class RuleIndex:
    """Finds the patterns (slots of rules) that a fact matches; each is identified by its index."""

    def __init__(self, patterns: Iterable[tuple[Slots, Slots]]) -> None:
        """Make the tests of ``patterns`` once: slots that a fact must have, then must not have."""
        self._patterns = [
            _Pattern(number, _tests(when), _tests(unless))
            for number, (when, unless) in enumerate(patterns)
        ]
        self._groups: dict[tuple[str, str], _Group] = {}  # each made when first asked for
        self._matched: dict[tuple[object, ...], Sequence[int]] = {}

    def slots_for(self, role: str, act: str) -> Mapping[str, Container[object]] | None:
        """Return the slots that patterns for ``role`` and ``act`` test, with their values; None
        without patterns. Facts and slots that no rule tests are not computed, which saves time."""
        return (self._groups.get((role, act)) or self._add_group(role, act))[1]

    def matching(self, fact: Fact) -> Sequence[int]:
        """Return the indices of the patterns that ``fact`` matches, lowest first. Most facts of a
        library are alike, so results are stored."""
        key = fact.role, *fact.slots.items()
        if (numbers := self._matched.get(key)) is None:
            if len(self._matched) >= _MOST_STORED:
                self._matched.clear()
            role, act = fact.role, str(fact.slots.get(_ACT) or "")
            patterns, _ = self._groups.get((role, act)) or self._add_group(role, act)
            numbers = [each.number for each in patterns if each.fits(fact.slots)]
            self._matched[key] = numbers
        return numbers

    def _add_group(self, role: str, act: str) -> _Group:
        """Return and store the patterns that facts of ``role`` and ``act`` may match, with the
        slots and values that they test: later facts are compared with these few, not with all."""
        patterns: list[_Pattern] = []
        wanted: dict[str, set[object]] = {}
        for number, all_tests, bars in self._patterns:
            fixed = dict(all_tests)
            if role not in fixed[_ROLE] or act not in fixed.get(_ACT, (act,)):
                continue
            tests = [test for test in all_tests if test[0] not in (_ROLE, _ACT)]
            patterns.append(_Pattern(number, tests, bars))
            for slot, values in (*tests, *bars):
                wanted.setdefault(slot, set()).update(values)
        group = self._groups[role, act] = (patterns, wanted if patterns else None)
        return group


def _tests(slots: Slots) -> list[_Test]:
    """Return each slot of a rule with the set of the values that it allows, for fast tests."""
    return [(slot, frozenset(values_of(value))) for slot, value in slots.items()]


def values_of(value: Any) -> Sequence[Any]:
    """Return the values that a rule gives for a slot, of any type: TOML has one, or a list."""
    return value if isinstance(value, list | tuple) else [value]


def _has_any(value: Value, values: frozenset[object]) -> bool:
    """Whether ``value`` of a slot, or any in it if a tuple, is among the allowed ``values``."""
    return not values.isdisjoint(value) if type(value) is tuple else value in values


def citations(cite: Cited) -> Iterator[tuple[int, str]]:
    """Yield the clauses of ``cite`` in a judge's order, each with the rank of its role, by which
    the clauses of all rules together are sorted into that order."""
    for rank, role in enumerate(CLAUSE_ROLES):
        yield from ((rank, number) for number in cite.get(role, ()))

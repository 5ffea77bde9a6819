"""The rules of ``governing.toml``, by which facts make clauses govern an ability: their index, by
role and act, which also says which slots are computed at all, and checks of their slots."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rulebook.cards.facts.fact import Fact, Value
from rulebook.cards.meaning.action_types import ACTION_TYPES, PAYMENT_TYPES
from rulebook.cards.meaning.nodes import meaning_types
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass, field
from rulebook.toml_files.kinds import ClauseNumber, TextForm
from rulebook.toml_files.loader import KeyLines, load_toml, refuse_unknown

if TYPE_CHECKING:
    from rulebook.cards.annotating.governing import GoverningFile
    from rulebook.toml_files.spans import KeyPath

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
    without: tuple[ClauseNumber, ...] = ()  # clauses that then do not hold: main phase, for 助太刀


@dataclass(frozen=True, slots=True)
class WordRule:
    """An entry of ``governing.toml`` for one concept key: the clauses that abilities with the key
    cite, or a limit on which abilities cite them."""

    cite: Cited = field(default_factory=dict)  # without any, the clauses are those of the concept
    kinds: tuple[str, ...] = ()  # if given, only abilities of these kinds have the clauses
    outside: tuple[Slots, ...] = ()  # facts without such clauses: バトル相手 in a trigger
    precedence: int = 0  # of its first clause

    @property
    def first(self) -> str | None:
        """The first clause that the entry cites: the deciding clause, which a judge cites first,
        of an ability in which no rule has a higher ``precedence``. None if the entry cites no
        clauses: then the first clause of the concept takes this place."""
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
        for tests, is_wanted in ((self.tests, True), (self.bars, False)):
            for slot, values in tests:
                value = slots.get(slot)
                words = value if type(value) is tuple else (value,)
                if values.isdisjoint(words) == is_wanted:
                    return False
        return True


_Group = tuple[Sequence[_Pattern], Mapping[str, Container[object]] | None]
"""The patterns for facts of one role about one act, and the slots in them with the values that
rules name; without patterns, None instead of the slots."""


class RuleIndex:
    """Finds the patterns (slots of rules) that a fact matches; each is identified by its index."""

    def __init__(self, patterns: Iterable[tuple[Slots, Slots]]) -> None:
        """Make the tests of ``patterns`` once: slots that a fact must have, then must not have. A
        fact is compared with the group of patterns for its role and act, and equal ones once."""
        self._patterns = [
            _Pattern(number, _tests(when), _tests(unless))
            for number, (when, unless) in enumerate(patterns)
        ]
        self._group = cache(self._make_group)
        self._matched: dict[tuple[object, ...], Sequence[int]] = {}

    def slots_for(self, role: str, act: str) -> Mapping[str, Container[object]] | None:
        """Return the slots that patterns for ``role`` and ``act`` test, with their values; None if
        there are no patterns. Other facts and slots are not computed, which saves time."""
        return self._group(role, act)[1]

    def matching(self, fact: Fact) -> Sequence[int]:
        """Return the indices of the patterns that ``fact`` matches, stored as most are alike."""
        key = fact.role, *fact.slots.items()
        if (numbers := self._matched.get(key)) is None:
            if len(self._matched) >= _MOST_STORED:
                self._matched.clear()
            patterns, _ = self._group(fact.role, str(fact.slots.get(_ACT) or ""))
            numbers = [each.number for each in patterns if each.fits(fact.slots)]
            self._matched[key] = numbers
        return numbers

    def _make_group(self, role: str, act: str) -> _Group:
        """Return the patterns (tests of rules) that facts, statements about an ability, of ``role``
        and ``act`` may match, to test only these, and the slots and values that they test or bar.
        Without patterns None stands for the slots: such facts match nothing and are not made."""
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
        return patterns, wanted if patterns else None


def _tests(slots: Slots) -> list[_Test]:
    """Return each slot of a rule with the set of the values that it allows, for fast tests."""
    return [(slot, frozenset(values_of(value))) for slot, value in slots.items()]


def values_of(value: Any) -> Sequence[Any]:
    """Return the values that a rule gives for a slot, of any type: TOML has one, or a list."""
    return value if isinstance(value, list | tuple) else [value]


def citations(cite: Cited) -> Iterator[tuple[int, str]]:
    """Yield the clauses of ``cite`` in a judge's order, each with the rank of its role, by which
    the clauses of all rules together are sorted into that order."""
    for rank, role in enumerate(CLAUSE_ROLES):
        yield from ((rank, number) for number in cite.get(role, ()))


# ---- Checks of rules

EFFECT_TYPES = frozenset({*ACTION_TYPES, *PAYMENT_TYPES, *meaning_types()})


@dataclass(frozen=True, slots=True)
class FactSlot:
    """A slot in ``facts.toml``: what it says, and its possible values. These are ``values``, true
    and false (``flag``), or ``types`` of effects; otherwise any words of cards."""

    says: str
    values: tuple[str, ...] = ()
    flag: bool = False
    types: bool = False

    def known_values(self) -> frozenset[str]:
        """Return the words that the slot may have, empty for any: others never match a fact."""
        return EFFECT_TYPES if self.types else frozenset(self.values)


@dataclass(frozen=True, slots=True)
class FactRole:
    """A role of facts in ``facts.toml`` with its slots; it also has those of the role ``like``."""

    says: str
    like: str | None = None
    slots: Mapping[str, FactSlot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _FactsFile:
    """``facts.toml``: a table for each role."""

    rest: Mapping[str, FactRole]


def load_slots(path: Path) -> dict[str, Mapping[str, FactSlot]]:
    """Return the slots of each role in ``facts.toml`` at ``path``, to check and document rules: its
    own and those of the role that it is ``like``. Raises :class:`CorpusError` for a bad file."""
    roles = load_toml(path, _FactsFile).rest
    likes = (((name, "like"), role.like) for name, role in roles.items() if role.like)
    refuse_unknown(path, likes, path, roles, hint="")
    return {
        name: {**(roles[role.like].slots if role.like else {}), **role.slots}
        for name, role in roles.items()
    }


_Found = tuple["KeyPath", str, str]
"""Where a fault is, what is wrong, and what to write instead."""

_Roles = Mapping[str, Mapping[str, FactSlot]]


def check_rules(path: Path, file: GoverningFile, facts: Path, *, hint: str) -> None:
    """Raise :class:`CorpusError` with all faults in the rules of ``file``, read from ``path``, by
    the slots in ``facts``: a misspelled one would never match, and nobody would notice."""
    found = list(_faults(file, load_slots(facts)))
    if found:
        lines = KeyLines.of_file(path)
        faults = [Fault(lines.line(where), what, instead) for where, what, instead in found]
        ordered = tuple(sorted(faults, key=lambda fault: fault.line or 0))
        raise CorpusError(path, faults=ordered, hint=hint)


def _faults(file: GoverningFile, roles: _Roles) -> Iterator[_Found]:
    """Yield each fault in the rules of ``file``: roles, slots and values that ``roles`` lacks,
    which would never match, and a precedence without a deciding clause, which has no effect."""
    for number, rule in enumerate(file.rules):
        where = ("rules", number)
        yield from _slot_faults(roles, (*where, "when"), rule.when)
        if rule.unless:
            unless, role = (*where, "unless"), rule.when.get("role")
            yield from _slot_faults(roles, unless, rule.unless, role)
        if rule.precedence and not rule.decides:
            remedy = "add decides = …, or take precedence out"
            yield (*where, "precedence"), "precedence without decides", remedy
    for key, word in file.words.items():
        for number, slots in enumerate(word.outside):
            yield from _slot_faults(roles, ("words", key, "outside", number), slots)


def _slot_faults(
    roles: _Roles, where: KeyPath, slots: Mapping[str, Any], role: object = None
) -> Iterator[_Found]:
    """Yield an unknown role in ``slots`` at the keys ``where``, else slots and values unknown for
    one of its roles, whose facts the rule would never match. ``unless`` has its rule's ``role``."""
    role = slots.get("role", role)
    names = values_of(role)
    unknown = [each for each in names if not isinstance(each, str) or each not in roles]
    if unknown or not names:
        known, is_missing = ", ".join(roles), role is None or not names
        what = "role is missing" if is_missing else f"no facts have the role {unknown[0]!r}"
        yield where, what, f"write one of {known}"
        return
    tables = [roles[each] for each in names]
    there = [slot for slot in tables[0] if all(slot in table for table in tables)]
    for name, value in slots.items():
        if name == "role":
            continue
        if name not in there:
            from difflib import get_close_matches  # only for a fault

            near = get_close_matches(name, there, n=1) or there
            instead = Message("write {near}", near=" or ".join(near)) if near else ""
            yield (*where, name), f"such facts have no slot {name}", instead
        else:
            found = (list(_value_faults((*where, name), table[name], value)) for table in tables)
            yield from next(filter(None, found), ())  # roles that share the slot would repeat it


def _value_faults(where: KeyPath, slot: FactSlot, value: Any) -> Iterator[_Found]:
    """Yield a fault if ``slot`` can never have ``value``, found at the keys ``where``: its rule
    would never match. Flags need true or false, other slots need words, some only listed ones."""
    name, values = where[-1], values_of(value)
    if slot.flag:
        if not isinstance(value, bool):
            yield where, f"{name} is a flag", "write true or false"
    elif not all(isinstance(each, str) and each for each in values) or not values:
        remedy = 'write a word in quotation marks, or a list: ["a", "b"]'
        yield where, f"{name} is not words", remedy
    elif (listed := slot.known_values()) and (wrong := sorted({*values} - listed)):
        known = " or ".join(f'"{each}"' for each in sorted(listed))
        yield where, f"{name} is never {wrong[0]!r}", Message("write {near}", near=known)

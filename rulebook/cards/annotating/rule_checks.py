"""Checks of the rules of ``governing.toml``: known roles, their slots, and the values of these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.cards.annotating.rules import values_of
from rulebook.cards.meaning.action_types import ACTION_TYPES, PAYMENT_TYPES
from rulebook.cards.meaning.nodes import meaning_types
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import dataclass, field
from rulebook.toml_files.loader import KeyLines, load_toml, refuse_unknown

if TYPE_CHECKING:
    from rulebook.cards.annotating.governing import GoverningFile
    from rulebook.toml_files.spans import KeyPath

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
        """Return the words that the slot may have; an empty set if it may have any."""
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
    """Yield each fault in the rules of ``file``, which never match or have no effect then."""
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
    """Yield an unknown role in ``slots`` at the keys ``where``, else its unknown slots and values,
    with which a rule would never match. An ``unless`` has the ``role`` of its rule."""
    role = slots.get("role", role)
    names = values_of(role)
    unknown = [each for each in names if not isinstance(each, str) or each not in roles]
    if unknown or not names:
        known, is_missing = ", ".join(roles), role is None or not names
        what = "role is missing" if is_missing else f"no facts have the role {unknown[0]!r}"
        yield where, what, f"write one of {known}"
        return
    tables = [roles[each] for each in names]
    for name, value in slots.items():
        known_in = [table[name] for table in tables if name in table]
        if name == "role":
            continue
        if len(known_in) < len(tables):
            there = list(tables[0])
            near = get_close_matches(name, there, n=1) or there
            instead = Message("write {near}", near=" or ".join(near))
            yield (*where, name), f"such facts have no slot {name}", instead
        else:
            yield from _value_faults((*where, name), known_in[0], value)


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

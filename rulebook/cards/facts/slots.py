"""Which facts there are: every role with its slots, read from ``corpus/facts.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulebook.cards.meaning.action_types import ACTION_TYPES, PAYMENT_TYPES
from rulebook.cards.meaning.nodes import meaning_types
from rulebook.records import dataclass, field
from rulebook.toml_files.loader import load_toml

EFFECT_TYPES = frozenset({*ACTION_TYPES, *PAYMENT_TYPES, *meaning_types()})


@dataclass(frozen=True, slots=True)
class FactSlot:
    """What a slot says, and what it may have: ``values``, a ``flag``, ``types`` of effects.

    One with none of these has words of the cards.
    """

    says: str
    values: tuple[str, ...] = ()
    flag: bool = False
    types: bool = False

    def known_values(self) -> frozenset[str]:
        """Return the words that the slot may have; none where any word may stand."""
        return EFFECT_TYPES if self.types else frozenset(self.values)


@dataclass(frozen=True, slots=True)
class FactRole:
    """What a fact of a role stands for, and its slots; those of the role ``like`` it too."""

    says: str
    like: str | None = None
    slots: Mapping[str, FactSlot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _FactsFile:
    """``facts.toml``: a table for each role."""

    rest: Mapping[str, FactRole]


def load_slots(path: Path) -> dict[str, Mapping[str, FactSlot]]:
    """Return the slots of each role in the file at ``path``.

    Raises :class:`CorpusError` where the file is malformed.
    """
    roles = load_toml(path, _FactsFile).rest
    return {
        name: {**(roles[role.like].slots if role.like else {}), **role.slots}
        for name, role in roles.items()
    }

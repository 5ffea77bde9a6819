"""The result of aligning two editions: every clause of both in exactly one change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from rulebook.records import dataclass, field


class ChangeKind(StrEnum):
    """What became of a clause."""

    KEPT = "kept"  # Same number, same text
    EDITED = "edited"  # Same number, another text
    MOVED = "moved"  # Another number, same text
    MOVED_EDITED = "moved-edited"  # Another number, another text
    SPLIT = "split"  # One clause became several
    MERGED = "merged"  # Several clauses became one
    ADDED = "added"  # A new clause
    REMOVED = "removed"  # A clause that is gone


CHANGED = tuple(kind for kind in ChangeKind if kind is not ChangeKind.KEPT)
"""The kinds of changes, without those of clauses that stayed as they were."""

_MIRRORED = {
    ChangeKind.SPLIT: ChangeKind.MERGED,
    ChangeKind.MERGED: ChangeKind.SPLIT,
    ChangeKind.ADDED: ChangeKind.REMOVED,
    ChangeKind.REMOVED: ChangeKind.ADDED,
}


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """One change: the numbers in the old edition, the numbers in the new one, its kind. Only a
    split has several new numbers, only a merge several old ones; an added clause has no ``old``, a
    removed one no ``new``. If it is not ``sure``, another pairing is nearly as good."""

    kind: ChangeKind
    old: tuple[str, ...]
    new: tuple[str, ...]
    sure: bool = True

    @property
    def arrow(self) -> str:
        """The numbers of both editions as reports print them: ``4.10 → 4.12``; ``4.10`` alone if
        both are equal, ``+ 4.13`` if it is new, ``- 4.9`` if it is gone."""
        old, new = " + ".join(self.old), " + ".join(self.new)
        if not old:
            return f"+ {new}"
        if not new:
            return f"- {old}"
        return old if old == new else f"{old} → {new}"

    def mirrored(self) -> ClauseChange:
        """Return the change seen from the new edition, so one alignment serves both directions."""
        return ClauseChange(_MIRRORED.get(self.kind, self.kind), self.new, self.old, self.sure)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The changes of two editions, in order of the new; removed clauses follow the one before."""

    changes: tuple[ClauseChange, ...]
    by_old: Mapping[str, ClauseChange] = field(repr=False, compare=False)
    by_new: Mapping[str, ClauseChange] = field(repr=False, compare=False)

    def mirrored(self) -> Alignment:
        """Return the alignment from the new edition back to the old one: aligning again is slow."""
        return collect([change.mirrored() for change in self.changes])


def counts_of(changes: Iterable[ClauseChange]) -> dict[str, int]:
    """Return the number of changes of each kind, in one order, so all summaries look alike."""
    found = Counter(change.kind for change in changes)
    return {kind.value: found[kind] for kind in ChangeKind if found[kind]}


def collect(changes: Sequence[ClauseChange]) -> Alignment:
    """Return ``changes`` as an alignment, with lookups by number: tables have thousands of them."""
    return Alignment(
        tuple(changes),
        MappingProxyType({number: change for change in changes for number in change.old}),
        MappingProxyType({number: change for change in changes for number in change.new}),
    )

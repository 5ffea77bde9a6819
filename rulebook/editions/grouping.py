"""From matched clauses to changes: which clauses belong together, of which kind, in which order."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.editions.changes import ChangeKind, ClauseChange
from rulebook.editions.citations import Renumbering
from rulebook.editions.matching import Group
from rulebook.editions.outline import Outline


def in_order(old: Outline, new: Outline, groups: Sequence[Group]) -> list[ClauseChange]:
    """Return a change for each group, in the order of the new edition.

    What is gone stands behind what it stood behind.
    """
    behind = _places_of_gone(old, groups)
    renumbering = Renumbering(
        {
            old.numbers[one]: tuple(new.numbers[other] for other in group.new)
            for group in groups
            for one in group.old
        },
        old.separator,
        new.separator,
    )
    ordered = sorted(
        groups,
        key=lambda group: (
            (group.new[0], 0) if group.new else (behind[group.old[0]], group.old[0] + 1)
        ),
    )
    return [
        ClauseChange(
            _kind(old, new, group, renumbering),
            tuple(old.numbers[one] for one in group.old),
            tuple(new.numbers[other] for other in group.new),
            group.sure,
        )
        for group in ordered
    ]


def _places_of_gone(old: Outline, groups: Sequence[Group]) -> dict[int, int]:
    """Return for each clause that is gone the new place of the last one before it that is not."""
    first = {at: group.new[0] for group in groups for at in group.old if group.new}
    behind, last = {}, -1
    for at in range(len(old)):
        last = first.get(at, last)
        behind[at] = last
    return behind


def _kind(old: Outline, new: Outline, group: Group, renumbering: Renumbering) -> ChangeKind:
    match len(group.old), len(group.new):
        case 0, _:
            return ChangeKind.ADDED
        case _, 0:
            return ChangeKind.REMOVED
        case 1, 1:
            one, other = group.old[0], group.new[0]
            stays = old.numbers[one] == new.numbers[other]
            if renumbering.is_same(old.contents[one], new.contents[other]):
                return ChangeKind.KEPT if stays else ChangeKind.MOVED
            return ChangeKind.EDITED if stays else ChangeKind.MOVED_EDITED
        case 1, _:
            return ChangeKind.SPLIT
        case _:
            return ChangeKind.MERGED

"""What became of an edition in a few lines: numbers that went together are told together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulebook.clauses.model import Rulebook
from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange


def counts(alignment: Alignment) -> dict[str, int]:
    """Return how many changes there are of each kind, in the order of the kinds."""
    found = Counter(change.kind for change in alignment.changes)
    return {kind.value: found[kind] for kind in ChangeKind if found[kind]}


def without_followers(
    alignment: Alignment, old: Rulebook, new: Rulebook
) -> Iterator[tuple[ClauseChange, int]]:
    """Yield the changes, but for those that only follow the clause above them.

    A clause follows when it was moved, added or removed with its parent and keeps its place under
    it.  With each change comes how many follow it.
    """
    follows = {change: _leader(change, alignment, old, new) for change in alignment.changes}
    count: Counter[ClauseChange] = Counter()
    for change in alignment.changes:
        top = change
        while (above := follows[top]) is not None:
            top = above
        if top is not change:
            count[top] += 1
    for change in alignment.changes:
        if follows[change] is None:
            yield change, count[change]


def _leader(
    change: ClauseChange, alignment: Alignment, old: Rulebook, new: Rulebook
) -> ClauseChange | None:
    """Return the change of the clause above that ``change`` follows, if it follows one."""
    match change.kind:
        case ChangeKind.MOVED if change.sure:
            above = _above(change.old[0], old)
            beyond = _above(change.new[0], new)
            leader = alignment.by_old.get(above or "")
            with_it = leader is not None and leader.new == (beyond,)
            same_place = _place(change.old[0], above) == _place(change.new[0], beyond)
            is_with_it = with_it and same_place and leader is not None and leader.kind in _MOVED
            return leader if is_with_it else None
        case ChangeKind.ADDED:
            leader = alignment.by_new.get(_above(change.new[0], new) or "")
        case ChangeKind.REMOVED:
            leader = alignment.by_old.get(_above(change.old[0], old) or "")
        case _:
            return None
    return leader if leader is not None and leader.kind is change.kind else None


_MOVED = (ChangeKind.MOVED, ChangeKind.MOVED_EDITED)


def _above(number: str, book: Rulebook) -> str | None:
    return book.by_number[number].parent


def _place(number: str, above: str | None) -> str:
    return number[len(above or "") :]

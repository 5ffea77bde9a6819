"""What became of an edition in a few lines: counts, and clauses that only follow another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from rulebook.clauses.model import Clause, Rulebook
from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange
from rulebook.records import dataclass


def counts(alignment: Alignment) -> dict[str, int]:
    """Return how many changes of each kind there are, in the order of the kinds, for summaries."""
    return _in_order_of_kinds(Counter(change.kind for change in alignment.changes))


def _in_order_of_kinds(found: Counter[ChangeKind]) -> dict[str, int]:
    """Return the counts by kind, in one order in all summaries, without kinds that do not occur."""
    return {kind.value: found[kind] for kind in ChangeKind if found[kind]}


@dataclass(frozen=True, slots=True)
class ChapterCounts:
    """How many changes of each kind a chapter has, and the first of them."""

    chapter: Clause
    counts: dict[str, int]
    first: ClauseChange


def chapter_counts(
    alignment: Alignment, old: Rulebook, new: Rulebook, kinds: Sequence[ChangeKind]
) -> list[ChapterCounts]:
    """Return the counts of the chapters with changes of ``kinds``, in the order of the editions."""
    found: defaultdict[str, list[ClauseChange]] = defaultdict(list)
    chapters: dict[str, Clause] = {}
    for change in alignment.changes:
        if change.kind in kinds:
            chapter = _chapter_of_change(change, alignment, old, new)
            chapters.setdefault(chapter.number, chapter)
            found[chapter.number].append(change)
    return [
        ChapterCounts(
            chapters[number], _in_order_of_kinds(Counter(c.kind for c in changes)), changes[0]
        )
        for number, changes in found.items()
    ]


def _chapter_of_change(
    change: ClauseChange, alignment: Alignment, old: Rulebook, new: Rulebook
) -> Clause:
    """Return the chapter of a change; for a removed clause what its old chapter became."""
    if change.new:
        return _chapter_of(new, change.new[0])
    chapter = _chapter_of(old, change.old[0])
    today = alignment.by_old[chapter.number].new
    return _chapter_of(new, today[0]) if today else chapter


def _chapter_of(book: Rulebook, number: str) -> Clause:
    """Return the chapter of the clause ``number``; it may be one itself, which has none above."""
    clause = book.by_number[number]
    return next(iter(book.ancestors(clause)), clause)


def with_followers(
    alignment: Alignment, old: Rulebook, new: Rulebook
) -> Iterator[tuple[ClauseChange, tuple[ClauseChange, ...]]]:
    """Yield the changes that follow no other, each with those that follow it.

    A clause follows when it was moved, added or removed with its parent and keeps its place below
    it.
    """
    leaders = {change: _leader(change, alignment, old, new) for change in alignment.changes}
    followers: defaultdict[ClauseChange, list[ClauseChange]] = defaultdict(list)
    for change in alignment.changes:
        top = change
        while (above := leaders[top]) is not None:
            top = above
        if top is not change:
            followers[top].append(change)
    for change in alignment.changes:
        if leaders[change] is None:
            yield change, tuple(followers[change])


def _leader(
    change: ClauseChange, alignment: Alignment, old: Rulebook, new: Rulebook
) -> ClauseChange | None:
    """Return the change of the parent that ``change`` follows; None if it is a change by itself.
    Clauses that move, come or go with their parent are listed with it, not each alone."""
    match change.kind:
        case ChangeKind.MOVED if change.sure:
            above = _parent_of(change.old[0], old)
            beyond = _parent_of(change.new[0], new)
            leader = alignment.by_old.get(above or "")
            with_it = leader is not None and leader.new == (beyond,)
            same_place = _number_below(change.old[0], above) == _number_below(change.new[0], beyond)
            is_with_it = with_it and same_place and leader is not None and leader.kind in _MOVED
            return leader if is_with_it else None
        case ChangeKind.ADDED:
            leader = alignment.by_new.get(_parent_of(change.new[0], new) or "")
        case ChangeKind.REMOVED:
            leader = alignment.by_old.get(_parent_of(change.old[0], old) or "")
        case _:
            return None
    return leader if leader is not None and leader.kind is change.kind else None


_MOVED = (ChangeKind.MOVED, ChangeKind.MOVED_EDITED)


def _parent_of(number: str, book: Rulebook) -> str | None:
    return book.by_number[number].parent


def _number_below(number: str, above: str | None) -> str:
    """Return ``number`` without ``above``: what stays as it is when the parent moves."""
    return number[len(above or "") :]

"""Two editions with others between them: what the steps from one to the next say, taken together.

A clause that was reworded in every edition is no longer like its first wording, but each step is
plain; and what was settled by hand for one step is valid for all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rulebook.clauses.model import Rulebook
from rulebook.editions.alignment import Settled, align
from rulebook.editions.changes import Alignment, ClauseChange, collect
from rulebook.records import replace

Reach = Mapping[str, Sequence[str]]
"""For each clause of one edition the clauses that it is in another, in their order."""


def align_over(
    old: Rulebook, new: Rulebook, steps: Sequence[Alignment], by_hand: Sequence[Sequence[Settled]]
) -> Alignment:
    """Return the alignment of two editions, with that of each step from the one to the other.

    ``by_hand`` is what was settled in each step. What no step pairs is aligned by itself: a rule
    may go and come back.
    """
    forwards = _reach(steps)
    backwards = _inverted(forwards)
    settled = [
        *_settled_pairs(forwards, backwards),
        *_gone_or_new(steps, by_hand, forwards, backwards),
    ]
    doubtful = {change for step in steps for change in step.changes if not change.sure}
    alignment = align(old, new, settled)
    if not doubtful:
        return alignment
    return collect([_with_doubt(change, steps, doubtful) for change in alignment.changes])


def _reach(steps: Sequence[Alignment]) -> Reach:
    """Return what each clause of the first edition became after the last of ``steps``, step by
    step."""
    reach: Reach = {number: (number,) for number in steps[0].by_old}
    for step in steps:
        reach = {
            number: tuple(dict.fromkeys(new for old in found for new in step.by_old[old].new))
            for number, found in reach.items()
        }
    return reach


def _inverted(reach: Reach) -> Reach:
    """Return ``reach`` from the second edition back to the first, to find merged clauses."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for number, others in reach.items():
        for other in others:
            found[other].append(number)
    return dict(found)


def _settled_pairs(forwards: Reach, backwards: Reach) -> Iterator[Settled]:
    """Yield changes over several editions that are clear: one clause on one side at least. Others,
    several into several, are left to the alignment of the two editions."""
    for number, found in forwards.items():
        origins = list(dict.fromkeys(old for new in found for old in backwards[new]))
        if origins == [number]:
            yield Settled((number,), tuple(found))
            continue
        is_merge = len(found) == 1 and all(forwards[old] == found for old in origins)
        if is_merge and number == origins[0]:
            yield Settled(tuple(origins), tuple(found))


def _gone_or_new(
    steps: Sequence[Alignment],
    by_hand: Sequence[Sequence[Settled]],
    forwards: Reach,
    backwards: Reach,
) -> Iterator[Settled]:
    """Yield clauses that a person settled as gone or new in one step, if no other step has them."""
    for at, settled in enumerate(by_hand):
        before = _inverted(_reach(steps[:at])) if at else None
        after = _reach(steps[at + 1 :]) if at + 1 < len(steps) else None
        for entry in settled:
            if not entry.new:
                olds = _numbers_after(entry.old, before)
                yield from (Settled((old,), ()) for old in olds if not forwards.get(old))
            elif not entry.old:
                news = _numbers_after(entry.new, after)
                yield from (Settled((), (new,)) for new in news if not backwards.get(new))


def _numbers_after(numbers: Sequence[str], reach: Reach | None) -> list[str]:
    """Return the numbers that ``numbers`` of one step reach, each once; all without a ``reach``."""
    if reach is None:
        return list(numbers)
    return list(dict.fromkeys(found for number in numbers for found in reach.get(number, ())))


def _with_doubt(
    change: ClauseChange, steps: Sequence[Alignment], doubtful: set[ClauseChange]
) -> ClauseChange:
    """Return ``change``, unsure if a step on its way was: it can be no surer than any of them."""
    numbers = set(change.old)
    for step in steps:
        passed = {step.by_old[number] for number in numbers if number in step.by_old}
        if passed & doubtful:
            return replace(change, sure=False)
        numbers = {new for each in passed for new in each.new}
    return change

"""Two editions of one rulebook, clause by clause: what became of each.

Clauses are matched by their words, by their place and by what is around them, the plainest cases
first.  A number alone says little: a section put in before them renumbers a hundred clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.model import Rulebook
from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange, collect
from rulebook.editions.citations import Renumbering
from rulebook.editions.exact import (
    follow_pairs,
    pair_equal_siblings,
    pair_left_over,
    pair_names_in_place,
    pair_unique_names,
    pair_unique_sentences,
    pair_unique_trees,
    pair_unique_words,
)
from rulebook.editions.likely import in_place, pair_likely
from rulebook.editions.matching import Group, Matching
from rulebook.editions.outline import Outline
from rulebook.editions.similarity import TextSimilarity
from rulebook.editions.splits import group_divided, group_joined, group_torn
from rulebook.records import dataclass

# Each step may lean on what those before it have found.
BY_EQUAL_WORDS = (
    pair_unique_trees,
    pair_unique_words,
    group_joined,
    follow_pairs,
    group_joined,
    pair_unique_names,
    follow_pairs,
    pair_equal_siblings,
    pair_names_in_place,
    follow_pairs,
    pair_unique_sentences,
    group_torn,
    follow_pairs,
)
BY_SIMILARITY = (pair_likely, group_divided)
# Characters of a clause of which one renamed term is most.
_SHORT = 16


@dataclass(frozen=True, slots=True)
class Settled:
    """A change that was settled by hand: numbers of the old edition, and of the new one.

    No new number: the clause is gone; no old one: it is new.  One side has one number at most.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]


def align(old: Rulebook, new: Rulebook, settled: Sequence[Settled] = ()) -> Alignment:
    """Return what became of every clause of ``old`` in ``new``; each stands in one change.

    What is ``settled`` is taken as it is, and must name clauses that are there.
    """
    trees: dict[object, int] = {}
    matching = Matching(Outline(old, trees), Outline(new, trees))
    _settle(matching, settled)
    for step in BY_EQUAL_WORDS:
        step(matching)
    if any(matching.unmatched()):
        similarity = TextSimilarity(matching.old.words, matching.new.words)
        for guess in BY_SIMILARITY:
            guess(matching, similarity)
        pair_left_over(matching)
    return collect(in_order(matching.old, matching.new, _groups(matching)))


def _settle(matching: Matching, settled: Sequence[Settled]) -> None:
    """Match what was settled by hand before anything else."""
    places = [
        {number: at for at, number in enumerate(outline.numbers)}
        for outline in (matching.old, matching.new)
    ]
    for entry in settled:
        ours = tuple(places[0][number] for number in entry.old)
        theirs = tuple(places[1][number] for number in entry.new)
        if len(ours) == len(theirs) == 1:
            matching.pair(ours[0], theirs[0])
        else:
            matching.group(Group(ours, theirs))


def _groups(matching: Matching) -> list[Group]:
    """Return everything as groups: pairs, and clauses without a partner."""
    taken = {at for group in matching.groups for at in group.old}
    pairs = (
        Group((one,), (other,), one not in matching.unsure)
        for one, other in enumerate(matching.to_new)
        if other >= 0 and one not in taken
    )
    ours, theirs = matching.unmatched()
    doubtful_old, doubtful_new = _doubtful(matching, ours, theirs)
    gone = (Group((at,), (), at not in doubtful_old) for at in ours)
    added = (Group((), (at,), at not in doubtful_new) for at in theirs)
    return [*matching.groups, *pairs, *gone, *added]


def _doubtful(
    matching: Matching, ours: Sequence[int], theirs: Sequence[int]
) -> tuple[set[int], set[int]]:
    """Return the clauses among ``ours`` and ``theirs``, without a partner, that may have one.

    That is where a pair of the same words is unsure, where something of the same words, or of
    none, has no partner on the other side, and where another short clause is in the same place.
    """
    old, new = matching.old, matching.new
    words = {old.words[one] for one in matching.unsure}
    words |= {old.words[at] for at in ours} & {new.words[at] for at in theirs}
    doubtful_old = {at for at in ours if old.words[at] in words}
    doubtful_new = {at for at in theirs if new.words[at] in words}
    loose = set(theirs)
    for one in ours:
        for other in in_place(matching, one) if len(old.words[one]) <= _SHORT else ():
            if other in loose and len(new.words[other]) <= _SHORT:
                doubtful_old.add(one)
                doubtful_new.add(other)
    return doubtful_old, doubtful_new


# ---- Matched clauses to changes


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

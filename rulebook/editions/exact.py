"""Pairs of clauses with the same words: by whole trees, by words that occur once, by place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from rulebook.editions.matching import NONE, Matching

# Shorter texts (基本, 概要) recur by chance: they are matched when their surroundings are.
DISTINCTIVE = 8
LONG = 16  # so many characters do not recur by chance, not even in a heading


def pair_unique_trees(matching: Matching) -> None:
    """Match whole subtrees that occur once in each edition, the largest first: this matches most
    clauses safely. Small trees with a short text, which recur by chance, are left for later."""
    old, new = matching.old, matching.new
    twins = _unique_pairs(old.trees, new.trees)
    for one, other in sorted(twins, key=lambda pair: -old.sizes[pair[0]]):
        distinctive = old.sizes[one] > 2 or len(old.words[one]) >= DISTINCTIVE
        if distinctive and matching.are_free(one, other):
            matching.pair_trees(one, other)


def pair_unique(matching: Matching, shortest: int, fits: Callable[[int, int], bool]) -> None:
    """Match free clauses with equal words that occur once in each edition, have ``shortest`` or
    more characters and pass ``fits``, a test of both indices. Short words recur by chance."""
    words = matching.old.words
    for one, other in _unique_pairs(words, matching.new.words):
        if len(words[one]) >= shortest and matching.are_free(one, other) and fits(one, other):
            matching.pair(one, other)


def pair_left_over(matching: Matching) -> None:
    """Match clauses that are still free by the same words alone, after all other steps. The pairs
    are unsure, so that a person checks them: nothing around the clauses speaks for them."""
    ours, theirs = matching.unmatched()
    here = ((at, words) for at in ours if (words := matching.old.words[at]))
    there = ((at, words) for at in theirs if (words := matching.new.words[at]))
    _pair_by_key(matching, here, there, sure=False)
    follow_pairs(matching)


def _unique_pairs(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int]]:
    """Return both indices of each value that occurs once in each: no other can be its partner."""
    ours, theirs = Counter(old), Counter(new)
    places = {value: at for at, value in enumerate(new)}
    return [
        (at, places[value]) for at, value in enumerate(old) if ours[value] == theirs[value] == 1
    ]


def follow_pairs(matching: Matching) -> None:
    """Match equal children of each new pair, and its parents if most of their children are pairs;
    then those of the pairs thus found. A sure pair shows where its family belongs."""
    while matching.to_follow:
        one, other = matching.to_follow.popleft()
        pair_equal_children(matching, matching.old.children[one], matching.new.children[other])
        above, beyond = matching.old.parents[one], matching.new.parents[other]
        if above < 0 or beyond < 0 or not matching.are_free(above, beyond):
            continue
        words, others = matching.old.words[above], matching.new.words[beyond]
        copies, counterparts = matching.old.copies, matching.new.copies
        # Not if the long text of one is elsewhere in the other edition: its partner is there.
        long = [each for each in (words, others) if len(each) >= LONG]
        if words != others and any(copies[each] == counterparts[each] == 1 for each in long):
            continue
        most = max(len(matching.old.children[above]), len(matching.new.children[beyond]))
        if 2 * matching.parent_votes[above][beyond] > most:
            matching.pair(above, beyond)


def pair_equal_siblings(matching: Matching) -> None:
    """Match equal children of all matched clauses again. Where texts repeat, a child is matched by
    the matched siblings around it, and earlier steps have matched more of these."""
    pair_equal_children(matching, matching.old.roots, matching.new.roots)
    for one, other in enumerate(matching.to_new):
        if other >= 0:
            pair_equal_children(matching, matching.old.children[one], matching.new.children[other])


def pair_equal_children(matching: Matching, ours: Sequence[int], theirs: Sequence[int]) -> None:
    """Match free clauses with the same words among the children of a pair. Whole trees come before
    single clauses, and clauses after the same sibling first: stricter tests err less."""
    here = [at for at in ours if matching.to_new[at] == NONE]
    there = [at for at in theirs if matching.to_old[at] == NONE]
    if not here or not there:
        return
    old, new = matching.old, matching.new
    # In both families, a gap is named by the old clause before it, so gaps can be compared.
    mine, paired = set(ours), set(theirs)
    gaps = _gaps(ours, {at: at for at in ours if matching.to_new[at] in paired})
    partners = {at: matching.to_old[at] for at in theirs if matching.to_old[at] in mine}
    counter_gaps = _gaps(theirs, partners)
    for ours_by, theirs_by in ((old.trees, new.trees), (old.words, new.words)):
        mine_in_gaps = ((at, (gaps[at], ours_by[at])) for at in here)
        theirs_in_gaps = ((at, (counter_gaps[at], theirs_by[at])) for at in there)
        _pair_by_key(matching, mine_in_gaps, theirs_in_gaps)
    mine_by_words = ((at, old.words[at]) for at in here)
    _pair_by_key(matching, mine_by_words, ((at, new.words[at]) for at in there))


def _pair_by_key(
    matching: Matching,
    here: Iterable[tuple[int, object]],
    there: Iterable[tuple[int, object]],
    *,
    sure: bool = True,
) -> None:
    """Match old clauses of ``here`` with new ones of ``there``, as (index, key), by equal keys, in
    their order. If one side has more with a key, the pair is unsure, and is reported."""
    groups: defaultdict[object, list[int]] = defaultdict(list)
    for at, key in there:
        if matching.to_old[at] == NONE:
            groups[key].append(at)
    ours: defaultdict[object, list[int]] = defaultdict(list)
    for at, key in here:
        if matching.to_new[at] == NONE and key in groups:
            ours[key].append(at)
    for key, places in ours.items():
        for one, other in zip(places, groups[key], strict=False):
            if matching.allows(one, other):
                matching.pair(one, other, sure=sure and len(places) == len(groups[key]))


def _gaps(family: Sequence[int], names: Mapping[int, int]) -> dict[int, int]:
    """Return, for each clause of ``family``, the name (in ``names``) of the last sibling before it
    that has one, or -1. Clauses after the same paired sibling are in the same gap in both editions,
    so they are probably partners."""
    gaps, last = {}, -1
    for at in family:
        gaps[at] = last
        last = names.get(at, last)
    return gaps

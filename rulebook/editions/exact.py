"""Pairs of clauses with the same words: by whole trees, by words that occur once, by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rulebook.editions.matching import NONE, Matching

# Shorter texts (基本, 概要) recur by chance; they wait until the clauses around them are known.
_DISTINCTIVE = 8
# No heading that is written anew has so many words by chance.
_SENTENCE = 16


def pair_unique_trees(matching: Matching) -> None:
    """Match the trees that occur once in each edition, the largest first."""
    old, new = matching.old, matching.new
    twins = _unique(old.trees, new.trees)
    for one, other in sorted(twins, key=lambda pair: -old.sizes[pair[0]]):
        distinctive = old.sizes[one] > 2 or len(old.words[one]) >= _DISTINCTIVE
        if distinctive and matching.free(one, other):
            matching.pair_trees(one, other)


def pair_unique_words(matching: Matching) -> None:
    """Match clauses whose words occur once in each edition, if they are words enough."""
    for one, other in _unique(matching.old.words, matching.new.words):
        if len(matching.old.words[one]) >= _DISTINCTIVE:
            _pair_unless_contradicted(matching, one, other)


def pair_unique_names(matching: Matching) -> None:
    """Match clauses whose words occur once in each edition, however few they are."""
    for one, other in _unique(matching.old.words, matching.new.words):
        if matching.old.words[one]:
            _pair_unless_contradicted(matching, one, other)


def pair_names_in_place(matching: Matching) -> None:
    """Match clauses of the same words under one pair, even where their children went elsewhere."""
    for one, other in _unique(matching.old.words, matching.new.words):
        if matching.free(one, other) and matching.are_parents_paired(one, other):
            matching.pair(one, other)


def pair_unique_sentences(matching: Matching) -> None:
    """Match long texts that occur once in each edition, wherever their children are."""
    for one, other in _unique(matching.old.words, matching.new.words):
        if len(matching.old.words[one]) >= _SENTENCE and matching.free(one, other):
            matching.pair(one, other)


def pair_left_over(matching: Matching) -> None:
    """Match what is gone in one place and turns up in another with the same words.

    Where clauses with these words stand in other places too, that may be chance: unsure.
    """
    ours, theirs = matching.unmatched()
    old, new = matching.old, matching.new
    _pair_groups(
        matching,
        ((at, old.words[at]) for at in ours if old.words[at]),
        ((at, new.words[at]) for at in theirs if new.words[at]),
        sure=False,
    )
    follow_pairs(matching)


def _pair_unless_contradicted(matching: Matching, one: int, other: int) -> None:
    if matching.free(one, other) and not matching.contradicts(one, other):
        matching.pair(one, other)


def _unique(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int]]:
    """Return the pairs of places of what occurs once in each of the two, in their order."""
    once_old, once_new = _places(old), _places(new)
    return [
        (places[0], once_new[value][0])
        for value, places in once_old.items()
        if len(places) == 1 and len(once_new.get(value, ())) == 1
    ]


def _places(values: Iterable[object]) -> dict[object, list[int]]:
    places: defaultdict[object, list[int]] = defaultdict(list)
    for place, value in enumerate(values):
        places[value].append(place)
    return dict(places)


def follow_pairs(matching: Matching) -> None:
    """From each new pair, match what follows for its children and for its parents."""
    while matching.fresh:
        one, other = matching.fresh.popleft()
        pair_equal_children(matching, matching.old.children[one], matching.new.children[other])
        _pair_parents(matching, one, other)


def pair_equal_siblings(matching: Matching) -> None:
    """Match equal children once more under all pairs, now that more around them is known."""
    pair_equal_children(matching, matching.old.roots, matching.new.roots)
    for one, other in enumerate(matching.to_new):
        if other >= 0:
            pair_equal_children(matching, matching.old.children[one], matching.new.children[other])


def pair_equal_children(matching: Matching, ours: Sequence[int], theirs: Sequence[int]) -> None:
    """Match the free among two families by their words.

    Whole trees go before single clauses, those that stand behind the same sibling before others.
    """
    here = [at for at in ours if matching.to_new[at] == NONE]
    there = [at for at in theirs if matching.to_old[at] == NONE]
    if not here or not there:
        return
    old, new = matching.old, matching.new
    # Of both families, a gap is known by the clause of the old edition before it.
    paired = set(theirs)
    gaps = _gaps(ours, {at: at for at in ours if matching.to_new[at] in paired})
    mine = set(ours)
    partners = {at: matching.to_old[at] for at in theirs if matching.to_old[at] in mine}
    counter_gaps = _gaps(theirs, partners)
    _pair_groups(
        matching,
        ((at, (gaps[at], old.trees[at])) for at in here),
        ((at, (counter_gaps[at], new.trees[at])) for at in there),
    )
    _pair_groups(
        matching,
        ((at, (gaps[at], old.words[at])) for at in here),
        ((at, (counter_gaps[at], new.words[at])) for at in there),
    )
    _pair_groups(
        matching, ((at, old.words[at]) for at in here), ((at, new.words[at]) for at in there)
    )


def _pair_groups(
    matching: Matching,
    here: Iterable[tuple[int, object]],
    there: Iterable[tuple[int, object]],
    *,
    sure: bool = True,
) -> None:
    """Match what is free and has the same key, in order; unsure where one side has more."""
    groups: defaultdict[object, list[int]] = defaultdict(list)
    for at, key in there:
        if matching.to_old[at] == NONE:
            groups[key].append(at)
    ours: defaultdict[object, list[int]] = defaultdict(list)
    for at, key in here:
        if matching.to_new[at] == NONE and key in groups:
            ours[key].append(at)
    for key, places in ours.items():
        as_many = len(places) == len(groups[key])
        for one, other in zip(places, groups[key], strict=False):
            if not matching.contradicts(one, other):
                matching.pair(one, other, sure=sure and as_many)


def _gaps(family: Sequence[int], names: Mapping[int, int]) -> dict[int, int]:
    """Return for each of ``family`` the name of the last sibling before it that has one."""
    gaps, last = {}, -1
    for at in family:
        gaps[at] = last
        last = names.get(at, last)
    return gaps


def _pair_parents(matching: Matching, one: int, other: int) -> None:
    """Match the parents of a pair when most children of both speak for it."""
    above, beyond = matching.old.parents[one], matching.new.parents[other]
    if above < 0 or beyond < 0 or not matching.free(above, beyond):
        return
    words, other_words = matching.old.words[above], matching.new.words[beyond]
    if words != other_words and (_has_twin(matching, words) or _has_twin(matching, other_words)):
        return
    most = max(len(matching.old.children[above]), len(matching.new.children[beyond]))
    if 2 * matching.votes[above][beyond] > most:
        matching.pair(above, beyond)


def _has_twin(matching: Matching, words: str) -> bool:
    """Whether a long text occurs once in each edition."""
    copies = matching.old.copies[words], matching.new.copies[words]
    return len(words) >= _SENTENCE and copies == (1, 1)

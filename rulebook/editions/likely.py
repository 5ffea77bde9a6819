"""Pairs of clauses whose words differ: the likest first, their place weighed in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulebook.editions.exact import follow_pairs, pair_equal_siblings
from rulebook.editions.matching import NONE, Matching
from rulebook.editions.outline import Outline
from rulebook.editions.similarity import NearestTexts, TextSimilarity
from rulebook.records import dataclass

_CANDIDATES = 6
_UNDER_ONE = 0.1
_BEHIND_ONE = 0.05
_SAME_NUMBER = 0.05
# Texts this much alike are one clause wherever they stand; nearly so at the same place only.
_ALIKE = 0.55
_ALIKE_IN_PLACE = 0.3
# A pair of which more than this can be said is beyond doubt, if no other comes near.
_DOUBTLESS = 0.6
_MARGIN = 0.12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible pair: how alike the texts are, and what its place adds."""

    one: int
    other: int
    alike: float
    place: float

    @property
    def score(self) -> float:
        """All that speaks for the pair."""
        return self.alike + self.place


def pair_likely(matching: Matching, similarity: TextSimilarity) -> None:
    """Match what is alike: the plain cases first, for they say where the others belong."""
    near = _near(matching, similarity)
    for least in (0.8, _ALIKE, 0.0):
        _pair_best(matching, list(_candidates(matching, similarity, near)), least)
        follow_pairs(matching)
    pair_equal_siblings(matching)
    follow_pairs(matching)


def _pair_best(matching: Matching, candidates: list[Candidate], least: float) -> None:
    """Match the best of ``candidates`` that are at least so much alike."""
    scores = _Scores(candidates)
    for candidate in sorted(candidates, key=lambda c: (-c.score, c.one, c.other)):
        if candidate.alike < least or not _is_enough(matching, candidate):
            continue
        if matching.free(candidate.one, candidate.other):
            matching.pair(candidate.one, candidate.other, sure=scores.is_sure(candidate))


def _is_enough(matching: Matching, candidate: Candidate) -> bool:
    """Whether a pair can be believed.  Words that occur often say nothing without the place."""
    words = matching.old.words[candidate.one]
    other = matching.new.words[candidate.other]
    if max(matching.old.copies[words], matching.new.copies[other]) > 1 and words:
        return candidate.place >= _UNDER_ONE and candidate.alike >= _ALIKE_IN_PLACE
    if candidate.alike >= _ALIKE:
        return True
    return candidate.alike >= _ALIKE_IN_PLACE and candidate.place >= _UNDER_ONE


def _near(matching: Matching, similarity: TextSimilarity) -> dict[int, list[int]]:
    """Return for each clause without a partner some that have words like it."""
    ours, theirs = matching.unmatched()
    index = NearestTexts(similarity, matching.new.words, theirs)
    near: dict[int, list[int]] = {}
    around, loose = 0, set(ours)
    for one, partner in enumerate(matching.to_new):
        around = max(around, partner)
        if one in loose:
            near[one] = index.near(matching.old.words[one], around, _CANDIDATES)
    return near


def _candidates(
    matching: Matching, similarity: TextSimilarity, near: Mapping[int, Sequence[int]]
) -> Iterator[Candidate]:
    """Yield the possible pairs of what is free: of like words, or in the same place."""
    for one in matching.unmatched()[0]:
        for other in dict.fromkeys((*near[one], *in_place(matching, one))):
            if matching.to_old[other] == NONE:
                yield weigh(matching, similarity, one, other)


def in_place(matching: Matching, one: int) -> Iterator[int]:
    """Yield the clauses that stand where ``one`` stood, and those that took in its children."""
    old, new = matching.old, matching.new
    yield from matching.votes.get(one, ())
    for step in (-1, 1):
        sibling = old.neighbour(one, step)
        if sibling >= 0 and matching.to_new[sibling] >= 0:
            neighbour = new.neighbour(matching.to_new[sibling], -step)
            if neighbour >= 0:
                yield neighbour
    above = old.parents[one]
    family = new.roots if above < 0 else ()
    if above >= 0 and matching.to_new[above] >= 0:
        family = new.children[matching.to_new[above]]
    start = max(0, old.ranks[one] - _CANDIDATES // 2)
    yield from family[start : start + _CANDIDATES]


def weigh(matching: Matching, similarity: TextSimilarity, one: int, other: int) -> Candidate:
    """Return what speaks for the pair of ``one`` and ``other``."""
    old, new = matching.old, matching.new
    alike = similarity.of(old.words[one], new.words[other])
    if old.children[one] and new.children[other]:
        agreement = matching.agreement(one, other)
        alike = max(agreement, 0.6 * alike + 0.4 * agreement) if one in matching.votes else alike
    place = _UNDER_ONE * matching.are_parents_paired(one, other)
    place += _SAME_NUMBER * (old.numbers[one] == new.numbers[other])
    for step in (-1, 1):
        place += _BEHIND_ONE * _are_neighbours_paired(matching, old, new, one, other, step)
    return Candidate(one, other, alike, place)


def _are_neighbours_paired(
    matching: Matching, old: Outline, new: Outline, one: int, other: int, step: int
) -> bool:
    """Whether the siblings next to the two are a pair, or both stand at the same end."""
    ours, theirs = old.neighbour(one, step), new.neighbour(other, step)
    if ours < 0 or theirs < 0:
        return ours == theirs and matching.are_parents_paired(one, other)
    return matching.to_new[ours] == theirs


class _Scores:
    """The scores of candidates, to see whether a pair has a rival."""

    def __init__(self, candidates: list[Candidate]) -> None:
        self._ours: dict[int, list[Candidate]] = {}
        self._theirs: dict[int, list[Candidate]] = {}
        for candidate in candidates:
            self._ours.setdefault(candidate.one, []).append(candidate)
            self._theirs.setdefault(candidate.other, []).append(candidate)

    def is_sure(self, chosen: Candidate) -> bool:
        """Whether no other pair with either clause comes near to ``chosen``, or has liker words.

        Where the words are for one pair and the place for another, two clauses may have changed
        places.
        """
        if chosen.score < _DOUBTLESS:
            return False
        rivals = (*self._ours[chosen.one], *self._theirs[chosen.other])
        return all(
            rival.score <= chosen.score - _MARGIN and rival.alike <= chosen.alike
            for rival in rivals
            if rival is not chosen
        )

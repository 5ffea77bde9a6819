"""Pairs of clauses whose words differ: the best first, by similarity and place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rulebook.editions.exact import follow_pairs, pair_equal_siblings
from rulebook.editions.matching import NONE, Matching
from rulebook.editions.similarity import NearestTexts, TextSimilarity
from rulebook.records import dataclass

_CANDIDATES = 6  # Clauses compared with each: comparing all is slow
# What the place of a pair adds to its similarity.
_PARENTS_PAIRED = 0.1
_NEIGHBOUR_PAIRED = 0.05
_SAME_NUMBER = 0.05
# Texts with this similarity are one clause wherever they are; with the lower one, only at the same
# place.
_ALIKE = 0.55
_ALIKE_IN_PLACE = 0.3
# A pair with this score is sure, if no rival comes within the margin.
_SURE_SCORE = 0.6
_SURE_MARGIN = 0.12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible pair of an old and a new clause, with the evidence for it, from 0 to about 1."""

    one: int
    other: int
    alike: float  # The similarity of the texts
    place: float  # What equal positions add: the same parent, neighbours or number

    @property
    def score(self) -> float:
        """The evidence of texts and positions together, by which pairs are ranked: of two similar
        clauses, the one in the expected position is the better partner."""
        return self.alike + self.place


def pair_likely(matching: Matching, similarity: TextSimilarity) -> None:
    """Match similar clauses in rounds, the safest pairs first, because these show where the others
    belong. Pairs with a rival nearly as good are unsure. At the end, equal siblings are matched."""
    near = _similar_clauses(matching, similarity)
    for min_similarity in (0.8, _ALIKE, 0.0):
        candidates = list(_candidates(matching, similarity, near))
        rivals: defaultdict[tuple[str, int], list[Candidate]] = defaultdict(list)
        for each in candidates:
            rivals["old", each.one].append(each)
            rivals["new", each.other].append(each)
        for candidate in sorted(candidates, key=lambda c: (-c.score, c.one, c.other)):
            one, other, alike = candidate.one, candidate.other, candidate.alike
            words, others = matching.old.words[one], matching.new.words[other]
            is_in_place = candidate.place >= _PARENTS_PAIRED and alike >= _ALIKE_IN_PLACE
            # Words of several clauses count only below a pair of parents: elsewhere they may belong
            # to any of these. A clause without words is known by its children.
            is_one = max(matching.old.copies[words], matching.new.copies[others]) == 1 or not words
            is_believable = is_in_place or (is_one and alike >= _ALIKE)
            if alike >= min_similarity and is_believable and matching.are_free(one, other):
                # Where a rival comes near, two clauses may have changed places.
                least = candidate.score - _SURE_MARGIN
                is_first = all(
                    rival is candidate or (rival.score <= least and rival.alike <= alike)
                    for rival in (*rivals["old", one], *rivals["new", other])
                )
                matching.pair(one, other, sure=is_first and candidate.score >= _SURE_SCORE)
        follow_pairs(matching)
    pair_equal_siblings(matching)
    follow_pairs(matching)


def _similar_clauses(matching: Matching, similarity: TextSimilarity) -> dict[int, list[int]]:
    """Return, for each old clause without a partner, the few free new clauses that may be similar:
    comparing each with all would be slow. They are found once, as even this takes time."""
    index = NearestTexts(similarity, matching.new.words, matching.unmatched()[1])
    near: dict[int, list[int]] = {}
    around = 0
    for one, partner in enumerate(matching.to_new):
        around = max(around, partner)  # about where the next partner is
        if partner == NONE:
            near[one] = index.near(matching.old.words[one], around, _CANDIDATES)
    return near


def _candidates(
    matching: Matching, similarity: TextSimilarity, near: Mapping[int, Sequence[int]]
) -> Iterator[Candidate]:
    """Yield pairs of free clauses that are similar (``near``) or at the same position, with their
    evidence: comparing all is slow. Paired children count, since chapters have few words."""
    old, new = matching.old, matching.new
    for one in matching.unmatched()[0]:
        for other in dict.fromkeys((*near[one], *candidates_by_position(matching, one))):
            if matching.to_old[other] != NONE:
                continue
            alike = similarity.compare(old.words[one], new.words[other])
            if old.children[one] and new.children[other] and one in matching.parent_votes:
                agreement = matching.agreement(one, other)
                alike = max(agreement, 0.6 * alike + 0.4 * agreement)
            in_one_family = matching.are_parents_paired(one, other)
            place = _PARENTS_PAIRED * in_one_family
            place += _SAME_NUMBER * (old.numbers[one] == new.numbers[other])
            for step in (-1, 1):
                ours, theirs = old.neighbour(one, step), new.neighbour(other, step)
                # Where both are the last of paired parents, they are in the same place as well.
                are_last = ours == theirs < 0 and in_one_family
                are_paired = ours >= 0 and theirs >= 0 and matching.to_new[ours] == theirs
                place += _NEIGHBOUR_PAIRED * (are_last or are_paired)
            yield Candidate(one, other, alike, place)


def candidates_by_position(matching: Matching, one: int) -> Iterator[int]:
    """Yield the new clauses at the position of ``one``: between the same siblings, near its rank
    below the same parent, or as new parents of its children. Where a clause was rewritten, only
    these can be its partner: its words find none."""
    old, new = matching.old, matching.new
    yield from matching.parent_votes.get(one, ())
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

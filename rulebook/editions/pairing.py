"""Clauses of two editions matched: by words and place, by similarity, and split or merged ones."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter

from rulebook.editions.content import CountedGrams, NearestTexts, TextSimilarity
from rulebook.editions.matching import NONE, Group, Matching, Outline
from rulebook.grouping import grouped
from rulebook.records import NamedTuple

# Shorter texts (“Overview”) recur by chance: they are matched when their surroundings are.
DISTINCTIVE = 8
LONG = 16  # so many characters do not recur by chance, not even in a heading
_Keys = Mapping[int, object]  # Clauses, each with a key


def pair_unique_trees(matching: Matching) -> None:
    """Match whole subtrees unique in both editions, the largest first. Short ones are left out:
    that both editions have a short text once may be chance."""
    old, new = matching.old, matching.new
    twins = _unique_pairs(old.trees, new.trees)
    for one, other in sorted(twins, key=lambda pair: -old.sizes[pair[0]]):
        distinctive = old.sizes[one] > 2 or len(old.words[one]) >= DISTINCTIVE
        waiting = [(one, other)] if distinctive and matching.are_free(one, other) else []
        while waiting:  # clause by clause, where they have no partner yet
            here, there = waiting.pop()
            if matching.are_free(here, there):
                matching.pair(here, there)
            waiting += zip(old.children[here], new.children[there], strict=True)


def pair_unique(matching: Matching, shortest: int, fits: Callable[[int, int], bool]) -> None:
    """Match equal, unique, free clauses that pass ``fits`` and have ``shortest`` or more
    characters, as fewer may recur by chance."""
    words = matching.old.words
    for one, other in _unique_pairs(words, matching.new.words):
        if len(words[one]) >= shortest and matching.are_free(one, other) and fits(one, other):
            matching.pair(one, other)


def pair_left_over(matching: Matching) -> None:
    """Match clauses still free by equal words alone, unsure because nothing around them supports
    the pair. Then match their parents and children."""
    ours, theirs = matching.unmatched()
    here = {at: matching.old.words[at] for at in ours if matching.old.words[at]}
    there = {at: matching.new.words[at] for at in theirs if matching.new.words[at]}
    _pair_by_key(matching, here, there, sure=False)
    follow_pairs(matching)


def _unique_pairs(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int]]:
    """Return the indices in ``old`` and ``new`` of each value that is once in both: a safe pair."""
    ours, theirs = Counter(old), Counter(new)
    places = {value: at for at, value in enumerate(new)}
    return [(at, places[each]) for at, each in enumerate(old) if ours[each] == theirs[each] == 1]


def follow_pairs(matching: Matching) -> None:
    """Match equal children and probable parents of new pairs: a pair shows where both belong."""
    while matching.to_follow:
        one, other = matching.to_follow.popleft()
        pair_equal_children(matching, matching.old.children[one], matching.new.children[other])
        above, beyond = matching.old.parents[one], matching.new.parents[other]
        if above < 0 or beyond < 0 or not matching.are_free(above, beyond):
            continue
        words, others = matching.old.words[above], matching.new.words[beyond]
        copies, counterparts = matching.old.copies, matching.new.copies
        # Not if the same long text is elsewhere in the other edition, once: the partner is there.
        long = [each for each in (words, others) if len(each) >= LONG]
        if words != others and any(copies[each] == counterparts[each] == 1 for each in long):
            continue
        most = max(len(matching.old.children[above]), len(matching.new.children[beyond]))
        if 2 * matching.parent_votes[above][beyond] > most:
            matching.pair(above, beyond)


def pair_equal_siblings(matching: Matching) -> None:
    """Match equal chapters, which have no pair above them, and again equal children of all pairs.
    :func:`follow_pairs` left out those with children matched elsewhere (:meth:`Matching.allows`);
    by now a pair of their children may speak for them."""
    pair_equal_children(matching, matching.old.roots, matching.new.roots)
    for one, other in enumerate(matching.to_new):
        if other >= 0:
            pair_equal_children(matching, matching.old.children[one], matching.new.children[other])


def pair_equal_children(matching: Matching, ours: Sequence[int], theirs: Sequence[int]) -> None:
    """Match equal children of a pair in three steps, the safest first: whole trees between the same
    paired siblings, single clauses between these, then other children in their order."""
    here = [at for at in ours if matching.to_new[at] == NONE]
    there = [at for at in theirs if matching.to_old[at] == NONE]
    if not here or not there:
        return
    old, new = matching.old, matching.new
    # In both editions, a gap is named by the old clause before it, so gaps can be compared.
    mine, paired = set(ours), set(theirs)
    gaps = _gaps(ours, {at: at for at in ours if matching.to_new[at] in paired})
    partners = {at: matching.to_old[at] for at in theirs if matching.to_old[at] in mine}
    counter_gaps = _gaps(theirs, partners)
    for ours_by, theirs_by in ((old.trees, new.trees), (old.words, new.words)):
        keys = {at: (gaps[at], ours_by[at]) for at in here}
        _pair_by_key(matching, keys, {at: (counter_gaps[at], theirs_by[at]) for at in there})
    _pair_by_key(matching, {at: old.words[at] for at in here}, {at: new.words[at] for at in there})


def _pair_by_key(matching: Matching, here: _Keys, there: _Keys, *, sure: bool = True) -> None:
    """Match clauses of ``here`` and ``there`` by key, in order; unsure if one side has more."""
    groups = grouped((key, at) for at, key in there.items() if matching.to_old[at] == NONE)
    ours = grouped((key, at) for at, key in here.items() if matching.to_new[at] == NONE)
    for key, places in ours.items():
        others = groups.get(key, [])
        for one, other in zip(places, others, strict=False):
            if matching.allows(one, other):
                matching.pair(one, other, sure=sure and len(places) == len(others))


def _gaps(family: Sequence[int], names: Mapping[int, int]) -> dict[int, int]:
    """Return for each of ``family`` the name (``names``, the same in both editions) of the last
    paired sibling before it, -1 for none: equal clauses in one gap are likely a pair."""
    gaps, last = {}, -1
    for at in family:
        gaps[at] = last
        last = names.get(at, last)
    return gaps


# ---- Pairs of clauses whose words differ: the best first, by similarity and place

_CANDIDATES = 6  # Clauses compared with each: comparing all is slow
_BY_CHILDREN = 0.4  # What the share of paired children weighs in a similarity; words have the rest
# What the place of a pair adds to its similarity.
_PARENTS_PAIRED = 0.1
_NEIGHBOUR_PAIRED = 0.05
_SAME_NUMBER = 0.05
_NEARLY_EQUAL = 0.8  # these are paired first
# Texts this similar are one clause wherever they are; with the lower value, only at one place.
_ALIKE = 0.55
_ALIKE_IN_PLACE = 0.3
# A pair with this score is sure, if no rival comes within the margin.
_SURE_SCORE = 0.6
_SURE_MARGIN = 0.12


class Candidate(NamedTuple):
    """A possible pair of an old and a new clause, with the evidence for it, from 0 to about 1."""

    one: int
    other: int
    alike: float  # The similarity of the texts
    place: float  # What equal positions add: the same parent, neighbours or number
    score: float  # Both together: of two similar clauses, the one in its place is the better


def pair_likely(matching: Matching, similarity: TextSimilarity) -> None:
    """Match similar clauses in rounds, the safest pairs first, because these show where the others
    belong; in the last, a low similarity (``_ALIKE_IN_PLACE``) is enough below a pair of parents.
    Pairs with a rival nearly as good, or more similar, are unsure. In the end, match equal
    siblings."""
    # For each free clause the few that may be similar: comparing each with all would be slow.
    index = NearestTexts(similarity, matching.new.words, matching.unmatched()[1])
    near: dict[int, list[int]] = {}
    around = 0
    for one, partner in enumerate(matching.to_new):
        around = max(around, partner)  # about where the next partner is
        if partner == NONE:
            near[one] = index.near(matching.old.words[one], around, _CANDIDATES)
    for min_similarity in (_NEARLY_EQUAL, _ALIKE, 0.0):
        candidates = list(_candidates(matching, similarity, near))
        by_old = grouped((each.one, each) for each in candidates)
        by_new = grouped((each.other, each) for each in candidates)
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
                    for rival in (*by_old[one], *by_new[other])
                )
                matching.pair(one, other, sure=is_first and candidate.score >= _SURE_SCORE)
        follow_pairs(matching)
    pair_equal_siblings(matching)
    follow_pairs(matching)


def _candidates(
    matching: Matching, similarity: TextSimilarity, near: Mapping[int, Sequence[int]]
) -> Iterator[Candidate]:
    """Yield pairs of free clauses that are similar (``near``) or in one position, with evidence."""
    old, new = matching.old, matching.new
    for one in matching.unmatched()[0]:
        votes = matching.parent_votes.get(one)
        for other in dict.fromkeys((*near[one], *candidates_by_position(matching, one))):
            if matching.to_old[other] != NONE:
                continue
            alike = similarity.compare(old.words[one], new.words[other])
            if votes and new.children[other]:
                agreement = 2 * votes[other] / (len(old.children[one]) + len(new.children[other]))
                # Most children paired prove a rewritten clause; few lower its similarity a little.
                alike = max(agreement, (1 - _BY_CHILDREN) * alike + _BY_CHILDREN * agreement)
            in_one_family = matching.are_parents_paired(one, other)
            place = _PARENTS_PAIRED * in_one_family
            place += _SAME_NUMBER * (old.numbers[one] == new.numbers[other])
            for step in (-1, 1):
                ours, theirs = old.neighbour(one, step), new.neighbour(other, step)
                # Both the first, or the last, of paired parents are in the same place as well.
                are_outer = ours == theirs < 0 and in_one_family
                are_paired = ours >= 0 and theirs >= 0 and matching.to_new[ours] == theirs
                place += _NEIGHBOUR_PAIRED * (are_outer or are_paired)
            yield Candidate(one, other, alike, place, alike + place)


def candidates_by_position(matching: Matching, one: int) -> Iterator[int]:
    """Yield the new clauses at the position of ``one``: between the same siblings, near its rank,
    or parents of its children. A rewritten clause is not found by its words."""
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


# ---- Clauses that became several, and several that became one

_WHOLES_COMPARED = 4  # Clauses compared with each: comparing all is slow
_EXPLAINED = 0.6  # the least share of a part that must come from words that the whole lost
# The least share of the whole that its parts must have, and the share from which they are sure.
_COVERED = 0.6
_SURE = 0.8
_SHORTEST = 6  # a shorter text is in many others by chance
_LONGEST_ROW = 4


class _Direction(NamedTuple):
    """A matching from wholes to parts, with the partners of both. Old wholes were split into new
    parts; ``backwards``, old parts were merged into new wholes."""

    wholes: Outline
    to_part: Sequence[int]
    parts: Outline
    to_whole: Sequence[int]
    backwards: bool

    def group(self, whole: int, parts: Sequence[int], sure: bool = True) -> Group:
        """Return the split of ``whole`` or, ``backwards``, the merge into it."""
        old, new = (whole,), tuple(parts)
        return Group(new, old, sure) if self.backwards else Group(old, new, sure)


def _directions(matching: Matching) -> tuple[_Direction, _Direction]:
    """Return ``matching`` from old to new, and reversed: so one search finds splits and merges."""
    old, new = (matching.old, matching.to_new), (matching.new, matching.to_old)
    return _Direction(*old, *new, backwards=False), _Direction(*new, *old, backwards=True)


def group_joined(matching: Matching) -> None:
    """Group a clause with neighbouring ones of the other edition if their joined words are exactly
    its words: a split or merge. Words of several clauses count only below a pair of parents."""
    for way in _directions(matching):
        for whole, parts in _wholes_with_rows(way):
            group = way.group(whole, parts)
            is_unique = way.wholes.copies[way.wholes.words[whole]] == 1
            if is_unique or matching.are_parents_paired(group.old[0], group.new[0]):
                _group_if_free(matching, group)


def group_torn(matching: Matching) -> None:
    """Group a clause with any two if their joined, unique words are exactly its words: one half may
    have been moved far from the other, unlike in :func:`group_joined`."""
    for way in _directions(matching):
        # In order, wholes that begin with a part's words follow it; they are few, so few are tried.
        whole_words = sorted(_unmatched_by_words(way.wholes, way.to_part).items())
        unmatched = _unmatched_by_words(way.parts, way.to_whole)
        for words, part in unmatched.items():
            start = bisect_right(whole_words, words, key=itemgetter(0))
            for longer, whole in whole_words[start : start + _WHOLES_COMPARED]:
                other = unmatched.get(longer[len(words) :], part)
                if longer.startswith(words) and other != part:
                    _group_if_free(matching, way.group(whole, sorted((part, other))))


def _group_if_free(matching: Matching, group: Group) -> None:
    """Record ``group`` unless a group made since the search has taken one of its clauses."""
    partners = [matching.to_new[at] for at in group.old] + [matching.to_old[at] for at in group.new]
    if all(partner == NONE for partner in partners):
        matching.group(group)


def _unmatched_by_words(outline: Outline, partners: Sequence[int]) -> dict[str, int]:
    """Return the free clauses by words, if long and unique: others recur by chance."""
    words, free = outline.words, (at for at, partner in enumerate(partners) if partner == NONE)
    long = (at for at in free if len(words[at]) >= _SHORTEST)
    return {words[at]: at for at in long if outline.copies[words[at]] == 1}


def _wholes_with_rows(way: _Direction) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield each free whole with a row of neighbouring parts that have exactly its words."""
    wholes = enumerate(zip(way.wholes.words, way.to_part, strict=True))
    by_words = grouped((words, at) for at, (words, partner) in wholes if partner == NONE and words)
    longest = max(map(len, by_words), default=0)
    for part, partner in enumerate(way.to_whole):
        if partner != NONE or not way.parts.words[part]:
            continue
        family, rank = way.parts.siblings(part), way.parts.ranks[part]
        below = (part, *way.parts.children[part][: _LONGEST_ROW - 1])
        # A split clause may now be several siblings, or one clause with its children.
        for row in (family[rank : rank + _LONGEST_ROW], below):
            words, at = "", 0
            while at < len(row) and len(words) < longest and way.to_whole[row[at]] == NONE:
                words += way.parts.words[row[at]]
                at += 1
                if at > 1 and way.parts.words[row[at - 1]]:  # at least two have words
                    yield from ((whole, row[:at]) for whole in by_words.get(words, ()))


def group_divided(matching: Matching, similarity: TextSimilarity) -> None:
    """Group each clause with two or more that have most of its words, and each most of its own from
    it (its partner: half). A clause can be in one group only, the first: splits come first."""
    found = []
    for way in _directions(matching):
        words = way.parts.words
        for whole, parts in _parts_by_whole(way, similarity).items():
            text, partner = way.wholes.words[whole], way.to_part[whole]
            kept = words[partner] if partner != NONE else ""
            parts += [partner] if partner != NONE else []
            if len(parts) < 2 or 2 * similarity.shared(kept, text) < similarity.size(kept):
                continue
            grams = similarity.counted(text)
            counted = (similarity.counted(words[part]) for part in parts)
            size, together = similarity.counted_weight(grams), sum(counted, CountedGrams())
            covered = similarity.counted_weight(grams & together) / size if size else 0.0
            if covered >= _COVERED:
                found.append(way.group(whole, sorted(parts), covered >= _SURE))
    ours = {at for group in matching.groups for at in group.old}
    theirs = {at for group in matching.groups for at in group.new}
    for group in found:
        if ours.isdisjoint(group.old) and theirs.isdisjoint(group.new):
            ours.update(group.old)
            theirs.update(group.new)
            matching.group(group)


def _parts_by_whole(way: _Direction, similarity: TextSimilarity) -> dict[int, list[int]]:
    """Return, for each clause that may be divided (whole), the unmatched clauses of the other
    edition made of words that it lost, none twice. A whole without a partner lost all its words;
    one in a group is divided already. Each part is compared with a few wholes only, to save
    time."""
    wholes, parts = way.wholes.words, way.parts.words
    to_part = enumerate(way.to_part)
    candidates = [at for at, p in to_part if p == NONE or (p >= 0 and wholes[at] != parts[p])]
    index = NearestTexts(similarity, wholes, candidates)
    around = 0
    unclaimed: dict[int, CountedGrams] = {}
    found: defaultdict[int, list[int]] = defaultdict(list)
    for part, partner in enumerate(way.to_whole):
        around = partner if partner >= 0 else around
        if partner != NONE or len(parts[part]) < _SHORTEST:
            continue
        grams = similarity.counted(parts[part])
        best, most = NONE, _EXPLAINED * similarity.counted_weight(grams)
        for whole in index.near(parts[part], around, _WHOLES_COMPARED):
            if whole not in unclaimed:  # the pairs of characters that its partner lacks
                other = way.to_part[whole]
                lost = similarity.counted(wholes[whole])
                unclaimed[whole] = lost - similarity.counted(parts[other] if other >= 0 else "")
            explained = similarity.counted_weight(grams & unclaimed[whole])
            if explained > most:
                best, most = whole, explained
        if best != NONE:
            unclaimed[best] = unclaimed[best] - grams
            found[best].append(part)
    return found

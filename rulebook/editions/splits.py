"""Clauses that became several, and several that became one. A clause was split where the words that
it lost are in clauses without a partner; a merge is the same, seen from the new edition."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter

from rulebook.editions.matching import NONE, Group, Matching, Outline
from rulebook.editions.similarity import CountedGrams, NearestTexts, TextSimilarity
from rulebook.records import dataclass

_CANDIDATES = 4  # Clauses compared with each: comparing all is slow
_EXPLAINED = 0.6  # the least share of a part that comes from the words that the whole lost
# The least share of the whole that is in its parts, and the share from which on that is sure.
_COVERED = 0.6
_SURE = 0.8
_SHORTEST = 6  # a shorter text is in many others by chance
_LONGEST_ROW = 4


@dataclass(frozen=True, slots=True)
class _Direction:
    """A matching seen in one direction: clauses that were divided, their parts, and their partners.
    Backwards, the new clauses are the wholes: a merge is a split seen from the new edition."""

    wholes: Outline
    to_part: Sequence[int]
    parts: Outline
    to_whole: Sequence[int]
    backwards: bool

    def group(self, whole: int, parts: Sequence[int], sure: bool = True) -> Group:
        """Return the change, old clauses first: a split or, found ``backwards``, a merge."""
        old, new = (whole,), tuple(parts)
        return Group(new, old, sure) if self.backwards else Group(old, new, sure)


def _directions(matching: Matching) -> tuple[_Direction, _Direction]:
    """Return two views of ``matching``: one search finds splits and, backwards, merges."""
    old, new = (matching.old, matching.to_new), (matching.new, matching.to_old)
    return _Direction(*old, *new, backwards=False), _Direction(*new, *old, backwards=True)


def group_joined(matching: Matching) -> None:
    """Group a clause with neighbouring ones of the other edition whose joined words are exactly its
    words: a split or a merge. If other clauses have the same words, this is done only below a pair
    of parents: elsewhere one of the others may be right."""
    for way in _directions(matching):
        for whole, parts in _wholes_with_rows(way):
            group = way.group(whole, parts)
            is_unique = way.wholes.copies[way.wholes.words[whole]] == 1
            if is_unique or matching.are_parents_paired(group.old[0], group.new[0]):
                _group_if_free(matching, group)


def group_torn(matching: Matching) -> None:
    """Group a clause with any two of the other edition whose joined words are exactly its words: a
    split or a merge of distant clauses. Only words that occur once are used."""
    for way in _directions(matching):
        # Sorted words give the candidates without comparing all.
        whole_words = sorted(_unmatched_by_words(way.wholes, way.to_part).items())
        unmatched = _unmatched_by_words(way.parts, way.to_whole)
        for words, part in unmatched.items():
            start = bisect_right(whole_words, words, key=itemgetter(0))
            for longer, whole in whole_words[start : start + _CANDIDATES]:
                other = unmatched.get(longer[len(words) :], part)
                if longer.startswith(words) and other != part:
                    _group_if_free(matching, way.group(whole, sorted((part, other))))


def _group_if_free(matching: Matching, group: Group) -> None:
    """Record ``group`` unless a group made since the search has taken one of its clauses."""
    partners = [matching.to_new[at] for at in group.old] + [matching.to_old[at] for at in group.new]
    if all(partner == NONE for partner in partners):
        matching.group(group)


def _unmatched_by_words(outline: Outline, partners: Sequence[int]) -> dict[str, int]:
    """Return the free clauses by words, to look up parts of split ones. Only long and unique words
    count: others recur by chance."""
    return {
        words: at
        for at, (words, partner) in enumerate(zip(outline.words, partners, strict=True))
        if partner == NONE and len(words) >= _SHORTEST and outline.copies[words] == 1
    }


def _wholes_with_rows(way: _Direction) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield each whole whose words are those of a row of neighbouring parts, with that row: the
    clause was split into them, or merged from them. Only clauses without a partner count."""
    by_words: defaultdict[str, list[int]] = defaultdict(list)
    for at, (words, partner) in enumerate(zip(way.wholes.words, way.to_part, strict=True)):
        if partner == NONE and words:
            by_words[words].append(at)
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
                if at > 1 and way.parts.words[row[at - 1]]:
                    yield from ((whole, row[:at]) for whole in by_words.get(words, ()))


def group_divided(matching: Matching, similarity: TextSimilarity) -> None:
    """Group each clause with those that most of its words went into, even if reworded. Most of each
    part must come from the clause, and most of the clause must be in the parts: otherwise they only
    resemble each other."""
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
    """Return, for each divided clause (whole), the unmatched clauses of the other edition made of
    words that it lost; no two may claim the same words. Each is compared with only a few wholes:
    all would take too long."""
    wholes, parts = way.wholes.words, way.parts.words
    candidates = [
        at
        for at, partner in enumerate(way.to_part)
        if partner == NONE or (partner >= 0 and wholes[at] != parts[partner])
    ]
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
        for whole in index.near(parts[part], around, _CANDIDATES):
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

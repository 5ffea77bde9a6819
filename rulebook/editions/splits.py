"""Clauses that became several, and several that became one.

A clause was split where the words that it lost are in clauses without a partner.  A merge is the
same, seen from the new edition: so each function here runs in both directions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from rulebook.editions.matching import NONE, Group, Matching
from rulebook.editions.outline import Outline
from rulebook.editions.similarity import CountedGrams, NearestTexts, TextSimilarity

_CANDIDATES = 4
# The least share of a part that comes from the words that the whole lost.
_EXPLAINED = 0.6
# The least share of the whole that is in its parts, and the share from which on that is sure.
_COVERED = 0.6
_SURE = 0.8
# A shorter text is in many others by chance.
_SHORTEST = 6
_LONGEST_ROW = 4


def group_joined(matching: Matching) -> None:
    """Group a clause with several in a row whose joined words are exactly its words.

    Where other clauses have the same words, only below a pair of parents: elsewhere one of the
    others may be the right one.
    """
    old, new = matching.old, matching.new
    for whole, parts in _wholes_with_rows(old, matching.to_new, new, matching.to_old):
        in_place = old.copies[old.words[whole]] == 1 or matching.are_parents_paired(whole, parts[0])
        if in_place and _all_free(matching.to_new, [whole]) and _all_free(matching.to_old, parts):
            matching.group(Group((whole,), parts))
    for whole, parts in _wholes_with_rows(new, matching.to_old, old, matching.to_new):
        in_place = new.copies[new.words[whole]] == 1 or matching.are_parents_paired(parts[0], whole)
        if in_place and _all_free(matching.to_old, [whole]) and _all_free(matching.to_new, parts):
            matching.group(Group(parts, (whole,)))


def group_torn(matching: Matching) -> None:
    """Group a clause with two, not in a row, whose joined words are exactly its words.

    Only for words that occur once: others may come from elsewhere.
    """
    old, new = matching.old, matching.new
    for whole, parts in _split_in_two(old, matching.to_new, new, matching.to_old):
        if _all_free(matching.to_new, [whole]) and _all_free(matching.to_old, parts):
            matching.group(Group((whole,), parts))
    for whole, parts in _split_in_two(new, matching.to_old, old, matching.to_new):
        if _all_free(matching.to_old, [whole]) and _all_free(matching.to_new, parts):
            matching.group(Group(parts, (whole,)))


def _split_in_two(
    wholes: Outline, to_part: Sequence[int], parts: Outline, to_whole: Sequence[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield clauses of ``wholes`` that two of ``parts`` make up word for word. The parts need not
    be neighbours. Sorted words give the candidates without comparing all."""
    whole_words = sorted(_unmatched_by_words(wholes, to_part).items())
    unmatched = _unmatched_by_words(parts, to_whole)
    for words, part in unmatched.items():
        start = bisect_right(whole_words, words, key=lambda entry: entry[0])
        for longer, whole in whole_words[start : start + _CANDIDATES]:
            rest = longer[len(words) :]
            if longer.startswith(words) and rest in unmatched and unmatched[rest] != part:
                yield whole, tuple(sorted((part, unmatched[rest])))


def _unmatched_by_words(outline: Outline, partners: Sequence[int]) -> dict[str, int]:
    """Return the clauses without a partner by their words, if these are long and occur once. Others
    may be a part of several clauses."""
    return {
        outline.words[at]: at
        for at, partner in enumerate(partners)
        if partner == NONE
        and len(outline.words[at]) >= _SHORTEST
        and outline.copies[outline.words[at]] == 1
    }


def _all_free(partners: Sequence[int], places: Sequence[int]) -> bool:
    """Whether none at ``places`` has a partner: groups made since the search may have taken one."""
    return all(partners[at] == NONE for at in places)


def _wholes_with_rows(
    wholes: Outline, to_part: Sequence[int], parts: Outline, to_whole: Sequence[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield clauses of ``wholes``, each with a row of ``parts`` whose joined words are the same.
    They are a split, or with the editions exchanged a merge."""
    by_words: defaultdict[str, list[int]] = defaultdict(list)
    for at, partner in enumerate(to_part):
        if partner == NONE and wholes.words[at]:
            by_words[wholes.words[at]].append(at)
    longest = max(map(len, by_words), default=0)
    for part, partner in enumerate(to_whole):
        for row in _rows_from(parts, part) if partner == NONE and parts.words[part] else ():
            words, at = "", 0
            while at < len(row) and len(words) < longest and to_whole[row[at]] == NONE:
                words += parts.words[row[at]]
                at += 1
                if at > 1 and parts.words[row[at - 1]]:
                    yield from ((whole, tuple(row[:at])) for whole in by_words.get(words, ()))


def _rows_from(outline: Outline, at: int) -> Iterator[Sequence[int]]:
    """Yield the rows of clauses that a split clause may be: siblings, or one with its children."""
    family, rank = outline.siblings(at), outline.ranks[at]
    yield family[rank : rank + _LONGEST_ROW]
    yield (at, *outline.children[at][: _LONGEST_ROW - 1])


def group_divided(matching: Matching, similarity: TextSimilarity) -> None:
    """Group each clause with those that most of its words went into, or that it was made of.

    Unlike the exact cases before, the parts may have been reworded.
    """
    old, new = matching.old, matching.new
    splits = _DivisionFinder(old, matching.to_new, new, matching.to_old, similarity).divisions()
    merges = _DivisionFinder(new, matching.to_old, old, matching.to_new, similarity).divisions()
    groups = [Group((whole,), parts, sure) for whole, parts, sure in splits]
    groups += [Group(parts, (whole,), sure) for whole, parts, sure in merges]
    grouped = [(set(group.old), set(group.new)) for group in matching.groups]
    ours = {at for old_places, _ in grouped for at in old_places}
    theirs = {at for _, new_places in grouped for at in new_places}
    for group in groups:
        if ours.isdisjoint(group.old) and theirs.isdisjoint(group.new):
            ours.update(group.old)
            theirs.update(group.new)
            matching.group(group)


class _DivisionFinder:
    """Finds the clauses of ``wholes`` that were divided, with their parts in ``parts``. With the
    editions exchanged it finds merges."""

    def __init__(
        self,
        wholes: Outline,
        to_part: Sequence[int],
        parts: Outline,
        to_whole: Sequence[int],
        similarity: TextSimilarity,
    ) -> None:
        self.wholes = wholes
        self.to_part = to_part
        self.parts = parts
        self.to_whole = to_whole
        self.similarity = similarity

    def divisions(self) -> Iterator[tuple[int, tuple[int, ...], bool]]:
        """Yield each clause that was divided, its parts, and whether that is sure. Most of each
        part must come from the clause, and most of the clause must be in the parts."""
        for whole, found in self._parts_by_whole().items():
            partner = self.to_part[whole]
            parts = sorted([*found, partner] if partner != NONE else found)
            if len(parts) < 2 or (partner != NONE and not self._is_mostly_from(partner, whole)):
                continue
            covered = self._covered_share(whole, parts)
            if covered >= _COVERED:
                yield whole, tuple(parts), covered >= _SURE

    def _parts_by_whole(self) -> dict[int, list[int]]:
        """Return the clauses without a partner by the whole whose lost words they are made of. What
        one part explains is subtracted, so that no two parts claim the same words."""
        unclaimed: dict[int, CountedGrams] = {}
        found: dict[int, list[int]] = {}
        for part, near in self._possible_parts():
            grams = self._grams(self.parts, part)
            best, most = NONE, _EXPLAINED * self.similarity.counted_weight(grams)
            for whole in near:
                left = unclaimed.setdefault(whole, self._lost_grams(whole))
                explained = self.similarity.counted_weight(grams & left)
                if explained > most:
                    best, most = whole, explained
            if best != NONE:
                unclaimed[best] = unclaimed[best] - grams
                found.setdefault(best, []).append(part)
        return found

    def _possible_parts(self) -> Iterator[tuple[int, list[int]]]:
        """Yield each clause without a partner, with wholes that may have lost words to it."""
        candidates = [
            at
            for at, partner in enumerate(self.to_part)
            if partner == NONE
            or (partner >= 0 and self.wholes.words[at] != self.parts.words[partner])
        ]
        index = NearestTexts(self.similarity, self.wholes.words, candidates)
        around = 0
        for part, partner in enumerate(self.to_whole):
            if partner >= 0:
                around = partner
            elif partner == NONE and len(self.parts.words[part]) >= _SHORTEST:
                yield part, index.near(self.parts.words[part], around, _CANDIDATES)

    def _grams(self, outline: Outline, at: int) -> CountedGrams:
        return self.similarity.counted(outline.words[at])

    def _lost_grams(self, whole: int) -> CountedGrams:
        """Return the pairs of characters of ``whole`` that its partner lacks. Other parts have
        them."""
        grams, partner = self._grams(self.wholes, whole), self.to_part[whole]
        return grams - self._grams(self.parts, partner) if partner >= 0 else grams

    def _is_mostly_from(self, part: int, whole: int) -> bool:
        """Whether most words of ``part`` are words of ``whole``; else it only resembles it."""
        words = self.parts.words[part]
        shared = self.similarity.shared(words, self.wholes.words[whole])
        return 2 * shared >= self.similarity.size(words)

    def _covered_share(self, whole: int, parts: Sequence[int]) -> float:
        """Return the share of ``whole`` that its ``parts`` have together. A split must have most of
        it."""
        grams = self._grams(self.wholes, whole)
        together = sum((self._grams(self.parts, part) for part in parts), CountedGrams())
        size = self.similarity.counted_weight(grams)
        return self.similarity.counted_weight(grams & together) / size if size else 0.0

"""Clauses that became several, and several that became one.

A clause was split where the words that it lost stand in clauses that have no partner of their
own.  A merge is the same, seen from the new edition.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from rulebook.editions.matching import NONE, Group, Matching
from rulebook.editions.outline import Outline
from rulebook.editions.similarity import CountedGrams, NearestTexts, TextSimilarity

_CANDIDATES = 4
# So much of a part must come from what the whole lost, and so much of the whole must be found
# in its parts.
_EXPLAINED = 0.6
_COVERED = 0.6
_DOUBTLESS = 0.8
# A shorter text is in many others by chance.
_SHORTEST = 6
_LONGEST_ROW = 4


def group_joined(matching: Matching) -> None:
    """Group clauses whose words are just those of several that stand in a row elsewhere.

    Of clauses with the same words that is known only where they stand under one pair.
    """
    old, new = matching.old, matching.new
    for whole, parts in _joined(old, matching.to_new, new, matching.to_old):
        in_place = old.copies[old.words[whole]] == 1 or matching.are_parents_paired(whole, parts[0])
        if in_place and _all_free(matching.to_new, [whole]) and _all_free(matching.to_old, parts):
            matching.group(Group((whole,), parts))
    for whole, parts in _joined(new, matching.to_old, old, matching.to_new):
        in_place = new.copies[new.words[whole]] == 1 or matching.are_parents_paired(parts[0], whole)
        if in_place and _all_free(matching.to_old, [whole]) and _all_free(matching.to_new, parts):
            matching.group(Group(parts, (whole,)))


def group_torn(matching: Matching) -> None:
    """Group clauses whose words are just those of two that stand apart elsewhere.

    That is known only of words that occur once.
    """
    old, new = matching.old, matching.new
    for whole, parts in _torn(old, matching.to_new, new, matching.to_old):
        if _all_free(matching.to_new, [whole]) and _all_free(matching.to_old, parts):
            matching.group(Group((whole,), parts))
    for whole, parts in _torn(new, matching.to_old, old, matching.to_new):
        if _all_free(matching.to_old, [whole]) and _all_free(matching.to_new, parts):
            matching.group(Group(parts, (whole,)))


def _torn(
    wholes: Outline, to_part: Sequence[int], parts: Outline, to_whole: Sequence[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the clauses of ``wholes`` with two clauses of ``parts`` that say the same together."""
    whole_words = sorted(_loose_words(wholes, to_part).items())
    loose = _loose_words(parts, to_whole)
    for words, part in loose.items():
        start = bisect_right(whole_words, words, key=lambda entry: entry[0])
        for longer, whole in whole_words[start : start + _CANDIDATES]:
            rest = longer[len(words) :]
            if longer.startswith(words) and rest in loose and loose[rest] != part:
                yield whole, tuple(sorted((part, loose[rest])))


def _loose_words(outline: Outline, partners: Sequence[int]) -> dict[str, int]:
    """Return the clauses without a partner by their words, of those that occur once."""
    return {
        outline.words[at]: at
        for at, partner in enumerate(partners)
        if partner == NONE
        and len(outline.words[at]) >= _SHORTEST
        and outline.copies[outline.words[at]] == 1
    }


def _all_free(partners: Sequence[int], places: Sequence[int]) -> bool:
    return all(partners[at] == NONE for at in places)


def _joined(
    wholes: Outline, to_part: Sequence[int], parts: Outline, to_whole: Sequence[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the clauses of ``wholes`` with the rows of clauses of ``parts`` that say the same."""
    by_words: defaultdict[str, list[int]] = defaultdict(list)
    for at, partner in enumerate(to_part):
        if partner == NONE and wholes.words[at]:
            by_words[wholes.words[at]].append(at)
    longest = max(map(len, by_words), default=0)
    for part, partner in enumerate(to_whole):
        for row in _rows(parts, part) if partner == NONE and parts.words[part] else ():
            words, at = "", 0
            while at < len(row) and len(words) < longest and to_whole[row[at]] == NONE:
                words += parts.words[row[at]]
                at += 1
                if at > 1 and parts.words[row[at - 1]]:
                    yield from ((whole, tuple(row[:at])) for whole in by_words.get(words, ()))


def _rows(outline: Outline, at: int) -> Iterator[Sequence[int]]:
    """Yield the rows of clauses that begin with ``at``: with its siblings, with its children."""
    family, rank = outline.siblings(at), outline.ranks[at]
    yield family[rank : rank + _LONGEST_ROW]
    yield (at, *outline.children[at][: _LONGEST_ROW - 1])


def group_divided(matching: Matching, similarity: TextSimilarity) -> None:
    """Group clauses of which most words went into several, and those made of several."""
    old, new = matching.old, matching.new
    splits = _Finder(old, matching.to_new, new, matching.to_old, similarity).divisions()
    merges = _Finder(new, matching.to_old, old, matching.to_new, similarity).divisions()
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


class _Finder:
    """Looks in the edition ``parts`` for what clauses of the edition ``wholes`` fell into."""

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
        """Yield each clause that fell into parts, the parts, and whether that is sure.

        A clause and its parts must explain each other for the most part.
        """
        for whole, loose in self._explained().items():
            partner = self.to_part[whole]
            parts = sorted([*loose, partner] if partner != NONE else loose)
            if len(parts) < 2 or (partner != NONE and not self._stems_from(partner, whole)):
                continue
            covered = self._covered(whole, parts)
            if covered >= _COVERED:
                yield whole, tuple(parts), covered >= _DOUBTLESS

    def _explained(self) -> dict[int, list[int]]:
        """Return the loose clauses by the whole whose lost words they are made of."""
        lost: dict[int, CountedGrams] = {}
        found: dict[int, list[int]] = {}
        for part, near in self._loose():
            grams = self._grams(self.parts, part)
            best, most = NONE, _EXPLAINED * self.similarity.counted_weight(grams)
            for whole in near:
                left = lost.setdefault(whole, self._lost(whole))
                explained = self.similarity.counted_weight(grams & left)
                if explained > most:
                    best, most = whole, explained
            if best != NONE:
                lost[best] = lost[best] - grams
                found.setdefault(best, []).append(part)
        return found

    def _loose(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the clauses without a partner, with the wholes that they may be a part of."""
        suspects = [
            at
            for at, partner in enumerate(self.to_part)
            if partner == NONE
            or (partner >= 0 and self.wholes.words[at] != self.parts.words[partner])
        ]
        index = NearestTexts(self.similarity, self.wholes.words, suspects)
        around = 0
        for part, partner in enumerate(self.to_whole):
            if partner >= 0:
                around = partner
            elif partner == NONE and len(self.parts.words[part]) >= _SHORTEST:
                yield part, index.near(self.parts.words[part], around, _CANDIDATES)

    def _grams(self, outline: Outline, at: int) -> CountedGrams:
        return self.similarity.counted(outline.words[at])

    def _lost(self, whole: int) -> CountedGrams:
        """Return what ``whole`` has and its partner has not."""
        grams, partner = self._grams(self.wholes, whole), self.to_part[whole]
        return grams - self._grams(self.parts, partner) if partner >= 0 else grams

    def _stems_from(self, part: int, whole: int) -> bool:
        """Whether ``part`` is made of words of ``whole`` for the most part."""
        words = self.parts.words[part]
        shared = self.similarity.shared(words, self.wholes.words[whole])
        return 2 * shared >= self.similarity.size(words)

    def _covered(self, whole: int, parts: Sequence[int]) -> float:
        """Return which part of ``whole`` stands in ``parts``, from 0 to 1."""
        grams = self._grams(self.wholes, whole)
        together = sum((self._grams(self.parts, part) for part in parts), CountedGrams())
        size = self.similarity.counted_weight(grams)
        return self.similarity.counted_weight(grams & together) / size if size else 0.0

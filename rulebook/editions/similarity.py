"""How alike two texts are, by the pairs of characters that they share. Pairs that many clauses have
(ゲーム上は特に意味を持ちません) count little, rare ones much."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from math import log

# The pairs of neighbouring characters in a text. A pair that occurs again gets a number after it,
# so a set, which is fast to compare, counts repetitions too.
Grams = frozenset[str]
# The same as a counter: used to subtract one text from another.
CountedGrams = Counter[str]

# How many of the rarest pairs of a text are looked up, and at most how many places of each.
_PAIRS_LOOKED_UP = 8
_PLACES_OF_PAIR = 16
_SHORTEST_BEGINNING = 12  # a text with fewer characters may be the beginning of another by chance


class TextSimilarity:
    """Compares texts of two editions by their pairs of characters: rare pairs weigh more."""

    def __init__(self, *editions: Sequence[str]) -> None:
        """Count the texts of ``editions`` with each pair of characters: a rare one says more."""
        # Stored, since each text is compared with many others.
        self.grams = cache(_grams_of)
        self.size = cache(lambda text: self.weight(self.grams(text)))
        self.compare = cache(self._compared)
        frequency = Counter(chain.from_iterable(map(self.grams, chain.from_iterable(editions))))
        count = sum(map(len, editions)) + 1
        self._rarity = {gram: log(count / (found + 0.5)) for gram, found in frequency.items()}

    def weight(self, grams: Grams) -> float:
        """Return the sum of the weights of ``grams`` (pairs of characters), of which rare ones
        weigh more: the size of a text, or of what two texts share, by which these are compared."""
        return sum(map(self._rarity.__getitem__, grams))

    def counted(self, text: str) -> CountedGrams:
        """Return how often each pair of characters occurs in ``text``. Unlike sets, counts can be
        subtracted, which shows the words that a clause lost when it was split."""
        return Counter(gram[:2] for gram in self.grams(text))

    def counted_weight(self, grams: CountedGrams) -> float:
        """Return the weight of ``grams``, each as often as it occurs: by it is measured how much of
        a split clause its parts contain."""
        return sum(count * self._rarity[gram] for gram, count in grams.items())

    def shared(self, one: str, other: str) -> float:
        """Return the weight of the pairs that two texts share: with sizes, their similarity."""
        return self.weight(self.grams(one) & self.grams(other))

    def _compared(self, one: str, other: str) -> float:
        """Return the similarity of the two texts, from 0 to 1: the mean of the shared part of both
        and of the shorter, so an addition, above all to the beginning, lowers it only a little."""
        less, more = sorted((self.size(one), self.size(other)))
        shared = self.shared(one, other) if less else 0.0
        if not shared:
            return 0.0
        shorter, longer = sorted((one, other), key=len)
        grew = len(shorter) >= _SHORTEST_BEGINNING and longer.startswith(shorter)
        # A few words are in many long texts by chance: a much shorter text counts less.
        weight = 1.0 if grew else min(1.0, 4 * less / more)
        return shared / (less + more) + weight * shared / less / 2

    def rarest(self, text: str) -> list[str]:
        """Return the pairs of characters of ``text``, rarest first. Few other texts have the first
        ones, so looking these up finds the likely partners at once."""
        return sorted(self.grams(text), key=lambda gram: (-self._rarity[gram], gram))


class NearestTexts:
    """Finds the texts that share the rarest pairs of another, so not all are compared."""

    def __init__(
        self, similarity: TextSimilarity, texts: Sequence[str], places: Iterable[int]
    ) -> None:
        """Index those of ``texts`` at ``places`` (ascending), which have no partner yet, by their
        pairs of characters, so that :meth:`near` need not compare all texts."""
        self._similarity = similarity
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place in places:
            for gram in similarity.grams(texts[place]):
                self._places[gram].append(place)

    def near(self, text: str, around: int, count: int) -> list[int]:
        """Return the indices of up to ``count`` texts that share the most rare pairs of characters
        with ``text``, of a frequent pair only those near ``around``, to limit the work."""
        found: Counter[int] = Counter()
        known = (gram for gram in self._similarity.rarest(text) if gram in self._places)
        for gram, _ in zip(known, range(_PAIRS_LOOKED_UP), strict=False):
            places = self._places[gram]
            start = max(0, bisect_left(places, around) - _PLACES_OF_PAIR // 2)
            is_frequent = len(places) > _PLACES_OF_PAIR
            found.update(places[start : start + _PLACES_OF_PAIR] if is_frequent else places)
        return sorted(found, key=lambda at: (-found[at], abs(at - around), at))[:count]


def _grams_of(text: str) -> Grams:
    """Return the pairs of neighbouring characters of ``text``: similar texts share many. Marked
    edges let the first and last character count; numbers let repeated pairs count."""
    if not text:
        return frozenset()
    edged = f"\1{text}\1"
    counts = Counter([edged[at : at + 2] for at in range(len(edged) - 1)])
    repeated = (f"{gram}{at}" for gram, count in counts.items() for at in range(2, count + 1))
    return frozenset((*counts, *repeated))


def share_of_pairs(one: str, other: str) -> float:
    """Return the share of pairs of characters that two texts have in common, from 0 to 1. All pairs
    weigh the same: two clauses alone do not show which pairs are rare."""
    ours, theirs = _grams_of(one), _grams_of(other)
    both = len(ours) + len(theirs)
    return 2 * len(ours & theirs) / both if both else 1.0

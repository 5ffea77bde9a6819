"""How alike two texts are, by the pairs of characters that they share.

Pairs that many clauses have (ゲーム上は特に意味を持ちません) count little, rare ones much.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from math import log

# The pairs in a text, the second of a kind another than the first, for sets are fast to compare.
Grams = frozenset[str]
# The same where it matters which are left over.
CountedGrams = Counter[str]

# So many of the rarest pairs of a text are looked up, and so many places of each.
_LOOKED_UP = 8
_PLACES = 16
# Characters of a short sentence.
_SENTENCE = 12


class TextSimilarity:
    """Weighs the pairs of characters of two editions."""

    def __init__(self, *editions: Sequence[str]) -> None:
        self._grams: dict[str, Grams] = {}
        self._sizes: dict[str, float] = {}
        self._similar: dict[tuple[str, str], float] = {}
        texts = chain.from_iterable(editions)
        frequency = Counter(chain.from_iterable(map(self.grams, texts)))
        count = sum(map(len, editions)) + 1
        self._rarity = {gram: log(count / (found + 0.5)) for gram, found in frequency.items()}

    def grams(self, text: str) -> Grams:
        """Return the pairs of characters in ``text``."""
        if text not in self._grams:
            self._grams[text] = _grams_of(text)
        return self._grams[text]

    def weight(self, grams: Grams) -> float:
        """Return what ``grams`` weigh together."""
        return sum(map(self._rarity.__getitem__, grams))

    def counted(self, text: str) -> CountedGrams:
        """Return the pairs of characters in ``text``, each with how often it occurs."""
        return Counter(gram[:2] for gram in self.grams(text))

    def counted_weight(self, grams: CountedGrams) -> float:
        """Return what ``grams`` weigh together."""
        return sum(count * self._rarity[gram] for gram, count in grams.items())

    def size(self, text: str) -> float:
        """Return what the pairs of ``text`` weigh together."""
        if text not in self._sizes:
            self._sizes[text] = self.weight(self.grams(text))
        return self._sizes[text]

    def shared(self, one: str, other: str) -> float:
        """Return the weight of what the two texts have in common."""
        return self.weight(self.grams(one) & self.grams(other))

    def of(self, one: str, other: str) -> float:
        """Return how alike the two are, from 0 to 1.

        Half of it is what they share of both, half what they share of the shorter: a sentence
        more leaves a clause what it was.
        """
        known = self._similar.get((one, other))
        if known is None:
            sizes = self.size(one), self.size(other)
            shared = self.shared(one, other) if min(sizes) else 0.0
            known = _share_of_both(shared, *sizes, _continues(one, other)) if shared else 0.0
            self._similar[one, other] = known
        return known

    def rarest(self, text: str) -> list[str]:
        """Return the pairs of ``text``, the rarest first."""
        return sorted(self.grams(text), key=lambda gram: (-self._rarity[gram], gram))


def _continues(one: str, other: str) -> bool:
    """Whether one of the two begins with all of the other, and that is more than a few words."""
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= _SENTENCE and longer.startswith(shorter)


def _share_of_both(shared: float, size: float, other: float, continued: bool) -> float:
    less, more = sorted((size, other))
    # A few words stand in many a long text by chance.
    weight = 1.0 if continued else min(1.0, 4 * less / more)
    return shared / (less + more) + weight * shared / less / 2


class NearestTexts:
    """Finds among some texts those that share the rarest pairs of another."""

    def __init__(
        self, similarity: TextSimilarity, texts: Sequence[str], places: Iterable[int]
    ) -> None:
        self._similarity = similarity
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place in places:
            for gram in similarity.grams(texts[place]):
                self._places[gram].append(place)

    def near(self, text: str, around: int, count: int) -> list[int]:
        """Return up to ``count`` places of texts like ``text``, the likest first.

        Where very many texts have a pair, those nearest to the place ``around`` are taken.
        """
        found: Counter[int] = Counter()
        known = (gram for gram in self._similarity.rarest(text) if gram in self._places)
        for gram, _ in zip(known, range(_LOOKED_UP), strict=False):
            for place in _nearest(self._places[gram], around):
                found[place] += 1
        ranked = sorted(found, key=lambda place: (-found[place], abs(place - around), place))
        return ranked[:count]


def _nearest(places: Sequence[int], around: int) -> Sequence[int]:
    """Return the ``_PLACES`` of the rising ``places`` that are nearest to ``around``, or so."""
    if len(places) <= _PLACES:
        return places
    start = max(0, bisect_left(places, around) - _PLACES // 2)
    return places[start : start + _PLACES]


def _grams_of(text: str) -> Grams:
    """Return each two neighbours of ``text``, its edges marked, and which of its kind each is."""
    if not text:
        return frozenset()
    edged = f"\1{text}\1"
    counts = Counter([edged[at : at + 2] for at in range(len(edged) - 1)])
    again = (
        f"{gram}{which}"
        for gram, count in counts.items()
        if count > 1
        for which in range(2, count + 1)
    )
    return frozenset((*counts, *again))


def share_of_pairs(one: str, other: str) -> float:
    """Return how much the two have in common, from 0 to 1, all pairs of characters alike."""
    ours, theirs = _grams_of(one), _grams_of(other)
    both = len(ours) + len(theirs)
    return 2 * len(ours & theirs) / both if both else 1.0

"""What is compared of a clause, and how alike texts are: its words and, apart, its citations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from math import log

from rulebook.grouping import grouped
from rulebook.records import NamedTuple, dataclass
from rulebook.text.normal import INVISIBLE, Span, nfkc, with_edits

NOTHING = rf"\s〓{INVISIBLE}"
"""Characters without meaning, as written inside a character class of a regular expression."""
_NOTHING = re.compile(rf"[{NOTHING}]+")
# 「7.5.6~7」: only the last part of the other end is printed.
_SHORT_END = re.compile(r"[~〜]([0-9]{1,2})(?![0-9.])")
# 2.5倍 (times) is a quantity.
_NO_NUMBER = r"(?![0-9]|\s?[倍点枚人回体つ円秒%])"
# 1.2の3, unless it counts (の3枚, cards). Digits must end there, or a part of them would be cited.
CITED_INSERTED = r"(?:の[0-9]{1,3}(?![0-9]|\s*[倍点枚人回体つ円秒%分時個番行段文本名組年月日目種]))"
# A number alone names a clause only here: (9), 第9章, ルール402. For its first digit see below.
_BARE = (
    rf"(?<=\([0-9])[0-9]{{0,3}}(?=\))|(?<=第[0-9])[0-9]{{0,2}}(?=章(?!{CITED_INSERTED}))"
    r"|(?<=ルール[0-9])[0-9]{0,3}(?![0-9.])|(?<=ルール\s)[0-9]{1,4}(?![0-9.])"
)


class Cited(NamedTuple):
    """A clause number cited in a text: its span, and the whole number (7.5.7 in 「7.5.6～7」)."""

    start: int
    end: int
    number: str


class Content(NamedTuple):
    """What is compared of a clause: words without spaces or icons, and the cited numbers."""

    words: str
    cited: tuple[str, ...]


def content_of(text: str, separator: str) -> Content:
    """Return the words of ``text`` and, apart, its citations: renumbering these is not an edit."""
    flat = nfkc(text)
    cited = [*cited_in(flat, separator)]
    words = with_edits(flat, ((Span(each.start, each.end), "\0") for each in cited))
    return Content(_NOTHING.sub("", words), tuple(each.number for each in cited))


def cited_in(flat: str, separator: str) -> Iterator[Cited]:
    """Yield the numbers that ``flat``, in half width, cites; not 2.5倍 (times). The short end of a
    range is completed: 7.5.6~7 cites 7.5.7, 1.2の3~5 cites 1.2の5, but not what is between them."""
    for match in _citation_pattern(separator).finditer(flat):
        number = match[0].lstrip()
        yield Cited(match.end() - len(number), match.end(), number)
        if separator in number and (short := _SHORT_END.match(flat, match.end())):
            end = re.sub(rf"[^{separator}の]+$", short[1], number)
            yield Cited(short.start(1), short.end(), end)


@lru_cache
def _citation_pattern(separator: str) -> re.Pattern[str]:
    """Return the pattern of clause numbers that a text cites: of parts (9.2.2, 9.2a, the inserted
    1.2の3), with a letter (402a) or alone after a sign: 第9章 (chapter 9), (9), ルール402 (rule
    402). It finds no versions and amounts (2.5倍, times), since changing these is an edit."""
    sep = re.escape(separator)
    more = f"{CITED_INSERTED}*"
    whole = (
        rf"[0-9]{{0,3}}[a-z]?{more}(?:{sep}(?:[0-9]{{1,3}}[a-z]?{more}|[a-z]))+|[0-9]{{2,3}}[a-z]"
    )
    begins = rf"(?<=[0-9])(?<![0-9A-Za-z{sep}][0-9])"
    # The first digit, or a space, comes before the look-behinds, so most of a text is skipped fast.
    return re.compile(rf"[0-9\s](?:{begins}(?:{whole})(?![a-z]){_NO_NUMBER}|{_BARE})")


@dataclass(frozen=True, slots=True, eq=False)
class Renumbering:
    """Which numbers of the old edition became which of the new one, and the separator of each."""

    pairs: Mapping[str, tuple[str, ...]]
    separator: str
    new_separator: str

    def follow(self, old: Sequence[str], new: Sequence[str]) -> bool:
        """Whether citations ``new`` are those of ``old``, perhaps renumbered: no rule changed."""
        pairs = zip(old, new, strict=True)
        return all(one == other or other in self.new_numbers(one) for one, other in pairs)

    def new_numbers(self, number: str) -> tuple[str, ...]:
        """Return what ``number``, cited in a text, became, empty if gone. Only clauses have pairs:
        a step (9.2.2.1) follows its clause (9.2.2), with the separator of the new edition."""
        if number in self.pairs or self.separator not in number:
            return self.pairs.get(number, ())
        above, _, last = number.rpartition(self.separator)
        return tuple(f"{new}{self.new_separator}{last}" for new in self.new_numbers(above))


# ---- How alike two texts are, by the pairs of characters that they share

# Pairs of neighbouring characters; repeated ones are numbered, as a set is fast to compare.
Grams = frozenset[str]
CountedGrams = Counter[str]  # The same without numbers: used to subtract one text from another

# How many of the rarest pairs of a text are looked up, and at most how many places of each.
_PAIRS_LOOKED_UP = 8
_PLACES_OF_PAIR = 16
_SHORTEST_BEGINNING = 12  # a text with fewer characters may be the beginning of another by chance
_MUCH_LONGER = 4  # what a text shares counts less if the other is more than this many times as long


class TextSimilarity:
    """Compares texts of two editions by their pairs of characters: rare pairs weigh more."""

    def __init__(self, *editions: Sequence[str]) -> None:
        """Count the texts of ``editions`` with each pair of characters: rare ones weigh more."""
        self.grams = cache(_grams_of)  # Stored, since each text is compared with many others
        self.size = cache(lambda text: self.weight(self.grams(text)))
        self.compare = cache(self._compared)
        frequency = Counter(chain.from_iterable(map(self.grams, chain.from_iterable(editions))))
        count = sum(map(len, editions)) + 1  # so that a pair in every text still counts a little
        self.rarity = {gram: log(count / (found + 0.5)) for gram, found in frequency.items()}

    def weight(self, grams: Grams) -> float:
        """Return the weight of ``grams``: the size of a text, or of what two texts share."""
        return sum(map(self.rarity.__getitem__, grams))

    def counted(self, text: str) -> CountedGrams:
        """Return how often each pair of characters is in ``text``: its grams (:func:`_grams_of`)
        without their numbers. The counts of parts can be subtracted from those of the whole."""
        return Counter(gram[:2] for gram in self.grams(text))

    def counted_weight(self, grams: CountedGrams) -> float:
        """Return the weight of ``grams``, each as often as it occurs. Its share in the weight of a
        clause decides whether parts, subtracted one by one, make up that clause, now split."""
        return sum(count * self.rarity[gram] for gram, count in grams.items())

    def shared(self, one: str, other: str) -> float:
        """Return the weight of the pairs that both texts have, to compute their similarity."""
        return self.weight(self.grams(one) & self.grams(other))

    def _compared(self, one: str, other: str) -> float:
        """Return the similarity of two texts, 0 to 1: the mean of their shared weight as a part of
        both texts (Dice coefficient) and of the shorter one, which an addition does not lower."""
        less, more = sorted((self.size(one), self.size(other)))
        shared = self.shared(one, other) if less else 0.0
        if not shared:
            return 0.0
        shorter, longer = sorted((one, other), key=len)
        grew = len(shorter) >= _SHORTEST_BEGINNING and longer.startswith(shorter)
        # A few words are in many long texts by chance: a much shorter text counts less.
        weight = 1.0 if grew else min(1.0, _MUCH_LONGER * less / more)
        return shared / (less + more) + weight * shared / less / 2


class NearestTexts:
    """Finds the texts that share the rarest pairs of another, so not all are compared."""

    def __init__(
        self, similarity: TextSimilarity, texts: Sequence[str], places: Iterable[int]
    ) -> None:
        """Index those of ``texts`` at ``places`` (ascending), which still have no partner, by pairs
        of characters, so that similar texts are found without comparing all."""
        self._similarity = similarity
        self._places = grouped((gram, at) for at in places for gram in similarity.grams(texts[at]))

    def near(self, text: str, around: int, count: int) -> list[int]:
        """Return the indices of up to ``count`` texts that may be ``text`` in the other edition, as
        comparing all is slow. They share most of its rarest pairs of characters; of the texts with
        a frequent pair, only those near index ``around`` are considered."""
        found: Counter[int] = Counter()
        rarity = self._similarity.rarity
        rarest = sorted(self._similarity.grams(text), key=lambda gram: (-rarity[gram], gram))
        known = filter(self._places.__contains__, rarest)
        for gram, _ in zip(known, range(_PAIRS_LOOKED_UP), strict=False):
            places = self._places[gram]
            start = max(0, bisect_left(places, around) - _PLACES_OF_PAIR // 2)
            is_frequent = len(places) > _PLACES_OF_PAIR
            found.update(places[start : start + _PLACES_OF_PAIR] if is_frequent else places)
        return sorted(found, key=lambda at: (-found[at], abs(at - around), at))[:count]


def _grams_of(text: str) -> Grams:
    """Return the pairs of characters of ``text``, with edges marked, so that one character has
    pairs too, and repetitions numbered (ab, ab2), so that a plain set shows how many there are."""
    if not text:
        return frozenset()
    edged = f"\1{text}\1"
    counts = Counter([edged[at : at + 2] for at in range(len(edged) - 1)])
    repeated = (f"{gram}{at}" for gram, count in counts.items() for at in range(2, count + 1))
    return frozenset((*counts, *repeated))


def share_of_pairs(one: str, other: str) -> float:
    """Return the share of equal pairs of characters, 0 to 1, of two texts without their editions.
    All pairs count alike, because only editions show which are rare (:class:`TextSimilarity`)."""
    ours, theirs = _grams_of(one), _grams_of(other)
    both = len(ours) + len(theirs)
    return 2 * len(ours & theirs) / both if both else 1.0

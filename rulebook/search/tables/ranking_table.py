"""The table that ranks: all of a game that does not depend on the question, computed once.

The command line and the website read the same table and add up the same whole numbers.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import wraps
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rulebook.records import NamedTuple, dataclass, field
from rulebook.search.tables.vocabulary import SharedVocabulary

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec, Protocol, TypeVar

    class HasMemo(Protocol):
        """Whatever carries a memo of its own: results by function and arguments."""

        @property
        def memo(self) -> dict[Any, Any]: ...  # noqa: D102

    Owner = TypeVar("Owner", bound=HasMemo)
    Rest = ParamSpec("Rest")
    Result = TypeVar("Result")

# The code point that stands for 0 in postings: # is the first that JSON never escapes.
BASE = 0x23
# Code points that no text may have: characters that reach them stand so many further on.
_FIRST_SURROGATE, _SURROGATES = 0xD800, 0x800
_NOWHERE = ("", "")
# BM25: how much a second passage with a feature adds to the first.  How much clauses of many
# features are held back is in their ``lengths``.
SATURATION = 120


# So many results are kept; then the memo is emptied, lest questions fill the memory.
LIMIT = 4096


def remembered(
    function: Callable[Concatenate[Owner, Rest], Result],
) -> Callable[Concatenate[Owner, Rest], Result]:
    """Make ``function`` look into the memo of its first argument before it works.

    The function must be pure, its other arguments positional and hashable, its result not None.
    """

    @wraps(function)
    def recall(owner: Owner, /, *rest: Rest.args, **none: Rest.kwargs) -> Result:
        memo = owner.memo
        result: Result | None = memo.get((function, rest))
        if result is None:
            result = function(owner, *rest, **none)
            if len(memo) >= LIMIT:
                memo.clear()
            memo[function, rest] = result
        return result

    return recall


class ConceptRow(NamedTuple):
    """A concept in this game: governing clause, other clauses, the game's own words."""

    clause: int
    also: tuple[int, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RankingTable:
    """One game's table.  A clause is named by its *place* in ``numbers``, in document order.

    ``parents`` are the places of the clauses right above, -1 for chapters; ``intents`` holds a bit
    for each intent that a clause serves; ``lengths`` how many features its passages have, compared
    with the others (``SATURATION`` for one like most).  A passage is a piece of a sentence of the
    rules, or an alias: something that players say of the clause.

    ``printed``: a feature that the rules print, to the gaps between its places and how many
    passages have it there, each number as the character so far behind ``BASE``; ``spoken``: the
    same of the features that only players have.  ``rarities``: what a feature of so many clauses is
    worth.  ``concepts`` by their numbers in the vocabulary, those of this game only.  ``names``:
    the keys of this game's own names, to concepts or, from -1 downwards, to its terms.
    ``longest_name``: how many code points the longest name has, this game's own or of the
    vocabulary.  ``memo`` is what was worked out before.
    """

    game: str
    numbers: tuple[str, ...]
    parents: tuple[int, ...]
    intents: tuple[int, ...]
    lengths: tuple[int, ...]
    printed: Mapping[str, tuple[str, str]]
    spoken: Mapping[str, tuple[str, str]]
    rarities: tuple[int, ...]
    concepts: Mapping[int, ConceptRow]
    names: Mapping[str, list[int]]
    longest_name: int
    vocabulary: SharedVocabulary
    memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    @remembered
    def posting(self, feature: str) -> tuple[tuple[int, int], ...]:
        """Return place and worth of each clause that has ``feature``."""
        gaps, counts = self.printed.get(feature) or self.spoken.get(feature, _NOWHERE)
        grown, lengths = self.rarities[len(gaps)] * (100 + SATURATION), self.lengths
        places = accumulate(_numbers(gaps))
        return tuple(
            [
                (place, grown * many // (many * 100 + lengths[place]))
                for place, many in zip(places, _numbers(counts), strict=True)
            ]
        )

    def count(self, feature: str) -> int:
        """Return how many clauses have ``feature``."""
        return len(self.posting(feature))

    def has(self, place: int, feature: str) -> bool:
        """Whether the clause at ``place`` has ``feature``."""
        posting = self.posting(feature)
        at = bisect_left(posting, (place, 0))
        return at < len(posting) and posting[at][0] == place

    def rarity(self, feature: str) -> int:
        """Return how rare ``feature`` is, 0 where no clause has it."""
        count = self.count(feature)
        return self.rarities[count] if count else 0

    def rarity_or_most(self, feature: str) -> int:
        """Return how rare ``feature`` is; what no clause has is as rare as can be."""
        return self.rarity(feature) or self.rarities[0]

    def rarity_of_all(self, features: Sequence[str]) -> int:
        """Return the mean rarity of those of ``features`` that any clause has, 0 for none."""
        found = [rarity for rarity in map(self.rarity, features) if rarity]
        return sum(found) // len(found) if found else 0

    def named(self, key: str) -> tuple[int, ...]:
        """Return what ``key`` names here: concepts first, then terms, below zero."""
        shared = (n for n in self.vocabulary.names.get(key, ()) if n in self.concepts)
        return tuple(dict.fromkeys((*shared, *self.names.get(key, ()))))

    def knows(self, key: str) -> bool:
        """Whether ``key`` names something here or is an everyday word."""
        return (
            key in self.vocabulary.synonyms
            or key in self.names
            or any(number in self.concepts for number in self.vocabulary.names.get(key, ()))
        )

    @remembered
    def all_names(self) -> tuple[str, ...]:
        """Return every key that names something here."""
        return (*self.names, *(key for key in self.vocabulary.names if self.named(key)))


def packed(counts: Mapping[int, int]) -> tuple[str, str]:
    """Return the gaps between the places of ``counts`` and the counts, a character each."""
    places = sorted(counts)
    gaps = (place - before for before, place in zip((0, *places), places, strict=False))
    return _written(gaps), _written(counts[place] for place in places)


def _written(numbers: Iterable[int]) -> str:
    codes = (BASE + number for number in numbers)
    return "".join([chr(code if code < _FIRST_SURROGATE else code + _SURROGATES) for code in codes])


def _numbers(written: str) -> list[int]:
    codes = map(ord, written)
    return [(code if code < _FIRST_SURROGATE else code - _SURROGATES) - BASE for code in codes]


# Rarities become whole numbers, so that every reader adds them up alike.
SCALE = 16


def rarity(count: int, total: int) -> int:
    """Return what a word, or another feature, is worth that ``count`` of ``total`` texts have."""
    return round(SCALE * math.log(1 + (total - count + 0.5) / (count + 0.5)))

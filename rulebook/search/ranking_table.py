"""The table that ranks: all of a game that does not depend on the question, computed once.

The command line and the website read the same table and add up the same whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from rulebook.records import dataclass, field
from rulebook.search.alias_search import AliasSearch
from rulebook.search.analysis import is_hiragana
from rulebook.search.memo import remembered
from rulebook.search.vocabulary import SharedVocabulary

# The code point that stands for 0 in postings: # is the first that JSON never escapes.
BASE = 0x23
_NOWHERE = ("", "")
# The weight of a token in what players say, beside Whoosh's scores of the rules' own words.
ALIAS_WEIGHT = 4
# Hiragana that stands in more of the clauses than one in so many is grammar and counts nowhere.
COMMON = 30


class ConceptRow(NamedTuple):
    """A concept in this game: governing clause, other clauses, the game's own words."""

    clause: int
    also: tuple[int, ...]
    words: tuple[str, ...]


Passages = tuple[str, str, Sequence[int]]
"""The passages of a clause, those of what players say of it, a line each; the worth of each."""


@dataclass(frozen=True, slots=True, eq=False)
class RankingTable:
    """One game's table.  A clause is named by its *place* in ``numbers``, in document order.

    ``last`` is the place of the last clause below each; ``heading`` says which are headings;
    ``priors`` and ``intents`` hold a number for each: what speaks for it whatever is asked, and a
    bit for each intent that it serves.  ``postings``: token to the gaps between its places and to
    its weights, each number as the character so far behind ``BASE``.  ``concepts`` by their numbers
    in the vocabulary, those of this game only.  ``names``: the keys of this game's own names, to
    concepts or, below zero, to entries of ``terms`` (from -1 downwards); ``terms`` holds defining
    clauses.  ``passages``: what of each clause a question may repeat; they lie in a file of their
    own.  ``aliases`` finds what players say.  ``memo`` is what was worked out before.
    """

    game: str
    numbers: tuple[str, ...]
    last: tuple[int, ...]
    heading: tuple[int, ...]
    priors: tuple[int, ...]
    intents: tuple[int, ...]
    postings: Mapping[str, tuple[str, str]]
    concepts: Mapping[int, ConceptRow]
    terms: tuple[int, ...]
    names: Mapping[str, list[int]]
    passages: Sequence[Passages]
    vocabulary: SharedVocabulary
    aliases: AliasSearch
    memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    @remembered
    def posting(self, token: str) -> tuple[tuple[int, int], ...]:
        """Return place and weight of each clause that has ``token``, or of which players say it."""
        weights = _unpacked(*self.postings.get(token, _NOWHERE))
        # A single character is a word only where the rules have it as one.
        if len(token) > 1 or weights:
            for place in self.aliases.places(token):
                weights[place] = weights.get(place, 0) + ALIAS_WEIGHT
        if is_hiragana(token) and len(weights) >= len(self.numbers) // COMMON:
            return ()
        return tuple(sorted(weights.items()))

    def count(self, token: str) -> int:
        """Return how many clauses have ``token``."""
        return len(self.posting(token))

    def rarity(self, token: str) -> int:
        """Return the halvings of the document down to the clauses with ``token``, 0 for none."""
        count = self.count(token)
        return (len(self.numbers) // count).bit_length() if count else 0

    def rarity_of_all(self, tokens: Sequence[str]) -> int:
        """Return the mean rarity of those of ``tokens`` that any clause has, 0 for none."""
        found = [rarity for rarity in map(self.rarity, tokens) if rarity]
        return sum(found) // len(found) if found else 0

    def worth(self, token: str) -> int:
        """Return what ``token`` is worth in a passage: its rarity, less for hiragana."""
        return max(0, self.rarity(token) - 2 * is_hiragana(token))

    def passages_of(self, place: int) -> tuple[str, Sequence[int]]:
        """Return the passages of a clause, a line each, and what each is worth."""
        rules, aliases, worths = self.passages[place]
        return f"{rules}\n{aliases}" if rules and aliases else rules or aliases, worths

    def parent(self, place: int) -> int:
        """Return the place of the clause right above, or -1 for a chapter."""
        above = place - 1
        while above >= 0 and self.last[above] < place:
            above -= 1
        return above

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


def packed(weights: Mapping[int, int]) -> tuple[str, str]:
    """Return the gaps between the places of ``weights`` and the weights, a character each."""
    places = sorted(weights)
    gaps = (place - before for before, place in zip((0, *places), places, strict=False))
    return "".join(chr(BASE + n) for n in gaps), "".join(chr(BASE + weights[n]) for n in places)


def _unpacked(gaps: str, weights: str) -> dict[int, int]:
    places = accumulate(ord(gap) - BASE for gap in gaps)
    return dict(zip(places, (ord(weight) - BASE for weight in weights), strict=True))

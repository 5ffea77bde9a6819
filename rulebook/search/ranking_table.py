"""The table that ranks: all of a game that does not depend on the question, computed once.

The command line and the website read the same table and add up the same whole numbers.  What all
games share (the names of concepts, everyday words) lies beside it, once, in the vocabulary.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.search.alias_search import AliasSearch
from rulebook.search.analysis import is_hiragana
from rulebook.search.memo import remembered
from rulebook.store import write_json

# The code point that stands for 0 in postings: # is the first that JSON never escapes.
BASE = 0x23
_NOWHERE = ("", "")
# The weight of a token in what players say, beside Whoosh's scores of the rules' own words.
_SAID = 4
# Hiragana that stands in more of the clauses than one in so many is grammar and counts nowhere.
_COMMON = 30
# What is not written as it stands.
_APART = {"vocabulary", "parts", "phrases", "postings", "concepts", "last", "memo"}


@dataclass(frozen=True, slots=True, eq=False)
class SharedVocabulary:
    """What all games share: names of concepts, and everyday words with what the rules say instead.

    ``names``: name to concepts.  ``sayings``: everyday word to places in ``wordings``, each the
    tokens of a piece of rule wording.
    """

    names: Mapping[str, Sequence[int]]
    sayings: Mapping[str, Sequence[int]]
    wordings: tuple[tuple[str, ...], ...]

    def said(self, key: str) -> Iterator[tuple[str, ...]]:
        """Yield the rule wordings for the everyday word ``key``."""
        return (self.wordings[place] for place in self.sayings.get(key, ()))


class ConceptRow(NamedTuple):
    """A concept in this game: governing clause, other clauses, the game's own words."""

    clause: int
    also: tuple[int, ...]
    words: tuple[str, ...]


ScoredParts = tuple[str, str, Sequence[int]]
"""The pieces of a clause and those of what players say of it, and what each is worth."""


@dataclass(frozen=True, slots=True, eq=False)
class RankingTable:
    """One game's table.  Clauses are named by their place in ``numbers``, in document order.

    ``last`` is the place of the last clause below each; ``heading`` says which are headings;
    ``priors`` and ``said`` hold a number for each.  ``postings``: token to the gaps between its
    places and to its weights, each number as the character so far behind ``BASE``.  ``concepts``
    by their numbers in the vocabulary, those of this game only.  ``names``: this game's own names,
    to concepts or, below zero, to places in ``terms`` (from -1 downwards); ``terms`` holds
    defining clauses.  ``parts``: for each clause the pieces that a question may repeat (of its
    sentences, then of what players say), a line each, and what the tokens of each are worth;
    they lie in a file of their own.  ``phrases`` finds what players say.
    """

    game: str
    numbers: tuple[str, ...]
    last: tuple[int, ...]
    heading: tuple[int, ...]
    priors: tuple[int, ...]
    said: tuple[int, ...]
    postings: Mapping[str, tuple[str, str]]
    concepts: Mapping[int, ConceptRow]
    terms: tuple[int, ...]
    names: Mapping[str, list[int]]
    parts: Sequence[ScoredParts]
    vocabulary: SharedVocabulary
    phrases: AliasSearch
    memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    @remembered
    def posting(self, token: str) -> tuple[tuple[int, int], ...]:
        """Return place and weight of each clause that has ``token``, or of which players say it."""
        weights = dict(_unpacked(*self.postings.get(token, _NOWHERE)))
        # A single character is a word only where the rules have it as one.
        if len(token) > 1 or weights:
            for place in self.phrases.places(token):
                weights[place] = weights.get(place, 0) + _SAID
        if is_hiragana(token) and len(weights) >= len(self.numbers) // _COMMON:
            return ()
        return tuple(sorted(weights.items()))

    def pieces(self, place: int) -> tuple[str, Sequence[int]]:
        """Return the pieces of a clause, a line each, and what each is worth."""
        rules, players, worths = self.parts[place]
        return f"{rules}\n{players}" if rules and players else rules or players, worths

    def parent(self, place: int) -> int:
        """Return the place of the clause right above, or -1 for a chapter."""
        above = place - 1
        while above >= 0 and self.last[above] < place:
            above -= 1
        return above

    def count(self, token: str) -> int:
        """Return how many clauses have ``token``."""
        return len(self.posting(token))

    def rareness(self, token: str) -> int:
        """Return the halvings of the document down to the clauses with ``token``, 0 for none."""
        count = self.count(token)
        return (len(self.numbers) // count).bit_length() if count else 0

    def worth(self, token: str) -> int:
        """Return what ``token`` is worth in a part: its rareness, less for hiragana."""
        return max(0, self.rareness(token) - 2 * is_hiragana(token))

    def named(self, key: str) -> tuple[int, ...]:
        """Return what ``key`` names here: concepts first, then terms, below zero."""
        shared = (n for n in self.vocabulary.names.get(key, ()) if n in self.concepts)
        return tuple(dict.fromkeys((*shared, *self.names.get(key, ()))))

    @remembered
    def all_names(self) -> tuple[str, ...]:
        """Return every key that names something here."""
        return (*self.names, *(key for key in self.vocabulary.names if self.named(key)))

    def knows(self, key: str) -> bool:
        """Whether ``key`` names something here or is an everyday word."""
        return (
            key in self.vocabulary.sayings
            or key in self.names
            or any(number in self.concepts for number in self.vocabulary.names.get(key, ()))
        )


def save_vocabulary(vocabulary: SharedVocabulary, path: Path) -> None:
    """Write ``vocabulary`` as compact JSON: keys that lead to the same places stand together."""
    names, sayings = _grouped(vocabulary.names), _grouped(vocabulary.sayings)
    write_json(path, {"names": names, "sayings": sayings, "wordings": vocabulary.wordings})


def load_vocabulary(path: Path) -> SharedVocabulary:
    """Read a vocabulary that :func:`save_vocabulary` wrote."""
    data = json.loads(path.read_text(encoding="utf-8"))
    names, sayings = map(_ungrouped, (data["names"], data["sayings"]))
    return SharedVocabulary(names, sayings, tuple(map(tuple, data["wordings"])))


def _ungrouped(groups: Sequence[tuple[Sequence[int], list[str]]]) -> dict[str, Sequence[int]]:
    places: dict[str, Sequence[int]] = {}
    for value, keys in groups:
        places.update(dict.fromkeys(keys, value))
    return places


def _grouped(places: Mapping[str, Sequence[int]]) -> list[tuple[tuple[int, ...], list[str]]]:
    groups: dict[tuple[int, ...], list[str]] = {}
    for key, value in places.items():
        groups.setdefault(tuple(value), []).append(key)
    return list(groups.items())


def save_table(table: RankingTable, path: Path) -> None:
    """Write ``table``, without the vocabulary, as compact JSON; the parts beside it."""
    concepts = {n: [row.clause, row.also, row.words] for n, row in table.concepts.items()}
    plain = {
        field.name: getattr(table, field.name)
        for field in fields(RankingTable)
        if field.name not in _APART
    }
    postings = _columns(table.postings)
    write_json(path, {**plain, "concepts": concepts, "postings": postings})
    write_json(_beside(path), {"parts": table.parts})


def load_table(path: Path, vocabulary: SharedVocabulary) -> RankingTable:
    """Read a table that :func:`save_table` wrote; raises for what is no table."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    parts = json.loads(_beside(path).read_text(encoding="utf-8"))["parts"]
    _check(data, parts)
    return RankingTable(
        game=data["game"],
        numbers=tuple(data["numbers"]),
        last=last_below(data["numbers"]),
        heading=tuple(data["heading"]),
        priors=tuple(data["priors"]),
        said=tuple(data["said"]),
        postings=_rows(data["postings"]),
        concepts={
            int(number): ConceptRow(clause, tuple(also), tuple(words))
            for number, (clause, also, words) in data["concepts"].items()
        },
        terms=tuple(data["terms"]),
        names=data["names"],
        parts=parts,
        vocabulary=vocabulary,
        phrases=AliasSearch([players for _, players, _ in parts]),
    )


def _check(data: Mapping[str, Any], parts: Sequence[object]) -> None:
    """Raise :class:`ValueError` where the rows of a table are not of one length, or no rows."""
    numbers, columns = data["numbers"], [data[name] for name in ("heading", "priors", "said")]
    whole = (
        all(isinstance(row, list) and len(row) == len(numbers) for row in (*columns, parts))
        and all(isinstance(value, int) for row in columns for value in row)
        and all(isinstance(number, str) for number in numbers)
        and isinstance(data["names"], dict)
    )
    if not whole:
        raise ValueError("not a table of clauses")


def last_below(numbers: Sequence[str]) -> tuple[int, ...]:
    """Return for each clause number the place of the last one below it, its own if none is."""
    places = {number: place for place, number in enumerate(numbers)}
    last = list(range(len(numbers)))
    for place, number in enumerate(numbers):
        above = _above(number)
        while above:
            if above in places:
                last[places[above]] = place
            above = _above(above)
    return tuple(last)


def _above(number: str) -> str:
    """Return the number one level up, nothing for a chapter."""
    return number[: max(number.rfind("."), number.rfind("-"), 0)]


def _beside(path: Path) -> Path:
    """Return the file of parts that belongs to the table at ``path``."""
    return path.with_name(path.name.replace("table.", "parts."))


def _columns(postings: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return ``postings`` as three rows of words: tokens, gaps, weights.

    Like ones stand together, for they compress best so.
    """
    order = sorted(postings, key=lambda token: (postings[token], token))
    gaps, weights = zip(*(postings[token] for token in order), strict=True)
    return [" ".join(row) for row in (order, gaps, weights)]


def _rows(columns: Sequence[str]) -> dict[str, tuple[str, str]]:
    tokens, gaps, weights = (column.split(" ") for column in columns)
    return dict(zip(tokens, zip(gaps, weights, strict=True), strict=True))


def _unpacked(gaps: str, weights: str) -> Iterator[tuple[int, int]]:
    places = accumulate(ord(gap) - BASE for gap in gaps)
    return zip(places, (ord(weight) - BASE for weight in weights), strict=True)

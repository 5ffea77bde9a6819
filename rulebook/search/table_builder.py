"""Building a game's table from its clauses, terms and concepts, and from what players say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from itertools import chain

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.concepts import Concepts
from rulebook.links.furigana import Furigana
from rulebook.links.model import LinkedRulebook
from rulebook.links.synonyms import Synonym
from rulebook.records import replace
from rulebook.search.index import printed_clauses
from rulebook.search.intent import intents_served
from rulebook.search.name_matching import longest_of, name_key
from rulebook.search.passage_features import (
    Passages,
    all_features,
    printed_features,
    spoken_features,
)
from rulebook.search.ranking_table import SATURATION, ConceptRow, RankingTable, packed
from rulebook.search.rarity import rarity
from rulebook.search.vocabulary import SharedVocabulary
from rulebook.search.vocabulary_builder import add_name, reading_of
from rulebook.text.normal import fold

# BM25: how far a clause with many features is held back, in percent.
LENGTH = 30
# How much longer than it is a bare heading counts, in percent.
BARE = 150

Counts = Mapping[str, Mapping[int, int]]
"""Features, each with its places and how many passages there have it."""


def build_table(
    linked: LinkedRulebook,
    concepts: Concepts,
    vocabulary: SharedVocabulary,
    synonyms: Sequence[Synonym],
    said: Mapping[str, str],
    furigana: Furigana,
) -> RankingTable:
    """Return the table of one game; ``said`` has what is said of each clause, by its number."""
    book = linked.book
    clauses = printed_clauses(book)
    numbers = [clause.number for clause in clauses]
    places = {number: place for place, number in enumerate(numbers)}
    rows, names = _concepts(concepts, book, places)
    _add_terms(linked, names, furigana)
    table = RankingTable(
        game=book.game.id,
        numbers=tuple(numbers),
        parents=parents_of(numbers),
        intents=tuple(intents_served(fold(clause.text)) for clause in clauses),
        lengths=(),
        printed={},
        spoken={},
        rarities=_rarities(len(clauses)),
        concepts=rows,
        names=names,
        longest_name=max(vocabulary.longest_name, longest_of(names)),
        vocabulary=vocabulary,
    )
    printed = printed_features(table, clauses, synonyms)
    aliases = [fold(said.get(number, "")).split() for number in numbers]
    rules = all_features(printed)
    filled = _filled(table, printed, spoken_features(table, aliases, rules), rules)
    return replace(filled, lengths=_held_back(filled.lengths, clauses))


def parents_of(numbers: Sequence[str]) -> tuple[int, ...]:
    """Return for each clause number the place of the nearest one above it, -1 where none is."""
    places = {number: place for place, number in enumerate(numbers)}
    parents = []
    for number in numbers:
        above = _above(number)
        while above and above not in places:
            above = _above(above)
        parents.append(places.get(above, -1))
    return tuple(parents)


def _above(number: str) -> str:
    """Return the number one level up, nothing for a chapter."""
    return number[: max(number.rfind("."), number.rfind("-"), 0)]


def _filled(
    table: RankingTable, printed: Passages, spoken: Passages, rules: Set[str]
) -> RankingTable:
    """Return ``table`` with the features of the passages, printed and spoken, of each clause.

    ``rules`` are all that are printed.
    """
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for passages_by_place in (printed, spoken):
        for place, passages in enumerate(passages_by_place):
            for feature in chain.from_iterable(passages):
                counts[feature][place] += 1
    packed_counts = {feature: packed(where) for feature, where in counts.items()}
    return replace(
        table,
        lengths=_lengths(counts, len(table.numbers)),
        printed={feature: row for feature, row in packed_counts.items() if feature in rules},
        spoken={feature: row for feature, row in packed_counts.items() if feature not in rules},
    )


def _rarities(clauses: int) -> tuple[int, ...]:
    """Return what a feature of 0, 1, 2 … of so many clauses is worth: BM25's weight of it."""
    return tuple(rarity(count, clauses) for count in range(clauses + 1))


def _held_back(lengths: Sequence[int], clauses: Sequence[Clause]) -> tuple[int, ...]:
    """Return ``lengths`` with bare headings held back: there is no rule in them to read out."""
    return tuple(
        length if clause.text else length * BARE // 100
        for length, clause in zip(lengths, clauses, strict=True)
    )


def _lengths(counts: Counts, clauses: int) -> tuple[int, ...]:
    """Return how many features each clause has, compared with the others."""
    totals: Counter[int] = Counter()
    for where in counts.values():
        totals.update(where)
    mean = totals.total() / clauses or 1
    return tuple(
        round(SATURATION * (100 - LENGTH + LENGTH * totals[place] / mean) / 100)
        for place in range(clauses)
    )


def _concepts(
    concepts: Concepts, book: Rulebook, places: Mapping[str, int]
) -> tuple[dict[int, ConceptRow], dict[str, list[int]]]:
    """Return the concepts that the game knows, and the names that only this game has for them."""
    rows: dict[int, ConceptRow] = {}
    names: dict[str, list[int]] = {}
    for number, concept in enumerate(concepts.by_id.values()):
        rule = concept.rules.get(book.game.id)
        if rule is None or rule.clause not in places:
            continue
        for name in rule.players:
            add_name(names, name, number)
        also = tuple(places[number] for number in rule.also if number in places)
        words = tuple(dict.fromkeys((rule.word, *rule.words)))
        rows[number] = ConceptRow(places[rule.clause], also, words)
    return rows, names


def _add_terms(linked: LinkedRulebook, names: dict[str, list[int]], furigana: Furigana) -> None:
    """Add the spellings and English names of terms to ``names``, with numbers from -1 downwards."""
    for number, term in enumerate(linked.terms, start=1):
        written = (term.word, *term.spellings)
        read = (reading_of(spelling, furigana) for spelling in written)
        called = filter(None, (*written, *read, term.english))
        for key in dict.fromkeys(name_key(fold(name)) for name in called):
            names.setdefault(key, []).append(-number)

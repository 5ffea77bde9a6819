"""Building a game's table from its clauses, terms and concepts, and from what players say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.concepts import Concepts
from rulebook.links.furigana import Furigana
from rulebook.links.model import LinkedRulebook
from rulebook.links.synonyms import Synonym
from rulebook.records import replace
from rulebook.search.analysis import passages_in, token_texts
from rulebook.search.intent import blank_asking, intents_served, said_tokens
from rulebook.search.name_matching import (
    NameMatch,
    find_names,
    lengths_of_names,
    longest_of,
    name_key,
)
from rulebook.search.tables.index import printed_clauses
from rulebook.search.tables.ranking_table import (
    SATURATION,
    ConceptRow,
    RankingTable,
    packed,
    rarity,
)
from rulebook.search.tables.units import meaning, named_units, text_features
from rulebook.search.tables.vocabulary import SharedVocabulary
from rulebook.search.tables.vocabulary_builder import add_name, reading_of
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


# An alias of at most so many code points is a word: it counts however rarely it is said.
LONGEST_WORD = 4
# In longer aliases what no rule prints counts if so many passages have it; what fewer have is half
# of the table and has never told a right clause from a wrong one.
SAID = 8

_Find = Callable[[str], Iterable[NameMatch]]
Passages = Sequence[Sequence[Collection[str]]]
"""The features of each passage of each clause, the clauses by their places."""


def all_features(passages: Passages) -> frozenset[str]:
    """Return every feature of ``passages``."""
    return frozenset(
        feature for of_clause in passages for features in of_clause for feature in features
    )


def printed_features(
    table: RankingTable, clauses: Iterable[Clause], synonyms: Iterable[Synonym]
) -> Passages:
    """Return the features of titles and pieces of sentences, with the everyday words for them."""
    meanings, find = _Meanings(synonyms), _finder(table)
    return [
        [
            dict.fromkeys([*_features(table, passage, find), *meanings.of_wording(passage)])
            for passage in passages_of(clause)
        ]
        for clause in clauses
    ]


def spoken_features(
    table: RankingTable, aliases: Sequence[Sequence[str]], printed: Collection[str]
) -> Passages:
    """Return the features of ``aliases`` (folded) that count; ``printed`` are those of the rules.

    A long alias none of whose features would count keeps them all: somebody meant it.
    """
    find = _finder(table)
    found = [
        [(alias, _features(table, alias, find)) for alias in of_clause] for of_clause in aliases
    ]
    said = Counter(
        feature for of_clause in found for _, features in of_clause for feature in features
    )
    return [
        [
            features
            if len(alias) <= LONGEST_WORD
            else _counting(features, said, printed) or features
            for alias, features in of_clause
        ]
        for of_clause in found
    ]


def _counting(
    features: Collection[str], said: Counter[str], printed: Collection[str]
) -> Collection[str]:
    return [feature for feature in features if feature in printed or said[feature] >= SAID]


def _finder(table: RankingTable) -> _Find:
    """Return what finds names: passages ask for millions of keys, which a set tells fastest."""
    names = frozenset((*table.vocabulary.synonyms, *table.all_names()))
    lengths = lengths_of_names(names)
    return lambda text: find_names(text, names.__contains__, lengths)


def _features(table: RankingTable, passage: str, find: _Find) -> Collection[str]:
    units = named_units(table, blank_asking(passage), find)
    return text_features(said_tokens(passage), units).keys()


def passages_of(clause: Clause) -> Iterator[str]:
    """Yield the title of ``clause`` and the pieces of its sentences, folded."""
    if clause.title:
        yield fold(clause.title)
    yield from passages_in(clause.text)


class _Meanings:
    """The everyday meanings that a piece of rule wording has."""

    def __init__(self, synonyms: Iterable[Synonym]) -> None:
        self._wordings: defaultdict[str, list[tuple[frozenset[str], int]]] = defaultdict(list)
        for number, synonym in enumerate(synonyms):
            for rule in synonym.rules:
                if tokens := token_texts(fold(rule)):
                    self._wordings[tokens[0]].append((frozenset(tokens), number))

    def of_wording(self, passage: str) -> Iterator[str]:
        """Yield the features of the meanings whose rule wording ``passage`` (folded) has."""
        tokens = set(token_texts(passage))
        for token in tokens & self._wordings.keys():
            for wording, number in self._wordings[token]:
                if wording <= tokens:
                    yield meaning(number)

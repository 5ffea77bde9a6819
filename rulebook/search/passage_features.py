"""The features of the passages of clauses: what the rules print, and what players say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from rulebook.clauses.model import Clause
from rulebook.links.synonyms import Synonym
from rulebook.search.analysis import passages_in, token_texts
from rulebook.search.features import meaning, text_features
from rulebook.search.intent import blank_asking, said_tokens
from rulebook.search.name_matching import NameMatch, find_names, lengths_of_names
from rulebook.search.ranking_table import RankingTable
from rulebook.search.understood import named_units
from rulebook.text.normal import fold

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

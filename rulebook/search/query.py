"""A question as one game understands it: cut into units by the names that the game knows.

A *unit* is a name (a term, a rule word, a player's word, an everyday word) or, of the rest, a run
of kanji, katakana, letters or digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulebook.search.analysis import BRACKETS, token_texts
from rulebook.search.intent import blank_fillers
from rulebook.search.memo import remembered
from rulebook.search.name_matching import NameMatch, find_names, name_key, nearest_name
from rulebook.search.question import Question
from rulebook.search.ranking_table import RankingTable
from rulebook.search.weights import WEIGHTS, WHOLE, Weights
from rulebook.text.normal import fold

# A word of what is left, with the kana inside and one behind, unless that is a particle; or a pair
# of brackets.
WORD = re.compile(
    "(?:[一-龠々ァ-ヺーa-z0-9]+[ぁ-ゖ]?)+(?<![をはがにのでともへや])|[一-龠々ァ-ヺーa-z0-9]+"
    f"|{BRACKETS}"
)


class Wording(NamedTuple):
    """A way of saying a unit: its tokens, and what it is worth in percent."""

    tokens: tuple[str, ...]
    worth: int


class QueryUnit(NamedTuple):
    """A unit of a question, in normal form: its wordings, and the concepts and terms it names.

    The first wording is the unit as it was written.  ``concepts`` are numbers in the vocabulary,
    ``terms`` the places of defining clauses.
    """

    text: str
    wordings: tuple[Wording, ...]
    concepts: tuple[int, ...] = ()
    terms: tuple[int, ...] = ()


class Query(NamedTuple):
    """What the stages of ranking work on."""

    table: RankingTable
    question: Question
    units: tuple[QueryUnit, ...]
    weights: Weights


def read_query(table: RankingTable, question: Question, weights: Weights = WEIGHTS) -> Query:
    """Return ``question`` cut into units: names from left to right, then the other words."""
    names = tuple(find_names(question.text, table.knows))
    units: dict[str, QueryUnit | None] = {}
    for name in names:
        if name.key not in units:
            written = question.text[name.start : name.end]
            units[name.key] = _named_unit(table, name.key, written, weights)
    for match in WORD.finditer(blank_fillers(_blank_names(question.text, names))):
        if match[0] not in units:
            units[match[0]] = _word_unit(table, match[0], weights)
    return Query(table, question, tuple(unit for unit in units.values() if unit), weights)


def _blank_names(text: str, names: Sequence[NameMatch]) -> str:
    for name in names:
        text = text[: name.start] + " " * (name.end - name.start) + text[name.end :]
    return text


def _word_unit(table: RankingTable, written: str, weights: Weights) -> QueryUnit | None:
    """Return the unit of a word that is no name; one that no clause has may be a slip of a name."""
    words = token_texts(written)
    if not any(map(table.count, words)):
        key = nearest_name(name_key(written), table.all_names())
        if key is not None:
            return _named_unit(table, key, written, weights)
    return QueryUnit(written, (Wording(words, WHOLE),)) if words else None


@remembered
def _named_unit(table: RankingTable, key: str, written: str, weights: Weights) -> QueryUnit:
    """Return the unit of the name ``key``, written so, with all wordings that mean it."""
    named = table.named(key)
    concepts = tuple(number for number in named if number >= 0)
    rule_words = [word for concept in concepts for word in table.concepts[concept].words]
    wordings = (
        Wording(token_texts(written), WHOLE),
        *(Wording(token_texts(fold(word)), weights.rule_word) for word in rule_words),
        *(Wording(words, weights.synonym) for words in table.vocabulary.wordings_of(key)),
    )
    terms = tuple(table.terms[-number - 1] for number in named if number < 0)
    return QueryUnit(written, wordings, concepts, terms)

"""Units of a text (the names in it) and its features, by which questions and clauses are compared:
its tokens, names, and the meanings of its everyday words. So no shared word is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulebook.records import NamedTuple
from rulebook.search.analysis import token_texts
from rulebook.search.name_matching import NameMatch
from rulebook.search.tables.ranking_table import RankingTable, memoised

# Prefixes that no token begins with (see rulebook.search.analysis).
_NAME, _MEANING = "#", "~"


def text_features(tokens: Iterable[str], units: Iterable[QuestionUnit]) -> Mapping[str, str]:
    """Return features with their kinds: questions and clauses, cut alike, are compared by these."""
    features = dict.fromkeys(tokens, "token")
    for unit in units:
        for number in unit.names:
            features[f"{_NAME}{number}"] = "name"
        for number in unit.meanings:
            features[meaning(number)] = "meaning"
    return features


def meaning(number: int) -> str:
    """Return the feature of the everyday meaning ``number`` (捨てる and 控え室に置く have the
    same): the number after a sign that no token has, so it is never mistaken for a token."""
    return f"{_MEANING}{number}"


class QuestionUnit(NamedTuple):
    """A name or word of a text in normal form: its tokens, and what it names."""

    text: str
    tokens: tuple[str, ...]
    names: tuple[int, ...] = ()  # Concepts of the vocabulary and, below zero, terms
    meanings: tuple[int, ...] = ()  # Everyday ones

    @property
    def concepts(self) -> tuple[int, ...]:
        """The numbers of the concepts that the name stands for (墓地: the discard pile of any
        game), without those below 0, of terms. They lead to the clauses that govern them."""
        return tuple(number for number in self.names if number >= 0)

    @property
    def terms(self) -> tuple[int, ...]:
        """The numbers, below 0, of the terms of the game's own rules that the name stands for. They
        lead to the clauses that define the terms."""
        return tuple(number for number in self.names if number < 0)


def named_units(
    table: RankingTable, text: str, names: Iterable[NameMatch]
) -> Sequence[QuestionUnit]:
    """Return a unit for each of ``names``, found in ``text``, once: repeating asks for no more."""
    units: dict[str, QuestionUnit] = {}
    for name in names:
        if name.key not in units:
            units[name.key] = named_unit(table, name.key, text[name.start : name.end])
    return tuple(units.values())


@memoised
def named_unit(table: RankingTable, key: str, written: str) -> QuestionUnit:
    """Return the unit of the name ``key``, spelt ``written``, stored since it is in many texts."""
    meanings = tuple(table.vocabulary.synonyms.get(key, ()))
    return QuestionUnit(written, token_texts(written), table.named(key), meanings)

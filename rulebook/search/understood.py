"""A question as one game understands it: cut into units by the names that the game knows.

A *unit* is a name (a term, a rule word, a player's word, an everyday word) or, of the rest, a run
of kanji, katakana, letters or digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rulebook.records import NamedTuple
from rulebook.search.analysis import BRACKETS, token_texts
from rulebook.search.game_names import blank_game_names
from rulebook.search.intent import Intent, blank_asking, blank_fillers, intents_of, said_tokens
from rulebook.search.memo import remembered
from rulebook.search.name_matching import NameMatch, blank_names, find_names, name_key, nearest_name
from rulebook.search.question import Question
from rulebook.search.ranking_table import RankingTable
from rulebook.search.small_talk import without_small_talk
from rulebook.search.weights import WEIGHTS, Weights

# A word of what is left, with the kana inside and one behind, unless that is a particle; or a pair
# of brackets.
_WRITTEN = r"(?:[0-9]|[^\W_ぁ-ゖ])+"
# One look behind for each particle: to compile one for all of them takes twice as long.
_NO_PARTICLE = "".join(f"(?<!{particle})" for particle in "をはがにのでともへや")
WORD = re.compile(f"(?:{_WRITTEN}[ぁ-ゖ]?)+{_NO_PARTICLE}|{_WRITTEN}|{BRACKETS}")


class QuestionUnit(NamedTuple):
    """A unit of a question, in normal form: its tokens, and what it names.

    ``names`` are numbers: of concepts in the vocabulary, and below zero of terms of the game.
    ``meanings`` are numbers of everyday meanings.
    """

    text: str
    tokens: tuple[str, ...]
    names: tuple[int, ...] = ()
    meanings: tuple[int, ...] = ()

    @property
    def concepts(self) -> tuple[int, ...]:
        """The numbers of the concepts that it names."""
        return tuple(number for number in self.names if number >= 0)

    @property
    def terms(self) -> tuple[int, ...]:
        """The numbers of the terms that it names, below zero."""
        return tuple(number for number in self.names if number < 0)


class UnderstoodQuestion(NamedTuple):
    """What the stages of ranking work on."""

    table: RankingTable
    question: Question
    subject: str
    """The normal form of the question without the small talk around it."""
    tokens: tuple[str, ...]
    """Those of its subject, and those of its romaji in kana."""
    units: tuple[QuestionUnit, ...]
    intents: tuple[Intent, ...]
    """What its subject wants to know."""
    weights: Weights


def understand(
    table: RankingTable, question: Question, weights: Weights = WEIGHTS
) -> UnderstoodQuestion:
    """Return ``question`` cut into units: names from left to right, then the other words."""
    subject = without_small_talk(table, question.text)
    text = blank_asking(blank_game_names(table, subject))
    names = tuple(find_names(text, table.knows, table.longest_name))
    said = said_tokens(text)
    kana = _kana(table, said)
    units: dict[str, QuestionUnit | None] = {
        unit.text: unit for unit in (*_named(table, text, names), *named_units(table, kana))
    }
    for match in WORD.finditer(blank_fillers(blank_names(text, names))):
        if match[0] not in units:
            units[match[0]] = _word_unit(table, match[0])
    tokens = tuple(dict.fromkeys((*said, *token_texts(kana))))
    known = tuple(filter(None, units.values()))
    wants = intents_of(subject)
    return UnderstoodQuestion(table, question, subject, tokens, known, wants, weights)


def _kana(table: RankingTable, tokens: Iterable[str]) -> str:
    """Return the words in Latin letters that no clause has, read as romaji."""
    unknown = [token for token in tokens if _may_be_romaji(token) and not table.count(token)]
    if not unknown:
        return ""
    # Few questions have any, and no other waits for the syllables.
    from rulebook.text.romaji import readings_of

    return " ".join(reading for token in unknown for reading in readings_of(token))


def _may_be_romaji(token: str) -> bool:
    """Whether ``token`` (in normal form) may be romaji: a letter alone is seldom a word."""
    return len(token) > 1 and token.isascii() and token.isalpha()


def named_units(
    table: RankingTable, text: str, find: Callable[[str], Iterable[NameMatch]] | None = None
) -> Sequence[QuestionUnit]:
    """Return the units of the names in ``text`` (in normal form), each once.

    ``find`` finds the names where whoever asks can do so faster than by ``table``.
    """
    found = find(text) if find else find_names(text, table.knows, table.longest_name)
    return _named(table, text, found)


def _named(table: RankingTable, text: str, names: Iterable[NameMatch]) -> Sequence[QuestionUnit]:
    units: dict[str, QuestionUnit] = {}
    for name in names:
        if name.key not in units:
            units[name.key] = _named_unit(table, name.key, text[name.start : name.end])
    return tuple(units.values())


def _word_unit(table: RankingTable, written: str) -> QuestionUnit | None:
    """Return the unit of a word that is no name; one that no clause has may be a slip of a name."""
    words = token_texts(written)
    if not any(map(table.count, words)):
        key = nearest_name(name_key(written), table.all_names())
        if key is not None:
            return _named_unit(table, key, written)
    return QuestionUnit(written, words) if words else None


@remembered
def _named_unit(table: RankingTable, key: str, written: str) -> QuestionUnit:
    """Return the unit of the name ``key``, written so."""
    meanings = tuple(table.vocabulary.synonyms.get(key, ()))
    return QuestionUnit(written, token_texts(written), table.named(key), meanings)

"""A question as one game understands it: cut into units by the names that the game knows.

A *unit* is a name (a term, a rule word, a player's word, an everyday word) or, of the rest, a run
of kanji, katakana, letters or digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulebook.records import NamedTuple
from rulebook.search.analysis import BRACKETS, pieces_of, token_texts
from rulebook.search.asking.weights import WEIGHTS, Weights
from rulebook.search.intent import Intent, blank_asking, blank_fillers, intents_of, said_tokens
from rulebook.search.name_matching import (
    blank_names,
    find_names,
    longest_of,
    name_key,
    nearest_name,
)
from rulebook.search.question import Question
from rulebook.search.tables.ranking_table import SCALE, RankingTable
from rulebook.search.tables.units import QuestionUnit, named_unit, named_units, units_of_names

if TYPE_CHECKING:
    from rulebook.search.tables.ranking_table import RankingTable

# A word of what is left, with the kana inside and one behind, unless that is a particle; or a pair
# of brackets.
_WRITTEN = r"(?:[0-9]|[^\W_ぁ-ゖ])+"
# One look behind for each particle: to compile one for all of them takes twice as long.
_NO_PARTICLE = "".join(f"(?<!{particle})" for particle in "をはがにのでともへや")
WORD = re.compile(f"(?:{_WRITTEN}[ぁ-ゖ]?)+{_NO_PARTICLE}|{_WRITTEN}|{BRACKETS}")


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
        unit.text: unit for unit in (*units_of_names(table, text, names), *named_units(table, kana))
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


def _word_unit(table: RankingTable, written: str) -> QuestionUnit | None:
    """Return the unit of a word that is no name; one that no clause has may be a slip of a name."""
    words = token_texts(written)
    if not any(map(table.count, words)):
        key = nearest_name(name_key(written), table.all_names())
        if key is not None:
            return named_unit(table, key, written)
    return QuestionUnit(written, words) if words else None


# A token speaks for small talk by how much rarer it is in the clauses, which count it once however
# often it is said, and at most so much; against it speaks a token that small talk does not have,
# little where no clause has it either.  From where on a piece is small talk.  All were measured on
# questions with small talk put around them.
ONCE, MOST = 3 * SCALE, 3 * SCALE
UNHEARD, UNKNOWN = 4 * SCALE, SCALE
ENOUGH = SCALE


def without_small_talk(table: RankingTable, question: str) -> str:
    """Return ``question`` (in normal form) without small talk, where a subject is left then."""
    pieces = list(pieces_of(question))
    if len(pieces) < 2:
        return question
    read = [(piece, said_tokens(piece)) for piece in pieces]
    subject = [(piece, tokens) for piece, tokens in read if not _is_talk(table, tokens)]
    if any(table.count(token) for _, tokens in subject for token in tokens):
        return "".join(piece for piece, _ in subject)
    return question


def _is_talk(table: RankingTable, tokens: Iterable[str]) -> bool:
    return sum(_speaks_for_talk(table, token) for token in tokens) > ENOUGH


def _speaks_for_talk(table: RankingTable, token: str) -> int:
    there = table.vocabulary.small_talk.get(token)
    if there is None:
        return -UNHEARD if table.count(token) else -UNKNOWN
    return max(-MOST, min(MOST, table.rarity_or_most(token) + ONCE - there))


def blank_game_names(table: RankingTable, text: str) -> str:
    """Return ``text`` with the names of games blanked, but for what the rules have a use for."""
    names = table.vocabulary.games
    is_only_that = lambda key: key in names and not table.knows(key)  # noqa: E731
    return blank_names(text, find_names(text, is_only_that, longest_of(names)))

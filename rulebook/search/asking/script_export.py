"""Ranking rules, tables and vocabulary as plain values, for a script in another language.

Weights, limits and patterns are taken from the modules that use them, so that the script always
has the same.  Python and JavaScript read the patterns alike, except for the class of letters and
digits, which is translated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from rulebook.clauses import numbers
from rulebook.search import analysis, intent, name_matching, question
from rulebook.search.asking import (
    answers,
    confidence,
    definition_scores,
    evidence,
    ruling_search,
    ruling_sentence,
    understood,
    weights,
)
from rulebook.search.tables import ranking_table
from rulebook.search.tables.ranking_table import RankingTable, concept_rows
from rulebook.search.tables.vocabulary import SharedVocabulary
from rulebook.text import romaji


def ranking_rules() -> dict[str, Any]:
    """Return weights, limits and patterns by the script's names: it ranks as Python does."""
    return {
        "weights": weights.WEIGHTS._asdict(),
        "deepest": weights.DEEPEST,
        "lookedAt": weights.LOOKED_AT,
        "neverPrinted": weights.NEVER_PRINTED,
        "number": weights.NUMBER,
        "saturation": ranking_table.SATURATION,
        "base": ranking_table.BASE,
        "longestQuestion": question.LONGEST_QUESTION,
        "brackets": question.OPENING_BRACKETS,
        "hasRule": answers.HAS_RULE,
        "clearly": answers.CLEARLY,
        "term": answers.TERM,
        "shortestKana": name_matching.SHORTEST_KANA,
        "slips": [name_matching.SHORTEST_SLIP, name_matching.LONG],
        "intents": intent.ASKED,
        "commonEnglish": sorted(intent.COMMON_ENGLISH),
        "confidence": {
            "answered": list(confidence.ANSWERED),
            "unprepared": list(confidence.UNPREPARED),
            "firstRight": list(confidence.FIRST_RIGHT),
            "noAnswer": confidence.NO_ANSWER,
            "sure": confidence.SURE,
            "sureAnswered": confidence.SURE_ANSWERED,
            "likely": confidence.LIKELY,
            "scale": ranking_table.SCALE,
        },
        "definitions": {
            "comparing": definition_scores.COMPARING,
            "joining": definition_scores.JOINING,
            "trailing": definition_scores.TRAILING,
            "nothing": "".join(sorted(definition_scores.NOTHING)),
            "askingWords": sorted(definition_scores.ASKING_WORDS),
            "steps": sorted(definition_scores.STEPS),
            "besideSteps": sorted(definition_scores.BESIDE_STEPS),
            "icons": definition_scores.ICONS,
            "besideIcons": sorted(definition_scores.BESIDE_ICONS),
            "hiragana": analysis.KANA,
        },
        "sentence": _sentence_rules(),
        "romaji": {
            "syllables": dict(romaji.SYLLABLES),
            "longest": romaji.LONGEST_SYLLABLE,
            "doubled": romaji.DOUBLED,
            "loneN": romaji.LONE_N,
        },
        "smallTalk": {
            "once": understood.ONCE,
            "most": understood.MOST,
            "unheard": understood.UNHEARD,
            "unknown": understood.UNKNOWN,
            "enough": understood.ENOUGH,
        },
        "rulings": {
            "halfLength": ruling_search.HALF_LENGTH,
            "told": ruling_search.LEAST_SHARE,
            "deciding": ruling_search.DECIDING,
            "found": ruling_search.FOUND,
            "mostTold": ruling_search.MOST_RULINGS,
        },
        "patterns": {
            "asking": intent.ASKING,
            "filler": "|".join(map(_filler, intent.FILLERS)),
            "piece": analysis.PIECE,
            "word": _for_script(understood.WORD),
            "kanaWord": understood.KANA_WORD,
            "run": _for_script(analysis.RUN),
            "whole": _for_script(analysis.WHOLE),
            "ending": "|".join(answers.ENDINGS),
            "numbers": evidence.NUMBERS,
            "hiragana": f"[{analysis.HIRAGANA}]+",
            "separators": numbers.SEPARATORS,
            "written": numbers.WRITTEN,
            "counted": numbers.COUNTED,
        },
    }


def _sentence_rules() -> dict[str, Any]:
    """Return the rules of the ruling sentence, for the browser to choose the same sentence."""
    return {
        "openers": ruling_sentence.OPENERS,
        "closers": ruling_sentence.CLOSERS,
        "ends": ruling_sentence.ENDS,
        "latinEnds": ruling_sentence.LATIN_ENDS,
        "serving": [ruling_sentence.SERVING[each] for each in intent.Intent],
        "asides": ruling_sentence.ASIDES,
        "first": ruling_sentence.FIRST,
        "aside": ruling_sentence.ASIDE,
        "served": ruling_sentence.SERVED,
        "any": ruling_sentence.ANY,
    }


def _filler(word: str) -> str:
    """Return a pattern for a filler word of questions; a Latin one matches only as a whole word."""
    return rf"(?<![a-z]){word}(?![a-z])" if word.isascii() else word


def _for_script(pattern: re.Pattern[str]) -> str:
    """Return ``pattern`` for JavaScript, which has no ``\\w`` for letters of all scripts."""
    return re.sub(r"\[\^\\W([^]]*)\]", r"(?:(?![\1])[\\p{L}\\p{N}])", pattern.pattern)


# Fields that are exported unchanged.
_PLAIN = ("game", "numbers", "intents", "lengths", "rarities")


def packed_vocabulary(vocabulary: SharedVocabulary) -> dict[str, Any]:
    """Return ``vocabulary`` as plain values for the browser, keys grouped to be smaller."""
    return {
        "names": _grouped(vocabulary.names),
        "synonyms": _grouped(vocabulary.synonyms),
        "outside": sorted(vocabulary.outside),
        "offTopic": _grouped({token: [rare] for token, rare in vocabulary.off_topic.items()}),
        "smallTalk": _grouped({token: [rare] for token, rare in vocabulary.small_talk.items()}),
        "openings": vocabulary.openings,
        "games": dict(vocabulary.games),
        "situationWords": vocabulary.situation_words,
        "situations": vocabulary.situations,
    }


def packed_table(table: RankingTable) -> dict[str, Any]:
    """Return ``table`` as plain values for the browser; what it can compute is left out."""
    return {
        **{name: getattr(table, name) for name in _PLAIN},
        "names": dict(table.names),
        "concepts": concept_rows(table),
        "definitions": list(table.definitions.items()),
        "principles": list(table.principles.items()),
        "printed": _columns(table.printed),
        "spoken": _columns(table.phrased),
        "prepared": table.prepared,
    }


def _grouped(numbers: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return the keys as one string, and the length of each run of keys with equal numbers. Each
    key begins with a character for how many it shares with the key before it."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for key, value in numbers.items():
        groups.setdefault(tuple(value), []).append(key)
    order = sorted(groups)
    keys = [key for value in order for key in sorted(groups[value])]
    pairs = zip(("", *keys), keys, strict=False)
    shared = "\n".join(_without_shared(before, key) for before, key in pairs)
    return {"keys": shared, "runs": [[value, len(groups[value])] for value in order]}


# The character for a key that shares nothing with the one before it; the next is for one, and so
# on.
_NOTHING_SHARED, _MOST_SHARED = ord("0"), 60


def _without_shared(before: str, key: str) -> str:
    """Return ``key`` with one character for the beginning that it shares with ``before``. Sorted
    keys share much, so the files that browsers load become smaller."""
    pairs = zip(before, key[:_MOST_SHARED], strict=False)
    # JavaScript counts characters beyond U+FFFF twice.
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] <= "\uffff", pairs))
    return chr(_NOTHING_SHARED + shared) + key[shared:]


def _columns(postings: Mapping[str, Sequence[str]]) -> list[str]:
    """Return ``postings`` as three strings: features, gaps, counts. They are sorted by gaps, which
    compresses best."""
    rows = sorted((gaps, counts, feature) for feature, (gaps, counts) in postings.items())
    return [" ".join(row[column] for row in rows) for column in (2, 0, 1)]

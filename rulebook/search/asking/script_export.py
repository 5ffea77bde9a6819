"""Ranking rules, tables and vocabulary as plain values, for a script in another language.

Weights, limits and patterns are taken from the modules that use them, so that the script always
has the same.  Python and JavaScript read the patterns alike, except for the class of letters and
digits, which is translated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from types import ModuleType
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
    compared, sentence = definition_scores, ruling_sentence
    return {
        "weights": weights.WEIGHTS._asdict(),
        "unpreparedWeights": weights.UNPREPARED_WEIGHTS._asdict(),
        **_constants(weights, "DEEPEST LOOKED_AT NEVER_PRINTED NUMBER"),
        **_constants(ranking_table, "SATURATION BASE"),
        **_constants(question, "LONGEST_QUESTION"),
        "brackets": question.OPENING_BRACKETS,
        **_constants(answers, "HAS_RULE CLEARLY TERM"),
        **_constants(name_matching, "SHORTEST_KANA"),
        "slips": [name_matching.SHORTEST_SLIP, name_matching.LONG],
        "intents": intent.ASKED,
        **_constants(intent, "COMMON_ENGLISH"),
        "confidence": {
            **_constants(confidence, "ANSWERED UNPREPARED FIRST_RIGHT NO_ANSWER SURE"),
            **_constants(confidence, "SURE_ANSWERED LIKELY"),
            "scale": ranking_table.SCALE,
        },
        "definitions": {
            **_constants(compared, "COMPARING JOINING TRAILING"),
            "nothing": "".join(sorted(compared.NOTHING)),
            **_constants(compared, "ASKING_WORDS STEPS BESIDE_STEPS ICONS BESIDE_ICONS"),
            "hiragana": analysis.KANA,
        },
        "sentence": {
            **_constants(sentence, "OPENERS CLOSERS ENDS LATIN_ENDS"),
            "serving": [sentence.SERVING[each] for each in intent.Intent],
            **_constants(sentence, "ASIDES FIRST ASIDE SERVED ANY"),
        },
        "romaji": {
            "syllables": dict(romaji.SYLLABLES),
            "longest": romaji.LONGEST_SYLLABLE,
            **_constants(romaji, "DOUBLED LONE_N"),
        },
        "smallTalk": _constants(understood, "ONCE MOST UNHEARD UNKNOWN ENOUGH"),
        "rulings": {
            **_constants(ruling_search, "HALF_LENGTH"),
            "told": ruling_search.LEAST_SHARE,
            **_constants(ruling_search, "DECIDING FOUND"),
            "mostTold": ruling_search.MOST_RULINGS,
        },
        "patterns": {
            **_constants(intent, "ASKING"),
            "filler": "|".join(map(_filler, intent.FILLERS)),
            **_constants(analysis, "PIECE"),
            **_constants(understood, "WORD KANA_WORD"),
            **_constants(analysis, "RUN WHOLE"),
            "ending": "|".join(answers.ENDINGS),
            **_constants(evidence, "NUMBERS"),
            "hiragana": f"[{analysis.HIRAGANA}]+",
            **_constants(numbers, "SEPARATORS WRITTEN COUNTED"),
        },
    }


def _constants(module: ModuleType, names: str) -> dict[str, Any]:
    """Return constants of ``module`` as plain values: LOOKED_AT is ``lookedAt`` in the script."""
    found: dict[str, Any] = {}
    for name in names.split():
        first, *others = name.lower().split("_")
        value = getattr(module, name)
        value = sorted(value) if isinstance(value, frozenset) else value
        value = _for_script(value) if isinstance(value, re.Pattern) else value
        found[first + "".join(map(str.capitalize, others))] = value
    return found


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
    """Return keys as one string, each with how much it shares, and runs of equal numbers."""
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
    """Return ``key`` with a character for what sorted keys share, for smaller files."""
    pairs = zip(before, key[:_MOST_SHARED], strict=False)
    # JavaScript counts characters beyond U+FFFF twice.
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] <= "\uffff", pairs))
    return chr(_NOTHING_SHARED + shared) + key[shared:]


def _columns(postings: Mapping[str, Sequence[str]]) -> list[str]:
    """Return ``postings`` as features, gaps and counts, sorted by gaps to compress best."""
    rows = sorted((gaps, counts, feature) for feature, (gaps, counts) in postings.items())
    return [" ".join(row[column] for row in rows) for column in (2, 0, 1)]

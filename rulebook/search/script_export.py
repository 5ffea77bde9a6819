"""The rules of ranking as plain values: what a script in another language needs beside a table.

Weights, limits and patterns are read out of the modules that use them, so that a change there
reaches every reader of the table.  The patterns keep to what Python and JavaScript read alike,
but for the letters and digits of all scripts, which JavaScript calls by another name.
"""

from __future__ import annotations

import re
from typing import Any

from rulebook.clauses import numbers
from rulebook.search import (
    analysis,
    answers,
    confidence,
    game_guess,
    intent,
    name_matching,
    number_scores,
    question,
    ranking_table,
    rarity,
    reasons,
    recognition,
    ruling_search,
    small_talk,
    understood,
    weights,
)
from rulebook.text import romaji


def ranking_rules() -> dict[str, Any]:
    """Return weights, limits and patterns under the names that the script calls them by."""
    return {
        "weights": weights.WEIGHTS._asdict(),
        "deepest": weights.DEEPEST,
        "neverPrinted": weights.NEVER_PRINTED,
        "number": weights.NUMBER,
        "saturation": ranking_table.SATURATION,
        "base": ranking_table.BASE,
        "longestQuestion": question.LONGEST_QUESTION,
        "brackets": recognition.OPENING_BRACKETS,
        "hasRule": answers.HAS_RULE,
        "clearly": game_guess.CLEARLY,
        "term": game_guess.TERM,
        "shortestKana": name_matching.SHORTEST_KANA,
        "slips": [name_matching.SHORTEST_SLIP, name_matching.LONG],
        "intents": intent.ASKED,
        "confidence": {
            "answered": list(confidence.ANSWERED),
            "firstRight": list(confidence.FIRST_RIGHT),
            "noAnswer": confidence.NO_ANSWER,
            "sure": confidence.SURE,
            "likely": confidence.LIKELY,
            "scale": rarity.SCALE,
        },
        "romaji": {
            "syllables": dict(romaji.SYLLABLES),
            "longest": romaji.LONGEST_SYLLABLE,
            "doubled": romaji.DOUBLED,
            "loneN": romaji.LONE_N,
        },
        "smallTalk": {
            "once": small_talk.ONCE,
            "most": small_talk.MOST,
            "unheard": small_talk.UNHEARD,
            "unknown": small_talk.UNKNOWN,
            "enough": small_talk.ENOUGH,
        },
        "rulings": {
            "halfLength": ruling_search.HALF_LENGTH,
            "told": ruling_search.TOLD,
            "deciding": ruling_search.DECIDING,
            "found": ruling_search.FOUND,
            "mostTold": ruling_search.MOST_TOLD,
        },
        "patterns": {
            "asking": intent.ASKING,
            "filler": "|".join(map(_filler, intent.FILLERS)),
            "piece": small_talk.PIECE,
            "word": _for_script(understood.WORD),
            "run": _for_script(analysis.RUN),
            "whole": _for_script(analysis.WHOLE),
            "ending": "|".join(reasons.ENDINGS),
            "numbers": number_scores.NUMBERS,
            "hiragana": f"[{analysis.HIRAGANA}]+",
            "separators": numbers.SEPARATORS,
            "written": numbers.WRITTEN,
        },
    }


def _filler(word: str) -> str:
    return rf"(?<![a-z]){word}(?![a-z])" if word.isascii() else word


def _for_script(pattern: re.Pattern[str]) -> str:
    """Return ``pattern`` with what JavaScript says for "letters and digits but not these"."""
    return re.sub(r"\[\^\\W([^]]*)\]", r"(?:(?![\1])[\\p{L}\\p{N}])", pattern.pattern)

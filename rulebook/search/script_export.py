"""The rules of ranking as plain values: what a script in another language needs beside a table.

Weights, limits and patterns are read out of the modules that use them, so that a change there
reaches every reader of the table.  The patterns keep to what Python and JavaScript read alike.
"""

from __future__ import annotations

from typing import Any

from rulebook.clauses import numbers
from rulebook.search import analysis, answers, intent, name_matching, rank, ranking_table


def ranking_rules() -> dict[str, Any]:
    """Return weights, limits and patterns under the names that the script calls them by."""
    return {
        "weights": rank.WEIGHTS._asdict(),
        "deepest": rank.DEEPEST,
        "closer": rank.CLOSER,
        "fitting": rank._FITTING,
        "fine": rank._FINE,
        "said": ranking_table._SAID,
        "common": ranking_table._COMMON,
        "base": ranking_table.BASE,
        "whole": rank._WHOLE,
        "nowhere": rank._NOWHERE,
        "longestQuestion": answers.LONGEST_QUESTION,
        "perGame": answers._PER_GAME,
        "clearly": answers._CLEARLY,
        "term": answers._TERM,
        "longestName": name_matching.LONGEST_NAME,
        "shortestKana": name_matching._SHORTEST_KANA,
        "slips": [name_matching._SHORTEST_SLIP, name_matching._LONG],
        "asked": [[int(intent_), pattern.pattern] for intent_, pattern in intent._ASKED_PATTERNS],
        "patterns": {
            "filler": intent._FILLER.pattern,
            "word": rank._RUN.pattern,
            "run": analysis._RUN.pattern,
            "hiragana": analysis._HIRAGANA.pattern,
            "separators": numbers._SEPARATORS.pattern,
            "address": numbers._ADDRESS.pattern,
        },
    }

"""The rules of ranking as plain values: what a script in another language needs beside a table.

Weights, limits and patterns are read out of the modules that use them, so that a change there
reaches every reader of the table.  The patterns keep to what Python and JavaScript read alike.
"""

from __future__ import annotations

from typing import Any

from rulebook.clauses import numbers
from rulebook.search import (
    analysis,
    answers,
    game_guess,
    intent,
    name_matching,
    query,
    question,
    ranking_table,
    recognition,
    weights,
)


def ranking_rules() -> dict[str, Any]:
    """Return weights, limits and patterns under the names that the script calls them by."""
    return {
        "weights": weights.WEIGHTS._asdict(),
        "deepest": weights.DEEPEST,
        "neverPrinted": weights.NEVER_PRINTED,
        "saturation": ranking_table.SATURATION,
        "base": ranking_table.BASE,
        "longestQuestion": question.LONGEST_QUESTION,
        "brackets": recognition.BRACKETS,
        "hasRule": answers.HAS_RULE,
        "clearly": game_guess.CLEARLY,
        "term": game_guess.TERM,
        "longestName": name_matching.LONGEST_NAME,
        "shortestKana": name_matching.SHORTEST_KANA,
        "slips": [name_matching.SHORTEST_SLIP, name_matching.LONG],
        "intents": [[int(wanted), pattern.pattern] for wanted, pattern in intent.ASKED],
        "patterns": {
            "filler": intent.FILLER.pattern,
            "word": query.WORD.pattern,
            "run": analysis.RUN.pattern,
            "hiragana": analysis.HIRAGANA.pattern,
            "separators": numbers._SEPARATORS.pattern,
            "address": numbers._ADDRESS.pattern,
        },
    }

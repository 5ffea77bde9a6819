"""Table and vocabulary as plain values for a script, put so that they compress best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulebook.search.ranking_table import RankingTable
from rulebook.search.table_file import concept_rows
from rulebook.search.vocabulary import SharedVocabulary

# What is given as it stands.
_PLAIN = ("game", "numbers", "intents", "lengths", "rarities")


def packed_vocabulary(vocabulary: SharedVocabulary) -> dict[str, Any]:
    """Return ``vocabulary``: keys of the same numbers are one text."""
    return {
        "names": _grouped(vocabulary.names),
        "synonyms": _grouped(vocabulary.synonyms),
        "outside": sorted(vocabulary.outside),
        "offTopic": _grouped({token: [rare] for token, rare in vocabulary.off_topic.items()}),
        "smallTalk": _grouped({token: [rare] for token, rare in vocabulary.small_talk.items()}),
        "openings": vocabulary.openings,
        "games": dict(vocabulary.games),
    }


def packed_table(table: RankingTable) -> dict[str, Any]:
    """Return ``table`` without the vocabulary and what a script can work out."""
    return {
        **{name: getattr(table, name) for name in _PLAIN},
        "names": dict(table.names),
        "concepts": concept_rows(table),
        "printed": _columns(table.printed),
        "spoken": _columns(table.spoken),
    }


def _grouped(numbers: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return the keys as one text, and for each run of them that leads to the same: how many."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for key, value in numbers.items():
        groups.setdefault(tuple(value), []).append(key)
    order = sorted(groups)
    keys = "\n".join(key for value in order for key in groups[value])
    return {"keys": keys, "runs": [[value, len(groups[value])] for value in order]}


def _columns(postings: Mapping[str, Sequence[str]]) -> list[str]:
    """Return ``postings`` as three rows of words: features, gaps, counts.

    Like ones stand together, for they compress best so.
    """
    rows = sorted((gaps, counts, feature) for feature, (gaps, counts) in postings.items())
    return [" ".join(row[column] for row in rows) for column in (2, 0, 1)]

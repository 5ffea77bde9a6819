"""Features: what questions and clauses are compared by.

The features of a text are its tokens and what the names in it mean: their concepts and terms, and
for everyday words their meanings.  So a question and a clause meet even where they share no word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulebook.search.understood import QuestionUnit

# What no token begins with: see rulebook.search.analysis.
_NAME, _MEANING = "#", "~"


class FeatureKind(Enum):
    """The kinds of features; the values are the names of their weights."""

    TOKEN = "token"
    MEANING = "meaning"
    NAME = "name"


def text_features(
    tokens: Iterable[str], units: Iterable[QuestionUnit]
) -> Mapping[str, FeatureKind]:
    """Return the features of a text with these tokens and units, each with its kind."""
    features = dict.fromkeys(tokens, FeatureKind.TOKEN)
    for unit in units:
        for number in unit.names:
            features[f"{_NAME}{number}"] = FeatureKind.NAME
        for number in unit.meanings:
            features[meaning(number)] = FeatureKind.MEANING
    return features


def meaning(number: int) -> str:
    """Return the feature of the everyday meaning of that number."""
    return f"{_MEANING}{number}"

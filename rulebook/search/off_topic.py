"""How much a question sounds like those that no rules answer.

``corpus/outside.toml`` has such questions.  A word that is common in them and rare in the clauses
of a game speaks against an answer, by as much as the one rarity is below the other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from rulebook.search.analysis import is_hiragana
from rulebook.search.rarity import SCALE, token_rarities
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook.search.understood import UnderstoodQuestion

# A token that fewer of the questions have says next to nothing of them.
LEAST = 4


def off_topic_rarities(questions: Collection[str]) -> Mapping[str, int]:
    """Return for each token that some of ``questions`` have how rare it is in them."""
    rarities = token_rarities([fold(question) for question in questions], LEAST)
    # Hiragana alone is grammar, and subjects written by ear.
    return {token: rare for token, rare in rarities.items() if not is_hiragana(token)}


def off_topic(asked: UnderstoodQuestion) -> float:
    """Return how much the words of ``asked`` are those of questions that no rules answer."""
    table = asked.table
    there = table.vocabulary.off_topic
    known = [token for token in asked.tokens if token in there]
    excess = (max(0, table.rarity_or_most(token) - there[token]) for token in known)
    return sum(excess) / SCALE

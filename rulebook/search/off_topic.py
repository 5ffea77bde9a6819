"""How much a question sounds like those that no rules answer.

``corpus/outside.toml`` has such questions.  A word that is common in them and rare in the clauses
of a game speaks against an answer, by as much as the one rarity is below the other.  What
counts is the share of that in what all words are worth: a 値段 amid ten words of the rules says
little, since people ask for a rule and tell of much else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from rulebook.search.analysis import is_hiragana
from rulebook.search.rarity import token_rarities
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook.search.understood import UnderstoodQuestion

# A token that fewer of the questions have says next to nothing of them.
LEAST_ASKED = 5


def off_topic_rarities(questions: Collection[str]) -> Mapping[str, int]:
    """Return for each token that some of ``questions`` have how rare it is in them."""
    rarities = token_rarities([fold(question) for question in questions], LEAST_ASKED)
    # Hiragana alone is grammar, and subjects written by ear.
    return {token: rare for token, rare in rarities.items() if not is_hiragana(token)}


def off_topic(asked: UnderstoodQuestion) -> float:
    """Return which share of the words of ``asked`` is that of questions that no rules answer."""
    table = asked.table
    there = table.vocabulary.off_topic
    worths = {token: table.rarity_or_most(token) for token in asked.tokens}
    excess = (max(0, worth - there[token]) for token, worth in worths.items() if token in there)
    return sum(excess) / (sum(worths.values()) or 1)

"""How much a question sounds like those that no rules answer.

``corpus/outside.toml`` has such questions.  A word that is common in them and rare in the clauses
of a game speaks against an answer, by as much as the one rarity is below the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from rulebook.search.analysis import is_hiragana, token_texts
from rulebook.search.intent import blank_fillers
from rulebook.search.rarity import SCALE, rarity
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook.search.understood import UnderstoodQuestion

# A token that fewer of the questions have says next to nothing of them.
LEAST = 4


def off_topic_rarities(questions: Collection[str]) -> Mapping[str, int]:
    """Return for each token that some of ``questions`` have how rare it is in them."""
    counts = Counter(
        token for question in questions for token in token_texts(blank_fillers(fold(question)))
    )
    return {
        token: rarity(count, len(questions))
        for token, count in counts.items()
        # Hiragana alone is grammar, and subjects written by ear.
        if count >= LEAST and not is_hiragana(token)
    }


def off_topic(asked: UnderstoodQuestion) -> float:
    """Return how much the words of ``asked`` are those of questions that no rules answer."""
    table = asked.table
    there = table.vocabulary.off_topic
    known = [token for token in asked.tokens if token in there]
    here = [table.rarity(token) or table.rarities[0] for token in known]
    excess = (max(0, rare - there[token]) for rare, token in zip(here, known, strict=True))
    return sum(excess) / SCALE

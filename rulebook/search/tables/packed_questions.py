"""Players' questions as short texts, with which a question is compared.

A packed question is the sum of the rarities of its features, then each feature, a character each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from rulebook.search.tables.ranking_table import BASE, feature_code, question_key

# Questions of fewer features say little; a feature in fewer questions would seldom be found again.
_FEWEST_FEATURES, _FEWEST_QUESTIONS = 4, 5


def packed_questions(
    questions: Sequence[Sequence[Collection[str]]], rarity: Callable[[str], int]
) -> dict[str, list[str]]:
    """Return players' questions for each clause, by the clause's key, as short texts that are fast
    to load and compare. ``questions`` has the features (words and names) of each."""
    said = Counter(each for row in questions for features in row for each in features)
    rarities = {each: rarity(each) for each, times in said.items() if times >= _FEWEST_QUESTIONS}
    codes = {each: feature_code(each) for each, rare in rarities.items() if rare}
    packed: dict[str, list[str]] = {}
    for place, row in enumerate(questions):
        for features in row:
            known = sorted(filter(codes.__contains__, features))
            if len(known) >= _FEWEST_FEATURES:
                worth = chr(BASE + sum(map(rarities.__getitem__, known)))
                text = worth + "".join(map(codes.__getitem__, known))
                packed.setdefault(question_key(place), []).append(text)
    return packed

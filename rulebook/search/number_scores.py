"""Evidence: the clauses whose numbers stand in the question, 9.2.2はどういう意味？"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.search.understood import UnderstoodQuestion
from rulebook.search.weights import NUMBER

# In normal form; of two parts at least, for a single number is seldom a chapter.
NUMBERS = r"[0-9]+(?:[.-][0-9]+)+"


def number_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield the clauses that the question names by their numbers, before all others."""
    text = asked.question.text
    if "." not in text and "-" not in text:
        return  # and nothing is compiled
    for number in dict.fromkeys(re.findall(NUMBERS, text)):
        if number in asked.table.numbers:
            yield asked.table.numbers.index(number), NUMBER

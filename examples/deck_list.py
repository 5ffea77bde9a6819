"""A deck tool in a few lines: how often each clause of the rules matters in a deck."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

import rulebook


def clauses_of_deck(
    rules: rulebook.Rules, game: str, cards: Iterable[str]
) -> list[tuple[str, str, int]]:
    """Return number, words and count of the clauses that govern the card texts of a deck."""
    counts: Counter[str] = Counter()
    for text in cards:
        governing = rules.annotate(game, text).governing
        counts.update({clause.number for ability in governing for clause in ability})
    by_number = rules.book(game).by_number
    return [(number, by_number[number].heading(40), n) for number, n in counts.most_common()]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python deck_list.py GAME < CARDS, one card text per line")
    texts = [line.strip() for line in sys.stdin if line.strip()]
    for number, words, count in clauses_of_deck(rulebook.open_rules(), sys.argv[1], texts):
        print(f"{count:>3}  {number:<12} {words}")

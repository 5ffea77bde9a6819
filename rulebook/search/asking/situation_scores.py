"""Evidence: the principles that govern a situation of the shape that the question describes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulebook.search.asking.understood import UnderstoodQuestion


def situation_scores(
    asked: UnderstoodQuestion, places: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Yield, for each of ``places`` that states the principle of a fitting situation, its worth."""
    text, words = asked.question.text, asked.table.vocabulary.situations
    for number, principles in asked.table.principles.items():
        governed = [place for place in principles if place in places]
        if governed and all(any(map(text.__contains__, group)) for group in words[number]):
            yield from ((place, asked.weights.situation) for place in governed)

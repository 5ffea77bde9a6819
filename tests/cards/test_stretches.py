"""A card is cut into parts by the clauses that are linked to each character."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest

from rulebook.api import Rules
from rulebook.cards.annotating.annotator import stretches
from rulebook.clauses.corpus import Corpus


@pytest.mark.parametrize(
    "text",
    [
        "【自】［手札を1枚控え室に置く］ このカードがアタックした時、あなたは1枚引く。",
        "【自】 このカードがほげほげした時、相手に2ダメージを与える。",
    ],
)
def test_stretch_has_the_clauses_of_its_characters(text: str, corpus: Corpus) -> None:
    card = Rules(corpus).annotate("ws", text)
    parts = list(stretches(card))
    ends = list(accumulate((len(part.text) for part in parts), initial=0))
    assert "".join(part.text for part in parts) == text
    assert any(part.clauses for part in parts)
    for part, (start, end) in zip(parts, pairwise(ends), strict=True):
        for at in range(start, end):
            links = [link for link in card.links if link.start <= at < link.end]
            assert set(part.clauses) == {number for link in links for number in link.clauses}
            unparsed = any(gap.span.start <= at < gap.span.end for gap in card.reading.gaps)
            assert part.unparsed == unparsed

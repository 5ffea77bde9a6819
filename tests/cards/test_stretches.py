"""A card cut into stretches: each character belongs to the clauses that govern just it."""

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
def test_a_stretch_names_the_clauses_of_its_own_words(text: str, corpus: Corpus) -> None:
    card = Rules(corpus).annotate("ws", text)
    cut = list(stretches(card))
    edges = list(accumulate((len(each.text) for each in cut), initial=0))
    assert "".join(each.text for each in cut) == text
    assert any(each.clauses for each in cut)
    for each, (start, end) in zip(cut, pairwise(edges), strict=True):
        for at in range(start, end):
            over = [link for link in card.links if link.start <= at < link.end]
            assert set(each.clauses) == {number for link in over for number in link.clauses}
            lost = any(gap.span.start <= at < gap.span.end for gap in card.reading.gaps)
            assert each.unparsed == lost

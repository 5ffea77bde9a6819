"""What the fields of a meaning hold, of invented cards."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import ChooseEffect, ThingMeaning
from rulebook.clauses.corpus import Corpus


@pytest.mark.parametrize(
    ("listed", "owners", "zones"),
    [
        ("自分の控え室の「朝」を1枚までと「昼」を1枚までと「夜」を1枚まで", "自分", ["控え室"] * 3),
        ("相手の前列のキャラを1枚と後列のキャラを1枚", "相手", ["前列", "後列"]),
    ],
)
def test_what_stands_before_a_list_reaches_all_of_it(
    corpus: Corpus, listed: str, owners: str, zones: list[str]
) -> None:
    text = f"【自】 このカードがアタックした時、あなたは{listed}選び、手札に戻す。"
    (ability,) = Rules(corpus).annotate("ws", text).meaning
    things = [e.what for e in ability.effects if isinstance(e, ChooseEffect)]
    told = [(t.owners, t.zones) for t in things if isinstance(t, ThingMeaning)]
    assert told == [((owners,), (zone,)) for zone in zones]


def test_members_of_a_list_say_for_themselves_whose_they_are(corpus: Corpus) -> None:
    listed = "自分の控え室のキャラを1枚と相手のキャラを1枚とこのカード"
    text = f"【起】 あなたは{listed}を選び、手札に戻す。"
    (ability,) = Rules(corpus).annotate("ws", text).meaning
    things = [e.what for e in ability.effects if isinstance(e, ChooseEffect)]
    told = [(t.owners, t.zones) for t in things if isinstance(t, ThingMeaning)]
    assert told == [(("自分",), ("控え室",)), (("相手",), ()), ((), ())]

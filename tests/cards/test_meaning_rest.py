"""What 残り leaves over, places where nothing lies, what was not done, of invented cards."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import Action, ChooseEffect, IfDone, PointerMeaning, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.telling import only_ability


def _rest(text: str, put: object) -> tuple[str, list[str]]:
    """Return what ``put`` puts away as the rest, and what of it is not meant."""
    assert isinstance(put, Action)
    assert isinstance(put.what, ThingMeaning)
    (pointer,) = put.what.refers
    assert pointer.to is not None
    less = [text[r.to.start : r.to.end] for r in pointer.less if r.to]
    return text[pointer.to.start : pointer.to.end], less


@pytest.mark.parametrize(
    ("game", "taken", "less"),
    [
        ("ws", "《園》のキャラを1枚まで選んで相手に見せ、手札に加え", ["《園》のキャラを1枚まで"]),
        ("reb", "その中から《園》を望む枚数公開して手札に加え", ["《園》を望む枚数"]),
        ("reb", "その中から１枚を手札に加え", ["その中から１枚"]),
        (
            "ws",
            "《園》のキャラを1枚まで選び、手札に加え、自分の手札を1枚選び、思い出にし",
            ["《園》のキャラを1枚まで"],
        ),
        (
            "reb",
            "その中から《園》を１枚まで選び、メンバーに置き、《庭》を２枚まで選び、手札に加え",
            ["《園》を１枚まで", "《庭》を２枚まで"],
        ),
    ],
)
def test_what_was_taken_is_none_of_the_rest(
    corpus: Corpus, game: str, taken: str, less: list[str]
) -> None:
    deck, left = {"ws": ("山札", "残りのカード"), "reb": ("デッキ", "残り")}[game]
    text = f"【自】 このキャラがアタックした時、あなたは自分の{deck}の上から4枚見て、{taken}、"
    text += f"{left}を控え室に置く。"
    ability = only_ability(corpus, game, text)
    assert _rest(text, ability.effects[-1]) == (f"自分の{deck}の上から4枚", less)


def test_a_second_choice_is_out_of_the_same_cards(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のデッキの上から３枚公開し、その中から《園》を１枚まで選び、"
        "メンバーに置き、《庭》を１枚まで選び、手札に加え、残りを控え室に置く。"
    )
    ability = only_ability(corpus, "reb", text)
    _, second = (e for e in ability.effects if isinstance(e, ChooseEffect))
    assert isinstance(second.source, PointerMeaning)
    assert second.source.to is not None
    assert text[second.source.to.start : second.source.to.end] == "自分のデッキの上から３枚"


def test_the_rest_of_a_zone_is_without_those_chosen(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分のエネルギーから２枚選び、残りを控え室に置く。"
    ability = only_ability(corpus, "reb", text)
    assert _rest(text, ability.effects[-1]) == ("自分のエネルギー", ["自分のエネルギーから２枚"])


def test_the_rest_of_markers_are_those_not_chosen(corpus: Corpus) -> None:
    text = (
        "【起】 あなたはこのカードの下のマーカー2枚までとこのカードを選び、ストック置場に置く。"
        "残りのマーカーを控え室に置く。"
    )
    ability = only_ability(corpus, "ws", text)
    rest, less = _rest(text, ability.effects[-1])
    assert rest == "このカードの下のマーカー"
    assert less


def test_a_zone_and_an_empty_place_are_zones(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分の控え室からキャラを１枚選び、エントリーか空席のメンバーに置く。"
    )
    annotation = Rules(corpus).annotate("reb", text)
    put = annotation.meaning[0].effects[-1]
    assert isinstance(put, Action)
    assert isinstance(put.goal, ThingMeaning)
    assert (put.goal.sort, put.goal.zones) == ("zone", ("エントリー", "メンバー"))
    assert [place.sort for place in put.goal.things] == ["zone", "empty-places"]
    assert "4.5.3.3" not in {clause.number for clause in annotation.governing[0]}


def test_if_it_was_not_done_asks_for_the_same_as_if_it_was(corpus: Corpus) -> None:
    text = (
        "【自】 このカードがアタックした時、あなたは自分の手札を1枚控え室に置いてよい。"
        "そうしたら、あなたは2枚引く。そうしないなら、このカードを控え室に置く。"
    )
    ability = only_ability(corpus, "ws", text)
    _, done, undone = ability.effects
    assert isinstance(done, IfDone)
    assert isinstance(undone, IfDone)
    assert (done.negated, undone.negated) == (False, True)
    assert done.of.to == undone.of.to

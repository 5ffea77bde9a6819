"""The meaning of 残り, of empty slots, and of acts that were not done."""

from __future__ import annotations

import pytest

from rulebook.api import Rules
from rulebook.cards.meaning.nodes import Action, ChooseEffect, IfDone, PointerMeaning, ThingMeaning
from rulebook.clauses.corpus import Corpus
from tests.cards.meanings import only_ability


def _rest(text: str, put: object) -> tuple[str, list[str]]:
    """Return the antecedent of the rest that ``put`` moves, and what is excluded from it."""
    assert isinstance(put, Action)
    assert isinstance(put.what, ThingMeaning)
    (pointer,) = put.what.refers
    assert pointer.to is not None
    excluded = [text[r.to.start : r.to.end] for r in pointer.less if r.to]
    return text[pointer.to.start : pointer.to.end], excluded


@pytest.mark.parametrize(
    ("game", "taken", "excluded"),
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
def test_rest_excludes_the_taken_cards(
    corpus: Corpus, game: str, taken: str, excluded: list[str]
) -> None:
    deck, rest = {"ws": ("山札", "残りのカード"), "reb": ("デッキ", "残り")}[game]
    text = f"【自】 このキャラがアタックした時、あなたは自分の{deck}の上から4枚見て、{taken}、"
    text += f"{rest}を控え室に置く。"
    ability = only_ability(corpus, game, text)
    assert _rest(text, ability.effects[-1]) == (f"自分の{deck}の上から4枚", excluded)


def test_second_choice_has_the_same_source(corpus: Corpus) -> None:
    text = (
        "【スパーク】：あなたは自分のデッキの上から３枚公開し、その中から《園》を１枚まで選び、"
        "メンバーに置き、《庭》を１枚まで選び、手札に加え、残りを控え室に置く。"
    )
    ability = only_ability(corpus, "reb", text)
    _, second = (e for e in ability.effects if isinstance(e, ChooseEffect))
    assert isinstance(second.source, PointerMeaning)
    assert second.source.to is not None
    assert text[second.source.to.start : second.source.to.end] == "自分のデッキの上から３枚"


def test_rest_of_a_zone_excludes_the_chosen_cards(corpus: Corpus) -> None:
    text = "【スパーク】：あなたは自分のエネルギーから２枚選び、残りを控え室に置く。"
    ability = only_ability(corpus, "reb", text)
    assert _rest(text, ability.effects[-1]) == ("自分のエネルギー", ["自分のエネルギーから２枚"])


def test_rest_of_markers_excludes_the_chosen_ones(corpus: Corpus) -> None:
    text = (
        "【起】 あなたはこのカードの下のマーカー2枚までとこのカードを選び、ストック置場に置く。"
        "残りのマーカーを控え室に置く。"
    )
    ability = only_ability(corpus, "ws", text)
    rest, excluded = _rest(text, ability.effects[-1])
    assert rest == "このカードの下のマーカー"
    assert excluded


def test_zone_and_empty_slot_are_zones(corpus: Corpus) -> None:
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


def test_if_not_done_has_the_antecedent_of_if_done(corpus: Corpus) -> None:
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

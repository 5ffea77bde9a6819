"""Our JSON writer for annotations gives the same text as ``json``."""

from __future__ import annotations

import json

import pytest

from rulebook.cards.annotating.annotator import load_examples, open_annotator
from rulebook.cards.annotating.json_text import (
    _FEW,
    JsonPieces,
    _writer_for_meaning,
    _writer_for_tree,
    _Writers,
    write_ability,
)
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.tree import acts, nouns
from rulebook.cards.tree.card import Ability
from rulebook.clauses.corpus import Corpus
from tests.support import GAMES

_ODD = '【永】 名前が「\\"\t\x7f」のキャラ。\n<b>&\u2028 😀 読めない'


@pytest.mark.parametrize("game_id", GAMES)
def test_json_text_equals_json_dumps(corpus: Corpus, game_id: str) -> None:
    game = corpus.game(game_id)
    annotator = open_annotator(corpus, game)
    for id, text in [("1", _ODD), (None, ""), *((c.title, c.text) for c in load_examples(game))]:
        annotation = annotator.annotate(text, id)
        plain = annotation.as_json()
        assert annotation.json_text() == json.dumps(plain, ensure_ascii=False)
        assert (plain["id"], plain["text"]) == (id, text)
        assert len(plain["governing"]) == len(plain["meaning"]) == len(plain["abilities"])
        for link, row in zip(annotation.links, plain["links"], strict=True):
            assert row["clauses"] == list(link.clauses)
            assert row["text"] == text[link.start : link.end]


@pytest.mark.parametrize("game_id", GAMES)
def test_compiled_writers_give_the_same_text(corpus: Corpus, game_id: str) -> None:
    game = corpus.game(game_id)
    annotator = open_annotator(corpus, game)
    compiled = _Writers(_writer_for_tree, false="false"), _Writers(_writer_for_meaning, false="")
    for example in load_examples(game):
        annotation = annotator.annotate(example.text)
        for ability, meaning in zip(annotation.reading.abilities, annotation.meaning, strict=True):
            tree_text = _json(_Writers(_writer_for_tree, false="false"), ability)
            meaning_text = _json(_Writers(_writer_for_meaning, false=""), meaning)
            for _ in range(_FEW + 1):
                assert _json(compiled[0], ability) == tree_text
                assert _json(compiled[1], meaning) == meaning_text


def _json(writers: _Writers, ability: Ability | AbilityMeaning) -> str:
    """Return ``ability`` as JSON of ``writers``."""
    out = JsonPieces()
    return out.joined(writers[type(ability)](ability, out, ""))


def test_tree_json_omits_none_and_keeps_false() -> None:
    number = nouns.Number(4, 5, 1)
    ability = Ability(0, 5, (), None, None, (acts.Is(0, 5, (), number, False, True),))  # type: ignore[arg-type]
    out = JsonPieces()
    tree = json.loads(out.joined(write_ability(ability, out, "")))
    what = {"type": "Number", "start": 4, "end": 5, "value": 1}
    state = {"what": what, "negated": False, "joining": True}
    assert tree == {
        "type": "Ability",
        "start": 0,
        "end": 5,
        "text": [{"type": "Is", "start": 0, "end": 5, **state}],
    }


def test_meaning_json_omits_false_and_has_action_types(corpus: Corpus) -> None:
    annotator = open_annotator(corpus, corpus.game("ws"))
    text = "【自】 このカードがアタックした時、あなたは1枚引く。"
    (meaning,) = annotator.annotate(text).as_json()["meaning"]
    (event,) = meaning["trigger"]["events"]
    (effect,) = meaning["effects"]
    assert (effect["type"], event["type"]) == ("draw", "event")
    assert "act" not in effect
    assert event.keys().isdisjoint({"passive", "negated"})

"""Lines of JSON for many cards: a cached paragraph gives the same text as a fresh reading."""

from __future__ import annotations

import gc
import json
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.cards.annotating import card_lines
from rulebook.cards.annotating.annotator import Annotator, load_card_tables, open_annotator
from rulebook.cards.worker_pools.many_cards import as_lines
from rulebook.clauses.corpus import Corpus
from tests.cards.fixtures import GAMES, blocks
from tests.sampling import examples, some

_PHRASE = re.compile("[^、。『』［］（）]+|.")
_NAME = re.compile("(?<=[「《〈〔])[^「」《》〈〉〔〕【】『』]+(?=[」》〉〕])")


def _lines(annotator: Annotator, texts: list[str], batch: int) -> list[str]:
    return [
        line
        for at in range(0, len(texts), batch)
        for line in annotator.line_writer.lines([*map(annotator.annotate, texts[at : at + batch])])
    ]


def _read_fresh(corpus: Corpus, alias: str, texts: list[str]) -> list[str]:
    """Return the JSON of each card, read without any cache."""
    annotations = [*map(_fresh_annotator(corpus, alias).annotate, texts)]
    assert all(len(each.meaning) == len(each.governing) for each in annotations)
    lines = [each.json_text() for each in annotations]
    assert [json.loads(line)["text"] for line in lines] == texts
    return lines


def _fresh_annotator(corpus: Corpus, alias: str) -> Annotator:
    """Return an annotator with an empty cache."""
    game = corpus.game(alias)
    return Annotator(game, load_card_tables(corpus, game))


def _with_names(text: str, name: str) -> str:
    """Return ``text`` with each name replaced by another, of another length."""
    names = {each: f"{name}{at}" for at, each in enumerate(dict.fromkeys(_NAME.findall(text)))}
    return _NAME.sub(lambda match: names[match[0]], text)


@pytest.mark.parametrize("alias", GAMES)
def test_cached_reading_equals_fresh_reading(corpus: Corpus, alias: str) -> None:
    texts = [case.text for case in some(blocks(alias, "ast"), 20)]
    texts += [_with_names(text, name) for name in ("ぬ", '"山\\彦" \u2028の娘') for text in texts]
    texts += [" " + text.replace("】", "】 ") for text in texts]
    expected = _read_fresh(corpus, alias, texts)
    assert _lines(_fresh_annotator(corpus, alias), texts, 64) == expected
    assert _lines(_fresh_annotator(corpus, alias), texts[::-1], 1) == expected[::-1]


def test_cache_is_bounded(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_lines, "_MOST_STORED", 8)
    annotator = _fresh_annotator(corpus, "ws")
    texts = [case.text for case in some(blocks("ws", "ast"), 60)]
    expected = _read_fresh(corpus, "ws", texts)
    assert _lines(annotator, texts + texts, 4) == expected + expected
    assert len(annotator.line_writer._stored) <= 8 + 4 * 8


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "<b>",
        "【自】 「あ」を持つキャラ、「い」を持つ",
        "【永】 《あ》のキャラ《あ》のキャラのパワーを＋500。",
        "【永】 あなたの「\ue000」すべてに、パワーを＋500。",
        "【自】 絆／「\ue001」 ［手札を1枚控え室に置く］",
        "あなたは1枚引く。\nそのキャラのパワーを＋500。\n【自】 アンコール\n《あ》。",
        "パワーを＋1000。",
        "【アラーム】\nそのカードをレストする。\n【起】［(1)］ あなたは「カード」を1枚引く。",
    ],
)
def test_unusual_card_is_unaffected_by_other_cards(corpus: Corpus, text: str) -> None:
    annotator = _fresh_annotator(corpus, "ws")
    (expected,) = _read_fresh(corpus, "ws", [text])
    for _ in range(2):
        lines = _lines(annotator, [text, _with_names(text, "ろ"), text], 2)
        assert lines[::2] == [expected, expected]


@pytest.mark.parametrize("alias", GAMES)
@examples(300)
@given(data=st.data())
def test_cached_reading_equals_fresh_reading_of_any_text(
    corpus: Corpus, alias: str, data: st.DataObject
) -> None:
    phrases = _phrases(alias)
    text = "".join(data.draw(st.lists(st.sampled_from(phrases), min_size=1, max_size=8)))
    annotator = open_annotator(corpus, corpus.game(alias))
    annotation = annotator.annotate(text)
    assert len(annotation.meaning) == len(annotation.governing)
    line = annotator.annotate(text).json_text()
    assert line == annotation.json_text()
    assert json.loads(line)["text"] == text


@cache
def _phrases(alias: str) -> list[str]:
    """Return phrases and punctuation of the cards of a game, to join to random texts."""
    return sorted({each for case in blocks(alias, "ast") for each in _PHRASE.findall(case.text)})


def test_clauses_depend_on_icons_of_the_whole_card(corpus: Corpus) -> None:
    annotator = _fresh_annotator(corpus, "reb")
    swap = "【起】【手札】：あなたは自分のエントリーから1枚選び、このキャラと入れ替える。"
    texts = [swap, f"【スパーク】：あなたは1枚引く。\n{swap}", swap]
    expected = _read_fresh(corpus, "reb", texts)
    assert _lines(annotator, texts, 3) == expected
    assert _lines(annotator, texts[::-1], 1) == expected[::-1]


@pytest.mark.parametrize("is_on", [True, False])
def test_garbage_collection_setting_is_restored(corpus: Corpus, is_on: bool) -> None:
    gc.enable() if is_on else gc.disable()
    try:
        assert len(as_lines(open_annotator(corpus, corpus.game("ws")), [("a", "【永】")])) == 1
        assert gc.isenabled() == is_on
    finally:
        gc.enable()

"""Properties of the parser for any text: generated, broken, random, long or deeply nested."""

from __future__ import annotations

import gc
import json
import re
import time
from collections.abc import Callable
from functools import cache
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulebook.cards.annotating.annotator import open_annotator
from rulebook.cards.reading.card_parser import CardParser, ParseStatus
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.text.normal import Span
from tests.cards.fixtures import blocks
from tests.cards.golden import COLLECTIONS
from tests.cards.grammars import compiled
from tests.cards.sentences import Generator, Word
from tests.cards.trees import check_spans, printed_text
from tests.sampling import examples
from tests.support import ROOT

TEXTS = [case.text for case in blocks("ws", "ast")]
LONGEST = 20_000
GENERATED = ("ws", "reb")
# The goal is one second on an idle machine; a busy one gets twice as long.
SECONDS = 2.0

thorough = settings(
    examples(300),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


# ---- Texts that the grammar generates


@cache
def _generator(alias: str) -> Generator:
    return Generator(compiled(ROOT / "grammar" / f"{COLLECTIONS[alias]}.lark"), alias)


@st.composite
def generated(draw: st.DrawFn, game: str) -> list[Word]:
    budget = draw(st.integers(1, 40))
    return _generator(game).words(lambda count: draw(st.integers(0, count - 1)), budget)


@thorough
@given(generated("ws"))
def test_generated_texts_are_read(reader: CardParser, words: list[Word]) -> None:
    text = "".join(word.text for word in words)
    # The grammar also generates nonsense, which only the frames reject.
    with (
        patch("rulebook.cards.reading.card_parser.first_misfit", return_value=None),
        patch("rulebook.cards.reading.card_parser.first_repeat", return_value=None),
        patch("rulebook.cards.reading.card_parser.check_missing", return_value=()),
        patch("rulebook.cards.reading.card_parser.check_course", return_value=iter(())),
        patch.object(CardParser, "_find_senseless", return_value=None),
    ):
        reading = reader.read(text)
    # The canonical form may differ: a new ability begins at 【自】 after a reminder, for example.
    assume(reading.canonical == text)
    if reading.status is not ParseStatus.PARSED:
        # A text may fail only if the lexer took a longer word somewhere.
        tokens = [(leaf.terminal, leaf.text) for leaf in reader.tokens(text)]
        assert tokens != [(word.terminal, word.text) for word in words]
        assume(False)
    assert printed_text(reading) == text
    check_spans(reading.abilities, len(text))


@thorough
@given(generated("reb"))
def test_words_of_another_game_are_printed_again(
    readers: Callable[[str], CardParser], words: list[Word]
) -> None:
    reading = readers("reb").read("".join(word.text for word in words))
    assert printed_text(reading) == reading.canonical


@pytest.mark.parametrize("game", GENERATED)
def test_every_terminal_has_sample_words(game: str) -> None:
    assert _generator(game).without_words == []


# ---- Broken texts

_ZEROS = re.compile("(?<![0-9０-９])[0０][0-9０-９]")
_SIGNS = "『』［］（）「」《》【】。、をにはがで時ら1枚＋Ｘ\n "


@st.composite
def broken(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        to = draw(st.integers(at, min(len(text), at + 12)))
        match draw(st.sampled_from(["delete", "insert", "swap", "double"])):
            case "delete":
                text = text[:at] + text[to:]
            case "insert":
                text = text[:at] + draw(st.text(_SIGNS, max_size=4)) + text[at:]
            case "swap":
                text = text[:at] + text[at:to][::-1] + text[to:]
            case _:
                text = text[:to] + text[at:to] + text[to:]
    return text


@thorough
@given(broken())
def test_broken_texts_have_valid_gaps(reader: CardParser, text: str) -> None:
    assume(not _ZEROS.search(text))
    reading = reader.read(text)
    check_spans(reading.abilities, len(text))
    assert 0.0 <= reading.coverage <= 1.0
    for gap in reading.gaps:
        assert 0 <= gap.span.start <= gap.span.end <= len(text)
        assert 0 <= gap.stopped <= len(gap.text)
    assert printed_text(reading) == reading.canonical


@thorough
@given(st.text(max_size=60))
def test_any_text_has_valid_spans(reader: CardParser, text: str) -> None:
    check_spans(reader.read(text).abilities, len(text))


# ---- Long and deeply nested texts


def _nested(depth: int) -> str:
    opening = "【永】このカードは次の能力を得る。"
    return (
        opening * (depth > 0) + f"『{opening}" * (depth - 1) + "『【自】アンコール" + "』" * depth
    )


LONG = [
    *(
        "『",
        "』",
        "［",
        "］",
        "（",
        "(",
        "「",
        "《",
        "〈",
        "【",
        "<",
        "〔",
        "※",
        "①",
        "、",
        "1",
        "か",
        "の",
        " ",
    ),
    *(
        "『』",
        "［］",
        "（）",
        "「」",
        "《》",
        "[[",
        "<br",
        '<img src="',
        "[TRIGGER:",
        "［(1)",
        "(1)",
        "「「」",
    ),
    *(
        "【自】",
        "あなたの",
        "キャラか",
        "正面に",
        "レベルが",
        "特徴を",
        "この効果で",
        "カード名に",
        "それらの",
    ),
    *(
        "トリガーアイコンが【ソウル】か",
        "『［（「《【",
        "あなたは1枚引く。",
        "あなたは1枚引き、",
        "このカードがいて、",
    ),
]


@pytest.mark.parametrize("part", LONG)
def test_long_texts_are_read_in_time(reader: CardParser, part: str) -> None:
    assert _seconds(reader, (part * LONGEST)[:LONGEST]) < SECONDS


@pytest.mark.parametrize("depth", [10, 100, 900])
def test_deep_texts_are_read_in_time(reader: CardParser, depth: int) -> None:
    assert _seconds(reader, _nested(depth)) < SECONDS
    assert _seconds(reader, "『" * depth * 10 + "』" * depth * 10) < SECONDS


@pytest.mark.parametrize(
    "text", ["「銅」か" * 4000, "カード名に" + "「銅」か" * 4000 + "「銅」を含む"]
)
def test_many_names_are_read_in_time(reader: CardParser, text: str) -> None:
    assert _seconds(reader, text) < SECONDS


def _seconds(reader: CardParser, text: str) -> float:
    """Return the processor time of reading ``text``."""
    start = time.process_time()
    reader.read(text)
    return time.process_time() - start


@pytest.mark.parametrize("depth", [1, 20])
def test_deep_texts_are_understood(reader: CardParser, depth: int) -> None:
    assert reader.read(_nested(depth)).status is ParseStatus.PARSED


@pytest.mark.parametrize(
    "text", [_nested(20), _nested(900), f"【永】この{'カードの' * 4800}パワーを＋500。"]
)
def test_deep_texts_are_annotated(corpus: Corpus, ws: Game, text: str) -> None:
    annotation = open_annotator(corpus, ws).annotate(text)
    assert json.dumps(annotation.as_json())
    assert printed_text(annotation.reading) == annotation.reading.canonical


@pytest.mark.parametrize(
    "text",
    ["【永】このカードのパワーを＋000。", "あなたは02枚引く。", "【起】［(01)］あなたは1枚引く。"],
)
def test_leading_zeros_are_printed_again(reader: CardParser, text: str) -> None:
    reading = reader.read(text)
    assert printed_text(reading) == reading.canonical


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("<>【永】このカードのパワーを＋500。", [(0, 20)]),
        ("<b>【永】このカードのパワーを＋500。</b>", [(0, 25)]),
        (" \n<>\n【永】このカードのパワーを＋500。", [(2, 23)]),
        ("【永】このカードのパワーを＋500。\n<>", [(0, 21)]),
        ("00", [(0, 2)]),
        ("@【永】このカードのパワーを＋500。", [(0, 19)]),
    ],
)
def test_removed_characters_belong_to_an_ability(
    reader: CardParser, text: str, spans: list[tuple[int, int]]
) -> None:
    assert [(ability.start, ability.end) for ability in reader.read(text).abilities] == spans


def test_broken_text_leaves_no_reference_cycles(reader: CardParser) -> None:
    for _ in range(2):  # the first run compiles expressions
        gc.collect()
        assert reader.read("あなたは手札を1枚引く引き。").gaps
    assert gc.collect() == 0


def test_text_of_only_markup_is_a_gap(reader: CardParser) -> None:
    reading = reader.read("<b></b>")
    assert [gap.span for gap in reading.gaps] == [Span(0, 7)]
    assert reading.coverage == 0


def test_words_in_angle_brackets_are_not_markup(reader: CardParser) -> None:
    reading = reader.read("【永】このカードのパワーを＋500。< あなたは1枚引く。>")
    assert reading.status is not ParseStatus.PARSED
    assert "1枚引く" in reading.canonical

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.search import analysis
from rulebook.search.analysis import (
    common_spans,
    is_hiragana,
    stems_of,
    token_bounds,
    token_texts,
    tokens,
)
from rulebook.text.normal import fold, normalise


def words(text: str, *, single: bool = False) -> list[str]:
    return tokens(fold(text), single_characters=single)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("山札", ["山札"]),
        ("枠", ["枠"]),
        ("山札がない", ["山札", "札が", "がな", "ない"]),
        ("ＡＴＫは３０００", ["atk", "は", "3000"]),
        ("8.6.3.1を参照", ["8.6.3.1", "を参", "参照"]),
        ("【自】「A・B」", ["自", "a", "b"]),
        ("リフレ", ["リフ", "フレ"]),
        ("＜＞とは〔〕", ["<>", "とは", "〔〕"]),
        ("", []),
        ("！？…", []),
    ],
)
def test_text_has_the_expected_tokens(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_index_has_single_characters_but_not_hiragana() -> None:
    assert words("枠の中", single=True) == ["枠", "枠の", "の中", "中"]


@given(st.text(max_size=80))
def test_tokens_are_at_their_positions(text: str) -> None:
    last = -1
    normal = normalise(text)
    for start, end, position in token_bounds(normal.text, single_characters=True):
        assert normal.text[start:end]
        assert normal.printed(start, end).of(text)
        assert position >= last
        last = position


@given(st.text(max_size=80))
def test_token_texts_equal_tokens(text: str) -> None:
    assert token_texts(fold(text)) == tuple(dict.fromkeys(words(text)))


@given(st.text(alphabet="山札がなくなる引いたカード9. 、", max_size=30))
def test_question_tokens_are_in_the_index_of_its_text(text: str) -> None:
    assert set(words(text)) <= set(words(text, single=True))


def test_common_spans_join_neighbours_and_omit_grammar() -> None:
    question = "山札がなくなったらどうなる"
    spans = common_spans(normalise(question), words("山札にカードがなくなった時点で"))
    assert [span.of(question) for span in spans] == ["山札"]


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("山札がない", "山札置場ではなく山札", ["山札"]),
        ("コントロール", "アンコールを使う", []),
        ("控え室に置いたら", "控え室に置いてから", ["控え室", "置い"]),
        ("敗北するとき", "敗北した。場で敗北する", ["敗北", "敗北"]),
        ("9.2.2の2", "9.2.2と9.2", ["9.2.2"]),
        ("手札の上限", "手札上限", ["手札上限"]),
    ],
)
def test_whole_words_are_marked(question: str, text: str, marked: list[str]) -> None:
    spans = common_spans(normalise(text), words(question, single=True))
    assert [span.of(text) for span in spans] == marked


def test_word_patterns_accept_all_letters_of_normal_forms() -> None:
    """The patterns have few ranges, so that they compile quickly, but match as the longer ones.

    The test tries every letter and digit that a normal form can have.
    """
    others = re.compile(r"[^\W0-9a-z_\u00df-\u024f]")
    signs = re.compile(r"[^\W0-9a-z_\u00df-\u024fぁ-ゖゝゞァ-ヺー]")
    now = re.compile(analysis._OTHERS), re.compile(analysis._SIGN)
    letters = re.findall(r"\w", "".join(map(chr, range(sys.maxunicode + 1))))
    for char in filter(lambda char: fold(char) == char, letters):
        is_other, is_sign = (pattern.match(char) is not None for pattern in now)
        assert is_other == (others.match(char) is not None)
        assert is_sign == (signs.match(char) is not None)
        assert is_hiragana(char) == (re.match(f"[{analysis.HIRAGANA}]", char) is not None)
    assert not is_hiragana("")


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        (("attack", "attacks", "attacked", "attacking"), "attack"),
        (("declare", "declares", "declared", "declaring"), "declar"),
        (("discard", "discarding"), "discard"),
        (("stop", "stopped", "stopping"), "stop"),
        (("ability", "abilities"), "ability"),
        (("resolve", "resolves"), "resolv"),
        (("use", "uses"), "use"),
        (("add", "adds", "added", "adding"), "add"),
        (("die", "dies"), "die"),
        (("go", "goes"), "go"),
    ],
)
def test_english_words_share_a_stem(words: tuple[str, ...], stem: str) -> None:
    assert {*stems_of(words)} == {stem} if stem not in words else {*stems_of(words)} <= {stem}
    assert len([*stems_of(words)]) == len([word for word in words if word != stem])


def test_words_without_an_english_ending_have_no_stem() -> None:
    assert not [*stems_of(("pass", "this", "bus", "atk", "hp", "山札", "3000", "ring", "red"))]

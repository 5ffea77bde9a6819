from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.text.display import caret_line, columns
from rulebook.text.normal import Span, fold, merged, normalise

TEXT = st.text(max_size=60) | st.text(alphabet="ｶﾞ㍻①ＡＢが゙ﾟ山札-がぁ́é\u200b\xad ", max_size=40)


@given(TEXT)
def test_normalising_twice_equals_once(text: str) -> None:
    once = normalise(text).text
    assert normalise(once).text == once


@given(TEXT)
def test_offset_map_covers_printed_text_in_order(text: str) -> None:
    normal = normalise(text)
    spans = [normal.printed(i, i + 1) for i in range(len(normal.text))]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert [span.start for span in spans] == sorted(span.start for span in spans)
    # Invisible characters belong to the letter before them; at the beginning there is none.
    visible = len(text.lstrip("\u200b\xad"))
    assert visible <= sum(span.end - span.start for span in merged(spans)) <= len(text)


@given(TEXT)
def test_offset_map_does_not_change_normal_form(text: str) -> None:
    assert normalise(text).text == fold(text)


@pytest.mark.parametrize(
    ("printed", "normal", "part", "at"),
    [
        ("ＡＢＣ", "abc", "b", "Ｂ"),
        ("ｶﾞﾝ", "ガン", "ガ", "ｶﾞ"),
        ("㍻元年", "平成元年", "成", "㍻"),
        ("①を", "1を", "1", "①"),
        ("山\u200b札\xad、", "山札、", "札", "札\xad"),
    ],
)
def test_normal_part_has_its_printed_span(printed: str, normal: str, part: str, at: str) -> None:
    form = normalise(printed)
    assert form.text == normal
    start = form.text.index(part)
    assert form.printed(start, start + len(part)).of(printed) == at


def test_merged_spans_do_not_touch() -> None:
    assert merged([Span(4, 6), Span(0, 2), Span(2, 3), Span(5, 9)]) == [Span(0, 3), Span(4, 9)]


@pytest.mark.parametrize("bad", [(3, 2), (-1, 0)])
def test_invalid_span_is_an_error(bad: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="not a span"):
        Span(*bad)


@pytest.mark.parametrize(("text", "width"), [("山札", 4), ("abc", 3), ("ｶﾞ", 2), ("が", 2), ("", 0)])
def test_columns_counts_display_width(text: str, width: int) -> None:
    assert columns(text) == width


def test_caret_is_under_full_width_character() -> None:
    assert caret_line("山札 (", 3) == "     ^"

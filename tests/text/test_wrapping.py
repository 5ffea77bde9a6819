"""Lines wrapped by display width."""

from __future__ import annotations

import re

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.text.wrapping import shown_columns, wrapped

RULE = "  9.2.2  山札にカードが存在しない、プレイヤーは、「ただちに」控え室の9.2.2.1のABC deckを。"
JAPANESE = st.text("山札、。「」ー（）っ ab9.2…\u3000", max_size=60)


def _bare(text: str) -> str:
    return re.sub(r"\s", "", re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\", "", text))


@pytest.mark.parametrize("width", [80, 40, 24, 20])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    lines = list(wrapped(RULE, width))
    assert max(map(shown_columns, lines)) <= width
    assert "".join(map(_bare, lines)) == _bare(RULE)


def test_brackets_and_commas_stay_with_their_words() -> None:
    for width in range(16, 80):
        for line in list(wrapped(RULE, width))[1:]:
            assert line.strip()[0] not in "、。」ーっ"
        for line in wrapped(RULE, width):
            assert line.rstrip()[-1] not in "「（"


def test_numbers_and_latin_words_are_not_broken() -> None:
    lines = list(wrapped(RULE, 24))
    assert any("9.2.2.1" in line for line in lines)
    assert any("deck" in line for line in lines)


def test_later_lines_are_indented_to_the_text() -> None:
    first, *others = wrapped(RULE, 40)
    assert first.startswith("  9.2.2  山")
    assert all(line.startswith(" " * 9) and line[9] != " " for line in others)


def test_styles_and_links_are_closed_at_line_end() -> None:
    link = "\x1b]8;;https://example.org/\x1b\\"
    text = f"  {link}{click.style('山札にカードが存在しない', fg='cyan')}\x1b]8;;\x1b\\です。"
    lines = list(wrapped(text, 14))
    assert len(lines) > 2
    for line in lines[:2]:
        assert line.startswith(f"  {link}\x1b[36m")
        assert line.endswith("\x1b[0m\x1b]8;;\x1b\\")
    assert lines[-1].strip().endswith("です。")


@given(JAPANESE, st.integers(1, 50))
def test_no_character_is_lost_at_any_width(text: str, width: int) -> None:
    lines = list(wrapped(text, width))
    assert "".join(map(_bare, lines)) == _bare(text)
    assert all(shown_columns(line) <= max(width, 2) for line in lines)

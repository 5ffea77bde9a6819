"""Display width of texts, and shortening."""

from __future__ import annotations

from rulebook.text.display import caret_line, columns, shortened


def test_full_width_characters_take_two_columns() -> None:
    assert columns("山札ab") == 6
    assert caret_line("山札ab", 2) == "    ^"


def test_first_line_is_shortened_at_limit() -> None:
    assert shortened("一行目\n二行目", 60) == "一行目"
    assert shortened("あ" * 60, 60) == "あ" * 60
    assert shortened("あ" * 61, 60) == "あ" * 59 + "…"

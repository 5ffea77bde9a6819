"""Display width: how many columns a text takes on a terminal or a printed line."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import repeat


@lru_cache(maxsize=8192)
def _char_columns(char: str, ambiguous: int) -> int:
    """Return the columns of ``char``: 2 in full width, 0 for a mark, else 1 or ``ambiguous``."""
    if unicodedata.combining(char):
        return 0
    match unicodedata.east_asian_width(char):
        case "W" | "F":
            return 2
        case "A":
            return ambiguous
        case _:
            return 1


def columns(text: str, *, ambiguous: int = 1) -> int:
    """Return the columns that ``text`` takes, two for a full-width character, so texts can be
    aligned. ``ambiguous`` is the width of “ ● ▲ ±: 1 on most terminals, 2 in Japanese print."""
    return sum(map(_char_columns, text, repeat(ambiguous)))


def caret_line(text: str, offset: int) -> str:
    """Return a line with a caret to point at ``offset`` in ``text``, which is printed above it."""
    return " " * columns(text[:offset]) + "^"


def shortened(text: str, limit: int = 40) -> str:
    """Return the first line of ``text``, cut at ``limit`` characters with …, to fit into lists."""
    line = text.split("\n", 1)[0]
    return line if len(line) <= limit else line[: limit - 1] + "…"

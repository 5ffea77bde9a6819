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
    return {"W": 2, "F": 2, "A": ambiguous}.get(unicodedata.east_asian_width(char), 1)


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


# ---- Control characters as pictures, so no text controls a terminal (for example, its direction)

_PICTURES = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: 0x2421,
    **dict.fromkeys((*range(0x80, 0xA0), 0xFFFE, 0xFFFF), 0xFFFD),
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
}


def visible(text: str) -> str:
    """Return ``text`` with pictures (␛) for control characters, which would control a terminal."""
    # A fast test: to Python, line breaks and full-width spaces are not printable.
    plain = text.replace("\n", "").replace("\u3000", "")
    return text if plain.isprintable() else text.translate(_PICTURES)


def on_one_line(text: str) -> str:
    """Return ``text``, such as the name of a file, on one line: a line break is a picture, too."""
    return visible(text).replace("\n", "␊")

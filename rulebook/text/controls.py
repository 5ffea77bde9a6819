"""Control characters as pictures, so no text steers a terminal (by its direction, for one)."""

from __future__ import annotations

_PICTURES = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: 0x2421,
    **dict.fromkeys((*range(0x80, 0xA0), 0xFFFE, 0xFFFF), 0xFFFD),
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
}


def visible(text: str) -> str:
    """Return ``text`` with pictures (␛) for control characters, which would steer a terminal."""
    # What is not printable is nearly always one of these.
    plain = text.replace("\n", "").replace("\u3000", "")
    return text if plain.isprintable() else text.translate(_PICTURES)


def on_one_line(text: str) -> str:
    """Return ``text``, such as the name of a file, on one line: a line break is a picture, too."""
    return visible(text).replace("\n", "␊")

"""Control characters as pictures, so that no text steers a terminal or spoils a file of XML."""

from __future__ import annotations

_PICTURES = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: 0x2421,
    **dict.fromkeys((*range(0x80, 0xA0), 0xFFFE, 0xFFFF), 0xFFFD),
}


def visible(text: str) -> str:
    """Return ``text`` with a picture (␛) for each control character; tabs and newlines stay.

    Each stands for one character, so places stay the same.
    """
    # What is not printable is nearly always one of these.
    plain = text.replace("\n", "").replace("\u3000", "")
    return text if plain.isprintable() else text.translate(_PICTURES)

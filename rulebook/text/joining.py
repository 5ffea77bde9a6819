"""Pieces of a broken line as one text."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TWO_WORDS = (
    (re.compile(r"[A-Za-z0-9,.;:)’”\"']$"), re.compile(r"[A-Za-z(‘“]")),
    # A number may be broken after its point, but not after a letter or a comma.
    (re.compile(r"[A-Za-z,;:]$"), re.compile(r"[0-9]")),
)


def joined(pieces: Iterable[str]) -> str:
    """Return ``pieces`` as one text, with a space between English words, not in Japanese ones."""
    text: list[str] = []
    last = ""
    for piece in pieces:
        text += (between(last, piece), piece)
        last = piece or last
    return "".join(text)


def between(text: str, more: str) -> str:
    """Return what joins ``text`` and its next line: a space between English words, else nothing."""
    are_words = any(end.search(text[-1:]) and start.match(more) for end, start in _TWO_WORDS)
    return " " if are_words else ""

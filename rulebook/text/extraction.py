"""Text as it was printed: pieces of a broken line joined, kanji for the radicals of a PDF."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# NFKC turns the Kangxi radicals into kanji, but only two radicals of the supplement.
_KANGXI = range(0x2F00, 0x2FD6)
_SUPPLEMENT = dict(
    zip(
        "⺟⺠⺩⺬⺼⻁⻂⻃⻄⻆⻑⻘⻝⻞⻣⻤⻨⻩⻫⻭⻯⻲⻳",
        "母民王示月虎衤覀西角長青食飠骨鬼麦黄斉歯竜亀龜",
        strict=True,
    )
)
_KANJI = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in _KANGXI} | _SUPPLEMENT
# Both blocks of radicals. Most documents have none: searching is then faster than translating.
_RADICAL = re.compile("[\u2e80-\u2fdf]")
_TWO_WORDS = (
    (re.compile(r"[A-Za-z0-9,.;:)’”\"']$"), re.compile(r"[A-Za-z(‘“]")),
    # A number may be broken after its point, but not after a letter or a comma.
    (re.compile(r"[A-Za-z,;:]$"), re.compile(r"[0-9]")),
)


def kanji_for_radicals(text: str) -> str:
    """Return ``text`` with kanji for radicals, since PDFs give ⼿ where 手 is printed."""
    return _RADICAL.sub(lambda radical: _KANJI.get(radical[0], radical[0]), text)


def joined(pieces: Iterable[str]) -> str:
    """Return ``pieces`` as one text, with spaces between English but not Japanese words."""
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

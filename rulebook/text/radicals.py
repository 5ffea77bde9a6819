"""Radicals that stand for kanji: PDFs give ⼿ (U+2F3F, a radical) where 手 is printed."""

from __future__ import annotations

import re
import unicodedata

# The Kangxi radicals have their kanji in NFKC; of the supplement, only two have.
_KANGXI = range(0x2F00, 0x2FD6)
_SUPPLEMENT = dict(
    zip(
        "⺟⺠⺩⺬⺼⻁⻂⻃⻄⻆⻑⻘⻝⻞⻣⻤⻨⻩⻫⻭⻯⻲⻳",
        "母民王示月虎衤覀西角長青食飠骨鬼麦黄斉歯竜亀龜",
        strict=True,
    )
)
_KANJI = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in _KANGXI} | _SUPPLEMENT
# Both blocks of them: most documents have none, and are searched faster than translated.
_RADICAL = re.compile("[\u2e80-\u2fdf]")


def kanji_for_radicals(text: str) -> str:
    """Return ``text`` with kanji for radicals, since PDFs give ⼿ where 手 is printed."""
    return _RADICAL.sub(lambda radical: _KANJI.get(radical[0], radical[0]), text)

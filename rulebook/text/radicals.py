"""Radicals that stand for kanji: PDFs give ⼿ (U+2F3F, a radical) where 手 is printed."""

from __future__ import annotations

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
_KANJI = str.maketrans(
    {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in _KANGXI} | _SUPPLEMENT
)


def kanji_for_radicals(text: str) -> str:
    """Return ``text`` with a kanji for each radical, one for one, so that every place stays."""
    return text.translate(_KANJI)

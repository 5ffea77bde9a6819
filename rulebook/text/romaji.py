"""Convert romaji as people type it (Hepburn or keyboard style) to hiragana, by syllables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_VOWELS = "aiueo"
_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの",
    "h": "はひふへほ", "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ",
    "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}  # fmt: skip
_OTHERS = {
    "ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "wo": "を", "shi": "し", "chi": "ち",
    "tsu": "つ", "fu": "ふ", "ji": "じ", "fa": "ふぁ", "fi": "ふぃ", "fe": "ふぇ", "fo": "ふぉ",
    "va": "ゔぁ", "vi": "ゔぃ", "vu": "ゔ", "ve": "ゔぇ", "vo": "ゔぉ", "thi": "てぃ",
    "dhi": "でぃ", "she": "しぇ", "che": "ちぇ", "je": "じぇ", "wi": "うぃ", "we": "うぇ",
    "-": "ー",
}  # fmt: skip
# Before や, ゆ, よ: きゃ is kya.
_CONTRACTED = {
    "ky": "き", "sy": "し", "sh": "し", "ty": "ち", "ch": "ち", "ny": "に", "hy": "ひ", "my": "み",
    "ry": "り", "gy": "ぎ", "zy": "じ", "jy": "じ", "j": "じ", "by": "び", "py": "ぴ",
}  # fmt: skip

_SIMPLE = {k + v: kana for k, row in _ROWS.items() for v, kana in zip(_VOWELS, row, strict=True)}
_SMALL = {"a": "ゃ", "u": "ゅ", "o": "ょ"}
_COMPOUND = {k + v: kana + small for k, kana in _CONTRACTED.items() for v, small in _SMALL.items()}
SYLLABLES: Mapping[str, str] = MappingProxyType({**_SIMPLE, **_COMPOUND, **_OTHERS})
LONGEST_SYLLABLE = 3
WORD = "[a-z]+(?:-[a-z]*)*"  # keyboards write - as ー
DOUBLED = "([aiueo])\\1"
LONE_N = "nn(?![aiueoy])"  # ん as typed on a keyboard


def kana_of(romaji: str) -> str | None:
    """Return ``romaji`` (letters a to z) as hiragana, or None: it is then an English word."""
    kana, at = "", 0
    romaji = re.sub(LONE_N, "n", romaji)  # typed twice, it is one ん
    while at < len(romaji):
        for size in range(LONGEST_SYLLABLE, 0, -1):
            syllable = SYLLABLES.get(romaji[at : at + size])
            if syllable is not None:
                kana += syllable
                at += size
                break
        else:
            if romaji[at] == "n":
                kana += "ん"
            elif romaji[at] == romaji[at + 1 : at + 2]:
                kana += "っ"
            else:
                return None
            at += 1
    return kana


def readings_of(romaji: str) -> tuple[str, ...]:
    """Return the kana that ``romaji`` may mean, () if it is none (English). A long vowel is
    typed like two vowels, so kaado is both かあど and かーど."""
    both = (kana_of(romaji), kana_of(re.sub(DOUBLED, r"\1-", romaji)))
    return tuple(dict.fromkeys(kana for kana in both if kana is not None))

"""Texts as bytes: UTF-8 is read, any other encoding is told and how it becomes UTF-8."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE

# Codecs that Japanese documents come in: what people and iconv call them.
_CODECS = {
    "cp932": ("Shift_JIS", "CP932"),
    "euc_jp": ("EUC-JP", "EUC-JP"),
    "iso2022_jp": ("ISO-2022-JP", "ISO-2022-JP"),
    "utf-16": ("UTF-16", "UTF-16"),
    "utf-16-le": ("UTF-16", "UTF-16LE"),
    "utf-16-be": ("UTF-16", "UTF-16BE"),
}
# Kana, kanji, full-width forms and their punctuation; half-width katakana are what wrong codecs
# make of everything.
_JAPANESE = r"[ぁ-ゖァ-ヺー一-龠々、。「」『』（）・：０-９Ａ-Ｚａ-ｚ]"
# The share of Japanese in what a codec makes of a damaged document that it is the codec of.
_LIKELY = 0.3
_ESCAPE = b"\x1b$"


def decode_text(raw: bytes) -> str:
    """Return the text of ``raw`` with ``\\n`` at its line ends and no byte order mark.

    Raises :class:`UnicodeDecodeError` where it is not UTF-8; JIS and UTF-16 of ASCII letters are
    none either, although every byte of theirs might be.
    """
    if _ESCAPE in raw or b"\0" in raw:
        at = raw.index(_ESCAPE if _ESCAPE in raw else b"\0")
        raise UnicodeDecodeError("utf-8", raw, at, at + 1, "not UTF-8")
    return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def conversion_hint(raw: bytes, name: str) -> str:
    """Return what to do with ``raw``, the bytes of the file ``name``, that are not UTF-8.

    Its encoding is the codec that reads all of it, or most, and makes the most Japanese of it.
    """
    from shlex import quote

    worth = {codec: _worth(raw, codec) for codec in _CODECS}
    best = max(worth, key=lambda codec: worth[codec])
    is_whole, share = worth[best]
    if share <= (0 if is_whole else _LIKELY):
        return "Save it as UTF-8 text."
    known, code = _CODECS[best]
    command = f"iconv -f {code} -t UTF-8 {quote(name)} > utf-8.txt"
    return f"It looks like {known}. Save it as UTF-8, in an editor or so: {command}"


def _worth(raw: bytes, codec: str) -> tuple[bool, float]:
    try:
        text, is_whole = raw.decode(codec), True
    except UnicodeDecodeError:
        text, is_whole = raw.decode(codec, "ignore"), False
    likely = len(re.findall(_JAPANESE, text))
    if codec.startswith("utf-16"):
        # Nearly any pair of bytes is a kanji in it, but line ends and digits leave a trace.
        is_whole = is_whole and (b"\0" in raw or raw.startswith((BOM_UTF16_BE, BOM_UTF16_LE)))
        likely += sum(char.isascii() and char.isprintable() for char in text)
    # Half-width katakana and signs that no text has are what a wrong codec gives.
    odd = sum("｡" <= char <= "ﾟ" or not (char.isprintable() or char.isspace()) for char in text)
    share = (likely - odd) / max(len(text), 1)
    return is_whole and share > 0, share

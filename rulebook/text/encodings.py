"""Texts as bytes: UTF-8 is read; for any other encoding, errors name it and a conversion."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import NoReturn

from rulebook.messages import Message

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
# The least share of Japanese that the right codec finds in a damaged document.
_LIKELY = 0.3
_ESCAPE, _NUL = b"\x1b$", b"\0"
# One NUL among so many bytes is damage in a text, not half of a UTF-16 character.
_SELDOM = 20
# The bytes at the beginning of a file by which its encoding is guessed.
_LONGEST_SAMPLE = 1 << 16


def decode_text(raw: bytes) -> str:
    """Return the text of ``raw`` with only a line feed at each line end and no byte order mark.
    Raises :class:`UnicodeDecodeError` where it is not UTF-8, and for ISO-2022-JP, whose bytes are
    ASCII, and NULs, which UTF-16 has: both would decode to nonsense."""
    if _ESCAPE in raw and raw.isascii():
        _refuse(raw, raw.index(_ESCAPE))
    if _NUL in raw:
        at = raw.index(_NUL)
        raw[:at].decode("utf-8")  # an earlier fault is reported first
        _refuse(raw, at)
    return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def _refuse(raw: bytes, at: int) -> NoReturn:
    """Raise :class:`UnicodeDecodeError`, as decoding does, for valid UTF-8 that is not text."""
    raise UnicodeDecodeError("utf-8", raw, at, at + 1, "not UTF-8")


def is_utf8(raw: bytes) -> bool:
    """Whether ``raw``, perhaps the head of a file, is mostly UTF-8. With a few spoilt bytes it is:
    no other encoding is then suggested."""
    text = raw.decode("utf-8", "surrogateescape")
    spoilt = len(re.findall("[\0\udc80-\udcff]", text))
    good = sum(map(len, re.findall("[^\0-\x7f\udc80-\udcff]+", text)))
    return not spoilt or spoilt < good


def encoding_trouble(raw: bytes, at: int) -> str:
    """Return what is wrong at byte ``at``: a single NUL, to be removed, or another encoding."""
    is_nul = raw[at : at + 1] == _NUL and _is_spoilt_by_nul(raw)
    return "a NUL, which is not allowed in text" if is_nul else "not UTF-8 from here on"


def conversion_hint(raw: bytes, name: str) -> str:
    """Return what the user should do to make the file ``name`` UTF-8, with a command: remove NULs,
    or convert from the encoding it likely has. Without a likely one, only to save it as UTF-8."""
    from shlex import quote

    if _is_spoilt_by_nul(raw):
        command = f"tr -d '\\000' < {quote(name)} > utf-8.txt"
        return Message("Remove it in an editor, or run: {command}", command=command)
    if (codec := likely_codec(raw)) is None:
        return "Save it as UTF-8 text."
    known, code = _CODECS[codec]
    command = f"iconv -f {code} -t UTF-8 {quote(name)} > utf-8.txt"
    hint = "It looks like {known}. Save it as UTF-8 in an editor, or run: {command}"
    return Message(hint, known=known, command=command)


def _is_spoilt_by_nul(raw: bytes) -> bool:
    """Whether ``raw`` is UTF-8 except for a few NULs; many are halves of UTF-16 characters."""
    nuls = raw.count(_NUL)
    if not nuls or nuls * _SELDOM > len(raw):
        return False
    try:
        raw.replace(_NUL, b"").decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def likely_codec(raw: bytes) -> str | None:
    """Return the codec that reads the most Japanese in ``raw``, perhaps the head of a file, to
    suggest a conversion from it; it need not read all. None if it is UTF-8 or no codec fits."""
    head = raw[:_LONGEST_SAMPLE]
    if len(head) == _LONGEST_SAMPLE:  # a character that is cut off is not the codec's fault
        head = head[: head.rfind(b"\n") + 1 or None]
        head = head[: len(head) // 2 * 2]
    if _ESCAPE in head and head.isascii():
        return "iso2022_jp"
    if is_utf8(head):
        return None
    worth = {codec: _japanese_share(head, codec) for codec in _CODECS}
    best = max(worth, key=lambda codec: worth[codec])
    is_whole, share = worth[best]
    return best if share > (0 if is_whole else _LIKELY) else None


def _japanese_share(raw: bytes, codec: str) -> tuple[bool, float]:
    """Return whether ``codec`` reads all of ``raw``, and the share of Japanese in its text, by
    which the likely codec is found."""
    is_utf16 = codec.startswith("utf-16")
    if is_utf16 and _NUL not in raw and not raw.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        return False, 0.0  # nearly any pair of bytes is a kanji in it, but digits leave a trace
    try:
        text, is_whole = raw.decode(codec), True
    except UnicodeDecodeError:
        text, is_whole = raw.decode(codec, "ignore"), False
    likely = len(re.findall(_JAPANESE, text))
    if is_utf16:
        likely += sum(char.isascii() and char.isprintable() for char in text)
    # Half-width katakana and signs that no text has are what a wrong codec gives.
    odd = sum("｡" <= char <= "ﾟ" or not (char.isprintable() or char.isspace()) for char in text)
    share = (likely - odd) / max(len(text), 1)
    return is_whole and share > 0, share

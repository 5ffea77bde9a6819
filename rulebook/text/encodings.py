"""Which encoding a text that is not UTF-8 has, and how it becomes UTF-8."""

from __future__ import annotations

from shlex import quote

# Python's name, and the name by which people and iconv know it.
_ENCODINGS = {
    "cp932": ("Shift_JIS", "CP932"),
    "euc_jp": ("EUC-JP", "EUC-JP"),
    "utf-16": ("UTF-16", "UTF-16"),
    "utf-16-le": ("UTF-16", "UTF-16LE"),
}
_MARKS = (b"\xff\xfe", b"\xfe\xff")


def conversion_hint(raw: bytes, name: str) -> str:
    """Return what to do with ``raw``, the bytes of the file ``name``, that are not UTF-8.

    Its encoding is the one under which it has the most hiragana.
    """
    best, most = "", 0
    for codec in _ENCODINGS:
        if codec == "utf-16" and not raw.startswith(_MARKS):
            continue
        hiragana = sum("ぁ" <= char <= "ゖ" for char in raw.decode(codec, "ignore"))
        if hiragana > most:
            best, most = codec, hiragana
    if not best:
        return "Save it as UTF-8 text."
    known, code = _ENCODINGS[best]
    command = f"iconv -f {code} -t UTF-8 {quote(name)} > utf-8.txt"
    return f"It looks like {known}. Save it as UTF-8, in an editor or so: {command}"

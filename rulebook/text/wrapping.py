"""Wrap lines by display width, as Japanese is set: no line begins with a closing sign (。、」ー) or
ends with an opening one (「（). Latin words are not split; styles and links end with the line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.text.display import columns

_ESCAPE = r"\x1b\[[0-9;]*m|\x1b\]8;[^\x07\x1b]*(?:\x1b\\|\x07)"
# Closing signs must not begin a line, opening signs must not end one (JIS X 4051).
_CLOSING = (
    r"[、。，．・：；？！ー…‥％々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
    r"）］｝」』】〉》〕’”｣､｡,.:;?!)\]}]"
)
_OPENING = r"[（［｛「『【〈《〔‘“｢(\[{]"
_ENDS = r"\x1b\[0m|\x1b\]8;;(?:\x1b\\|\x07)"
# What stays on one line: opening signs, a word or a character, and closing signs.
_CHUNK = re.compile(
    rf"(?: +|(?:(?!{_ENDS})(?:{_ESCAPE})|{_OPENING})*"
    rf"(?:[!-~]+|(?!\x1b).)?(?:{_ENDS}|{_CLOSING})*)",
    re.DOTALL,
)
_ESCAPES = re.compile(_ESCAPE)
_ANY = re.compile(rf"{_ESCAPE}|.", re.DOTALL)
# After a label of one or two words and two spaces, the next lines begin where the text began.
_LABELLED = re.compile(r" *(?:\S{1,24}(?: \S{1,16})? {2,})?")
_RESET = "\x1b[0m"


def shown_columns(text: str) -> int:
    """Return the columns of ``text``, without escape sequences, to break lines late enough."""
    return columns(_ESCAPES.sub("", text))


def wrapped(line: str, width: int) -> Iterator[str]:
    """Yield ``line`` in lines of at most ``width`` columns, indented to where its text begins
    (after a label or spaces), but by at most a third, to leave room for text. Styles and links end
    and reopen around each break, so indents are not coloured or underlined."""
    if shown_columns(line) <= width:
        yield line
        return
    plain = _ESCAPES.sub("", line)
    label = _LABELLED.match(plain)
    starts = (label[0] if label else "", plain[: len(plain) - len(plain.lstrip(" "))])
    indent = next((i for i in map(columns, starts) if i <= width // 3), width // 3)
    out, used, is_first, is_blank = "", 0, True, True
    chunks: list[str] = []  # the pieces between which the line may be broken
    for match in _CHUNK.finditer(line):
        # A chunk too wide for any line is split into characters, which have up to two columns.
        fits = shown_columns(match[0]) <= max(2, width - indent)
        chunks += (match[0],) if fits else _ANY.findall(match[0])
    for chunk in chunks:
        room = shown_columns(chunk)
        if chunk.isspace() and (used + room > width or (is_blank and not is_first)):
            used = used if is_blank else width  # no room: the next chunk begins a line
            continue
        if used + room > width:
            opening, closing = _open_at_end(out)
            if not is_blank:
                yield out.rstrip(" ") + closing
            out, used, is_first, is_blank = " " * indent + opening, indent, False, True
        out, used = out + chunk, used + room
        is_blank = is_blank and (not room or chunk.isspace())
    yield out.rstrip(" ")


def _open_at_end(text: str) -> tuple[str, str]:
    """Return the escapes that reopen the link and styles open at the end of ``text``, and those
    that close them."""
    styles: list[str] = []
    link = ""
    for escape in _ESCAPES.findall(text):
        if escape.startswith("\x1b]8;"):
            link = "" if escape.startswith("\x1b]8;;\x1b") else escape
        elif escape == _RESET:
            styles.clear()
        else:
            styles.append(escape)
    return link + "".join(styles), _RESET * bool(styles) + "\x1b]8;;\x1b\\" * bool(link)

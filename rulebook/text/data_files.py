"""Files that others wrote: their encoding, JSON with errors in our own words, and tables (CSV)."""

from __future__ import annotations

import csv
import json
import math
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TextIO

from rulebook.messages import Message, as_message, message_of
from rulebook.records import NamedTuple, dataclass

# Codecs that Japanese documents come in: what people and iconv call them.
_CODECS = {
    "cp932": ("Shift_JIS", "CP932"),
    "euc_jp": ("EUC-JP", "EUC-JP"),
    "iso2022_jp": ("ISO-2022-JP", "ISO-2022-JP"),
    "utf-16": ("UTF-16", "UTF-16"),
    "utf-16-le": ("UTF-16", "UTF-16LE"),
    "utf-16-be": ("UTF-16", "UTF-16BE"),
}
# Kana, kanji, full-width forms; not half-width katakana, which wrong codecs make of everything.
_JAPANESE = r"[ぁ-ゖァ-ヺー一-龠々、。「」『』（）・：０-９Ａ-Ｚａ-ｚ]"
_LIKELY = 0.3  # The least share of Japanese that the right codec finds in a damaged document
_ESCAPE, _NUL = b"\x1b$", b"\0"
_SELDOM = 20  # One NUL among so many bytes is damage in a text, not half of a UTF-16 character
_LONGEST_SAMPLE = 1 << 16  # The bytes at the beginning of a file by which its encoding is guessed


def decode_text(raw: bytes) -> str:
    """Return the text of ``raw`` with plain line feeds and no byte order mark. Raises
    :class:`UnicodeDecodeError` where it is not UTF-8, also for NULs (of UTF-16) and ISO-2022-JP,
    whose bytes are all ASCII: its kanji would be read as Latin letters."""
    is_escaped = _ESCAPE in raw and raw.isascii()
    if not is_escaped and _NUL not in raw:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    at = raw.index(_ESCAPE if is_escaped else _NUL)
    raw[:at].decode("utf-8")  # an earlier fault is reported first
    raise UnicodeDecodeError("utf-8", raw, at, at + 1, "not UTF-8")


def encoding_trouble(raw: bytes, at: int) -> str:
    """Return what is wrong at byte ``at``: a single NUL, to be removed, or another encoding."""
    is_nul = raw[at : at + 1] == _NUL and _is_spoilt_by_nul(raw)
    return "a NUL, which is not allowed in text" if is_nul else "not UTF-8 from here on"


def conversion_hint(raw: bytes, name: str) -> str:
    """Return how to make the file ``name`` UTF-8, with a command if its fault is known."""
    from shlex import quote  # only for a faulty file

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
    """Whether ``raw`` is UTF-8 except for a few NULs to be removed; many are halves of UTF-16."""
    nuls = raw.count(_NUL)
    # One NUL in a short text counts as seldom too, unless the text is UTF-16 of kana, which are a
    # byte 0x30 and an ASCII byte. Other UTF-16 has bytes that are not UTF-8, which is tested below.
    is_kana = raw.count(b"\x30") * 3 >= len(raw)
    is_seldom = nuls * _SELDOM <= len(raw) or (nuls == 1 and not is_kana)
    if not nuls or not is_seldom:
        return False
    try:
        raw.replace(_NUL, b"").decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def likely_codec(raw: bytes) -> str | None:
    """Return the codec that reads the most Japanese in ``raw``, perhaps the head of a file, to
    suggest a conversion from it; it need not read all. None if it is UTF-8 or no codec fits."""
    if _is_spoilt_by_nul(raw):
        return None
    head = raw[:_LONGEST_SAMPLE]
    if len(head) == _LONGEST_SAMPLE:  # so that a cut character (UTF-16: two bytes) is not a fault
        head = head[: head.rfind(b"\n") + 1 or None]
        head = head[: len(head) // 2 * 2]
    if _ESCAPE in head and head.isascii():
        return "iso2022_jp"
    text = head.decode("utf-8", "surrogateescape")
    spoilt = len(re.findall("[\0\udc80-\udcff]", text))
    if spoilt < max(1, sum(map(len, re.findall("[^\0-\x7f\udc80-\udcff]+", text)))):
        return None  # mostly UTF-8, with a few spoilt bytes
    worth = {codec: _japanese_share(head, codec) for codec in _CODECS}
    best = max(worth, key=lambda codec: worth[codec])
    is_whole, share = worth[best]
    return best if share > (0 if is_whole else _LIKELY) else None


def _japanese_share(raw: bytes, codec: str) -> tuple[bool, float]:
    """Return whether ``codec`` reads all of ``raw``, and the share of Japanese then, to compare."""
    is_utf16 = codec.startswith("utf-16")
    if is_utf16 and _NUL not in raw and not raw.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        return False, 0.0  # nearly any pair of bytes is a kanji in it, but digits leave a trace
    try:
        text, is_whole = raw.decode(codec), True
    except UnicodeDecodeError:
        text, is_whole = raw.decode(codec, "ignore"), False
    likely = len(re.findall(_JAPANESE, text))
    if is_utf16:  # other codecs read ASCII alike, so that it does not show which is right
        likely += sum(char.isascii() and char.isprintable() for char in text)
    # Half-width katakana and signs that no text has are what a wrong codec gives.
    odd = sum("｡" <= char <= "ﾟ" or not (char.isprintable() or char.isspace()) for char in text)
    share = (likely - odd) / max(len(text), 1)
    return is_whole and share > 0, share


MISSING_COMMA = "Expecting ',' delimiter"  # For two values without a comma between

# Python's messages for faults of JSON, and our own words for them.
_WORDS = {
    "Expecting value": "a value is missing",
    "Expecting property name enclosed in double quotes": "a name in quotation marks is missing",
    "Expecting ':' delimiter": "a colon is missing",
    MISSING_COMMA: "a comma is missing",
    "Extra data": "unexpected text after the end",
    "Unterminated string starting at": "a quotation mark is never closed",
    "Invalid control character at": "a control character in a string",
    "Illegal trailing comma before end of object": "a trailing comma before the end",
    "Illegal trailing comma before end of array": "a trailing comma before the end",
}


def parse_json(text: str) -> object:
    """Return the value of the JSON ``text``, or raise :class:`ValueError` in words for users."""
    try:
        return decoder().decode(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(json_trouble(error)) from error


def decoder() -> json.JSONDecoder:
    """Return a decoder that raises for NaN, infinity and repeated keys, which Python accepts."""
    return json.JSONDecoder(
        object_pairs_hook=_object_with_unique_keys,
        parse_constant=_finite_number,
        parse_float=_finite_number,
    )


def json_trouble(error: ValueError | RecursionError) -> Message:
    """Return the message for an error of :func:`decoder`, with the place of a syntax error."""
    what = json_problem(error)
    if isinstance(error, json.JSONDecodeError):
        return Message("{problem} at character {position}", problem=what, position=error.pos + 1)
    return what


def json_problem(error: ValueError | RecursionError) -> Message:
    """Return the message of an error of :func:`decoder`, without its place, which callers find."""
    if isinstance(error, json.JSONDecodeError):
        return as_message(_WORDS.get(error.msg, "an unexpected character"))
    if isinstance(error, RecursionError):
        return as_message("hundreds of nested brackets")
    if "integer string conversion" in str(error):  # Python reads no numbers as long as that
        return as_message("a number of thousands of digits")
    return message_of(error)


def _object_with_unique_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return an object; raise for a key that occurs twice: :mod:`json` would keep only the last."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(Message("{twice!r} occurs twice", twice=twice))
    return made


def _finite_number(written: str) -> float:
    """Return a number; raise for NaN and infinity, which JSON lacks, and 1e999 (too large)."""
    number = float(written)
    if not math.isfinite(number):
        if written[-1].isdigit():
            raise ValueError(Message("{word} is too large a number", word=written))
        raise ValueError(Message("{name} is not a number in JSON", name=written))
    return number


LONGEST_ROW = 1_000_000  # The most characters of a line, to spare the memory

# The most lines of a row: a quotation mark that is not closed must not swallow the file.
_MOST_LINES = 200
# The most characters that are skipped to the end of a line: a device never ends.
_LONGEST_LINE = 100_000_000
_QUOTED = re.compile('"[^"]*"')


class TableRow(NamedTuple):
    """A row of a table: its first line (counted from 1), its text in the file, and its cells."""

    line: int
    text: str
    cells: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that was not accepted: its line (from 1), the reason, and its content in the file."""

    line: int
    reason: str
    content: str


class _TooLarge(csv.Error):
    """A row is so large that its end is not looked for; later lines may be parts of it."""


def lines_of(source: TextIO) -> Iterator[str]:
    """Yield the lines of ``source``. If one is too long (``is_cut``), only its beginning is held in
    memory and the rest is skipped; if it never ends (a device), reading stops."""
    while line := source.readline(LONGEST_ROW):
        yield line
        if is_cut(line):
            for _ in range(_LONGEST_LINE // LONGEST_ROW):
                rest = source.readline(LONGEST_ROW)
                if not rest or rest.endswith("\n"):
                    break
            else:
                return  # not a file of lines


def is_cut(line: str) -> bool:
    """Whether ``line`` of ``lines_of`` is only the beginning of one too long, so it is rejected."""
    return len(line) == LONGEST_ROW and not line.endswith("\n")


def unquoted(text: str) -> str:
    """Return ``text`` without quoted cells, to find the delimiter of a table or how its lines end:
    delimiters and line breaks inside quotes are content."""
    return _QUOTED.sub("", text)


def table_rows(source: TextIO, delimiter: str | None = None) -> Iterator[TableRow | Reject]:
    """Yield the rows of a table that have any text, the header first, and a reject for each row
    that is broken or has more cells than the header. A broken row may have swallowed others, so its
    lines are read again as rows; there, and after a too large row, too short rows are rejected."""
    lines = lines_of(source)
    waiting: deque[str] = deque()  # lines of a broken row, to be read again
    row: list[str] = []
    first, width, is_lost = 1, 0, False
    if delimiter is None:
        delimiter, lines = _delimiter_of(lines)

    def lines_of_row() -> Iterator[str]:
        """Yield the lines for the next row, and collect them in ``row``. An unclosed quotation mark
        takes all lines; after the error, all but the first are ``waiting`` to be read again."""
        while line := waiting.popleft() if waiting else next(lines, ""):
            row.append(line)
            _refuse_large(row)
            yield line

    while True:
        first, is_rest = first + len(row), is_lost or bool(waiting)
        row.clear()
        try:
            cells = next(csv.reader(lines_of_row(), delimiter=delimiter, strict=True))
        except StopIteration:
            return
        except csv.Error as error:
            is_lost = is_lost or isinstance(error, _TooLarge)
            waiting.extendleft(reversed(row[1:]))
            del row[1:]
            yield Reject(first, _table_trouble(error), row[0])
            continue
        if any(map(str.strip, cells)):
            text, width = "".join(row), width or len(cells)
            if len(cells) > width or (is_rest and len(cells) < width):
                what = "it has {cells} cells, but the header row has {columns}"
                yield Reject(first, Message(what, cells=len(cells), columns=width), text)
            else:
                yield TableRow(first, text, cells)


def _delimiter_of(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """Return the delimiter that is most frequent in the header row of ``lines`` (if equal, a tab,
    which no heading contains), and all the lines. The row ends where all quotation marks are
    closed, since a heading may have line breaks, or at a line too long to be read."""
    header: list[str] = []
    marks = 0
    for line in islice(lines, _MOST_LINES):
        header.append(line)
        marks += line.count('"')
        if is_cut(line) or (marks % 2 == 0 and any(map(str.strip, header))):
            break
    return max("\t;,", key=unquoted("".join(header)).count), chain(header, lines)


def _refuse_large(row: Sequence[str]) -> None:
    """Raise :class:`_TooLarge` if ``row``, the lines read so far for one row of CSV, is too large,
    as after an unclosed quotation mark. The last line may be cut: then it was too long."""
    if is_cut(row[-1]):
        what = "a line of it has more than {most} characters; shorten it"
        raise _TooLarge(Message(what, most=LONGEST_ROW))
    if len(row) > _MOST_LINES:
        what = "a quotation mark is not closed in {most} lines; close it or shorten the cell"
        raise _TooLarge(Message(what, most=_MOST_LINES))


def _table_trouble(error: csv.Error) -> str:
    """Return a message for ``error`` in words for users: Python's is about its parser."""
    if isinstance(error, _TooLarge):
        return as_message(error.args[0])
    match str(error).partition(" ")[0]:  # the first word of each message of :mod:`csv`
        case "field":
            what = "a cell has more than {field_size_limit} characters"
            return Message(what, field_size_limit=csv.field_size_limit())
        case "unexpected":
            return "a quotation mark is never closed"
        case "new-line":
            return "a carriage return is outside of quotation marks; quote the cell"
        case _:
            return "a quotation mark is closed before the end of its cell"

"""Files of cards, read row by row: JSON Lines, JSON, CSV. Rows that are not cards are rejected."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from rulebook.cards.spelling.canonical_form import LONGEST_CARD, too_long
from rulebook.errors import CardLibraryError
from rulebook.messages import Message, message_of
from rulebook.records import dataclass
from rulebook.text import data_files
from rulebook.text.data_files import Reject, conversion_hint, likely_codec
from rulebook.text.display import shortened

FORMS = ("jsonl", "json", "csv", "tsv")  # known by the ending of the file name
STANDARD_INPUT = Path("-")

_ENDINGS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv"}
_CHUNK = 1 << 16
# The text before the first value of an array, before each other value, and at the end.
_SPACE, _COMMA, _END = map(re.compile, (r"[ \t\r\n]*", r"[ \t\r\n]*,[ \t\r\n]*", r"[ \t\r\n]*\]"))
_MAPPED = "Map the fields to columns: --column text=COLUMN --column id=COLUMN"
_MOST_REJECTED = 20_000  # characters of a rejected row that are stored


FIELDS = ("id", "name", "type", "colour", "level", "text", "owner")
"""The fields that the library stores in separate columns; other columns go into ``more``."""

VALUES = tuple(name for name in FIELDS if name not in ("id", "text"))
"""The fields that a card may lack."""

_ALSO = {"colour": ("color",)}  # other names of a column, tried if the user maps none


@dataclass(frozen=True, slots=True)
class LibraryCard:
    """A card of a file, at ``line`` (in JSON, its place); by ``digest``, changes are seen."""

    line: int
    id: str
    text: str
    values: Mapping[str, str | int | None]
    more: str | None
    digest: str


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file of cards: its path, its format, and the column of each field if its name differs. For
    a library, each card ``needs_id``, which identifies it."""

    path: Path
    form: str
    columns: Mapping[str, str]
    needs_id: bool = True

    def column(self, name: str, row: Mapping[str, Any]) -> str:
        """Return the column of ``row`` for the field ``name``: the mapped one, else one with that
        name or another spelling of it. Without one, return ``name``, for an error message."""
        if name in self.columns:
            return self.columns[name]
        return next((also for also in (name, *_ALSO.get(name, ())) if also in row), name)

    def card(self, row: Mapping[str, Any], line: int) -> LibraryCard:
        """Return ``row`` as a card. Raises :class:`ValueError` with the reason if it is not one.
        Columns that the library lacks are stored as one text (``more``): nothing is lost."""
        columns = {name: self.column(name, row) for name in FIELDS}
        for missing in self.missing(row):
            what = "there is no column {missing!r}; the columns are {listed}"
            raise ValueError(Message(what, missing=missing, listed=column_names(row)))
        given_id = row.get(columns["id"])
        if isinstance(given_id, bool | list | dict):
            shown = shortened(repr(given_id))
            raise ValueError(Message("the id is not a text or a number but {value}", value=shown))
        id = "" if given_id is None else str(given_id)
        given = row[columns["text"]]
        lines = isinstance(given, list) and all(isinstance(part, str) for part in given)
        if not (lines or given is None or isinstance(given, str)):  # a wrong column
            shown = shortened(repr(given))
            raise ValueError(Message("the card text is not a string but {value}", value=shown))
        text = str(_column_value(given) or "")
        if not id.strip() and self.needs_id:
            what = "{id!r} is empty; every card needs an id of its own"
            raise ValueError(Message(what, id=columns["id"]))
        if len(text) > LONGEST_CARD:
            raise ValueError(too_long(text))
        others = (key for key in row if key not in columns.values())
        rest = {key: row[key] for key in others if row[key] not in (None, "")}
        more = json.dumps(rest, ensure_ascii=False) if rest else None
        values = {name: _column_value(row.get(columns[name])) for name in VALUES}
        # Lone surrogates cannot be encoded, so the row is rejected.
        content = json.dumps([id, text, values, more], ensure_ascii=False).encode()
        digest = hashlib.blake2b(content, digest_size=16).hexdigest()
        return LibraryCard(line, id, text, values, more, digest)

    def missing(self, row: Mapping[str, Any]) -> list[str]:
        """Return the needed columns that ``row`` lacks. The text is needed, and in a library the
        id; elsewhere, an id column is needed if the user named it, since it may be misspelt."""
        needed = ("id", "text") if self.needs_id or "id" in self.columns else ("text",)
        return [column for name in needed if (column := self.column(name, row)) not in row]


def parse_columns(given: Sequence[str]) -> dict[str, str]:
    """Return the column of each field in ``given``, ``field=column`` as users type it. Raises
    :class:`CardLibraryError` for an unknown field: a misspelled one would be ignored."""
    named: dict[str, str] = {}
    for each in given:
        name, sign, column = each.partition("=")
        name = {"color": "colour"}.get(name.strip(), name.strip())
        if not sign or name not in FIELDS or not column.strip():
            hint = Message("Write FIELD=COLUMN; the fields are {fields}.", fields=", ".join(FIELDS))
            what = Message("{each!r} does not map a field to a column", each=each)
            raise CardLibraryError(what, hint=hint)
        if name in named:
            twice = "{field!r} is mapped to two columns"
            raise CardLibraryError(twice, field=name, hint="Map each field once.")
        named[name] = column.strip()
    return named


def _column_value(value: object) -> str | int | None:
    """Return ``value`` as SQLite can store it: None for "", whole numbers that fit, texts, a list
    of texts as lines, anything else as its JSON text (true, 1.5)."""
    if value in (None, ""):
        return None
    if isinstance(value, str) or (type(value) is int and abs(value) < 2**63):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    return json.dumps(value, ensure_ascii=False)


def column_names(row: Iterable[object]) -> str:
    """Return at most twelve column names of ``row``, for errors about a missing one."""
    names = [repr(shortened(str(name))) for name in row]
    return ", ".join(names[:12]) + (" …" if names[12:] else "") if names else "none"


def card_file(path: Path, columns: Mapping[str, str], form: str | None = None) -> CardFile:
    """Return the card file at ``path`` in the format ``form``, else that of its ending. Raises
    :class:`CardLibraryError` for an unknown one, and for a pipe: it cannot be read twice."""
    if not os.path.lexists(path):
        raise CardLibraryError("there is no file {path}", path=path, hint="Name a file of cards.")
    if not path.is_file():
        hint = "Write the cards to a regular file, so that they can be read again."
        raise CardLibraryError("{path} is not a regular file", path=path, hint=hint)
    if (found := form or _ENDINGS.get(path.suffix.lower())) is None:
        hint = Message("Name its format: --form {forms}.", forms="|".join(FORMS))
        raise CardLibraryError("the name of {path} does not show its format", path=path, hint=hint)
    return CardFile(path, found, columns)


def load_cards(
    source: Path | str, *, columns: Sequence[str] = (), form: str | None = None
) -> Iterator[LibraryCard | Reject]:
    """Yield every row of ``source``, a file of cards (``-``: standard input), as a card or reject.
    ``columns`` say which column has a field (``text=効果``); ``form`` is the format (``jsonl``,
    ``json``, ``csv``, ``tsv``) if its name does not show it, else ``jsonl``. Ids may be missing.
    Raises :class:`CardLibraryError` if it is unreadable, not UTF-8, or lacks these columns."""
    path, named = Path(source), parse_columns(columns)
    form = form or _ENDINGS.get(path.suffix.lower(), "jsonl")
    return load_card_rows(CardFile(path, form, named, needs_id=False))


def check_card_file(file: CardFile) -> None:
    """Raise :class:`CardLibraryError` if ``file`` is plainly not UTF-8 or lacks a column that the
    user named or a table needs. Callers check all files before they change anything. In JSON, rows
    without text or id are rejects, and any other column is missing if no card has it."""
    if file.form in ("csv", "tsv"):
        next(load_card_rows(file), None)  # raises for the start or the header, which has all names
        return
    unused, has_cards = set(VALUES) & set(file.columns), False
    for row in load_card_rows(file):
        if isinstance(row, LibraryCard):
            has_cards = True
            unused -= {name for name, value in row.values.items() if value is not None}
        if not unused:
            return
    if has_cards:
        what, named = "no card of {path} has {named!r}", file.columns[min(unused)]
        raise CardLibraryError(what, path=file.path, named=named, hint=_MAPPED)


def load_card_rows(file: CardFile) -> Iterator[LibraryCard | Reject]:
    """Yield every row of ``file``, as a card or as a reject. The file is read in pieces, so it may
    be larger than memory. Raises :class:`CardLibraryError` as :func:`check_card_file` does."""
    readers = {"jsonl": _cards_of_lines, "json": _cards_of_array}
    with _text_of_file(file) as source:
        yield from readers.get(file.form, _cards_of_table)(source, file)


@contextmanager
def _text_of_file(file: CardFile) -> Iterator[TextIO]:
    """Yield ``file``, or standard input, as text. Another encoding is detected at the start, which
    is only peeked at: a pipe cannot be read twice. Later bad bytes spoil only their own rows."""
    try:
        opened: AbstractContextManager[BufferedReader]
        if file.path == STANDARD_INPUT:
            stream: Any = sys.stdin.buffer  # if a program replaced it, it may have no ``peek``
            opened = nullcontext(stream if hasattr(stream, "peek") else BufferedReader(stream))
        else:
            opened = BufferedReader(file.path.open("rb", buffering=0), _CHUNK)
        with opened as raw:
            head = raw.peek(_CHUNK)[:_CHUNK]
            if likely_codec(head):
                what = Message("{path}: not UTF-8", path=file.path)
                raise CardLibraryError(what, hint=conversion_hint(head, str(file.path)))
            # Old spreadsheets end lines with a carriage return; elsewhere it is part of a cell.
            newline = "\n" if "\n" in data_files.unquoted(head.decode("utf-8", "replace")) else None
            source = TextIOWrapper(raw, "utf-8-sig", "surrogateescape", newline=newline)
            yield source
            source.detach()  # else standard input would be closed with it
    except OSError as error:
        reason = error.strerror or error
        what = Message("{path}: cannot be read ({reason})", path=file.path, reason=reason)
        raise CardLibraryError(what, hint="Name a file of cards.") from error


def _card_of_row(value: object, line: int, file: CardFile, content: str) -> LibraryCard | Reject:
    """Return ``value``, a row with the text ``content``, as a card or, if it is bad, a reject."""
    if not isinstance(value, dict):
        return reject(line, "not an object with a value for each column", content)
    try:
        return file.card(value, line)
    except UnicodeEncodeError:
        why = "it has invalid characters (not UTF-8, or unpaired surrogates)"
        return reject(line, why, content)
    except (ValueError, RecursionError) as error:
        return reject(line, message_of(error), content)


def reject(line: int, reason: str, content: str) -> Reject:
    """Return a reject that any file can hold: a long ``content`` is cut, surrogates are escaped."""
    return Reject(line, _storable(reason), _storable(content[:_MOST_REJECTED]))


def _storable(text: str) -> str:
    """Return ``text`` with lone surrogates escaped, or unchanged without any: a copy of a
    :class:`Message` would be a plain text, which cannot be translated."""
    encoded = text.encode("utf-8", "backslashreplace").decode()
    return text if encoded == text else encoded


def _cards_of_lines(source: TextIO, file: CardFile) -> Iterator[LibraryCard | Reject]:
    """Yield a card or a reject for each line of JSON; too long lines are never read as a whole."""
    for line, content in enumerate(data_files.lines_of(source), start=1):
        if data_files.is_cut(content):
            why = Message("the line has more than {most} characters", most=data_files.LONGEST_ROW)
            yield reject(line, why, content)
        elif content.strip():
            content = content.rstrip("\r\n")
            try:
                value = data_files.parse_json(content)
            except ValueError as error:
                why = Message("not JSON: {problem}", problem=message_of(error))
                yield reject(line, why, content)
            else:
                yield _card_of_row(value, line, file, content)


def _cards_of_array(source: TextIO, file: CardFile) -> Iterator[LibraryCard | Reject]:
    """Yield a card or a reject for each value of a JSON array, read in chunks, as it may not fit in
    memory. A value that cannot be decoded may be cut off: it is tried again with the next chunk."""
    decode, held, at, line = data_files.decoder().raw_decode, source.read(_CHUNK).lstrip(), 1, 0
    if not held.startswith("["):
        yield reject(1, "it is not a JSON array of cards: [{…}, {…}]", held)
        return
    while True:
        if over := _END.match(held, at):
            if rest := (held[over.end() :] + source.read(_CHUNK)).strip():
                yield reject(line + 1, "unexpected text after the end", rest)
            return
        before = (_COMMA if line else _SPACE).match(held, at)
        start = before.end() if before else at
        try:
            if not before:
                raise json.JSONDecodeError(data_files.MISSING_COMMA, held, at)
            value, end = decode(held, start)
        except (ValueError, RecursionError) as error:
            if (behind := _end_of_refused_value(held, start, error)) is not None:
                line += 1
                why = Message("not JSON: {problem}", problem=data_files.json_trouble(error))
                yield reject(line, why, held[start:behind])
                at = behind
                continue
            is_endless = len(held) - at >= data_files.LONGEST_ROW
            if is_endless or not (more := source.read(_CHUNK)):
                problem = data_files.json_problem(error)
                what = Message("the array cannot be read from here on: {problem}", problem=problem)
                yield reject(line + 1, what, held[at:])
                return
            held, at = held[at:] + more, 0
            continue
        line += 1
        yield _card_of_row(value, line, file, held[start:end])
        at = end


def _end_of_refused_value(held: str, at: int, error: ValueError | RecursionError) -> int | None:
    """Return the end of the value at ``at`` if only our stricter decoder refuses it (``NaN``), so
    that reading can go on there. None if Python's also does: it is broken, too deep or cut off."""
    if isinstance(error, json.JSONDecodeError | RecursionError):
        return None
    try:
        return json.JSONDecoder().raw_decode(held, at)[1]
    except ValueError:
        return None


def _cards_of_table(source: TextIO, file: CardFile) -> Iterator[LibraryCard | Reject]:
    """Yield a card or a reject for each row below the header; a row may lack its last cells. Column
    3 is ``#3`` without a name. Raises :class:`CardLibraryError` for a missing or double column."""
    heading: list[str] = []
    for row in data_files.table_rows(source, "\t" if file.form == "tsv" else None):
        if isinstance(row, Reject):
            yield reject(row.line, row.reason, row.content)
        elif heading:
            values = dict(zip(heading, row.cells, strict=False))
            if len(values) < len(heading) and file.missing(values):
                what = "it has {cells} cells, but the header row has {columns}"
                why = Message(what, cells=len(values), columns=len(heading))
                yield reject(row.line, why, row.text)
                continue
            yield _card_of_row(values, row.line, file, row.text)
        else:
            heading = [name or f"#{at}" for at, name in enumerate(row.cells, start=1)]
            counts = Counter(heading)
            if twice := next((name for name in heading if counts[name] > 1), ""):
                hint = "Give each column a name of its own."
                what = "{path} has two columns named {twice!r}"
                raise CardLibraryError(what, path=file.path, twice=shortened(twice), hint=hint)
            named = [column for column in file.columns.values() if column not in counts]
            for missing in (*named, *file.missing(counts)):
                what = "{path} has no column {missing!r}; its columns are {listed}"
                there = {"path": file.path, "missing": missing, "listed": column_names(heading)}
                raise CardLibraryError(what, **there, hint=_MAPPED)

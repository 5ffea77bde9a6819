"""Files of cards, read a row at a time: JSON Lines, JSON, CSV.  What is no card is rejected."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from rulebook.card_library.columns import Columns, LibraryCard
from rulebook.errors import CardLibraryError
from rulebook.records import dataclass

FORMS = ("jsonl", "json", "csv", "tsv")
"""How cards may be written; the ending of a file says which."""

_ENDINGS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv"}
# No row of cards is longer; what has no line breaks is not read into memory whole.
_LONGEST_ROW = 1_000_000
_CHUNK = 1 << 16
# What stands between the values of an array.
_BETWEEN = re.compile(r"[ \t\r\n,]*")
# So much of a row that is no card is kept.
_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file of cards: where it lies, how it is written, which column is what."""

    path: Path
    form: str
    columns: Columns


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that is no card: where it stands, why it is none, and the row itself."""

    line: int
    reason: str
    content: str


def card_file(path: Path, columns: Columns, form: str | None = None) -> CardFile:
    """Return the file at ``path``; its ending tells its ``form`` where none is given.

    Raises :class:`CardLibraryError` where that is not known, or there is no such file.
    """
    if not path.is_file():
        raise CardLibraryError(f"there is no file {path}", hint="Name a file of cards.")
    found = form or _ENDINGS.get(path.suffix.lower())
    if found is None:
        hint = f"Say how it is written: --form {'|'.join(FORMS)}."
        raise CardLibraryError(f"{path} has no ending that says how it is written", hint=hint)
    return CardFile(path, found, columns)


def load_card_rows(file: CardFile) -> Iterator[LibraryCard | Reject]:
    """Yield every row of ``file``, as a card or as what was rejected; few are held at once."""
    encoding = {"encoding": "utf-8-sig", "errors": "surrogateescape", "newline": ""}
    with file.path.open(**encoding) as source:  # type: ignore[call-overload]
        match file.form:
            case "jsonl":
                yield from _jsonl(source, file.columns)
            case "json":
                yield from _json(source, file.columns)
            case _:
                yield from _csv(source, file.columns, "\t" if file.form == "tsv" else ",")


def _row(value: object, line: int, columns: Columns, content: str) -> LibraryCard | Reject:
    """Return ``value`` as a card, or why it is none."""
    if not isinstance(value, dict):
        return reject(line, "it is no object with a value for each column", content)
    try:
        return columns.card(value, line)
    except UnicodeEncodeError:
        return reject(
            line, "it holds characters that are no text (not UTF-8, or half a pair)", content
        )
    except (ValueError, RecursionError) as error:
        return reject(line, str(error), content)


def reject(line: int, reason: str, content: str) -> Reject:
    """Return a reject that every file and database can hold."""
    told = (text.encode("utf-8", "backslashreplace").decode() for text in (reason, content[:_KEPT]))
    return Reject(line, *told)


# ---- JSON Lines


def _jsonl(source: TextIO, columns: Columns) -> Iterator[LibraryCard | Reject]:
    line = 0
    while content := source.readline(_LONGEST_ROW):
        line += 1
        if len(content) == _LONGEST_ROW and not content.endswith("\n"):
            while (rest := source.readline(_LONGEST_ROW)) and not rest.endswith("\n"):
                pass
            yield reject(line, f"the line has more than {_LONGEST_ROW} characters", content)
        elif content.strip():
            yield _parsed(content.rstrip("\r\n"), line, columns)


def _parsed(content: str, line: int, columns: Columns) -> LibraryCard | Reject:
    try:
        return _row(json.loads(content), line, columns, content)
    except json.JSONDecodeError as error:
        return reject(line, f"it is no JSON: {error.msg} at character {error.pos + 1}", content)
    except (ValueError, RecursionError) as error:
        return reject(line, f"it is no JSON: {error}", content)


# ---- JSON


def _json(source: TextIO, columns: Columns) -> Iterator[LibraryCard | Reject]:
    """Yield the objects of an array, each decoded as soon as it has been read."""
    decoder, held, at, line = json.JSONDecoder(), source.read(_CHUNK).lstrip(), 1, 0
    if not held.startswith("["):
        yield reject(0, "it is no JSON array of cards: [{…}, {…}]", held)
        return
    while True:
        at = _BETWEEN.match(held, at).end()  # type: ignore[union-attr]
        if held[at : at + 1] == "]":
            return
        try:
            value, end = decoder.raw_decode(held, at)
        except (ValueError, RecursionError) as error:
            more = source.read(_CHUNK) if len(held) - at < _LONGEST_ROW else ""
            if not more:
                yield reject(line + 1, f"the array cannot be read from here on: {error}", held[at:])
                return
            held, at = held[at:] + more, 0
            continue
        line += 1
        yield _row(value, line, columns, held[at:end])
        at = end


# ---- CSV


def _csv(source: TextIO, columns: Columns, sign: str) -> Iterator[LibraryCard | Reject]:
    """Yield the rows below the heading; a row has the number of its last line."""
    rows = csv.reader(_bounded(source), delimiter=sign)
    try:
        heading = next(rows, [])
    except csv.Error as error:
        yield reject(1, f"the heading cannot be read: {error}", "")
        return
    while True:
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield reject(rows.line_num, str(error), "")
            continue
        if any(cells):
            yield _cells(heading, cells, rows.line_num, columns)


def _cells(
    heading: list[str], cells: list[str], line: int, columns: Columns
) -> LibraryCard | Reject:
    content = json.dumps(cells, ensure_ascii=False)
    if len(cells) > len(heading):
        return reject(
            line, f"it has {len(cells)} cells where the heading has {len(heading)}", content
        )
    padded = [*cells, *[""] * (len(heading) - len(cells))]
    values: Mapping[str, Any] = dict(zip(heading, padded, strict=True))
    return _row(values, line, columns, content)


def _bounded(source: TextIO) -> Iterator[str]:
    """Yield the lines of ``source``; one that never ends is cut, and so no row of cards."""
    while line := source.readline(_LONGEST_ROW):
        yield line

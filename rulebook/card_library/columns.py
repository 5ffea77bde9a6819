"""Which column of a file has each field of a card, and how a row becomes a card."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulebook.cards.spelling.limits import LONGEST_CARD, too_long
from rulebook.errors import CardLibraryError
from rulebook.messages import Message
from rulebook.records import dataclass, field
from rulebook.text.width import shortened

FIELDS = ("id", "name", "type", "colour", "level", "text", "owner")
"""What the library stores in columns of its own; the other columns go into ``more``."""

VALUES = tuple(name for name in FIELDS if name not in ("id", "text"))
"""The fields that a card may lack."""

# Other names of a column, tried if the user maps none.
_ALSO = {"colour": ("color",)}


@dataclass(frozen=True, slots=True)
class LibraryCard:
    """A card as in its file, at ``line`` (in JSON its place in the array), with a digest of all."""

    line: int
    id: str
    text: str
    values: Mapping[str, str | int | None]
    more: str | None
    digest: str


@dataclass(frozen=True, slots=True)
class Columns:
    """The column of each field if its name differs; a library ``needs_id`` to identify cards."""

    named: Mapping[str, str] = field(default_factory=dict)
    needs_id: bool = True

    def column(self, name: str, row: Mapping[str, Any]) -> str:
        """Return the column of ``row`` for the field ``name``: the mapped one, else one with that
        name or another spelling of it. If there is none it is ``name``, for an error message."""
        if name in self.named:
            return self.named[name]
        return next((also for also in (name, *_ALSO.get(name, ())) if also in row), name)

    def card(self, row: Mapping[str, Any], line: int) -> LibraryCard:
        """Return ``row`` as a card. Raises :class:`ValueError` with the reason if it is not one.
        Columns that the library lacks are stored as one text (``more``): nothing is lost."""
        columns = {name: self.column(name, row) for name in FIELDS}
        for missing in self.missing(row):
            what = "there is no column {missing!r}; the columns are {listed}"
            raise ValueError(Message(what, missing=missing, listed=column_names(row)))
        given_id = _column_value(row.get(columns["id"]))
        id = "" if given_id is None else str(given_id)
        given = row[columns["text"]]
        lines = isinstance(given, list) and all(isinstance(part, str) for part in given)
        if not (lines or given is None or isinstance(given, str)):  # a wrong column
            shown = shortened(repr(given))
            raise ValueError(Message("the card text is not a string but {value}", value=shown))
        text = str(_column_value(given) or "")
        if not id and self.needs_id:
            what = Message("{id!r} is empty; every card needs an id of its own", id=columns["id"])
            raise ValueError(what)
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
        """Return the needed columns that ``row`` lacks, for the error that names them. Without the
        text there is nothing to read; an id is needed only in a library."""
        needed = ("id", "text") if self.needs_id else ("text",)
        return [column for name in needed if (column := self.column(name, row)) not in row]


def parse_columns(given: Sequence[str]) -> Columns:
    """Return the columns that ``given`` maps, each ``field=column``, as users type them. Raises
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
            what = Message("{field!r} is mapped to two columns", field=name)
            raise CardLibraryError(what, hint="Map each field once.")
        named[name] = column.strip()
    return Columns(named)


def _column_value(value: object) -> str | int | None:
    """Return ``value`` as one that a column can hold, None for "". JSON files have lists and
    objects where CSV has text: a list of abilities becomes lines, too large a number text."""
    match value:
        case None | "":
            return None
        case bool():
            return str(value).lower()
        case int() if abs(value) < 2**63:
            return value
        case str():
            return value
        case list() if all(isinstance(part, str) for part in value):
            return "\n".join(value)
        case _:
            return json.dumps(value, ensure_ascii=False)


def column_names(row: Iterable[object]) -> str:
    """Return at most twelve column names of ``row`` on one line, for errors about a missing one."""
    names = [repr(shortened(str(name))) for name in row]
    return ", ".join(names[:12]) + (" …" if names[12:] else "") if names else "none"

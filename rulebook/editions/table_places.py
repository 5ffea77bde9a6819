"""Where a table names clauses: in its keys, in its values, and in its reasons and comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, auto
from types import UnionType
from typing import Any, Union, get_args, get_origin

from rulebook.editions.content import cited_in
from rulebook.records import dataclass
from rulebook.text.spans import Span
from rulebook.toml_files.kinds import ClauseNumber, Reason, Wording, kinds_of_fields
from rulebook.toml_files.spans import KeyPath, TomlPart, TomlPiece

NOT_CARRIED = "# Not carried"
"""The beginning of the comment above entries that lost their clause."""

WORDED = "worded"
"""The key, of entries that say what clauses mean, for the edition whose words they were last read
against, where that is an older one than that of the table."""


class PlaceKind(Enum):
    """How a table names a clause."""

    KEY = auto()  # As the key of an entry; no two entries may have the same
    VALUE = auto()  # As a value without which the entry is meaningless
    ELEMENT = auto()  # As one of several in a list
    MENTION = auto()  # In a reason or a comment, for people to read


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place where a table names a clause."""

    kind: PlaceKind
    path: KeyPath  # The keys that lead there
    entry: KeyPath  # Those of its entry
    span: Span  # What is to be rewritten, with quotation marks but for a mention
    number: str
    words: tuple[str, ...] = ()  # What the clause is said to print


@dataclass(frozen=True, slots=True)
class _TypedValue:
    """A clause number, or words that may mention some, before its span in the text is known."""

    kind: PlaceKind
    path: KeyPath
    entry: KeyPath
    text: str
    words: tuple[str, ...]


def find_places(
    table: Any, pieces: tuple[TomlPiece, ...], text: str, separator: str
) -> Iterator[TablePlace]:
    """Yield the places where ``table``, which was read from ``text``, names clauses. The types of
    ``table`` show what is a number; ``pieces`` are those of ``text``, ``separator`` is that of the
    numbers."""
    where: dict[tuple[TomlPart, KeyPath], Span] = {
        (piece.part, piece.path): piece.span
        for piece in pieces
        if piece.part in (TomlPart.KEY, TomlPart.VALUE)
    }
    for typed in _typed_values(table, type(table), (), (), ()):
        part = TomlPart.KEY if typed.kind is PlaceKind.KEY else TomlPart.VALUE
        span = where.get((part, typed.path))
        if span is None:
            continue  # a default, which is in no file
        if typed.kind is PlaceKind.MENTION:
            yield from _mentions(text, span, typed.path, typed.entry, separator)
        else:
            yield TablePlace(typed.kind, typed.path, typed.entry, span, typed.text, typed.words)
    for span in _living_comments(pieces, text):
        yield from _mentions(text, span, (), (), separator)


def unread_entries(table: Any) -> Iterator[KeyPath]:
    """Yield the entries of ``table`` that say what clauses mean, read against its own edition.
    Those have no :data:`WORDED`."""
    for field in fields(table):
        entries = getattr(table, field.name)
        for at, entry in enumerate(entries if isinstance(entries, tuple) else ()):
            if getattr(entry, WORDED, "") is None:
                yield (field.name, at)


def _typed_values(
    value: Any, hint: Any, path: KeyPath, entry: KeyPath, words: tuple[str, ...]
) -> Iterator[_TypedValue]:
    """Yield the clause numbers and texts in ``value``, found by the types of its fields. A text
    that looks like a number is one only where the type says so."""
    if get_origin(hint) in (Union, UnionType):
        options = get_args(hint)
        hint = ClauseNumber if isinstance(value, str) and ClauseNumber in options else None
    if hint in (ClauseNumber, Reason, Wording):
        kind = PlaceKind.VALUE if hint == ClauseNumber else PlaceKind.MENTION
        yield _TypedValue(kind, path, entry, value, words)
    elif isinstance(value, tuple | frozenset) and get_args(hint):
        yield from _typed_elements(tuple(value), get_args(hint)[0], path, entry, words)
    elif isinstance(value, Mapping) and get_args(hint):
        yield from _typed_pairs(value, get_args(hint), path)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _typed_fields(value, path, entry)


def _typed_elements(
    values: tuple[Any, ...], hint: Any, path: KeyPath, entry: KeyPath, words: tuple[str, ...]
) -> Iterator[_TypedValue]:
    """Yield the clause numbers in an array, with the index of each in its path. The path leads to
    its place in the text. Without its clause, such a number alone is removed."""
    for at, value in enumerate(values):
        inside = (*path, at)
        if hint == ClauseNumber:
            yield _TypedValue(PlaceKind.ELEMENT, inside, entry, value, words)
        else:
            yield from _typed_values(value, hint, inside, inside, words)


def _typed_pairs(table: Mapping[Any, Any], hints: Any, path: KeyPath) -> Iterator[_TypedValue]:
    """Yield the clause numbers in a table; a key that loses its clause takes its entry with it."""
    for key, value in table.items():
        inside = (*path, key)
        if hints[0] == ClauseNumber:
            yield _TypedValue(PlaceKind.KEY, inside, inside, key, ())
        yield from _typed_values(value, hints[1], inside, inside, ())


def _typed_fields(value: Any, path: KeyPath, entry: KeyPath) -> Iterator[_TypedValue]:
    """Yield the clause numbers in a record; its ``word`` must be in the new clause as well."""
    hints = kinds_of_fields(value.__class__)
    word = getattr(value, "word", None)
    words = (word,) if isinstance(word, str) else ()
    for field in fields(value):
        inner = getattr(value, field.name)
        inside = path if field.name == "rest" else (*path, field.name)
        if inner is not None:
            yield from _typed_values(inner, hints[field.name], inside, entry, words)


def _living_comments(pieces: tuple[TomlPiece, ...], text: str) -> Iterator[Span]:
    """Yield the comments, without entries that lost their clause: these have an older edition's."""
    dead_until = -1
    for piece in pieces:
        if piece.part is not TomlPart.COMMENT:
            continue
        if text.startswith(NOT_CARRIED, piece.span.start) or piece.span.start <= dead_until:
            dead_until = piece.span.end + 1
        else:
            yield piece.span


def _mentions(
    text: str, span: Span, path: KeyPath, entry: KeyPath, separator: str
) -> Iterator[TablePlace]:
    """Yield the clause numbers in a text of a table; one of one part may be any amount."""
    for cited in cited_in(span.of(text), separator):
        if separator in cited.number:
            inside = Span(cited.start, cited.end).moved(span.start)
            yield TablePlace(PlaceKind.MENTION, path, entry, inside, cited.number)

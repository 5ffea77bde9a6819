"""Where a table names clauses: in its keys, in its values, and in its reasons and comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulebook.clauses.numbered_tables import PlaceKind, number_places
from rulebook.editions.content import cited_in
from rulebook.records import dataclass
from rulebook.text.spans import Span
from rulebook.toml_files.spans import KeyPath, TomlPart, TomlPiece

NOT_CARRIED = "# Not carried"  # The beginning of the comment above entries that lost their clause

WORDED = "worded"
"""In entries that say what clauses mean, the key for the edition whose words they were last checked
against, if that is older than the table's."""
EDITION = "edition"
"""In entries that lost a clause, the key for the edition of all their numbers: they are read as of
that edition, so the lost clause is reported until somebody has chosen others."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place where a table names a clause."""

    kind: PlaceKind
    path: KeyPath  # The keys that lead there
    entry: KeyPath  # Those of its entry
    span: Span  # What is to be rewritten, with quotation marks unless a mention
    number: str
    words: tuple[str, ...] = ()  # What the clause is said to print


def find_places(
    table: Any, pieces: tuple[TomlPiece, ...], text: str, separator: str
) -> Iterator[TablePlace]:
    """Yield each place where ``table``, read from ``text``, names a clause, with its span: a new
    edition must rewrite all of them. ``pieces`` are those of ``text``; ``separator`` divides clause
    numbers."""
    where: dict[tuple[TomlPart, KeyPath], Span] = {
        (piece.part, piece.path): piece.span
        for piece in pieces
        if piece.part in (TomlPart.KEY, TomlPart.VALUE)
    }
    for typed in number_places(table, type(table)):
        part = TomlPart.KEY if typed.kind is PlaceKind.KEY else TomlPart.VALUE
        span = where.get((part, typed.path))
        if span is None:
            continue  # a default, which is in no file
        if typed.kind is PlaceKind.MENTION:
            yield from _mentions(text, span, typed.path, typed.entry, separator)
        else:
            yield TablePlace(typed.kind, typed.path, typed.entry, span, typed.text, typed.words)
    # Entries that lost their clause are comments too, but keep the numbers of the older edition.
    dead_until = -1
    for span in (piece.span for piece in pieces if piece.part is TomlPart.COMMENT):
        if text.startswith(NOT_CARRIED, span.start) or span.start <= dead_until:
            dead_until = span.end + 1
        else:
            yield from _mentions(text, span, (), (), separator)


def entry_values(table: Any, key: str) -> dict[KeyPath, Any]:
    """Return the value of ``key`` in each entry of ``table`` that may have one: rulings alone have
    :data:`WORDED`, and an edition of their own."""
    return {
        (field.name, at): getattr(entry, key)
        for field in fields(table)
        if isinstance(entries := getattr(table, field.name), tuple)
        for at, entry in enumerate(entries)
        if hasattr(entry, key)
    }


def _mentions(
    text: str, span: Span, path: KeyPath, entry: KeyPath, separator: str
) -> Iterator[TablePlace]:
    """Yield the places of clause numbers in prose or comments of a table. Numbers of one part are
    left out, since they may be any amount."""
    for cited in cited_in(span.of(text), separator):
        if separator in cited.number:
            inside = Span(cited.start, cited.end).moved(span.start)
            yield TablePlace(PlaceKind.MENTION, path, entry, inside, cited.number)

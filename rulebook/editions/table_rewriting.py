"""Where a table names clauses (in keys, values, reasons and comments), and its text while those
numbers are rewritten."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulebook.clauses.numbered_tables import PlaceKind, number_places
from rulebook.editions.content import cited_in
from rulebook.errors import Fault
from rulebook.messages import Message
from rulebook.records import dataclass
from rulebook.text.spans import LineIndex, Span, with_edits
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
    path: KeyPath  # The TOML keys and list indices that lead there
    entry: KeyPath  # Those that lead to its entry, which is removed if its clause is gone
    span: Span  # What is to be rewritten, with quotation marks unless a mention
    number: str
    words: tuple[str, ...] = ()  # What the clause is said to print


def find_places(
    table: Any, pieces: tuple[TomlPiece, ...], text: str, separator: str
) -> Iterator[TablePlace]:
    """Yield each place where ``table``, read from ``text``, names a clause, in data, prose or
    comments, to renumber it. ``pieces`` are the TOML elements; ``separator`` divides numbers."""
    where = {(piece.part, piece.path): piece.span for piece in pieces}
    for typed in number_places(table, type(table)):
        part = TomlPart.KEY if typed.kind is PlaceKind.KEY else TomlPart.VALUE
        if (span := where.get((part, typed.path))) is None:
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
    """Return the value of ``key`` in each entry of ``table`` that can have it, by path: the edition
    whose words (WORDED) or numbers (EDITION) the entry has, lest another is compared with it."""
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
    """Yield the places of clause numbers in prose or comments, to renumber them too. Numbers of one
    part (5) are left out: they may be amounts."""
    for cited in cited_in(span.of(text), separator):
        if separator in cited.number:
            inside = Span(cited.start, cited.end).moved(span.start)
            yield TablePlace(PlaceKind.MENTION, path, entry, inside, cited.number)


_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Rewriting:
    """Collects what is to be changed in the text of a table, and then changes it."""

    def __init__(self, text: str, pieces: tuple[TomlPiece, ...], edition: str) -> None:
        """Index ``pieces``, the TOML elements of ``text``, since edits must find whole entries. The
        rewritten table will name ``edition``."""
        self.text = text
        self.edition = edition
        keyed = [piece for piece in pieces if piece.part is not TomlPart.COMMENT]
        self._spans = {(piece.part, piece.path): piece.span for piece in keyed}
        self._line_index = LineIndex(text)
        # Where each thing begins and ends, in order.
        edges = ((at, p.path) for p in keyed for at in (p.span.start, p.span.end - 1))
        self._edges = sorted(edges, key=lambda edge: edge[0])
        # Where the last thing below each key ends.
        self._ends: defaultdict[KeyPath, int] = defaultdict(int)
        for piece in keyed:
            for depth in range(1, len(piece.path) + 1):
                above = piece.path[:depth]
                self._ends[above] = max(self._ends[above], piece.span.end)
        self._edits: list[tuple[Span, str]] = [
            (self._spans[TomlPart.VALUE, ("edition",)], json.dumps(edition))
        ]
        self._replaced_lines: dict[Span, str] = {}
        self.in_comments: set[KeyPath] = set()  # the entries that lost their clause
        self._in_lists: defaultdict[KeyPath, list[tuple[Span, str | None]]] = defaultdict(list)
        self._first_with_number: dict[tuple[KeyPath, str], KeyPath] = {}
        self.faults: dict[int, Fault] = {}  # by line, where the author must rewrite the table

    def line(self, place: TablePlace) -> int:
        """Return the line of ``place``, from 1: the report sends its reader there."""
        return self._line_index.line(place.span.start)

    def write_number(self, place: TablePlace, number: str | None, reason: str) -> None:
        """Note that ``number`` replaces the one at ``place``; None removes it, and the entry may
        become a comment with ``reason``. Each kind of place needs another edit to be valid TOML."""
        old = place.span.of(self.text)
        match place.kind:
            case PlaceKind.ELEMENT:
                self._in_lists[place.path[:-1]].append((place.span, number))
            case PlaceKind.MENTION:
                if number is not None:
                    # The end of a range may have only the last part.
                    last = re.split("[.-]", number)[-1]
                    self._edits.append((place.span, last if old.isdigit() else number))
            case _ if number is None:
                # The entry becomes a comment, so a person can restore it.
                self.in_comments.add(place.entry)
                span = self._lines_of(place)
                head = f"{NOT_CARRIED} to {self.edition}, clause {place.number}: {reason}."
                lines = (f"# {line}".rstrip() for line in span.of(self.text).splitlines())
                self._replaced_lines[span] = "".join(f"{line}\n" for line in (head, *lines))
            case PlaceKind.KEY:
                self._write_key(place, number)
            case _:
                self._edits.append((place.span, _quoted(old, number)))

    def add_line(self, entry: KeyPath, key: str, value: str) -> None:
        """Note that ``entry`` gets the line ``key = value``, which names the edition that it was
        last compared with, so that somebody compares it with the new one."""
        line = f"{key} = {json.dumps(value)}"
        if (header := self._spans.get((TomlPart.TABLE, entry))) is not None:
            at, line = self.text.find("\n", header.end), f"\n{line}"
        else:
            at, line = self._spans[TomlPart.ENTRY, entry].start + 1, f" {line},"
        self._edits.append((Span(at, at), line))

    def _write_key(self, place: TablePlace, number: str) -> None:
        """Rewrite the key at ``place`` as ``number``. If another entry already has that number, the
        text of this one is appended to it, since TOML allows a key only once."""
        first = self._first_with_number.setdefault((place.entry[:-1], number), place.entry)
        if first == place.entry:
            self._edits.append((place.span, _quoted(place.span.of(self.text), number)))
            return
        into = self._spans[TomlPart.VALUE, first]
        value = self._spans[TomlPart.VALUE, place.entry].of(self.text)
        if not _can_be_joined(into.of(self.text), value):
            what = Message("{number} was merged with another clause", number=place.number)
            self._add_fault(place, what, "write both texts as lines between triple quotes")
        marks = _quote_length(value)
        more = value[marks:-marks]
        end = into.end - _quote_length(into.of(self.text))
        self._edits.append(
            (Span(end, end), more.removeprefix("\n") if "\n" in more else f" {more}")
        )
        self._replaced_lines[self._lines_of(place)] = ""

    def finished(self) -> str:
        """Return the text with all changes, made at once, since each would shift others."""
        edits = list(self._edits)
        for elements in self._in_lists.values():
            edits += self._list_edits(elements)
        edits += self._replaced_lines.items()
        edits.reverse()  # of two lines put in at one place, the one noted later comes first
        edits.sort(key=lambda edit: (edit[0].start, -edit[0].end))
        return with_edits(self.text, edits)

    def _list_edits(self, elements: list[tuple[Span, str | None]]) -> list[tuple[Span, str]]:
        """Return the edits of one TOML list of clause numbers: those that are lost (None), or
        repeated after a merge, go with their commas, so that the list stays valid."""
        spans, numbers = zip(*elements, strict=True)
        first = {number: at for at, number in reversed([*enumerate(numbers)])}
        last = max((at for number, at in first.items() if number), default=len(elements))
        edits = []
        for at, (span, number) in enumerate(elements):
            if number is not None and first[number] == at:
                edits.append((span, _quoted(span.of(self.text), number)))
                continue
            # With the comma after it, or before it if it is the last.
            start, end = span.start, span.end
            if at > last:
                start = spans[at - 1].end
            elif at + 1 < len(spans):
                end = spans[at + 1].start
            elif comma := _COMMA.match(self.text, end):
                end = comma.end()
            edits.append((Span(start, end), ""))
        return edits

    def _lines_of(self, place: TablePlace) -> Span:
        """Return the span of the whole lines of the entry of ``place``, to remove or comment them
        out. It is a fault if they have a part of another entry, which would be removed too."""
        entry = place.entry
        if (TomlPart.TABLE, entry) in self._spans:
            span = Span(self._spans[TomlPart.TABLE, entry].start, self._ends[entry])
        else:
            span = self._spans[TomlPart.ENTRY, entry]
        start = self.text.rfind("\n", 0, span.start) + 1
        end = self.text.find("\n", span.end) + 1 or len(self.text)
        inside = (bisect_left(self._edges, at, key=lambda edge: edge[0]) for at in (start, end))
        if any(path[: len(entry)] != entry for _, path in self._edges[slice(*inside)]):
            what = Message("the entry of {number} must be removed", number=place.number)
            self._add_fault(place, what, "write it on lines of its own")
        return Span(start, end)

    def _add_fault(self, place: TablePlace, what: Message, instead: str) -> None:
        """Note why the author must rewrite the entry of ``place``; all faults are raised later."""
        line = self.line(place)
        self.faults.setdefault(line, Fault(line, what, instead))


def _quoted(old: str, number: str) -> str:
    """Return ``number`` in the quotation marks of ``old``, the author's, or as TOML requires."""
    if old[0] in "\"'":
        return f"{old[0]}{number}{old[0]}"
    return number if _BARE_KEY.fullmatch(number) else f'"{number}"'


def _quote_length(value: str) -> int:
    """Return how many quotation marks the TOML text ``value`` has at each end, so that words can be
    taken out of them or put inside."""
    return 3 if value[:3] in ('"""', "'''") else 1


def _can_be_joined(first: str, second: str) -> bool:
    """Whether the text of one TOML entry can be appended to that of another as it is written, when
    their clauses were merged: with equal quotation marks, and lines only to lines."""
    marks = _quote_length(first)
    is_alike = first[:marks] == second[: _quote_length(second)]
    are_lines = first[:-marks].endswith("\n") and "\n" in second
    return is_alike and (are_lines or not re.search(r"[\n\t\\]", first + second))

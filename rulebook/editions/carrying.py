"""Carry tables of clause numbers to another edition: numbers are rewritten, doubts reported."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from rulebook.clauses.model import Clause
from rulebook.clauses.numbered_tables import PlaceKind, number_places
from rulebook.editions.changes import ChangeKind
from rulebook.editions.comparison import EditionComparison
from rulebook.editions.content import cited_in, content_of, share_of_pairs
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass
from rulebook.text.normal import LineIndex, Span, with_edits
from rulebook.toml_files.loader import load_toml
from rulebook.toml_files.spans import KeyPath, TomlPart, find_pieces

NOT_CARRIED = "# Not carried"  # The beginning of the comment above entries that lost their clause

WORDED = "worded"
"""The key for the edition whose words an entry was last compared with, if not the table's."""
EDITION = "edition"
"""The key for the edition of all numbers of an entry that lost a clause, which is then reported."""


class TablePlace(NamedTuple):
    """A place where a table names a clause."""

    kind: PlaceKind
    path: KeyPath  # The TOML keys and list indices that lead there
    entry: KeyPath  # Those that lead to its entry, which is removed if its clause is gone
    span: Span  # What is to be rewritten, with quotation marks unless a mention
    number: str
    words: tuple[str, ...] = ()  # What the clause is said to print


def entry_values(table: Any, key: str) -> dict[KeyPath, Any]:
    """Return by path the value of ``key`` in each entry of ``table`` that can have it: an older
    edition, of which the entry still has the words (WORDED) or numbers (EDITION)."""
    return {
        (field.name, at): getattr(entry, key)
        for field in fields(table)
        if isinstance(entries := getattr(table, field.name), tuple)
        for at, entry in enumerate(entries)
        if hasattr(entry, key)
    }


_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Rewriting:
    """Collects what is to be changed in the text of a table, and then changes it."""

    def __init__(self, text: str, edition: str) -> None:
        """Begin to renumber ``text`` for ``edition``: edits need whole keys, lists and entries."""
        self.text = text
        self.edition = edition
        pieces = find_pieces(text)
        self._comments = [piece.span for piece in pieces if piece.part is TomlPart.COMMENT]
        keyed = [piece for piece in pieces if piece.part is not TomlPart.COMMENT]
        self._spans = {(piece.part, piece.path): piece.span for piece in keyed}
        self.lines = LineIndex(text)
        # Where each thing begins and ends, in order.
        edges = ((at, p.path) for p in keyed for at in (p.span.start, p.span.end - 1))
        self._edges = sorted(edges, key=lambda edge: edge[0])
        # Where the last thing below each key ends.
        self._ends: defaultdict[KeyPath, int] = defaultdict(int)
        for piece in keyed:
            for depth in range(1, len(piece.path) + 1):
                above = piece.path[:depth]
                self._ends[above] = max(self._ends[above], piece.span.end)
        stated = self._spans[TomlPart.VALUE, ("edition",)]
        self._edits: list[tuple[Span, str]] = [(stated, json.dumps(edition))]
        self._replaced_lines: dict[Span, str] = {}  # of entries: as comments, or "" to remove them
        self.commented_out: set[KeyPath] = set()  # the entries that lost their clause
        # By list: the span and the new number of each clause to be carried, None if it is gone.
        self._in_lists: defaultdict[KeyPath, list[tuple[Span, str | None]]] = defaultdict(list)
        self._first_with_number: dict[tuple[KeyPath, str], KeyPath] = {}  # the entry by its new key
        self.faults: dict[int, Fault] = {}  # by line, where the author must rewrite the table

    def places(self, table: Any, separator: str) -> list[TablePlace]:
        """Return each place where ``table`` names a clause, in the order of the text."""
        found: list[TablePlace] = []
        for typed in number_places(table, type(table)):
            part = TomlPart.KEY if typed.kind is PlaceKind.KEY else TomlPart.VALUE
            if (span := self._spans.get((part, typed.path))) is None:
                continue  # a default, which is in no file
            if typed.kind is PlaceKind.MENTION:
                found += self._mentions(span, typed.path, typed.entry, separator)
            else:
                where = typed.path, typed.entry, span
                found.append(TablePlace(typed.kind, *where, typed.text, typed.words))
        # Entries that lost their clause are comments too, but keep the older numbers.
        dead_until = -1
        for span in self._comments:
            if self.text.startswith(NOT_CARRIED, span.start) or span.start <= dead_until:
                dead_until = span.end + 1
            else:
                found += self._mentions(span, (), (), separator)
        return sorted(found, key=lambda place: place.span)

    def _mentions(
        self, span: Span, path: KeyPath, entry: KeyPath, separator: str
    ) -> Iterator[TablePlace]:
        """Yield the places of numbers in prose at ``span``; those of one part may be amounts."""
        for cited in cited_in(span.of(self.text), separator):
            if separator in cited.number:
                inside = Span(cited.start, cited.end).moved(span.start)
                yield TablePlace(PlaceKind.MENTION, path, entry, inside, cited.number)

    def write_number(self, place: TablePlace, number: str | None, reason: str) -> None:
        """Note that ``number`` replaces that at ``place``. If it is None, a list loses the number,
        prose keeps it, and the entry of a key or value becomes a comment with ``reason``."""
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
                self.commented_out.add(place.entry)
                span = self._lines_of(place)
                head = f"{NOT_CARRIED} to {self.edition}, clause {place.number}: {reason}."
                lines = (f"# {line}".rstrip() for line in span.of(self.text).splitlines())
                self._replaced_lines[span] = "".join(f"{line}\n" for line in (head, *lines))
            case PlaceKind.KEY:
                self._write_key(place, number)
            case _:
                self._edits.append((place.span, _quoted(old, number)))

    def add_line(self, entry: KeyPath, key: str, value: str) -> None:
        """Note the line ``key = value`` for ``entry``: with what edition it was last compared."""
        line = f"{key} = {json.dumps(value)}"
        if (header := self._spans.get((TomlPart.TABLE, entry))) is not None:
            at, line = self.text.find("\n", header.end), f"\n{line}"
        else:
            at, line = self._spans[TomlPart.ENTRY, entry].start + 1, f" {line},"
        self._edits.append((Span(at, at), line))

    def _write_key(self, place: TablePlace, number: str) -> None:
        """Rewrite the key at ``place``; append to an entry that has it: TOML allows a key once."""
        first = self._first_with_number.setdefault((place.entry[:-1], number), place.entry)
        if first == place.entry:
            self._edits.append((place.span, _quoted(place.span.of(self.text), number)))
            return
        into = self._spans[TomlPart.VALUE, first]
        value = self._spans[TomlPart.VALUE, place.entry].of(self.text)
        marks, first_text = _quote_length(value), into.of(self.text)
        # One text continues the other as it is written: lines only lines, in equal quotation marks.
        is_alike = first_text[: _quote_length(first_text)] == value[:marks]
        are_lines = first_text[: -_quote_length(first_text)].endswith("\n") and "\n" in value
        if not (is_alike and (are_lines or not re.search(r"[\n\t\\]", first_text + value))):
            what = Message("{number} was merged with another clause", number=place.number)
            # :func:`carry_table` raises it, so the edits below are not used then.
            self._add_fault(place, what, "write both texts as lines between triple quotes")
        more = value[marks:-marks]
        end = into.end - _quote_length(first_text)
        more = more.removeprefix("\n") if "\n" in more else f" {more}"
        self._edits.append((Span(end, end), more))
        self._replaced_lines[self._lines_of(place)] = ""

    def finished(self) -> str:
        """Return the text with all edits, made together, since each would shift the others."""
        edits = list(self._edits)
        for elements in self._in_lists.values():
            edits += self._list_edits(elements)
        edits += self._replaced_lines.items()
        edits.sort(key=lambda edit: (edit[0].start, -edit[0].end))
        return with_edits(self.text, edits)

    def _list_edits(self, elements: list[tuple[Span, str | None]]) -> list[tuple[Span, str]]:
        """Return the edits of a list of numbers: lost (None) or repeated ones go with commas."""
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
        """Return the span of the whole lines of an entry; note a fault if another is on them."""
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
        """Note what prevents an edit at ``place``, and what to write ``instead``, once a line."""
        line = self.lines.line(place.span.start)
        self.faults.setdefault(line, Fault(line, what, instead))


def _quoted(old: str, number: str) -> str:
    """Return ``number`` in the quotation marks of ``old``, the author's, or as TOML requires."""
    if old[0] in "\"'":
        return f"{old[0]}{number}{old[0]}"
    return number if _BARE_KEY.fullmatch(number) else f'"{number}"'


def _quote_length(value: str) -> int:
    """Return how many quotation marks the TOML text ``value`` has at each end, for edits inside."""
    return 3 if value[:3] in ('"""', "'''") else 1


_STILL_ALIKE = 0.5  # below this similarity, a clause may well say something different
_REWORDED = (ChangeKind.EDITED, ChangeKind.MOVED_EDITED, ChangeKind.SPLIT, ChangeKind.MERGED)


class Doubt(StrEnum):
    """Why somebody should look at a place."""

    GONE = "the clause is gone"
    SPLIT = "the clause was split"
    UNSURE = "it is not certain which clause this is now"
    REWRITTEN = "most of the clause was rewritten"
    WORD_GONE = "the clause no longer contains the word"
    UNKNOWN = "the old edition has no such clause"
    LINE_GONE = "no line of the document begins as the repair says"
    ENTRY_KEPT = "its entry lost another clause and keeps the numbers of its edition"
    ENTRY_GONE = "its entry lost another clause and is now a comment"


@dataclass(frozen=True, slots=True)
class CarriedPlace:
    """What became of one place where a table named a clause."""

    table: str
    line: int  # In the old table, from 1
    key: str  # The keys of its entry, joined by points
    old: str
    new: str | None  # None where the entry is in a comment now, or the number was removed
    doubt: Doubt | None


class CarriedTable(NamedTuple):
    """A table carried to another edition: its new text, and what became of every place."""

    name: str
    text: str
    places: tuple[CarriedPlace, ...]


def carry_table(aligned: EditionComparison, name: str, path: Path, table: Any) -> CarriedTable:
    """Return ``table`` (terms.toml at ``path``) with the new numbers. An entry that lost its clause
    becomes a comment or, if it may, gets a line with the old edition and keeps its numbers; one
    whose clause has other words now gets a line with its edition, for checks. Raises
    :class:`CorpusError` if the author must rewrite the table first."""
    rewriting = Rewriting(path.read_bytes().decode("utf-8-sig"), aligned.new.game.edition.name)
    places = rewriting.places(table, aligned.old.separator)
    # A number in a reason or comment may be another kind of number.
    numbers, own_edition = aligned.old.by_number, entry_values(table, EDITION)
    known = [p for p in places if p.kind is not PlaceKind.MENTION or p.number in numbers]
    # An entry that lost a clause before still has the numbers of an edition before ``old``.
    known = [place for place in known if not own_edition.get(place.entry[:2])]
    now = {place: _new_number_and_doubt(aligned, place) for place in known}
    lost = {p.entry[:2] for p in known if not now[p][0] and p.kind is not PlaceKind.MENTION}
    kept = lost & own_edition.keys()  # these can state their edition, so they stay as they are
    for place, (new, doubt) in now.items():
        if place.entry[:2] not in kept:
            rewriting.write_number(place, new, str(doubt))
    if rewriting.faults:
        faults = sorted(rewriting.faults.values(), key=lambda fault: fault.line or 0)
        raise CorpusError(path, faults=faults)
    # Entries with meanings of clauses whose words have changed.
    changes = ((place.entry, aligned.alignment.by_old.get(place.number)) for place in known)
    reworded = {entry for entry, change in changes if change and change.kind in _REWORDED}
    for entry, worded in entry_values(table, WORDED).items():
        if entry in kept or (entry in reworded and worded is None):
            key = EDITION if entry in kept else WORDED
            rewriting.add_line(entry, key, aligned.old.game.edition.name)
    carried = []
    for place, (new, doubt) in now.items():
        line, key = rewriting.lines.line(place.span.start), ".".join(map(str, place.entry))
        if place.entry[:2] in kept:
            new, doubt = None, doubt or Doubt.ENTRY_KEPT
        elif place.entry in rewriting.commented_out:
            new, doubt = None, doubt or Doubt.ENTRY_GONE
        carried.append(CarriedPlace(name, line, key, place.number, new, doubt))
    return CarriedTable(name, rewriting.finished(), tuple(carried))


def _new_number_and_doubt(
    aligned: EditionComparison, place: TablePlace
) -> tuple[str | None, Doubt | None]:
    """Return the new number of the clause at ``place``, None if gone, and any reason to check."""
    if (change := aligned.alignment.by_old.get(place.number)) is None:
        return None, Doubt.UNKNOWN
    if not change.new:
        return None, Doubt.GONE if change.sure else Doubt.UNSURE
    old = aligned.old.by_number[place.number]
    successors = [aligned.new.by_number[number] for number in change.new]
    if len(successors) > 1:
        # The table names the clause for those words, which only one part of a split clause has.
        has_words = [all(word in s.wording for word in place.words) for s in successors]
        alike = [_similarity_of_words(aligned, old, each) for each in successors]
        ranked = zip(has_words, alike, successors, strict=True)
        successors = [max(ranked, key=lambda each: each[:2])[2]]
    new = successors[0]
    gone = (word in old.wording and word not in new.wording for word in place.words)
    is_edited = change.kind in (ChangeKind.EDITED, ChangeKind.MOVED_EDITED)
    doubt = None
    if place.kind is PlaceKind.VALUE and any(gone):
        doubt = Doubt.WORD_GONE
    elif change.kind is ChangeKind.SPLIT and place.kind is not PlaceKind.MENTION:
        doubt = Doubt.SPLIT
    elif not change.sure:
        doubt = Doubt.UNSURE
    elif place.kind is PlaceKind.MENTION:
        doubt = None  # only people read it
    elif is_edited and _similarity_of_words(aligned, old, new) < _STILL_ALIKE:
        doubt = Doubt.REWRITTEN  # it may no longer state what the table says of it
    return new.number, doubt


def _similarity_of_words(aligned: EditionComparison, old: Clause, new: Clause) -> float:
    """Return how alike two clauses are (0 to 1) but for cited numbers, to see if a rule stays."""
    words = content_of(old.wording, aligned.old.separator).words
    return share_of_pairs(words, content_of(new.wording, aligned.new.separator).words)


def carry_tables(
    aligned: EditionComparison, kinds: Mapping[str, type[Any]]
) -> tuple[CarriedTable, ...]:
    """Return each table of the old edition with the numbers of the new one, so nobody renumbers by
    hand. ``kinds`` are by file name or pattern; tables of other editions, and links out of the
    folder, are skipped. Raises :class:`CorpusError` if a table is malformed."""
    game, folder = aligned.old.game, aligned.old.game.folder
    return tuple(
        carry_table(aligned, name, path, table)
        for pattern, kind in kinds.items()
        for place in (sorted(folder.glob(pattern)) if "*" in pattern else [folder / pattern])
        if place.parent.resolve().is_relative_to(folder.resolve())
        and (path := game.table(name := place.relative_to(folder).as_posix())).exists()
        and (table := load_toml(path, kind)).edition == game.edition.name
    )

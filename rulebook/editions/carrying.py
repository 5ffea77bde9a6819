"""Carry tables of clause numbers to another edition: numbers are rewritten, doubts reported."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from rulebook.clauses.model import Clause
from rulebook.clauses.numbered_tables import PlaceKind, number_places
from rulebook.editions.changes import ChangeKind
from rulebook.editions.citations import (
    Citation,
    CitationFinder,
    is_same_range,
    number_in,
    renumbered,
)
from rulebook.editions.comparison import EditionComparison
from rulebook.editions.content import content_of, share_of_pairs
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass
from rulebook.text.normal import LineIndex, Normalised, Span, unchanged, with_edits
from rulebook.toml_files.loader import load_toml
from rulebook.toml_files.spans import KeyPath, TomlPart, find_pieces, quote_length, read_string

TableKinds = Mapping[str, type[Any]]  # The types of tables, by file name or pattern
NOT_CARRIED = "# Not carried"  # The beginning of the comment above entries that lost their clause

WORDED = "worded"
"""The key for the edition with which an entry was last compared, if not that of the table."""
EDITION = "edition"
"""The key for the edition of all numbers of an entry that lost a clause; the entry is reported."""
_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")
# After the last element on a line: its comment, or the end of the line.
_LINE_END = re.compile(r"[ \t]*,?[ \t]*(#|\r?\n)")
_MERGED = "it is {} now, like one above"
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STILL_ALIKE = 0.5  # below this similarity, a clause may well say something different
_REWORDED = (ChangeKind.EDITED, ChangeKind.MOVED_EDITED, ChangeKind.SPLIT, ChangeKind.MERGED)


class TablePlace(NamedTuple):
    """A place where a table names a clause."""

    kind: PlaceKind
    path: KeyPath  # The TOML keys and list indices of the place
    entry: KeyPath  # The keys of its entry, which is removed if its clause is gone
    span: Span  # What is to be rewritten, with quotation marks unless a mention
    number: str
    words: tuple[str, ...] = ()  # What the clause is said to print
    # In prose: the new number (2), None if it stays; how the text writes it (2章); any doubt.
    new: str | None = None
    new_as_written: str = ""
    doubt: Doubt | None = None


def entry_values(table: Any, key: str) -> dict[KeyPath, Any]:
    """Return the value of ``key``, EDITION or WORDED, in each entry of ``table`` that has this
    field, by path, (ruling, 3); None if it is not set. Entries with EDITION keep older numbers, so
    they are not carried, and only an entry that has the field can be given a value."""
    return {
        (field.name, at): getattr(entry, key)
        for field in fields(table)
        if isinstance(entries := getattr(table, field.name), tuple)
        for at, entry in enumerate(entries)
        if hasattr(entry, key)
    }


class Rewriting:
    """Collects what is to be changed in the text of a table, and then changes it."""

    def __init__(self, text: str, edition: str) -> None:
        """Find the keys, lists … in ``text`` that edits replace, to renumber it for ``edition``."""
        self.text = text
        self.edition = edition
        pieces = find_pieces(text)
        self._comments = [piece for piece in pieces if piece.part is TomlPart.COMMENT]
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
        self.commented_out: set[int] = set()  # the lines of entries that lost their clause
        # By list: the place and new number of each clause, None if it is gone, with the reason.
        self._in_lists = defaultdict[KeyPath, list[tuple[TablePlace, str | None, str]]](list)
        self._first_with_number: dict[tuple[KeyPath, str], KeyPath] = {}  # the entry by its new key
        self.faults: dict[int, Fault] = {}  # by line, where the author must rewrite the table

    def places(self, table: Any, find: Callable[[str], Iterable[TablePlace]]) -> list[TablePlace]:
        """Return each place where ``table`` names a clause, in order; ``find`` reads prose."""
        found: list[TablePlace] = []

        def add_prose(read: Normalised, entry: KeyPath) -> None:
            """Add where prose of the table, ``read``, cites clauses, with spans in the file."""
            for place in find(read.text):
                span = read.printed(place.span.start, place.span.end)
                found.append(place._replace(entry=entry, span=span))

        for typed in number_places(table, type(table)):
            part = TomlPart.KEY if typed.kind is PlaceKind.KEY else TomlPart.VALUE
            if (span := self._spans.get((part, typed.path))) is None:
                continue  # a default, which is in no file
            if typed.kind is PlaceKind.MENTION:
                add_prose(read_string(self.text, span), typed.entry)
            else:
                where = typed.path, typed.entry, span
                found.append(TablePlace(typed.kind, *where, typed.text, typed.words))
        # The comments right below a line NOT_CARRIED are an entry that keeps the older numbers.
        dead_until = -1
        for _, entry, span in self._comments:
            is_dead = self.text.startswith(NOT_CARRIED, span.start)
            is_whole_line = self.text[max(0, span.start - 1) : span.start] in ("", "\n")
            if span.start <= dead_until or (is_dead and is_whole_line):
                dead_until = span.end + 1
            elif not is_dead:
                said = span.of(self.text).lstrip("# ")
                add_prose(unchanged(said, span.end - len(said)), entry)
        return sorted(found, key=lambda place: place.span)

    def write_number(self, place: TablePlace, number: str | None, reason: str) -> None:
        """Note that ``number``, of the new edition, replaces the old one at ``place``; prose keeps
        its notation (第2章). If it is None, the clause is gone: a list loses the old number, a
        sentence keeps it; an entry with it as key or value, now useless, becomes a comment."""
        match place.kind:
            case PlaceKind.ELEMENT:
                self._in_lists[place.path[:-1]].append((place, number, reason))
            case PlaceKind.MENTION:
                if number is not None:
                    self._edits.append((place.span, place.new_as_written))
            case _ if number is None:
                span = self._lines_of(place)
                first, last = self.lines.line(span.start), self.lines.line(span.end - 1)
                self.commented_out.update(range(first, last + 1))
                head = self._not_carried(place, reason)
                lines = (f"# {line}".rstrip() for line in span.of(self.text).splitlines())
                self._replaced_lines[span] = "".join(f"{line}\n" for line in (head, *lines))
            case PlaceKind.KEY:
                self._write_key(place, number)
            case _:
                self._edits.append((place.span, _quoted(place.span.of(self.text), number)))

    def add_line(self, entry: KeyPath, key: str, value: str) -> None:
        """Write the line ``key = value`` into ``entry``, for its author to see: the edition of its
        numbers (EDITION), or the edition with which it was last compared (WORDED)."""
        line = f"{key} = {json.dumps(value)}"
        if (header := self._spans.get((TomlPart.TABLE, entry))) is not None:
            at, line = self.text.find("\n", header.end), f"\n{line}"
        else:  # an inline table
            at, line = self._spans[TomlPart.ENTRY, entry].start + 1, f" {line},"
        self._edits.append((Span(at, at), line))

    def _write_key(self, place: TablePlace, number: str) -> None:
        """Rewrite the key at ``place`` as ``number``. If an entry above has that key (two clauses
        were merged), append the text there, as TOML allows a key once; a comment here gets a
        note."""
        first = self._first_with_number.setdefault((place.entry[:-1], number), place.entry)
        if first == place.entry:
            self._edits.append((place.span, _quoted(place.span.of(self.text), number)))
            return
        into = self._spans[TomlPart.VALUE, first]
        value = self._spans[TomlPart.VALUE, place.entry].of(self.text)
        marks, first_text = quote_length(value), into.of(self.text)
        # With equal quotation marks, a text can follow another if both are lines or lack escapes.
        is_alike = first_text[: quote_length(first_text)] == value[:marks]
        are_lines = first_text[: -quote_length(first_text)].endswith("\n") and "\n" in value
        if not (is_alike and (are_lines or not re.search(r"[\n\t\\]", first_text + value))):
            what = Message("{number} was merged with another clause", number=place.number)
            # :func:`carry_table` raises for this fault, so the edits below are not used then.
            self._add_fault(place, what, "write both texts as lines between triple quotes")
        more = value[marks:-marks]
        end = into.end - quote_length(first_text)
        more = more.removeprefix("\n") if "\n" in more else f" {more}"
        self._edits.append((Span(end, end), more))
        lines = self._lines_of(place)
        entry = Span(lines.start, self._spans[TomlPart.ENTRY, place.entry].end)
        note = f" {self._not_carried(place, _MERGED.format(number))}"
        is_explained = self._is_explained(entry)
        self._replaced_lines[entry if is_explained else lines] = note if is_explained else ""

    def finished(self) -> str:
        """Return the text with all edits, made together, since each would shift the others. The
        edit of whole lines sorts before that of a number in them, which is then dropped."""
        edits = list(self._edits)
        for elements in self._in_lists.values():
            edits += self._list_edits(elements)
        edits += self._replaced_lines.items()
        edits.sort(key=lambda edit: (edit[0].start, -edit[0].end))
        return with_edits(self.text, edits)

    def _list_edits(
        self, elements: list[tuple[TablePlace, str | None, str]]
    ) -> Iterator[tuple[Span, str]]:
        """Yield the edits of a list of numbers. A lost (None) or repeated one is deleted with its
        comma; next to a comment, a note replaces it: else the comment would explain a neighbour."""
        spans, numbers = [place.span for place, _, _ in elements], [each[1] for each in elements]
        first = {number: at for at, number in reversed([*enumerate(numbers)])}
        last = max((at for number, at in first.items() if number), default=len(elements))
        is_noted = False
        for at, (place, number, reason) in enumerate(elements):
            span = place.span
            if number is not None and first[number] == at:
                yield span, _quoted(span.of(self.text), number)
                continue
            # Delete the comma after the number too, or the one before it if the number is the last.
            start, end, comma = span.start, span.end, _COMMA.match(self.text, span.end)
            if at > last:
                start = spans[at - 1].end
            elif at + 1 < len(spans):
                end = spans[at + 1].start
            elif comma:
                end = comma.end()
            # What follows a comment must not come onto its line.
            is_noted = (is_noted and at > last) or "#" in self.text[start:end]
            is_noted = is_noted or self._is_explained(span)
            if not is_noted:
                yield Span(start, end), ""
                continue
            note = self._not_carried(place, _MERGED.format(number) if number else reason)
            # At the start of a line, ``places`` would take it for an entry that lost its clause.
            note = " " * (self.text[span.start - 1] == "\n") + note
            yield span, note if _LINE_END.match(self.text, span.end) else f"{note}\n"
            if comma:
                yield Span(comma.end() - 1, comma.end()), ""

    def _not_carried(self, place: TablePlace, reason: str) -> str:
        """Return the comment that says in a table why the clause at ``place`` is gone."""
        return f"{NOT_CARRIED} to {self.edition}, clause {place.number}: {reason}."

    def _is_explained(self, span: Span) -> bool:
        """Whether a comment explains what is at ``span``: after it on its line, or alone on the
        line above. Callers leave a note there, else the comment would explain the next entry."""
        start = self.text.rfind("\n", 0, span.start) + 1
        above = self.text[self.text.rfind("\n", 0, max(0, start - 1)) + 1 : start]
        is_below = not self.text[start : span.start].strip() and above.lstrip().startswith("#")
        behind = _LINE_END.match(self.text, span.end)
        return is_below or (behind is not None and behind[1] == "#")

    def _lines_of(self, place: TablePlace) -> Span:
        """Return the span of the whole lines of an entry, to remove them; note a fault if another
        entry shares a line, which would be removed, too."""
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
        """Note what prevents an edit at ``place``, and what to write ``instead``. Of several faults
        on a line, only the first is kept, since its advice changes that line."""
        line = self.lines.line(place.span.start)
        self.faults.setdefault(line, Fault(line, what, instead))


def _quoted(old: str, number: str) -> str:
    """Return ``number`` in the quotation marks of ``old``, the author's, or as TOML requires."""
    if old[0] in "\"'":
        return f"{old[0]}{number}{old[0]}"
    return number if _BARE_KEY.fullmatch(number) else f'"{number}"'


class Doubt(StrEnum):
    """Why somebody should look at a place."""

    GONE = "the clause is gone"
    SPLIT = "the clause was split"
    UNSURE = "it is not certain which clause this is now"
    REWRITTEN = "most of the clause was rewritten"
    WORD_GONE = "the clause no longer contains the word"
    UNKNOWN = "the old edition has no such clause"
    LINE_GONE = "no line of the document begins as the repair says"
    RANGE = "the range would have other clauses"
    NO_CITATION = "it is not certain that this cites a clause"
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
    is_prose: bool = False


class CarriedTable(NamedTuple):
    """A table carried to another edition: its new text, and what became of every place."""

    name: str
    text: str
    places: tuple[CarriedPlace, ...]


def carry_table(
    aligned: EditionComparison, finder: CitationFinder, name: str, path: Path, table: Any
) -> CarriedTable:
    """Return ``table`` (terms.toml at ``path``) with the new numbers. An entry that lost its clause
    becomes a comment or, if it has a field ``edition``, keeps its numbers and states the old
    edition there. An entry with a field ``worded`` states the old edition there if its clause was
    reworded, for a person to read it again. Raises :class:`CorpusError` if the author must rewrite
    first."""
    rewriting = Rewriting(path.read_bytes().decode("utf-8-sig"), aligned.new.game.edition.name)
    places = rewriting.places(table, lambda text: _places_in_prose(aligned, finder, text))
    own_edition = entry_values(table, EDITION)
    # An entry that lost its clause earlier has the numbers of an edition before ``old``.
    # ``entry[:2]``, (ruling, 3), may state an edition; a suggested clause is an entry inside it.
    known = [place for place in places if not own_edition.get(place.entry[:2])]
    now = {place: _new_number_and_doubt(aligned, place) for place in known}
    lost = {p.entry[:2] for p in known if not now[p][0] and p.kind is not PlaceKind.MENTION}
    kept = lost & own_edition.keys()  # entries that can state their edition keep their numbers
    for place, (new, doubt) in now.items():
        if place.entry[:2] not in kept:
            rewriting.write_number(place, new, str(doubt))
    if rewriting.faults:
        faults = sorted(rewriting.faults.values(), key=lambda fault: fault.line or 0)
        raise CorpusError(path, faults=faults)
    # Entries about clauses that were reworded.
    changes = ((place.entry[:2], aligned.alignment.by_old.get(place.number)) for place in known)
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
        elif line in rewriting.commented_out:
            new, doubt = None, doubt or Doubt.ENTRY_GONE
        is_prose = place.kind is PlaceKind.MENTION
        carried.append(CarriedPlace(name, line, key, place.number, new, doubt, is_prose))
    return CarriedTable(name, rewriting.finished(), tuple(carried))


def _places_in_prose(
    aligned: EditionComparison, finder: CitationFinder, text: str
) -> Iterator[TablePlace]:
    """Yield each place where ``text`` cites a clause of the old edition, to renumber it if that is
    sure. A number that may not cite one (doubtful, or in a text on another game) is left to a
    person if its clause has moved; a doubtful one of a single part, mostly an amount, is left
    out."""
    old, by_old = aligned.old, aligned.alignment.by_old

    def now(number: str | None) -> str | None:
        """Return the one number that a clause surely has now, if any."""
        change = by_old.get(number or "")
        return change.new[0] if change and change.sure and len(change.new) == 1 else None

    sure: list[Citation] = []
    subject = finder.subject(text) or old.game
    for each in finder.find(text, old.game, doubtful=True):
        number = number_in(old, each.number)
        place = TablePlace(PlaceKind.MENTION, (), (), each.span, number or "")
        if each.is_doubtful or (each.game is None and subject.id != old.game.id):
            if number and old.separator in each.number and now(number) != number:
                yield place._replace(doubt=Doubt.NO_CITATION)
        elif each.edition is None and each.game in (None, old.game.id):
            sure.append(each)  # a number that names its edition stays right
    for each, new, written in renumbered(
        text,
        sure,
        lambda each: now(number_in(old, each.number)),
        lambda one, other: is_same_range(old, aligned.new, now, one.number, other.number),
    ):
        if number := number_in(old, each.number):
            place = TablePlace(PlaceKind.MENTION, (), (), each.span, number)
            doubt = None if written else _new_number_and_doubt(aligned, place)[1] or Doubt.RANGE
            yield place._replace(new=written and new, new_as_written=written or "", doubt=doubt)


def _new_number_and_doubt(
    aligned: EditionComparison, place: TablePlace
) -> tuple[str | None, Doubt | None]:
    """Return the new number of the clause at ``place``, None if gone, and any reason to check."""
    if place.new or place.doubt:  # in prose, where both were decided when the place was found
        return place.new, place.doubt
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
    elif change.kind is ChangeKind.SPLIT:
        doubt = Doubt.SPLIT
    elif not change.sure:
        doubt = Doubt.UNSURE
    elif place.kind is PlaceKind.MENTION:
        doubt = None  # only people read the passage
    elif is_edited and _similarity_of_words(aligned, old, new) < _STILL_ALIKE:
        doubt = Doubt.REWRITTEN  # it may no longer state what the table says of it
    return new.number, doubt


def _similarity_of_words(aligned: EditionComparison, old: Clause, new: Clause) -> float:
    """Return how alike two clauses are (0 to 1) apart from cited numbers: if the clause has become
    another rule, what tables say of it must be reviewed."""
    words = content_of(old.wording, aligned.old.separator).words
    return share_of_pairs(words, content_of(new.wording, aligned.new.separator).words)


def carry_tables(
    aligned: EditionComparison, finder: CitationFinder, kinds: TableKinds
) -> tuple[CarriedTable, ...]:
    """Return each table of the old edition with the numbers of the new one, so nobody renumbers by
    hand. ``kinds`` are by file name or pattern. Skips tables of other editions, and links out of
    the folder, which other corpora may share. Raises :class:`CorpusError` for malformed tables."""
    game, folder = aligned.old.game, aligned.old.game.folder
    return tuple(
        carry_table(aligned, finder, name, path, table)
        for pattern, kind in kinds.items()
        for place in (sorted(folder.glob(pattern)) if "*" in pattern else [folder / pattern])
        if place.parent.resolve().is_relative_to(folder.resolve())
        and (path := game.table(name := place.relative_to(folder).as_posix())).exists()
        and (table := load_toml(path, kind)).edition == game.edition.name
    )

"""Tables of clause numbers carried to another edition: only the numbers are rewritten. Each place
that names a clause is either carried or reported, with the reason why somebody should look at
it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbered_tables import PlaceKind
from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange
from rulebook.editions.content import content_of
from rulebook.editions.similarity import share_of_pairs
from rulebook.editions.table_rewriting import (
    EDITION,
    WORDED,
    Rewriting,
    TablePlace,
    entry_values,
    find_places,
)
from rulebook.errors import CorpusError
from rulebook.records import dataclass
from rulebook.toml_files.loader import load_toml
from rulebook.toml_files.spans import find_pieces

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


@dataclass(frozen=True, slots=True)
class CarriedTable:
    """A table carried to another edition: its new text, and what became of every place."""

    name: str
    text: str
    places: tuple[CarriedPlace, ...]


@dataclass(frozen=True, slots=True)
class EditionPair:
    """Two editions, and what became of every clause of the old one."""

    old: Rulebook
    new: Rulebook
    alignment: Alignment

    @property
    def similarity(self) -> float:
        """The share of clauses of the shorter edition with a partner: low for another game."""
        paired = sum(bool(change.old and change.new) for change in self.alignment.changes)
        return paired / max(1, min(len(self.old.clauses), len(self.new.clauses)))

    @property
    def found(self) -> int:
        """The number of old clauses that the new edition has; few if its file is cut off."""
        return len({old for change in self.alignment.changes if change.new for old in change.old})

    def carry(self, name: str, path: Path, table: Any) -> CarriedTable:
        """Return ``table``, read from ``path``, with the numbers of the new edition and no other
        change: comments and layout are the author's. An entry that lost its clause becomes a
        comment, or stays if it can state its own edition. Raises :class:`CorpusError` if that is
        impossible as it is written."""
        text = path.read_bytes().decode("utf-8-sig")
        pieces = find_pieces(text)
        rewriting = Rewriting(text, pieces, self.new.game.edition.name)
        places = sorted(
            find_places(table, pieces, text, self.old.separator), key=lambda place: place.span
        )
        # A number in a reason or comment may be another kind of number.
        numbers, own_edition = self.old.by_number, entry_values(table, EDITION)
        known = [p for p in places if p.kind is not PlaceKind.MENTION or p.number in numbers]
        # An entry that lost a clause before still has the numbers of an edition before ``old``.
        known = [place for place in known if not own_edition.get(place.entry[:2])]
        now = {place: self._new_number_and_doubt(place) for place in known}
        lost = {p.entry[:2] for p in known if not now[p][0] and p.kind is not PlaceKind.MENTION}
        kept = lost & own_edition.keys()  # these can state their edition, so they stay as they are
        for place, (new, doubt) in now.items():
            if place.entry[:2] not in kept:
                rewriting.write_number(place, new, str(doubt))
        if rewriting.faults:
            faults = sorted(rewriting.faults.values(), key=lambda fault: fault.line or 0)
            raise CorpusError(path, faults=faults)
        # Entries with meanings of clauses whose words have changed.
        changes = ((place.entry, self.alignment.by_old.get(place.number)) for place in known)
        reworded = {entry for entry, change in changes if change and change.kind in _REWORDED}
        for entry, worded in entry_values(table, WORDED).items():
            if entry in kept or (entry in reworded and worded is None):
                key = EDITION if entry in kept else WORDED
                rewriting.add_line(entry, key, self.old.game.edition.name)
        carried = []
        for place, (new, doubt) in now.items():
            where = name, rewriting.line(place), ".".join(map(str, place.entry)), place.number
            if place.entry[:2] in kept:
                new, doubt = None, doubt or Doubt.ENTRY_KEPT
            elif place.entry in rewriting.in_comments:
                new, doubt = None, doubt or Doubt.ENTRY_GONE
            carried.append(CarriedPlace(*where, new, doubt))
        return CarriedTable(name, rewriting.finished(), tuple(carried))

    def _new_number_and_doubt(self, place: TablePlace) -> tuple[str | None, Doubt | None]:
        """Return the new number of the clause that ``place`` names, and the reason to check it, if
        any. Without a number, the entry becomes a comment, or the list loses the number."""
        if (change := self.alignment.by_old.get(place.number)) is None:
            return None, Doubt.UNKNOWN
        if not change.new:
            return None, Doubt.GONE if change.sure else Doubt.UNSURE
        old = self.old.by_number[place.number]
        successors = [self.new.by_number[number] for number in change.new]
        if len(successors) > 1:
            # The table names the clause for those words, which only one part of a split clause has.
            has_words = [all(word in s.wording for word in place.words) for s in successors]
            alike = [self._similarity_of_words(old, each) for each in successors]
            ranked = zip(has_words, alike, successors, strict=True)
            successors = [max(ranked, key=lambda each: each[:2])[2]]
        return successors[0].number, self._doubt(place, old, successors[0], change)

    def _doubt(
        self, place: TablePlace, old: Clause, new: Clause, change: ClauseChange
    ) -> Doubt | None:
        """Return why a person should check that ``new`` replaces ``old``; None if that is certain.
        A clause whose words changed much may no longer state what the table says about it."""
        if place.kind is PlaceKind.MENTION:
            return None if change.sure else Doubt.UNSURE  # only people read it
        gone = (word in old.wording and word not in new.wording for word in place.words)
        if place.kind is PlaceKind.VALUE and any(gone):
            return Doubt.WORD_GONE
        if change.kind is ChangeKind.SPLIT:
            return Doubt.SPLIT
        if not change.sure:
            return Doubt.UNSURE
        if change.kind not in (ChangeKind.EDITED, ChangeKind.MOVED_EDITED):
            return None
        return Doubt.REWRITTEN if self._similarity_of_words(old, new) < _STILL_ALIKE else None

    def _similarity_of_words(self, old: Clause, new: Clause) -> float:
        """Return how alike the words of ``old`` and ``new`` are, from 0 to 1, to find out if a rule
        stays. Numbers that they cite do not count: they change even if it does."""
        words = content_of(old.wording, self.old.separator).words
        return share_of_pairs(words, content_of(new.wording, self.new.separator).words)


def carry_tables(aligned: EditionPair, kinds: Mapping[str, type[Any]]) -> tuple[CarriedTable, ...]:
    """Return each table of the old edition with the numbers of the new one, so nobody has to
    renumber it by hand. ``kinds`` has the type of table for each file name or pattern. Skipped are
    missing tables, those of another edition and links out of the folder of the game. Raises
    :class:`CorpusError` if a table is malformed."""
    game, folder = aligned.old.game, aligned.old.game.folder
    return tuple(
        aligned.carry(name, path, table)
        for pattern, kind in kinds.items()
        for place in (sorted(folder.glob(pattern)) if "*" in pattern else [folder / pattern])
        if place.parent.resolve().is_relative_to(folder.resolve())
        and (path := game.table(name := place.relative_to(folder).as_posix())).exists()
        and (table := load_toml(path, kind)).edition == game.edition.name
    )

"""Index files of cards in a library: read only what changed, with few cards in memory. Cards are
committed in batches, so an interrupted run is continued by running again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from itertools import count, tee
from pathlib import Path
from typing import Any, TypeVar

from rulebook.cache.store import code_digest, text_digest
from rulebook.card_library.card_files import (
    VALUES,
    CardFile,
    LibraryCard,
    card_file,
    load_card_rows,
    reject,
)
from rulebook.card_library.card_reading import CardReading, read_cards
from rulebook.card_library.database import MIXED_EDITIONS
from rulebook.card_library.notation import other_game_warning
from rulebook.cards.linking.link_table import load_link_table
from rulebook.cards.worker_pools.many_cards import make_all
from rulebook.clauses.corpus import Corpus, corpus_digest
from rulebook.clauses.game import Game
from rulebook.data import data_folder
from rulebook.errors import CardLibraryError
from rulebook.links.concepts import load_concepts
from rulebook.messages import Message
from rulebook.records import dataclass, field
from rulebook.text.data_files import Reject
from rulebook.text.normal import fold

T = TypeVar("T")
WordNames = dict[tuple[str, str], tuple[str | None, tuple[str, ...]]]
_BATCH = 500  # cards that are committed at once
_REPORTED = 10  # rejected rows; the table has all
_HEADING = 60  # characters of a stored heading
_SHARED = ("cards.toml", "concepts.toml", "frames.toml", "governing.toml", "meaning.toml")
_JSON_NAMES = {"read_again": "anew", "reported": "told"}


def load_names(corpus: Corpus, game: Game) -> WordNames:
    """Return, by ``zone`` or ``keyword`` and word of card texts, its concept and its names in both
    languages, in normal form: else the query ``hand`` would not find cards that print 手札."""
    link_table, _ = load_link_table(corpus, game)
    concepts = load_concepts(corpus).by_id
    found: WordNames = {}
    for key, (concept, _) in link_table.targets.items():
        sort, _, word = key.partition(":")
        if sort in ("zone", "keyword"):
            names = concepts[concept].names(game.id) if concept in concepts else ()
            found[sort, word] = concept, tuple(dict.fromkeys(map(fold, (word, concept, *names))))
    return found


@dataclass(slots=True)
class IndexReport:
    """The counts of a run: cards that were new, changed, unchanged, removed, or read again, and
    those that look like another game's (``foreign``); files without a card, or with rows that
    cannot be read (``empty``), whose other cards stay in the library; file, line and reason of the
    first rejected rows (``reported``)."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    gone: int = 0
    read_again: int = 0
    rejected: int = 0
    foreign: int = 0
    empty: list[Path] = field(default_factory=list)
    reported: list[tuple[Path, int, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the report for ``cards index --json``, with older names for two of the fields."""
        reported = [{"file": str(p), "line": at, "reason": why} for p, at, why in self.reported]
        values = asdict(self) | {"empty": [str(path) for path in self.empty], "reported": reported}
        return {_JSON_NAMES.get(name, name): value for name, value in values.items()}


class IndexRun:
    """One run of indexing over some files, with few cards in memory."""

    def __init__(
        self,
        corpus: Corpus,
        game: Game,
        library: sqlite3.Connection,
        pool: tuple[int, str | None],
        progress: Callable[[int], None],
    ) -> None:
        """Begin a run with a new number: cards of a file that keep an older one are gone. ``pool``
        is the number of processes that read cards, and the address of a Dask scheduler whose
        workers do it instead, if any; ``progress`` is called with the number of rows read."""
        library.execute("BEGIN IMMEDIATE")  # else two runs could have the same number
        (last,) = library.execute("SELECT coalesce(max(run), 0) FROM cards").fetchone()
        self._corpus, self._game, self._library = corpus, game, library
        self._pool, self._progress, self._run = pool, progress, last + 1
        self._reading = _reading_key(corpus, game)
        # Stored with the clauses, so that lists and queries of a library need no rule document.
        self._headings = {c.number: c.heading(_HEADING) for c in corpus.read(game).clauses}
        self._names = load_names(corpus, game)
        self._report = IndexReport()
        self._rows_read = count(1)  # for ``progress``
        # The current file, its key (source), its cards, its rows not read; rows not committed.
        self._file: CardFile
        self._source = self._cards = self._unread = self._uncommitted = 0
        # By id, for cards that workers are reading: the library does not have them yet.
        self._lines_being_read: dict[str, int] = {}
        self._has_printed = False  # whether the table of all cards in files was filled
        # What the run has written: keys of features, words with their names, clauses.
        self._features: dict[str, int] = {}
        self._words: set[tuple[str, str]] = set()
        self._clauses: set[str] = set()

    def all(self, files: Sequence[CardFile]) -> IndexReport:
        """Index all files, then read stored cards again that older code, tables or rules read, so
        that all are read alike. Before, no edition is stored: an interrupted run has several."""
        set_edition = "UPDATE meta SET value = ? WHERE name = 'edition' AND value <> ?"
        edition = self._game.edition.name
        self._library.execute(set_edition, (MIXED_EDITIONS, edition))
        # A query may name a zone or keyword that no card has: it finds nothing, without an error.
        for sort, word in self._names:
            self._write_names(sort, word)
        for file in files:
            self._index_file(file)
        # The files of stale cards may be missing or not given; a failed card keeps its rows.
        for card, source, reading in self._readings(self._stale_cards()):
            if not reading.failure:
                self._write(card, reading, source)
                self._report.read_again += 1
        self._library.execute(set_edition, (edition, edition))
        self._library.commit()
        self._library.execute("PRAGMA optimize")
        return self._report

    def _index_file(self, file: CardFile) -> None:
        """Index the changed cards of ``file``, with a warning on any that look like another game's,
        and store rejects. A card that it no longer has is left to another file with it, or deleted;
        but not if ``file`` has no cards, a mistake, or an unreadable row, which may be any card."""
        # A name that is not UTF-8 is stored with escapes.
        path = str(file.path.resolve()).encode("utf-8", "surrogateescape")
        columns = json.dumps(dict(file.columns), ensure_ascii=False)
        sql = "INSERT INTO sources (path, columns) VALUES (?,?)"
        sql += " ON CONFLICT DO UPDATE SET columns = excluded.columns RETURNING source"
        values = (path.decode("utf-8", "backslashreplace"), columns)
        (self._source,) = self._library.execute(sql, values).fetchone()
        self._library.execute("DELETE FROM rejects WHERE source = ?", (self._source,))
        self._file, self._cards, self._unread = file, 0, 0
        for card, is_new, reading in self._readings(self._changed_cards()):
            del self._lines_being_read[card.id]
            if reading.failure:  # its rows are out of date; the file has it, so it is not ``gone``
                self._library.execute("DELETE FROM cards WHERE id = ?", (card.id,))
                why = Message("Rulebook failed to read it ({failure})", failure=reading.failure)
                self._write_reject(reject(card.line, why, card.text))
                continue
            if gap := other_game_warning(self._corpus, self._game, card.text, reading.coverage):
                self._report.foreign += 1
                reading = reading._replace(unread=((0, len(card.text), gap), *reading.unread))
            self._write(card, reading, self._source)
            self._report.new += is_new
            self._report.changed += not is_new
        sql, last = "FROM cards WHERE source = ? AND run < ?", (self._source, self._run)
        lacks_cards = self._library.execute(f"SELECT 1 {sql} LIMIT 1", last).fetchone()
        # It was emptied, its columns were renamed, or it was cut off.
        if not self._cards or (self._unread and lacks_cards):
            self._report.empty.append(file.path)
        elif lacks_cards:
            self._leave_cards_to_other_files()
            self._report.gone += self._library.execute(f"DELETE {sql}", last).rowcount
        self._library.commit()

    def _leave_cards_to_other_files(self) -> None:
        """Attribute each card that the current file no longer has to another indexed file with the
        same card, if there is one: a reprint stays in the library until no file has it."""
        if not self._has_printed:
            self._has_printed = True
            self._library.execute("CREATE TEMP TABLE printed (id, digest, line, source)")
            sql = "INSERT INTO printed VALUES (?,?,?,?)"
            self._library.executemany(sql, self._cards_of_files())
            self._library.execute("CREATE INDEX temp.printed_ids ON printed (id, digest)")
        sql = "UPDATE cards SET run = ?, line = other.line, source = other.source"
        sql += " FROM printed AS other WHERE (other.id, other.digest) = (cards.id, cards.digest)"
        sql += " AND other.source <> cards.source AND cards.source = ? AND cards.run < ?"
        self._library.execute(sql, (self._run, self._source, self._run))

    def _cards_of_files(self) -> Iterator[tuple[str, str, int, int]]:
        """Yield id, digest, line, source of each card of all indexed files, read once in a run."""
        files = self._library.execute("SELECT source, path, columns FROM sources").fetchall()
        for source, path, columns in files:
            with suppress(CardLibraryError):  # the file may be gone, too
                for row in load_card_rows(card_file(Path(path), json.loads(columns))):
                    if isinstance(row, LibraryCard):
                        yield row.id, row.digest, row.line, source

    def _readings(
        self, cards: Iterable[tuple[LibraryCard, T]]
    ) -> Iterator[tuple[LibraryCard, T, CardReading]]:
        """Yield each of ``cards``, its value for the caller, and its reading, made by workers."""
        given, waiting = tee(cards)
        texts = ((card.id, card.text) for card, _ in given)
        made = make_all(self._corpus, self._game, texts, read_cards, *self._pool)
        with closing(made):  # type: ignore[type-var]  # which ends the workers
            for reading, (card, known) in zip(made, waiting, strict=True):
                yield card, known, reading

    def _changed_cards(self) -> Iterator[tuple[LibraryCard, bool]]:
        """Yield each card of the file to read, and whether its id is new; mark others as seen."""
        for row in load_card_rows(self._file):
            self._progress(next(self._rows_read))
            if isinstance(row, Reject):
                self._unread += 1
                self._write_reject(row)
                continue
            self._cards += 1
            sql = "SELECT digest, reading, source, line, run FROM cards WHERE id = ?"
            stored = self._library.execute(sql, (row.id,))
            stored.row_factory = sqlite3.Row
            old = stored.fetchone()
            if conflict := self._id_conflict(row, old):
                self._write_reject(reject(row.line, conflict, row.text))
            elif old and tuple(old)[:2] == (row.digest, self._reading):
                sql = "UPDATE cards SET run = ?, line = ?, source = ? WHERE id = ?"  # so it is kept
                self._library.execute(sql, (self._run, row.line, self._source, row.id))
                self._report.unchanged += 1
                self._count_and_commit()
            else:
                self._lines_being_read[row.id] = row.line  # a later row may have this id
                yield row, old is None

    def _id_conflict(self, card: LibraryCard, old: sqlite3.Row | None) -> str | None:
        """Return a message if another card (``old``) has the id of ``card``: one would be lost."""
        same = "the card in line {under_way} has the same id, {id!r}"
        if card.id in self._lines_being_read:
            return Message(same, id=card.id, under_way=self._lines_being_read[card.id])
        if old is None or (old["run"] < self._run and old["source"] == self._source):
            return None  # it is the card that an earlier run read in this file
        if old["run"] > self._run:
            hint = "Wait until it is done, and run it again."
            raise CardLibraryError("another process is writing to it", hint=hint)
        if old["source"] == self._source:
            return Message(same, id=card.id, under_way=old["line"])
        if old["digest"] == card.digest:
            return None  # the file has another name now, or two files have the same card
        sql = "SELECT path FROM sources WHERE source = ?"
        (path,) = self._library.execute(sql, (old["source"],)).fetchone()
        # A name that is not UTF-8 is stored with escapes, and cannot be looked for.
        if "\\x" not in path and not Path(path).exists():
            return None  # the file was renamed, and the card corrected
        what = "another card, in line {line} of {path}, has the id {id!r}"
        return Message(what, id=card.id, line=old["line"], path=path)

    def _write(self, card: LibraryCard, reading: CardReading, source: int) -> None:
        """Write ``card``, of the file with the key ``source``, in place of one with its id."""
        self._library.execute("DELETE FROM cards WHERE id = ?", (card.id,))
        name, type_, colour, level, owner = map(card.values.get, VALUES)
        words = fold(f"{name or ''}\n{card.text}")  # for queries by words
        said = card.id, name, type_, colour, level, card.text, owner, card.more
        found = reading.status, reading.coverage, words
        origin = source, card.line, card.digest, self._reading, self._run
        self._write_reading(self._insert("cards", None, *said, *found, *origin), reading)
        self._count_and_commit()

    def _insert(self, table: str, *row: object) -> int:
        """Insert ``row`` into ``table`` and return its key, to which rows inside it refer."""
        sql = f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})"
        return self._library.execute(sql, row).lastrowid or 0

    def _write_reading(self, card: int, reading: CardReading) -> None:
        """Write the rows of a card: first abilities and their parts (acts, conditions), then rows
        that refer to these: zones, each with its slot (``to``: where cards go), clauses, steps."""
        abilities: list[int] = []
        for inside, start, end, kind, marks, keyword, times in reading.abilities:
            if keyword is not None:
                self._write_names("keyword", keyword)
            row = (None if inside is None else abilities[inside], start, end, kind, marks)
            abilities.append(self._insert("abilities", None, card, *row, keyword, times))
        # A part inside another stores the key of that one, which is written first.
        parts: list[int] = []
        for ability, inside, *rest, zones in reading.parts:
            around = None if inside is None else parts[inside]
            parts.append(self._insert("parts", None, abilities[ability], around, *rest))
            for slot, zone in zones:
                self._write_names("zone", zone)
                self._insert("part_zones", parts[-1], slot, zone)
        sql = "INSERT INTO clauses VALUES (?,?)"
        sql += " ON CONFLICT DO UPDATE SET heading = excluded.heading"  # was an older edition's
        for number in {clause for _, clause, *_ in reading.links} - self._clauses:
            self._clauses.add(number)
            self._library.execute(sql, (number, self._headings.get(number, "")))
        # A clause may govern the same words in two roles: the first in a judge's order stays.
        links = ((abilities[ability], *rest) for ability, *rest in reading.links)
        self._library.executemany("INSERT OR IGNORE INTO links VALUES (?,?,?,?,?,?)", links)
        steps = ((abilities[ability], *rest) for ability, *rest in reading.steps)
        self._library.executemany("INSERT INTO steps VALUES (?,?,?,?,?,?,?,?,?,?)", steps)
        unread = ((card, *gap) for gap in reading.unread)
        self._library.executemany("INSERT INTO unread VALUES (?,?,?,?)", unread)
        for name in reading.features:  # which cards share, so their keys are remembered
            if name not in self._features:
                self._library.execute("INSERT OR IGNORE INTO features VALUES (NULL, ?)", (name,))
                sql = "SELECT feature FROM features WHERE name = ?"
                (self._features[name],) = self._library.execute(sql, (name,)).fetchone()
        shared = [(self._features[name], card) for name in reading.features]
        self._library.executemany("INSERT INTO card_features VALUES (?,?)", shared)

    def _write_names(self, sort: str, word: str) -> None:
        """Write the zone or keyword ``word`` (``sort`` says which) once in a run, with all names by
        which queries find it, and its concept (``hand`` for 「手札」), if any."""
        if (sort, word) in self._words:
            return
        self._words.add((sort, word))
        concept, names = self._names.get((sort, word), (None, (fold(word),)))
        self._library.execute(
            "INSERT INTO words VALUES (?,?,?) ON CONFLICT DO UPDATE SET concept = excluded.concept",
            (sort, word, concept),
        )
        rows = ((sort, name, word) for name in names)
        self._library.executemany("INSERT OR IGNORE INTO names VALUES (?,?,?)", rows)

    def _write_reject(self, row: Reject) -> None:
        """Store and count ``row``. Only the first few are reported: a wrong file has thousands."""
        self._insert("rejects", self._source, row.line, row.reason, row.content)
        if self._report.rejected < _REPORTED:
            self._report.reported.append((self._file.path, row.line, row.reason))
        self._report.rejected += 1
        self._count_and_commit()

    def _count_and_commit(self) -> None:
        """Count a written row, and commit after each batch: an interrupted run keeps its cards."""
        self._uncommitted += 1
        if self._uncommitted >= _BATCH:
            self._library.commit()
            self._uncommitted = 0

    def _stale_cards(self) -> Iterator[tuple[LibraryCard, int]]:
        """Yield each card that older code or tables read, to be read again, and its file's key."""
        columns = f"card, source, line, id, text, more, digest, {', '.join(VALUES)}"
        sql = f"SELECT {columns} FROM cards WHERE reading <> ? AND card > ? ORDER BY card LIMIT ?"
        last = 0  # read in batches: callers write into the table meanwhile
        while rows := self._library.execute(sql, (self._reading, last, _BATCH)).fetchall():
            last = rows[-1][0]
            for _, source, line, id, text, more, digest, *values in rows:
                fields = dict(zip(VALUES, values, strict=True))
                self._progress(next(self._rows_read))
                yield LibraryCard(line, id, text, fields, more, digest), source


def _reading_key(corpus: Corpus, game: Game) -> str:
    """Return a digest of the code and tables that read cards; if it changes, all are read again."""
    parts = [code_digest("cards", "card_library", "text"), game.key, corpus_digest(game.folder)]
    tables = (corpus.folder / name for name in _SHARED)
    grammars = (data_folder("grammar") / f"{name}.lark" for name in ("common", game.id))
    contents = (path.read_bytes() for path in (*tables, *grammars) if path.exists())
    return text_digest(*map(str.encode, parts), *contents)

"""The card library of the Python API: indexing cards and finding them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import starmap
from math import log
from pathlib import Path
from typing import Any

from rulebook.card_library.card_files import card_file, check_card_file, parse_columns
from rulebook.card_library.card_query import fields_of_query, parse_card_query
from rulebook.card_library.database import open_library, refuse_other_edition, writing_library
from rulebook.card_library.indexing import IndexReport, IndexRun
from rulebook.card_library.query_sql import Sql, did_you_mean, load_compiler, query_sql
from rulebook.cards.annotating.rules import CLAUSE_ROLES
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.lookup import place_named
from rulebook.errors import UnknownCard, require_text
from rulebook.messages import Message
from rulebook.records import dataclass

_MOST_COMPARED = 500  # cards, those that share most features with a card
_COMMON = 4  # a feature is common if more than one card in this number has it
_USING = """
SELECT c.id, c.name, l.role, substr(c.text, min(l.starts) + 1, l.ends - l.starts)
FROM links l JOIN abilities a USING (ability) JOIN cards c USING (card)
WHERE l.clause IN (SELECT value FROM json_each(?)) AND l.role = ?
GROUP BY c.card
ORDER BY c.id
LIMIT ?
"""
_COUNT_USING = """
SELECT l.role, count(DISTINCT a.card)
FROM links l JOIN abilities a USING (ability)
WHERE l.clause IN (SELECT value FROM json_each(?))
GROUP BY l.role
"""
_NAMED = """
SELECT id, name, type, colour, level, text, owner FROM cards
WHERE upper(id) IN (SELECT value FROM json_each(:words))
  OR (length(name) > 2 AND instr(:text, name))
ORDER BY upper(id) IN (SELECT value FROM json_each(:words)) DESC, length(name) DESC, card
LIMIT :limit
"""


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card of a library, with the values from its file."""

    id: str
    name: str | None
    type: str | None
    colour: str | None
    level: int | str | None
    text: str
    owner: str | None

    def as_json(self) -> dict[str, Any]:
        """Return the card as JSON values, one line of the output of ``cards find --json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class GovernedCard:
    """A card that a clause governs, the role of the clause, and the first words that it governs."""

    id: str
    name: str | None
    role: str
    words: str

    def as_json(self) -> dict[str, Any]:
        """Return the card as JSON values, one line of the output of ``cards using --json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class AlikeCard:
    """A card with a similar meaning; ``similarity`` is 1 if all known features are the same."""

    id: str
    name: str | None
    similarity: float
    text: str

    def as_json(self) -> dict[str, Any]:
        """Return the card for ``cards like --json``; programs rely on a former name in it."""
        return {"likeness" if k == "similarity" else k: v for k, v in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class CardSearch:
    """A query as SQL, its first cards, and the numbers of all and of those partly understood."""

    sql: Sql
    cards: tuple[FoundCard, ...]
    total: int
    partial: int


class CardLibrary:
    """The cards of one game in one SQLite database, with their meanings and governing clauses."""

    def __init__(self, corpus: Corpus, game: Game, path: Path) -> None:
        """Remember where the library of ``game`` is; :meth:`index` creates a missing file."""
        self.corpus = corpus
        self.game = game
        self.path = path

    def index(
        self,
        files: Sequence[Path | str],
        *,
        columns: Sequence[str] = (),
        form: str | None = None,
        jobs: int = 1,
        scheduler: str | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> IndexReport:
        """Index the cards of ``files`` and return counts; only changed cards are read. ``columns``
        say which column of the files has a field (``text=効果``); ``form`` is how they are written
        (``jsonl``, ``json``, ``csv``, ``tsv``) if their names do not show it; ``jobs`` processes
        read them, or the workers of the Dask ``scheduler``; ``progress`` is called with the number
        of rows read. Raises :class:`CardLibraryError` before anything is changed if a file cannot
        be read, is not UTF-8, or is a table without these columns. If it raises this,
        :class:`WorkerError` or :class:`ClusterError` later, what was read before is kept."""
        named = parse_columns(columns)
        found = [card_file(Path(each), named, form) for each in files]
        for file in found:
            check_card_file(file)
        with writing_library(self.path, self.game) as library:
            show = progress or (lambda _: None)
            return IndexRun(self.corpus, self.game, library, (jobs, scheduler), show).all(found)

    def find(self, query: str, *, limit: int = 50) -> CardSearch:
        """Return the first cards, by their ids, that ``query`` asks for, the numbers of all and of
        those partly understood, and the SQL, which shows how it was understood. For example,
        ``cost:discard(hand) effect:search(deck) -limit:turn``. Raises :class:`QueryError` with the
        place of the fault, and :class:`CardLibraryError`."""
        with open_library(self.path, self.game) as library:
            tree = parse_card_query(query)
            if "clause" in fields_of_query(tree):
                refuse_other_edition(library, self.path, self.game)
            compiler = load_compiler(query, library, self.corpus, self.game)
            sql = query_sql(tree, compiler, limit)
            counting = "SELECT found.*, count(*) OVER (), sum(status <> 'parsed') OVER ()"
            counting += f" FROM ({sql.text}) found JOIN cards USING (id) ORDER BY id LIMIT ?"
            # The inner limit is none, so that all are counted.
            rows = library.execute(counting, (*sql.values[:-1], -1, limit)).fetchall()
            counts = rows[0][-2:] if rows else (0, 0)
            return CardSearch(sql, tuple(FoundCard(*row[:-2]) for row in rows), *counts)

    def using(self, number: str, *, limit: int = 50) -> Mapping[str, tuple[GovernedCard, ...]]:
        """Return the cards that the clause ``number`` (or a clause below this heading) governs and
        a change of it concerns, by role (timing, trigger …, as a judge asks), ``limit`` of each
        role. Raises :class:`InvalidNumber`, :class:`UnknownClause`, :class:`CardLibraryError`."""
        wanted = self._clause_numbers_for_sql(number)
        with open_library(self.path, self.game) as library:
            refuse_other_edition(library, self.path, self.game)
            rows = {r: library.execute(_USING, (wanted, r, limit)).fetchall() for r in CLAUSE_ROLES}
        return {role: tuple(starmap(GovernedCard, found)) for role, found in rows.items() if found}

    def count_using(self, number: str) -> Mapping[str, int]:
        """Return the number of cards that the clause ``number`` governs, by its role for them, so
        the command can say how many its limit leaves out. Raises the errors of :meth:`using`."""
        wanted = self._clause_numbers_for_sql(number)
        with open_library(self.path, self.game) as library:
            refuse_other_edition(library, self.path, self.game)
            return dict(library.execute(_COUNT_USING, (wanted,)))

    def _clause_numbers_for_sql(self, number: str) -> str:
        """Return the clause ``number`` and, for a heading, all below it, as JSON: one SQL value."""
        book = self.corpus.read(self.game)
        clause = place_named(book, number).clause
        if clause.blocks and clause.title is None:  # no heading
            return json.dumps([clause.number])
        below = (each for each in book.clauses if clause in (each, *book.ancestors(each)))
        return json.dumps([each.number for each in below])

    def alike(self, id: str, *, limit: int = 10) -> tuple[AlikeCard, ...]:
        """Return the cards whose meaning is closest to that of the card ``id``, closest first, to
        find cards that do the same. Features that few cards have weigh more; only likely cards are
        compared. Raises :class:`UnknownCard` if the library has no such card."""
        require_text("the id of a card", id)
        with open_library(self.path, self.game) as library:
            row = library.execute("SELECT card FROM cards WHERE id = ?", (id,)).fetchone()
            if row is None:
                ids = [name for (name,) in library.execute("SELECT id FROM cards ORDER BY id")]
                what = Message("the library has no card {id!r}", id=id)
                raise UnknownCard(what, hint=did_you_mean(id, ids))
            card = int(row[0])
            (cards,) = library.execute("SELECT count(*) FROM cards").fetchone()
            counts = library.execute("SELECT feature, count(*) FROM card_features GROUP BY feature")
            worth = {feature: log((1 + cards) / count) for feature, count in counts}
            own = _features_of_card(library, card)
            # Comparing all cards is slow, so only cards that share most rare features (of at most
            # one card in ``_COMMON``) are compared; if this card has none, those that share most
            # common ones. A feature of this card alone finds no other card.
            shared = [feature for feature in own if worth[feature] < log(1 + cards)] or list(own)
            rare = [feature for feature in shared if worth[feature] >= log(_COMMON)] or shared
            marks = ", ".join("?" * len(rare))
            sql = f"SELECT card FROM card_features WHERE feature IN ({marks}) AND card <> ?"
            sql += " GROUP BY card ORDER BY count(*) DESC, card LIMIT ?"
            others = library.execute(sql, (*rare, card, _MOST_COMPARED)).fetchall()
            found = [(_similarity(own, _features_of_card(library, o), worth), o) for (o,) in others]
            found.sort(key=lambda pair: (-pair[0], pair[1]))
            sql = "SELECT id, name, ?, text FROM cards WHERE card = ?"
            rows = (library.execute(sql, (round(s, 4), key)).fetchone() for s, key in found[:limit])
            return tuple(AlikeCard(*row) for row in rows)

    def named(self, text: str, *, limit: int = 10) -> tuple[FoundCard, ...]:
        """Return the cards whose id is a word of ``text``, in any case, then those whose name is in
        it, the longest first, so an answer can show the cards in a question. Names of one or two
        characters, often there by chance, are ignored. Raises :class:`CardLibraryError`."""
        require_text("a question", text)
        words = json.dumps(text.upper().split())  # of any number, in one value
        with open_library(self.path, self.game) as library:
            rows = library.execute(_NAMED, {"words": words, "text": text, "limit": limit})
            return tuple(FoundCard(*row) for row in rows)


def _features_of_card(library: sqlite3.Connection, card: int) -> set[int]:
    """Return the keys of the features of a card (such as “draws”), by which it is compared."""
    sql = "SELECT feature FROM card_features WHERE card = ?"
    return {feature for (feature,) in library.execute(sql, (card,))}


def _similarity(own: set[int], other: set[int], worth: Mapping[int, float]) -> float:
    """Return the weight of shared features divided by that of all, 1 without any features."""
    whole = sum(worth[feature] for feature in own | other)
    return sum(worth[feature] for feature in own & other) / whole if whole else 1.0

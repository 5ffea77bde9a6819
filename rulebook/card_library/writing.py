"""Writing cards into a library: a row for each thing that was read, under the card's own key."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

from rulebook.card_library.card_files import Reject
from rulebook.card_library.card_reading import CardReading
from rulebook.card_library.columns import LibraryCard
from rulebook.card_library.meaning_rows import AbilityRow
from rulebook.card_library.word_names import ConceptNames
from rulebook.records import dataclass, field
from rulebook.text.normal import fold

_CARD = (
    "INSERT INTO cards (id, name, type, colour, level, text, owner, more, status, coverage, words,"
    " source, line, digest, reading, run) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
)
_KEYWORD = AbilityRow._fields.index("keyword") - 1
_PART = f"INSERT INTO parts VALUES ({','.join('?' * 20)})"


@dataclass(slots=True)
class LibraryWriter:
    """Writes what was read in one ``run`` by the code and tables that ``reading`` names.

    ``headings`` has those of the clauses, ``names`` what each zone and each keyword is called.
    """

    library: sqlite3.Connection
    run: int
    reading: str
    headings: Mapping[str, str]
    names: Mapping[str, ConceptNames]
    _features: dict[str, int] = field(default_factory=dict)
    _words: set[tuple[str, str]] = field(default_factory=set)
    _clauses: set[str] = field(default_factory=set)

    def learn_names(self) -> None:
        """Write all names of zones and keywords, for a query may name one that no card has."""
        for sort, known in self.names.items():
            for word in known:
                self._learn(sort, word)

    def write(self, card: LibraryCard, reading: CardReading, source: int) -> None:
        """Put ``card`` in, in the place of what the library had under its id."""
        self.library.execute("DELETE FROM cards WHERE id = ?", (card.id,))
        values = card.values
        words = fold(f"{values['name'] or ''}\n{card.text}")
        row = (
            *(card.id, values["name"], values["type"], values["colour"], values["level"]),
            *(card.text, values["owner"], card.more, reading.status, reading.coverage, words),
            *(source, card.line, card.digest, self.reading, self.run),
        )
        key = self.library.execute(_CARD, row).lastrowid
        assert key is not None
        self._write_reading(key, reading)

    def reject(self, source: int, row: Reject) -> None:
        """Keep a row that is no card."""
        told = (source, row.line, row.reason, row.content)
        self.library.execute("INSERT INTO rejects VALUES (?,?,?,?)", told)

    def _write_reading(self, card: int, reading: CardReading) -> None:
        abilities = self._abilities(card, reading)
        self._parts(abilities, reading)
        self._learn_clauses(link.clause for link in reading.links)
        links = ((abilities[ability], *rest) for ability, *rest in reading.links)
        self.library.executemany("INSERT OR IGNORE INTO links VALUES (?,?,?,?,?,?)", links)
        steps = ((abilities[ability], *rest) for ability, *rest in reading.steps)
        self.library.executemany("INSERT INTO steps VALUES (?,?,?,?,?,?,?,?)", steps)
        unread = ((card, *gap) for gap in reading.unread)
        self.library.executemany("INSERT INTO unread VALUES (?,?,?,?)", unread)
        shared = [(self._feature(name), card) for name in reading.features]
        self.library.executemany("INSERT INTO card_features VALUES (?,?)", shared)

    def _abilities(self, card: int, reading: CardReading) -> list[int]:
        """Write the abilities and return their keys in order."""
        keys: list[int] = []
        for inside, *rest in reading.abilities:
            if rest[_KEYWORD] is not None:
                self._learn("keyword", str(rest[_KEYWORD]))
            around = None if inside is None else keys[inside]
            sql = "INSERT INTO abilities VALUES (NULL,?,?,?,?,?,?,?,?)"
            keys.append(self.library.execute(sql, (card, around, *rest)).lastrowid or 0)
        return keys

    def _parts(self, abilities: list[int], reading: CardReading) -> None:
        keys: list[int] = []
        for ability, inside, *rest, zones in reading.parts:
            around = None if inside is None else keys[inside]
            row = (None, abilities[ability], around, *rest)
            key = self.library.execute(_PART, row).lastrowid or 0
            keys.append(key)
            for slot, zone in zones:
                self._learn("zone", zone)
                self.library.execute("INSERT INTO part_zones VALUES (?,?,?)", (key, slot, zone))

    # ---- What many cards share, written when it is first met

    def _feature(self, name: str) -> int:
        if name not in self._features:
            self.library.execute("INSERT OR IGNORE INTO features VALUES (NULL, ?)", (name,))
            sql = "SELECT feature FROM features WHERE name = ?"
            (self._features[name],) = self.library.execute(sql, (name,)).fetchone()
        return self._features[name]

    def _learn(self, sort: str, word: str) -> None:
        """Write a zone or a keyword with all its names."""
        if (sort, word) in self._words:
            return
        self._words.add((sort, word))
        concept, names = self.names[sort].get(word, (None, (fold(word),)))
        self.library.execute(
            "INSERT INTO words VALUES (?,?,?) ON CONFLICT DO UPDATE SET concept = excluded.concept",
            (sort, word, concept),
        )
        rows = ((sort, name, word) for name in names)
        self.library.executemany("INSERT OR IGNORE INTO names VALUES (?,?,?)", rows)

    def _learn_clauses(self, numbers: Iterable[str]) -> None:
        for number in set(numbers) - self._clauses:
            self._clauses.add(number)
            self.library.execute(
                "INSERT INTO clauses VALUES (?,?)"
                " ON CONFLICT DO UPDATE SET heading = excluded.heading",
                (number, self.headings.get(number, "")),
            )

"""What the grammar does not know yet, ranked by how many cards wait for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from rulebook.cards.reading.card_parser import Gap, ParsedCard, ParseStatus
from rulebook.cards.spelling.damaged_text import sign_of_damage
from rulebook.records import dataclass, field

_BEFORE, _AFTER = 6, 6  # Characters around a stop that show which rule is missing


@dataclass(slots=True)
class MissingPart:
    """A wording that stops the parser, with the cards that have it. ``words`` are the canonical
    words around the place, with ``|`` before what was not read; ``alone`` counts the cards that
    have no other gap. ``why`` is what does not fit, if the grammar would read it; ``damage`` is the
    sign that the source is at fault."""

    words: str
    expected: tuple[str, ...]
    example: str
    cards: int = 0
    alone: int = 0
    why: str = ""
    damage: str = ""
    ids: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return the fields as a JSON object, for ``cards gaps --json``."""
        return asdict(self)


@dataclass(slots=True)
class Counts:
    """How far the texts of a file are understood; the shares are of code points."""

    cards: int = 0
    parsed: int = 0
    partial: int = 0
    failed: int = 0
    abilities: int = 0
    characters: int = 0
    unparsed_characters: int = 0

    def as_json(self) -> dict[str, object]:
        """Return the counts as a JSON object, for ``cards stats --json``."""
        return asdict(self)

    def add(self, reading: ParsedCard) -> None:
        """Count the card of ``reading`` by its status, with its abilities and its understood and
        other characters, so that reports show how much of a file is understood."""
        self.cards += 1
        self.parsed += reading.status is ParseStatus.PARSED
        self.partial += reading.status is ParseStatus.PARTIAL
        self.failed += reading.status is ParseStatus.FAILED
        self.abilities += len(reading.abilities)
        self.characters += len(reading.text)
        self.unparsed_characters += reading.lost


def rank_gaps(readings: Iterable[tuple[str, ParsedCard]]) -> list[MissingPart]:
    """Return the gaps of ``readings`` (id and reading of each card), most frequent first, to show
    authors of a grammar what to add next; gaps of damaged texts come last."""
    found: dict[str, MissingPart] = {}
    for id, reading in readings:
        places: dict[str, Gap] = {}
        for gap in reading.gaps:
            # Equal words there call for the same rule of the grammar, whatever else the text has.
            before = gap.text[max(0, gap.stopped - _BEFORE) : gap.stopped]
            places[f"{before}|{gap.text[gap.stopped : gap.stopped + _AFTER]}"] = gap
        for words, gap in places.items():
            # Damage in the source does not call for a rule in the grammar.
            damage = gap.why or sign_of_damage(gap.text, gap.stopped)
            part = MissingPart(words, gap.expected, gap.text, why=gap.why, damage=damage)
            part = found.setdefault(words, part)
            part.cards += 1
            part.alone += len(places) == 1  # the card has no other gap
            part.ids.append(id)
    return sorted(found.values(), key=lambda p: (bool(p.damage), -p.cards, -p.alone, p.words))

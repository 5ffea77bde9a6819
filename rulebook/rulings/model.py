"""Rulings as values: question, answer, source, and the clauses that the answer rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date as Date  # noqa: N812 - `date` is what a ruling has
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from rulebook.clauses.game import Game
from rulebook.errors import CorpusError
from rulebook.grouping import grouped
from rulebook.records import dataclass, field
from rulebook.toml_files.kinds import ClauseNumber

FORMS = (".toml", ".jsonl")  # The endings of ruling files


class RulingState(StrEnum):
    """Whether a ruling still holds."""

    IN_FORCE = "in force"
    WITHDRAWN = "withdrawn"  # Taken back by whoever gave it
    OVERTAKEN = "overtaken"  # Made out of date by the rules or by a later ruling


class SuggestionConfidence(StrEnum):
    """How sure it is that a suggested clause is one that a ruling rests on."""

    SURE = "sure"
    LIKELY = "likely"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class RulingSource:
    """Who made a ruling, and where it can be read."""

    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A clause that a ruling may rest on, until a person has accepted it."""

    clause: ClauseNumber
    confidence: SuggestionConfidence = SuggestionConfidence.UNSURE


@dataclass(frozen=True, slots=True)
class RulingPlace:
    """The place of a ruling: its file, and the line (from 1) on which it begins."""

    path: Path
    line: int

    def __str__(self) -> str:
        """Return file and line as compilers print them, so editors can jump there."""
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: a question, its answer, and the clauses that it rests on. ``clauses`` are numbers
    of ``edition``, the deciding one first; ``suggested`` are only suggestions. ``worded`` is the
    edition that somebody last compared the ruling with. ``moved`` has the numbers in the file that
    have changed, each with its present number. ``changed`` has the clauses whose words changed
    since ``worded``, each with the changes (「old」→「new」); such a ruling must be read again.
    ``reviewed`` says that somebody looked for its clauses and found none."""

    id: str
    game: str
    edition: str
    question: str
    answer: str
    source: RulingSource
    place: RulingPlace = field(compare=False)
    date: Date | None = None
    clauses: tuple[str, ...] = ()
    suggested: tuple[Suggestion, ...] = ()
    cards: tuple[str, ...] = ()
    state: RulingState = RulingState.IN_FORCE
    worded: str = ""
    reviewed: bool = False
    moved: tuple[tuple[str, str], ...] = ()
    changed: tuple[tuple[str, str], ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The clauses with which pages and search show the ruling, and which are carried to other
        editions: those that it rests on. Until somebody chooses these, they are the suggested ones,
        since a likely clause helps more than none; lists show such rulings last."""
        return self.clauses or tuple(each.clause for each in self.suggested)

    @property
    def is_suggested(self) -> bool:
        """Whether nobody has chosen clauses for the ruling, so that those shown are suggested. They
        may be wrong, so lists show the ruling last."""
        return not self.clauses


@dataclass(frozen=True)
class Rulings:
    """The rulings of a game at one edition, the newest first. ``twice`` are those left out because
    their id was taken before; ``faults`` are the errors of files that could not be read."""

    game: Game
    all: tuple[Ruling, ...]
    twice: tuple[Ruling, ...] = ()
    faults: tuple[CorpusError, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Ruling]:
        """Each ruling by its id, by which people and pages name it."""
        return {ruling.id: ruling for ruling in self.all}

    @cached_property
    def by_clause(self) -> Mapping[str, Sequence[Ruling]]:
        """The rulings on each clause; those with suggested clauses, which may be wrong, are
        last."""
        ordered = sorted(self.all, key=lambda ruling: ruling.is_suggested)
        return grouped((n, each) for each in ordered for n in dict.fromkeys(each.numbers))

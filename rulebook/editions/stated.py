"""Which edition a document says that it is: in its change history, or above its first clause."""

from __future__ import annotations

from datetime import date

from rulebook.clauses.game import natural_order
from rulebook.clauses.history import date_in, version_in
from rulebook.clauses.model import LineKind, Rulebook
from rulebook.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Stated:
    """A version and a date, as far as a document states them, and the line that says so."""

    version: str | None
    effective: date | None
    line: int | None

    @property
    def name(self) -> str | None:
        """What the edition may be called by: its version, else its date."""
        return self.version or (self.effective.isoformat() if self.effective else None)


def stated_edition(book: Rulebook) -> Stated:
    """Return what the document of ``book`` says that it is.

    What stands above the first clause goes before the newest entry of the history.
    """
    front, history = _from_front(book), _from_history(book)
    newest = max(history, key=_age, default=Stated(None, None, None))
    if front.version is None:
        return newest if newest.name else front
    dates = {stated.version: stated.effective for stated in history}
    return replace(front, effective=front.effective or dates.get(front.version))


def _age(stated: Stated) -> tuple[date, list[tuple[int, str]]]:
    return stated.effective or date.min, natural_order(stated.version or "")


def _from_history(book: Rulebook) -> list[Stated]:
    return [
        Stated(
            revision.version or None,
            date.fromisoformat(revision.date) if revision.date else None,
            revision.line,
        )
        for revision in book.revisions
    ]


def _from_front(book: Rulebook) -> Stated:
    """Return what stands above the first clause; version and date may be on lines of their own."""
    version = effective = line = None
    for entry in book.ledger:
        if entry.kind is LineKind.FRONT_MATTER:
            text = book.source[entry.line - 1]
            version = version or version_in(text)
            effective = effective or date_in(text)
            line = line or (entry.line if version or effective else None)
    return Stated(version, effective, line)

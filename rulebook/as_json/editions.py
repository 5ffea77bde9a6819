"""Editions and what changed between them, as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulebook.as_json.plain import Plain, day
from rulebook.as_json.rulings import ruling_finding_json

if TYPE_CHECKING:
    from rulebook.clauses.model import Rulebook
    from rulebook.editions.adding import AddedEdition
    from rulebook.editions.changes import Alignment
    from rulebook.editions.marking import MarkedChange
    from rulebook.editions.tracing import TracedEdition
    from rulebook.rulings.checking import RulingFinding


def edition_json(book: Rulebook, *, is_current: bool) -> Plain:
    """Return what is known of one edition of a game."""
    return {
        **_stated(book),
        "current": is_current,
        "clauses": book.printed_count,
    }


def _stated(book: Rulebook) -> Plain:
    """Return what an edition says of itself, with the name of its game."""
    edition = book.game.edition
    return {
        "game": book.game.id,
        "edition": edition.name,
        "version": edition.version,
        "effective": day(edition.effective),
    }


def change_json(marked: MarkedChange) -> Iterator[Plain]:
    """Yield a change between two editions: an object for each old and new clause in it.

    ``removed`` and ``inserted`` are spans of the old and of the new text.
    """
    for old in marked.old or (None,):
        for new in marked.new or (None,):
            yield {
                "old": old.number if old else None,
                "new": new.number if new else None,
                "change": marked.change.kind,
                "sure": marked.change.sure,
                "old_text": old.text if old else None,
                "new_text": new.text if new else None,
                "removed": [[span.start, span.end] for span in old.spans] if old else [],
                "inserted": [[span.start, span.end] for span in new.spans] if new else [],
            }


def traced_json(book: Rulebook, traced: TracedEdition) -> Plain:
    """Return a clause in one edition, and how it came out of the edition before."""
    return {
        **_stated(book),
        "numbers": list(traced.numbers),
        "changes": [
            {
                "old": list(change.old),
                "new": list(change.new),
                "change": change.kind,
                "sure": change.sure,
            }
            for change in traced.changes
        ],
        "texts": [book.by_number[number].text for number in traced.numbers],
    }


def added_json(added: AddedEdition, findings: Iterable[RulingFinding] = ()) -> Plain:
    """Return what came of taking in an edition, and what is to be looked at in the rulings."""
    from rulebook.editions.report import table_counts
    from rulebook.editions.summary import counts

    plan = added.plan
    return {
        "game": added.game.id,
        "edition": added.game.edition.name,
        "folder": str(added.folder),
        "changed": plan is not None,
        "compared_with": plan.base.game.edition.name if plan and plan.base else None,
        "changes": counts(plan.alignment) if plan and plan.alignment else {},
        "unsure": _unsure(plan.alignment) if plan and plan.alignment else 0,
        "tables": [
            {"table": name, "carried": carried, "reported": reported}
            for name, (carried, reported) in (table_counts(plan) if plan else {}).items()
        ],
        "reported": [
            {
                "table": place.table,
                "line": place.line,
                "key": place.key,
                "old": place.old,
                "new": place.new,
                "reason": place.doubt,
            }
            for place in (plan.reported if plan else ())
        ],
        "rulings": [ruling_finding_json(added.game.id, finding) for finding in findings],
    }


def _unsure(alignment: Alignment) -> int:
    return sum(not change.sure for change in alignment.changes)

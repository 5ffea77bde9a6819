"""Rulings and citations as plain values for JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.as_json.plain import Plain

if TYPE_CHECKING:
    from rulebook.rulings.checking import RulingFinding
    from rulebook.rulings.citing import CheckedCitation
    from rulebook.rulings.csv_import import ImportedRulings
    from rulebook.rulings.model import Ruling
    from rulebook.rulings.checking import RulingFinding


def ruling_json(ruling: Ruling) -> Plain:
    """Return a ruling as a line of a file of rulings, with what moved or changed since then."""
    from rulebook.rulings.ruling_files import row_of

    moved = [{"old": old, "new": new or None} for old, new in ruling.moved]
    changed = [{"clause": number, "changes": words} for number, words in ruling.changed]
    since_then = {"moved": moved, "changed": changed}
    return row_of(ruling) | {name: values for name, values in since_then.items() if values}


def import_json(taken: ImportedRulings, place: Path, rejects: Path | None) -> Plain:
    """Return what came of taking in a table of rulings: where they are, and what was rejected."""
    return {
        "file": str(place),
        "rulings": len(taken.rulings),
        "rejects": str(rejects) if rejects else None,
        "rejected": [{"line": row.line, "reason": row.reason} for row in taken.rejected],
        "unused": list(taken.unused),
    }


def ruling_finding_json(game: str, finding: RulingFinding) -> Plain:
    """Return what is to be looked at in a ruling of ``game``."""
    return {
        "game": game,
        "ruling": finding.ruling.id,
        "problem": finding.problem,
        "clause": finding.number,
        "message": finding.message,
        "message_en": finding.message_en,
        "file": str(finding.ruling.place.path),
        "line": finding.ruling.place.line,
    }


def citation_json(file: str, line: int, column: int, checked: CheckedCitation) -> Plain:
    """Return a citation in a text, with the result of checking it."""
    return {
        "file": file,
        "line": line,
        "column": column,
        "start": checked.citation.span.start,
        "end": checked.citation.span.end,
        "number": checked.number,
        "status": checked.status,
        "games": list(checked.games),
        "edition": checked.edition,
        "now": list(checked.now),
        "quote": checked.citation.quote or None,
        "quoted": checked.quoted,
    }

"""A whole rulebook as plain values for JSON, as ``export.schema.json`` describes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulebook.clauses.model import Clause, Finding, Rulebook


def export_rulebook(book: Rulebook) -> dict[str, Any]:
    """Return ``book`` as the export contract has it."""
    game = book.game
    return {
        "game": game.id,
        "title": game.title,
        "version": game.version,
        "effective": str(game.effective) if game.effective else None,
        "source_sha256": game.sha256,
        "clauses": [_clause(clause) for clause in book.clauses],
        "terms": [],
        "revisions": [
            {"version": revision.version, "date": revision.date, "notes": list(revision.notes)}
            for revision in book.revisions
        ],
        "findings": [export_finding(finding) for finding in book.findings],
    }


def export_finding(finding: Finding) -> dict[str, Any]:
    """Return ``finding`` as the export contract has it."""
    return {
        "code": finding.code,
        "number": finding.number,
        "line": finding.line,
        "message": finding.message,
    }


def export_schema() -> dict[str, Any]:
    """Return the JSON Schema of the export."""
    text = Path(__file__).with_name("export.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "number": clause.number,
        "printed": clause.printed,
        "parent": clause.parent,
        "title": clause.title,
        "text": clause.text,
        "blocks": [
            {"kind": block.kind, "label": block.label, "text": block.text}
            for block in clause.blocks
        ],
        "source": {
            "first_line": clause.lines[0] if clause.lines else None,
            "last_line": max(clause.lines, default=None),
        },
        "references": [],
        "cited_by": [],
        "terms": [],
    }

"""A whole rulebook as plain values for JSON, as ``export.schema.json`` describes it."""

from __future__ import annotations

from typing import Any

from rulebook.clauses.model import Clause, Finding
from rulebook.links.model import LinkedRulebook, Reference


def export_rulebook(linked: LinkedRulebook) -> dict[str, Any]:
    """Return a linked rulebook as the export contract has it."""
    book = linked.book
    game = book.game
    return {
        "game": game.id,
        "title": game.title,
        "version": game.edition.version,
        "effective": str(game.edition.effective) if game.edition.effective else None,
        "source_sha256": game.edition.sha256,
        "clauses": [_clause(linked, clause) for clause in book.clauses],
        "appendices": [
            {
                "title": appendix.title,
                "text": appendix.text,
                "source": {"first_line": appendix.lines[0], "last_line": max(appendix.lines)},
            }
            for appendix in book.appendices
        ],
        "terms": [
            {
                "term": term.word,
                "kind": term.kind,
                "clause": term.clause,
                "spellings": list(term.spellings),
            }
            for term in linked.terms
        ],
        "revisions": [
            {"version": revision.version, "date": revision.date, "notes": list(revision.notes)}
            for revision in book.revisions
        ],
        "findings": [export_finding(finding) for finding in linked.findings],
    }


def export_finding(finding: Finding) -> dict[str, Any]:
    """Return ``finding`` as the export contract has it."""
    return {
        "code": finding.code,
        "number": finding.number,
        "line": finding.line,
        "message": finding.message,
        "message_en": finding.message_en,
    }


def export_reference(reference: Reference) -> dict[str, Any]:
    """Return ``reference`` as the export contract has it."""
    return {
        "start": reference.span.start,
        "end": reference.span.end,
        "text": reference.text,
        "kind": reference.kind,
        "targets": list(reference.targets),
        "status": reference.status,
    }


def _clause(linked: LinkedRulebook, clause: Clause) -> dict[str, Any]:
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
        "references": [export_reference(reference) for reference in linked.references_of(clause)],
        "cited_by": list(linked.citing(clause)),
        "terms": [
            {"start": use.span.start, "end": use.span.end, "term": use.term}
            for use in linked.uses_of(clause)
        ],
    }

"""A whole rulebook, and what is wrong in it, as plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.as_json.plain import Plain, day

if TYPE_CHECKING:
    from rulebook.clauses.findings import Finding
    from rulebook.clauses.model import Clause
    from rulebook.links.model import LinkedRulebook, Reference
    from rulebook.links.results import Report


def rulebook_json(linked: LinkedRulebook) -> Plain:
    """Return a linked rulebook as the export contract has it."""
    book = linked.book
    game = book.game
    return {
        "game": game.id,
        "title": game.title,
        "version": game.edition.version,
        "effective": day(game.edition.effective),
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
        "findings": [finding_json(finding) for finding in linked.findings],
    }


def finding_json(finding: Finding) -> Plain:
    """Return ``finding`` as the export contract has it."""
    return {
        "code": finding.code,
        "number": finding.number,
        "line": finding.line,
        "message": finding.message,
        "message_en": finding.message_en,
    }


def reference_json(reference: Reference) -> Plain:
    """Return ``reference`` as the export contract has it."""
    return {
        "start": reference.span.start,
        "end": reference.span.end,
        "text": reference.text,
        "kind": reference.kind,
        "targets": list(reference.targets),
        "status": reference.status,
    }


def _clause(linked: LinkedRulebook, clause: Clause) -> Plain:
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
        "references": [reference_json(reference) for reference in linked.references_of(clause)],
        "cited_by": list(linked.citing(clause)),
        "terms": [
            {"start": use.span.start, "end": use.span.end, "term": use.term}
            for use in linked.uses_of(clause)
        ],
    }


def report_json(report: Report, code: str | None = None) -> Plain:
    """Return the findings of a document, of one ``code`` if that is given, and its ledger."""
    kinds = report.line_kinds
    return {
        "game": report.book.game.id,
        "clauses": report.book.printed_count,
        "ledger": {"lines": kinds.total(), "kinds": dict(kinds)},
        "findings": [
            {
                **finding_json(finding),
                "severity": finding.code.severity,
                "column": finding.column,
                "printed": finding.printed,
                "confidence": finding.confidence,
            }
            for finding in report.findings
            if code in (None, finding.code)
        ],
    }

"""Clauses, terms, concepts, whole rulebooks and findings as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulebook.text.width import shortened

if TYPE_CHECKING:
    from datetime import date

    from rulebook.clauses.findings import Finding
    from rulebook.clauses.model import Clause, Rulebook
    from rulebook.links.concepts import Concept
    from rulebook.links.glossary import GlossaryEntry
    from rulebook.links.model import LinkedRulebook, Reference
    from rulebook.links.results import FoundClause, Report
    from rulebook.rulings.model import Ruling


Plain = dict[str, Any]
"""An object of JSON."""


def day(day: date | None) -> str | None:
    """Return a date as JSON has it, ``2026-04-01``; some documents state none."""
    return str(day) if day else None


def rulebook_json(linked: LinkedRulebook) -> Plain:
    """Return a linked rulebook for ``export``: its fields are fixed by ``export.schema.json``."""
    book = linked.book
    game = book.game
    return {
        "game": game.id,
        "title": game.title,
        "version": game.edition.version,
        "effective": day(game.edition.effective),
        "source_sha256": game.edition.sha256,
        "clauses": [_exported_clause(linked, clause) for clause in book.clauses],
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
    """Return a finding with the fields of the export schema; ``check`` adds further ones."""
    return {
        "code": finding.code,
        "number": finding.number,
        "line": finding.line,
        "message": finding.message,
        "message_en": finding.message_en,
    }


def reference_json(reference: Reference) -> Plain:
    """Return a reference with the fields of the export schema, which ``show`` has too."""
    return {
        "start": reference.span.start,
        "end": reference.span.end,
        "text": reference.text,
        "kind": reference.kind,
        "targets": list(reference.targets),
        "status": reference.status,
    }


def _exported_clause(linked: LinkedRulebook, clause: Clause) -> Plain:
    """Return a clause with its references and terms, for ``export``; ``show`` has other fields."""
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
    """Return the findings of a document, of one ``code`` if given, and its ledger, for ``check``.
    The ledger shows that no line of the source was lost."""
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


def game_json(book: Rulebook) -> Plain:
    """Return a game at one edition, for ``games --json`` and the JSON files of the website."""
    game = book.game
    edition = game.edition
    return {
        "id": game.id,
        "alias": game.alias,
        "title": game.title,
        "title_en": game.title_en,
        "publisher": game.publisher,
        "edition": edition.name,
        "version": edition.version,
        "effective": day(edition.effective),
        "clauses": book.printed_count,
    }


def clause_json(book: Rulebook, found: FoundClause, rulings: Iterable[Ruling] = ()) -> Plain:
    """Return a clause in its place, with the ids of the ``rulings`` that rest on it. ``show
    --json``, the website's JSON files and language models get the same fields."""
    clause = found.place.clause
    return {
        "game": book.game.id,
        "edition": book.game.edition.name,
        "effective": day(book.game.edition.effective),
        "number": found.number,
        "printed": clause.printed,
        "title": clause.title,
        "text": found.text,
        "blocks": [
            {"kind": block.kind, "label": block.label, "text": block.text}
            for block in found.place.blocks
        ],
        "truncated": clause.truncated,
        "path": [{"number": above.number, "title": above.heading()} for above in found.parents],
        "children": [
            {"number": child.number, "title": child.title, "text": child.text}
            for child in found.children
        ],
        "references": [reference_json(reference) for reference in found.references],
        "cited_by": list(found.cited_by),
        "terms": [
            {"start": use.span.start, "end": use.span.end, "term": use.term} for use in found.terms
        ],
        "rulings": [ruling.id for ruling in rulings],
    }


def term_json(entry: GlossaryEntry) -> Plain:
    """Return what a word means in one game, and how other games call the same concept. It is the
    output of ``term``; the website's JSON adds an address."""
    term, concept = entry.term, entry.concept
    game = entry.linked.book.game.id
    return {
        "game": game,
        "term": term.word,
        "kind": term.kind,
        "clause": term.clause,
        "spellings": list(term.spellings),
        "english": term.english or None,
        "definition": definition(entry),
        "used_in": list(entry.used_in),
        "concept": concept.id if concept else None,
        "other_games": [
            {"game": other, "word": rule.word, "clause": rule.clause}
            for other, rule in (concept.rules if concept else {}).items()
            if other != game
        ],
    }


def definition(entry: GlossaryEntry) -> str:
    """Return the text of the defining clause; for a heading, also the first text below it. A
    heading alone, such as 用語, would define nothing."""
    book = entry.linked.book
    clause = book.by_number[entry.term.clause]
    if clause.text:
        return clause.text
    said = book.said_at(clause)
    return f"{clause.heading()}: {shortened(said, 80)}" if said else clause.heading()


def concept_json(concept: Concept, books: Mapping[str, Rulebook]) -> Plain:
    """Return a concept with the clause that governs it in each game, for ``compare``. ``books`` are
    by id, since a concept rule has only the number of its clause. ``guessed`` marks a rule that was
    found by its words, as in a document without tables."""
    clauses = {game: books[game].by_number[rule.clause] for game, rule in concept.rules.items()}
    return {
        "concept": concept.id,
        "kind": concept.kind,
        "ja": concept.ja,
        "en": concept.en,
        "players": list(concept.players),
        "games": [
            {
                "game": game,
                "edition": books[game].game.edition.name,
                "word": rule.word,
                "clause": rule.clause,
                "also": list(rule.also),
                "text": clauses[game].text or clauses[game].title,
                **({"guessed": True} if rule.guessed else {}),
            }
            for game, rule in concept.rules.items()
        ],
    }

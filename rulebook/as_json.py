"""The plain values that go out as JSON, one function for each kind; ``schemas/`` describes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.text.width import shortened

if TYPE_CHECKING:
    from datetime import date

    from rulebook.cards.resolving import CardResolution
    from rulebook.clauses.game import Game
    from rulebook.clauses.model import Rulebook
    from rulebook.editions.adding import AddedEdition
    from rulebook.editions.changes import Alignment
    from rulebook.editions.comparison import MarkedChange
    from rulebook.editions.tracing import TracedEdition
    from rulebook.links.concepts import Concept
    from rulebook.links.glossary import GlossaryEntry
    from rulebook.links.results import FoundClause, Report
    from rulebook.rulings.checking import RulingFinding
    from rulebook.rulings.citing import CheckedCitation
    from rulebook.rulings.csv_import import ImportedRulings
    from rulebook.rulings.model import Ruling
    from rulebook.search.model import Answers
    from rulebook.search.querylang import Hit

Plain = dict[str, Any]

_SCHEMAS = Path(__file__).with_name("schemas")
SCHEMAS = (
    "annotate",
    "ask",
    "cards-find",
    "cards-gaps",
    "cards-index",
    "cards-like",
    "cards-stats",
    "cards-using",
    "check",
    "cite",
    "compare",
    "diff",
    "edition-add",
    "edition-list",
    "explain",
    "export",
    "games",
    "resolve",
    "ruling",
    "rulings-check",
    "rulings-import",
    "search",
    "show",
    "term",
    "trace",
)
"""The kinds of JSON, by the command that writes them."""


def schema(name: str) -> Plain:
    """Return the JSON Schema called ``name``, one of :data:`SCHEMAS`."""
    text = (_SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")
    found: Plain = json.loads(text)
    return found


def game_json(book: Rulebook) -> Plain:
    """Return what is known of a game at one edition."""
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
        "effective": _day(edition.effective),
        "clauses": book.printed_count,
    }


def clause_json(book: Rulebook, found: FoundClause, rulings: Iterable[Ruling] = ()) -> Plain:
    """Return a clause in its place, with the ids of the ``rulings`` that rest on it."""
    from rulebook.links.export import export_reference

    clause = found.place.clause
    return {
        "game": book.game.id,
        "edition": book.game.edition.name,
        "effective": _day(book.game.edition.effective),
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
        "references": [export_reference(reference) for reference in found.references],
        "cited_by": list(found.cited_by),
        "terms": [
            {"start": use.span.start, "end": use.span.end, "term": use.term} for use in found.terms
        ],
        "rulings": [ruling.id for ruling in rulings],
    }


def no_answers_json(question: str, game: Game | None) -> Plain:
    """Return what goes out for a clause number that is not there, among other questions."""
    return {
        "question": question,
        "game": game.id if game else None,
        "confidence": "none",
        "answers": [],
    }


def answers_json(answers: Answers) -> Plain:
    """Return the answers to one question, best first."""
    return {
        "question": answers.question.printed,
        "game": answers.game.id if answers.game else None,
        "confidence": answers.confidence,
        "answers": [
            {
                "game": found.game.id,
                "edition": found.game.edition.name,
                "effective": _day(found.game.edition.effective),
                "number": found.clause.number,
                "score": found.score,
                "text": found.clause.text or found.clause.title or "",
                "path": [above.heading for above in found.path],
                "why": list(found.why),
            }
            for found in answers.found
        ],
        "rulings": [ruling_json(ruling) for ruling in answers.rulings],
    }


def hit_json(book: Rulebook, hit: Hit) -> Plain:
    """Return a clause that matches a search."""
    clause = book.by_number[hit.number]
    return {
        "game": hit.game.id,
        "number": hit.number,
        "score": hit.score,
        "title": clause.title,
        "text": clause.text,
        "path": [above.heading() for above in book.ancestors(clause)],
    }


def term_json(entry: GlossaryEntry) -> Plain:
    """Return what a word means in one game."""
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
    """Return the text that defines: the clause's own, or of a heading its first child's."""
    book = entry.linked.book
    clause = book.by_number[entry.term.clause]
    if clause.text:
        return clause.text
    first = next(book.children(clause), None)
    return f"{clause.heading()}: {shortened(first.text, 80)}" if first else clause.heading()


def concept_json(concept: Concept, books: Mapping[str, Rulebook]) -> Plain:
    """Return a concept with what governs it in each game; ``books`` are by id."""
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
            }
            for game, rule in concept.rules.items()
        ],
    }


def report_json(report: Report, code: str | None = None) -> Plain:
    """Return the findings of a document, of one ``code`` if that is given, and its ledger."""
    from rulebook.clauses.finding_kinds import FINDING_KINDS
    from rulebook.links.export import export_finding

    kinds = report.line_kinds
    return {
        "game": report.book.game.id,
        "clauses": report.book.printed_count,
        "ledger": {"lines": kinds.total(), "kinds": dict(kinds)},
        "findings": [
            {
                **export_finding(finding),
                "severity": FINDING_KINDS[finding.code].severity,
                "column": finding.column,
                "printed": finding.printed,
                "confidence": finding.confidence,
            }
            for finding in report.findings
            if code in (None, finding.code)
        ],
    }


def edition_json(book: Rulebook, *, is_current: bool) -> Plain:
    """Return what is known of one edition of a game."""
    edition = book.game.edition
    return {
        "game": book.game.id,
        "edition": edition.name,
        "version": edition.version,
        "effective": _day(edition.effective),
        "current": is_current,
        "clauses": book.printed_count,
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
    edition = book.game.edition
    return {
        "game": book.game.id,
        "edition": edition.name,
        "version": edition.version,
        "effective": _day(edition.effective),
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


def resolution_json(resolution: CardResolution) -> Plain:
    """Return how a card is resolved."""
    annotation = resolution.annotation
    return {
        "game": annotation.game.id,
        "text": annotation.reading.text,
        "abilities": [
            {
                "start": ability.span.start,
                "end": ability.span.end,
                "steps": [step.as_json() for step in ability.steps],
            }
            for ability in resolution.abilities
        ],
    }


def ruling_json(ruling: Ruling) -> Plain:
    """Return a ruling as a line of a file of rulings, with the numbers that have moved."""
    moved = [{"old": old, "new": new or None} for old, new in ruling.moved]
    from rulebook.rulings.ruling_files import row_of

    return row_of(ruling) | ({"moved": moved} if moved else {})


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
        "file": str(finding.ruling.place.path),
        "line": finding.ruling.place.line,
    }


def citation_json(file: str, line: int, column: int, checked: CheckedCitation) -> Plain:
    """Return a citation in a text, with what the rules say to it."""
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


def _day(day: date | None) -> str | None:
    return str(day) if day else None

"""Answers, rulings, citations and changes between editions as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.as_json.documents import Plain, day

if TYPE_CHECKING:
    from rulebook.clauses.game import Game
    from rulebook.clauses.model import Rulebook
    from rulebook.editions.adding import AddedEdition
    from rulebook.editions.changes import Alignment
    from rulebook.editions.listing import MarkedChange
    from rulebook.editions.settling import TracedEdition
    from rulebook.rulings.checking import RulingFinding
    from rulebook.rulings.citing import CheckedCitation
    from rulebook.rulings.csv_import import ImportedRulings
    from rulebook.rulings.model import Ruling
    from rulebook.search.asking.model import Answers
    from rulebook.search.query.parser import Hit


def ruling_json(ruling: Ruling) -> Plain:
    """Return a ruling as a line of a file of rulings, with what moved or changed since then. So
    ``ruling --json`` can be put into a file and read again."""
    from rulebook.rulings.ruling_files import row_of

    moved = [{"old": old, "new": new or None} for old, new in ruling.moved]
    changed = [{"clause": number, "changes": words} for number, words in ruling.changed]
    since_then = {"moved": moved, "changed": changed}
    return row_of(ruling) | {name: values for name, values in since_then.items() if values}


def import_json(taken: ImportedRulings, place: Path, rejects: Path | None) -> Plain:
    """Return the result of ``rulings import``: where the rulings are, which rows were rejected.
    ``unused`` are columns that the import ignored, one of which may be misspelled."""
    return {
        "file": str(place),
        "rulings": len(taken.rulings),
        "rejects": str(rejects) if rejects else None,
        "rejected": [{"line": row.line, "reason": row.reason} for row in taken.rejected],
        "unused": list(taken.unused),
    }


def ruling_finding_json(game: str, finding: RulingFinding) -> Plain:
    """Return a finding of ``rulings check``, such as a clause that is gone or changed. ``file`` and
    ``line`` say where the ruling is, so that it can be corrected there."""
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
    """Return a citation in a text, with the result of checking it, for ``cite``. ``now`` are the
    numbers that the clause has in the current edition, ``quoted`` whether the words that are quoted
    with it are its own."""
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


def no_answers_json(question: str, game: Game | None) -> Plain:
    """Return the answer to a question that is only the number of an unknown clause. Among other
    questions it must not end the whole output with an error."""
    return {
        "question": question,
        "game": game.id if game else None,
        "confidence": "none",
        "answers": [],
    }


def answers_json(answers: Answers) -> Plain:
    """Return the answers to one question, best first, for ``ask --json`` and language models."""
    return {
        "question": answers.question.printed,
        "game": answers.game.id if answers.game else None,
        "confidence": answers.confidence,
        "answers": [
            {
                "game": found.game.id,
                "edition": found.game.edition.name,
                "effective": day(found.game.edition.effective),
                "number": found.clause.number,
                "score": found.score,
                "text": found.text,
                "sentence": {"start": found.sentence.start, "end": found.sentence.end},
                "path": [above.heading for above in found.path],
                "why": list(found.why),
            }
            for found in answers.found
        ],
        "rulings": [ruling_json(ruling) for ruling in answers.rulings],
    }


def hit_json(book: Rulebook, hit: Hit) -> Plain:
    """Return a clause that matches a query, for ``search``; ``book`` has the clauses above.
    ``path`` are the headings above it, without which a clause is hard to place."""
    clause = book.by_number[hit.number]
    return {
        "game": hit.game.id,
        "number": hit.number,
        "score": hit.score,
        "title": clause.title,
        "text": clause.text,
        "path": [above.heading() for above in book.ancestors(clause)],
    }


def edition_json(book: Rulebook, *, is_current: bool) -> Plain:
    """Return one edition of a game, for ``edition list`` and the JSON files of the website."""
    return {**_edition_fields(book), "current": is_current, "clauses": book.printed_count}


def _edition_fields(book: Rulebook) -> Plain:
    """Return game, name, version and date of an edition. ``edition list`` and ``trace`` have the
    same fields for it."""
    edition = book.game.edition
    return {
        "game": book.game.id,
        "edition": edition.name,
        "version": edition.version,
        "effective": day(edition.effective),
    }


def change_json(marked: MarkedChange) -> Iterator[Plain]:
    """Yield a change between two editions: an object for each old and new clause in it. Each object
    is a line of ``diff --json``; ``removed`` and ``inserted`` are spans of the old and of the new
    text."""
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
    """Return a clause in one edition, and how it came out of the one before, for ``trace``."""
    return {
        **_edition_fields(book),
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
    """Return the result of ``edition add``: changes, carried entries, and what to check."""
    from rulebook.editions.changes import counts_of
    from rulebook.editions.report import table_counts

    plan = added.plan
    return {
        "game": added.game.id,
        "edition": added.game.edition.name,
        "folder": str(added.folder),
        "changed": plan is not None,
        "compared_with": plan.base.game.edition.name if plan and plan.base else None,
        "changes": counts_of(plan.alignment.changes) if plan and plan.alignment else {},
        "unsure": _count_unsure(plan.alignment) if plan and plan.alignment else 0,
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


def _count_unsure(alignment: Alignment) -> int:
    """Return how many changes of ``alignment`` a person should check. Another pairing of clauses is
    nearly as likely there; the report lists them."""
    return sum(not change.sure for change in alignment.changes)

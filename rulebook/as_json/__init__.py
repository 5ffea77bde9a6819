"""The plain values written as JSON, a function for each kind; ``schemas/`` describes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rulebook.cache.plain_values import to_plain
from rulebook.errors import RulebookError
from rulebook.messages import Message
from rulebook.text.display import shortened

if TYPE_CHECKING:
    from rulebook.clauses.findings import Finding
    from rulebook.clauses.game import Game
    from rulebook.clauses.model import Rulebook
    from rulebook.editions.adding import AddedEdition
    from rulebook.editions.alignment import TracedEdition
    from rulebook.editions.changes import MarkedChange
    from rulebook.links.concepts import Concept
    from rulebook.links.model import LinkedRulebook, Reference
    from rulebook.links.results import FoundClause, GlossaryEntry, Report
    from rulebook.rulings.checking import RulingFinding
    from rulebook.rulings.citing import CheckedCitation
    from rulebook.rulings.csv_import import ImportedRulings
    from rulebook.rulings.model import Ruling
    from rulebook.search.asking.answers import Answers
    from rulebook.search.query import Hit

Plain = dict[str, Any]  # an object of JSON
_FOLDER = Path(__file__).with_name("schemas")
SCHEMAS = tuple(sorted(path.name.partition(".")[0] for path in _FOLDER.iterdir()))
"""The kinds of JSON, by the command that writes them."""


def schema(name: str) -> Plain:
    """Return the JSON Schema of a command's output. Raises :class:`RulebookError` without one."""
    if name not in SCHEMAS:
        what = Message("there is no schema {name!r}", name=name)
        raise RulebookError(what, hint=Message("Schemas: {names}", names=", ".join(SCHEMAS)))
    return cast(Plain, json.loads((_FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")))


def _fields(value: object, *names: str) -> Plain:
    """Return the attributes ``names`` of ``value``, plain: most keys are named like our fields."""
    return {name: to_plain(getattr(value, name)) for name in names}


def _edition_fields(game: Game, *names: str) -> Plain:
    """Return the id of ``game``, its edition's name and fields ``names``: many objects begin so."""
    return {"game": game.id, "edition": game.edition.name, **_fields(game.edition, *names)}


def rulebook_json(linked: LinkedRulebook) -> Plain:
    """Return a linked rulebook for ``export``: its fields are fixed by ``export.schema.json``."""
    book, game = linked.book, linked.book.game
    return {
        "game": game.id,
        "title": game.title,
        **_fields(game.edition, "version", "effective"),
        "source_sha256": game.edition.sha256,
        "clauses": [
            {
                **_fields(clause, "number", "printed", "parent", "title", "text"),
                "blocks": [_fields(block, "kind", "label", "text") for block in clause.blocks],
                "source": _source_lines(clause.lines),
                "references": [reference_json(each) for each in linked.references_of(clause)],
                "cited_by": list(linked.citing(clause)),
                "terms": [
                    _fields(use.span, "start", "end") | {"term": use.term}
                    for use in linked.uses_of(clause)
                ],
            }
            for clause in book.clauses
        ],
        "appendices": [
            _fields(each, "title", "text") | {"source": _source_lines(each.lines)}
            for each in book.appendices
        ],
        "terms": [
            {"term": term.word, **_fields(term, "kind", "clause", "spellings")}
            for term in linked.terms
        ],
        "revisions": [_fields(each, "version", "date", "notes") for each in book.revisions],
        "findings": [finding_json(finding) for finding in linked.findings],
    }


def finding_json(finding: Finding) -> Plain:
    """Return a finding with the fields that ``export`` and ``check`` share, to be read alike."""
    return _fields(finding, "code", "number", "line", "message", "message_en")


def reference_json(reference: Reference) -> Plain:
    """Return a reference as plain values, made in one place for ``export`` and ``show``."""
    place = _fields(reference.span, "start", "end")
    return place | _fields(reference, "text", "kind", "targets", "status")


def _source_lines(lines: Sequence[int]) -> Plain:
    """Return the line on which a clause begins and its last one, for readers to find it; None if it
    has no text. A correction may have put an earlier line at the end of ``lines``."""
    return {"first_line": lines[0] if lines else None, "last_line": max(lines, default=None)}


def report_json(report: Report, code: str | None = None) -> Plain:
    """Return the output of ``check``: the findings, only those of ``code`` if it is given, and the
    ledger, which counts the lines of the document by kind and so shows that none was lost."""
    kinds = report.line_kinds
    return {
        "game": report.book.game.id,
        "clauses": report.book.printed_count,
        "ledger": {"lines": kinds.total(), "kinds": dict(kinds)},
        "findings": [
            finding_json(finding)
            | {"severity": finding.code.severity}
            | _fields(finding, "column", "printed", "confidence")
            for finding in report.findings
            if code in (None, finding.code)
        ],
    }


def game_json(book: Rulebook) -> Plain:
    """Return a game at one edition, the same for ``games --json`` and the website's files."""
    return {
        **_fields(book.game, "id", "alias", "title", "title_en", "publisher"),
        "edition": book.game.edition.name,
        **_fields(book.game.edition, "version", "effective"),
        "clauses": book.printed_count,
    }


def clause_json(book: Rulebook, found: FoundClause, rulings: Iterable[Ruling] = ()) -> Plain:
    """Return a clause and the ids of ``rulings``, for ``show --json``, the website and models."""
    clause = found.place.clause
    return {
        **_edition_fields(book.game, "effective"),
        "number": found.number,
        **_fields(clause, "printed", "title"),
        "text": found.text,
        "blocks": [_fields(block, "kind", "label", "text") for block in found.place.blocks],
        "truncated": clause.truncated,
        "path": [{"number": above.number, "title": above.heading()} for above in found.parents],
        "children": [_fields(child, "number", "title", "text") for child in found.children],
        "references": [reference_json(reference) for reference in found.references],
        "cited_by": list(found.cited_by),
        "terms": [_fields(use.span, "start", "end") | {"term": use.term} for use in found.terms],
        "rulings": [ruling.id for ruling in rulings],
    }


def term_json(entry: GlossaryEntry) -> Plain:
    """Return what a word means in one game, and what others call its concept, for ``term``."""
    term, concept = entry.term, entry.concept
    game = entry.linked.book.game.id
    return {
        "game": game,
        "term": term.word,
        **_fields(term, "kind", "clause", "spellings"),
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
    """Return the text that defines a word: its clause or, as a heading alone defines nothing, the
    heading and the beginning of the first text below."""
    book = entry.linked.book
    clause = book.by_number[entry.term.clause]
    if clause.text:
        return clause.text
    said = book.first_rule_text(clause)
    return f"{clause.heading()}: {shortened(said, 80)}" if said else clause.heading()


def concept_json(concept: Concept, books: Mapping[str, Rulebook]) -> Plain:
    """Return a concept for ``compare``, with the clause that governs it in each game; ``books`` are
    the rulebooks by game. Rules that were found by equal words alone are ``guessed``."""
    clauses = {game: books[game].by_number[rule.clause] for game, rule in concept.rules.items()}
    return {
        "concept": concept.id,
        **_fields(concept, "kind", "ja", "en", "players"),
        "games": [
            {
                "game": game,
                "edition": books[game].game.edition.name,
                **_fields(rule, "word", "clause", "also"),
                "text": clauses[game].text or clauses[game].title,
                **({"guessed": True} if rule.guessed else {}),
            }
            for game, rule in concept.rules.items()
        ],
    }


def ruling_json(ruling: Ruling) -> Plain:
    """Return a ruling with the keys of a row of a ruling file, so the output of ``rulings show
    --json`` can be put into one. If clauses have moved or changed since, that is added."""
    from rulebook.rulings.ruling_files import row_of

    moved = [{"old": old, "new": new or None} for old, new in ruling.moved]
    changed = [{"clause": number, "changes": words} for number, words in ruling.changed]
    since_then = {"moved": moved, "changed": changed}
    return row_of(ruling) | {name: values for name, values in since_then.items() if values}


def import_json(imported: ImportedRulings, place: Path, rejects: Path | None) -> Plain:
    """Return the result of ``rulings import``: the file written, the number of rulings, and the
    rejected rows. ``unused`` are columns that the import ignored: one may be misspelled."""
    return {
        "file": str(place),
        "rulings": len(imported.rulings),
        "rejects": str(rejects) if rejects else None,
        "rejected": [{"line": row.line, "reason": row.reason} for row in imported.rejected],
        "unused": list(imported.unused),
    }


def ruling_finding_json(game: str, finding: RulingFinding) -> Plain:
    """Return a finding of ``rulings check``, with file and line, where to correct the ruling."""
    return {
        "game": game,
        "ruling": finding.ruling.id,
        "problem": finding.problem,
        "clause": finding.number,
        **_fields(finding, "message", "message_en"),
        "file": str(finding.ruling.place.path),
        "line": finding.ruling.place.line,
    }


def citation_json(file: str, line: int, column: int, checked: CheckedCitation) -> Plain:
    """Return a citation with the result of checking it, for ``cite`` and tools: the numbers it has
    ``now``, for correcting it, and whether the clause has the words ``quoted`` with it."""
    return {
        "file": file,
        "line": line,
        "column": column,
        **_fields(checked.citation.span, "start", "end"),
        **_fields(checked, "number", "status", "games", "edition", "now"),
        "quote": next((q.words for q in (*checked.misquoted, *checked.citation.quotes)), None),
        "quoted": checked.quoted,
    }


def no_answers_json(question: str, game: Game | None) -> Plain:
    """Return an answer without clauses: an error would end the answering of many questions."""
    id = game.id if game else None
    return {"question": question, "game": id, "confidence": "none", "answers": []}


def answers_json(answers: Answers) -> Plain:
    """Return the answers to one question, best first, for ``ask --json`` and language models."""
    return {
        "question": answers.question.printed,
        "game": answers.game.id if answers.game else None,
        "confidence": answers.confidence,
        "answers": [
            {
                **_edition_fields(found.game, "effective"),
                "number": found.clause.number,
                **_fields(found, "score", "text"),
                "sentence": _fields(found.sentence, "start", "end"),
                "path": [above.heading for above in found.path],
                "why": list(found.why),
            }
            for found in answers.found
        ],
        "rulings": [ruling_json(ruling) for ruling in answers.rulings],
    }


def hit_json(book: Rulebook, hit: Hit) -> Plain:
    """Return a clause that matches a query, for ``search``; the headings above are its context."""
    clause = book.by_number[hit.number]
    return {
        "game": hit.game.id,
        **_fields(hit, "number", "score"),
        **_fields(clause, "title", "text"),
        "path": [above.heading() for above in book.ancestors(clause)],
    }


def edition_json(book: Rulebook, *, is_current: bool) -> Plain:
    """Return an edition for ``edition list`` and the website. It counts only printed clauses, not
    those known only from the numbers of clauses below them."""
    fields = _edition_fields(book.game, "version", "effective")
    return {**fields, "current": is_current, "clauses": book.printed_count}


def change_json(marked: MarkedChange) -> Iterator[Plain]:
    """Yield a line of ``diff --json`` for each pair of an old and a new clause of a change, or for
    a clause without partner: thus a line has at most one text of each edition, even for a split."""
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
    """Return a clause in one edition for ``trace``: its numbers there, changes and texts."""
    return {
        **_edition_fields(book.game, "version", "effective"),
        "numbers": list(traced.numbers),
        "changes": [
            _fields(each, "old", "new") | {"change": each.kind, "sure": each.sure}
            for each in traced.changes
        ],
        "texts": [book.by_number[number].text for number in traced.numbers],
    }


def added_json(added: AddedEdition, findings: Iterable[RulingFinding] = ()) -> Plain:
    """Return the result of ``edition add`` for its JSON output: counts of changes (and how many are
    unsure), table entries that were carried or need a person, and findings on rulings."""
    from rulebook.editions.planning import table_counts

    plan = added.plan
    way = plan.aligned if plan else None
    return {
        **_edition_fields(added.game),
        "folder": str(added.folder),
        "changed": plan is not None,
        "compared_with": way.old.game.edition.name if way else None,
        "changes": way.counts() if way else {},
        "unsure": sum(not change.sure for change in way.alignment.changes) if way else 0,
        "tables": [
            {"table": name, "carried": carried, "reported": reported}
            for name, (carried, reported) in (table_counts(plan) if plan else {}).items()
        ],
        "reported": [
            _fields(place, "table", "line", "key", "old", "new") | {"reason": place.doubt}
            for place in (plan.reported if plan else ())
        ],
        "rulings": [ruling_finding_json(added.game.id, finding) for finding in findings],
    }

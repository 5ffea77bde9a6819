"""A rule document from source text to clause tree.

The stages, each a pure function in a module of its own::

    split_lines -> split_pages -> split_ruby -> split_regions -> number_lines
    -> draft_clauses -> move_orphans -> build_tree

History, ledger and checks read the results of these stages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulebook.clauses.checks import (
    LIKE_AN_ITEM,
    check_appendices,
    check_clauses,
    check_history,
    check_lettered_numbers,
    check_lines,
    check_misprints,
)
from rulebook.clauses.drafts import Draft, draft_clauses
from rulebook.clauses.findings import FindingForm, Findings
from rulebook.clauses.game import Game, Layout, Repair, RepairKind
from rulebook.clauses.headings import with_headings_placed, without_foot
from rulebook.clauses.history import read_history
from rulebook.clauses.lines import Line, split_lines, split_ruby
from rulebook.clauses.model import BlockKind, Clause, LedgerEntry, LineKind, Rulebook
from rulebook.clauses.numbering import RUNNING_ON, NumberedLine, number_lines
from rulebook.clauses.numbers import LETTERS
from rulebook.clauses.pages import split_pages
from rulebook.clauses.regions import (
    Regions,
    read_appendices,
    read_contents,
    split_regions,
    without_head,
)
from rulebook.clauses.tree import build_tree, index_by_number
from rulebook.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Stages:
    """The results of the first stages, which also show how a document was read."""

    lines: tuple[Line, ...]
    regions: Regions
    numbered: tuple[NumberedLine, ...]


def read_stages(source: str, layout: Layout) -> Stages:
    """Return the lines, regions and numbered lines of ``source``, from which its rules are read and
    its reading is explained. Lines above the first clause become front matter or orphans (text that
    a clause may have lost, to be reported), also if they have a number that by the order of all is
    of a list or date. Headings between clauses that are not titles count as front matter too, as
    does the foot below the last; a heading in capitals is also an orphan, perhaps of a chapter that
    lost its number."""
    lines = split_lines(source)
    proper, markers = split_pages(lines)
    printed, ruby = split_ruby(proper)
    regions = split_regions(printed, markers, ruby, layout)
    numbered = number_lines(regions.body, regions.numbers, layout)
    first = next((at for at, line in enumerate(numbered) if line.number), len(numbered))
    regions = without_head(regions, first)
    rest, foot = without_foot(numbered[first:])
    rest, above = with_headings_placed(rest)
    orphans = (*regions.orphans, *(line for line in above if line.text.isupper()))
    regions = replace(regions, front=(*regions.front, *above, *foot), orphans=orphans)
    return Stages(lines, regions, rest)


def read_rules(source: str, game: Game) -> Rulebook:
    """Return the rulebook of ``game``, read from ``source``, its document. Never raises on damaged
    text: what cannot be placed shows in the findings and the ledger, which has every line."""
    layout = game.edition.layout
    stages = read_stages(source, layout)
    regions = stages.regions
    repairs, stale = fitting_repairs(game.edition.repairs, stages.lines)
    legends = {r.line for r in repairs if r.kind is RepairKind.LEGEND}
    drafts = draft_clauses(stages.numbered, layout, legends)
    moved, orphaned = move_orphans(drafts, regions.orphans, repairs)
    clauses, misnumbered = build_tree(drafts, layout)
    by_number = index_by_number(clauses)
    revisions, odd = read_history(regions.history, wrapped=layout.wrapped)
    findings = stale + orphaned + misnumbered + check_misprints(drafts) + check_clauses(clauses)
    findings += check_lines(stages.numbered, clauses, layout) + odd
    findings += check_history(regions.history, clauses, layout)
    findings += check_appendices(regions.appendices)
    taken = {line.number for line in regions.contents}
    taken |= {entry.line.number for entry in stages.numbered if entry.number}
    others = [line for line in stages.lines if line.number not in taken]
    findings += check_lettered_numbers(others)
    return Rulebook(
        game=game,
        clauses=clauses,
        contents=read_contents(regions.contents, layout),
        revisions=revisions,
        appendices=read_appendices(regions.appendices),
        findings=tuple(sorted(findings, key=lambda finding: (finding.line or 0, finding.code))),
        ledger=ledger_of(regions, clauses, moved),
        source=tuple(source.split("\n")),
        by_number=by_number,
    )


# ---- Repairs

_KATAKANA = re.compile("[ァ-ヶー]")
_FIRST = frozenset((0, 1, 100, 101, LETTERS + 1))  # What numbers begin with


def fitting_repairs(
    repairs: Sequence[Repair], lines: Sequence[Line]
) -> tuple[tuple[Repair, ...], Findings]:
    """Return the repairs (this line belongs to that clause) whose line begins as they say, and
    findings on others: in a changed document it may be another line, which must not be moved."""
    texts = {line.number: line.text for line in lines}
    fits = {repair: texts.get(repair.line, "").startswith(repair.starts) for repair in repairs}
    fitting = tuple(repair for repair in repairs if fits[repair])
    form, unfit = FindingForm.STALE_REPAIR, [repair for repair in repairs if not fits[repair]]
    return fitting, tuple(form.finding(each.to, each.line, start=each.starts) for each in unfit)


def move_orphans(
    drafts: Sequence[Draft], orphans: Sequence[Line], repairs: Sequence[Repair]
) -> tuple[dict[int, str], Findings]:
    """Append ``orphans``, sentences before the first clause, to the ``drafts`` of clauses that the
    repairs name, and return the clause number for each line moved. Others that seem to belong to a
    clause become findings: which clause is never guessed; a person must write the repair."""
    moves = {repair.line: repair for repair in repairs if repair.kind is RepairKind.MOVE}
    homes = {draft.number.printed: draft for draft in drafts}
    moved: dict[int, str] = {}
    findings = []
    for line in orphans:
        repair = moves.get(line.number)
        home = homes.get(repair.to or "") if repair else None
        if repair and home is not None and home.blocks:
            home.blocks[-1].join(line, line.text.strip())
            moved[line.number] = str(repair.to)
            found = FindingForm.MOVED_BACK.finding(repair.to, line.number, reason=repair.reason)
        elif _belongs_to_a_clause(line, drafts):
            found = FindingForm.ORPHAN.finding(None, line.number, start=line.text[:20])
        else:
            continue  # it introduces the document
        findings.append(found)
    unused = (repair for repair in moves.values() if repair.line not in moved)
    findings += [FindingForm.UNUSED_REPAIR.finding(each.to, each.line) for each in unused]
    return moved, tuple(findings)


def _belongs_to_a_clause(orphan: Line, drafts: Sequence[Draft]) -> bool:
    """Whether ``orphan`` seems to be lost from a clause and is reported. A heading below the first
    clause is (only those in capitals come here). A line above it is, if it begins with a number
    that no clause has, a particle (を) or the rest of a katakana word in which a clause stops, or
    if the first number is not 1, 100 or a: clauses are missing. Others introduce the text."""
    first = drafts[0].number.parts if drafts else (0,)
    ends = (str(draft.blocks[-1].text)[-1:] for draft in drafts if draft.breaks_off)
    is_rest = _KATAKANA.match(orphan.text) and any(map(_KATAKANA.match, ends))
    is_head = bool(drafts) and orphan.number > drafts[0].line.number
    item, known = LIKE_AN_ITEM.match(orphan.text), {draft.number.parts[0] for draft in drafts}
    is_lost = (item and drafts and int(item[1]) not in known) or RUNNING_ON.match(orphan.text)
    return bool(is_rest or is_head or is_lost or not _FIRST.issuperset(first))


Row = dict[str, object]


def line_rows(source: str, game: Game) -> Iterator[Row]:
    """Yield for each source line what it was read as, to find where a document is misread."""
    stages = read_stages(source, game.edition.layout)
    kinds = {entry.line: entry for entry in read_rules(source, game).ledger}
    starts = {entry.line.number: entry.number for entry in stages.numbered}
    for line in stages.lines:
        number, entry = starts.get(line.number), kinds[line.number]
        yield {
            "line": line.number,
            "kind": entry.kind,
            "clause": entry.clause,
            "begins": number is not None,
            "mark": line.mark,
            "text": number.text if number else line.text,
        }


def tree_rows(book: Rulebook) -> Iterator[Row]:
    """Yield rows for a command that shows, by clause, where a heading or level is misread."""
    for clause in book.clauses:
        number, heading, lines = clause.number, clause.heading(), list(clause.lines)
        blocks = [" ".join(filter(None, (each.kind, each.label))) for each in clause.blocks]
        yield {"number": number, "heading": heading, "blocks": blocks, "lines": lines}


def ledger_of(
    regions: Regions, clauses: Sequence[Clause], moved: Mapping[int, str]
) -> tuple[LedgerEntry, ...]:
    """Return an entry for each non-blank source line, in order, with its kind and its clause: proof
    that no line is lost. ``moved`` has the clauses to which corrections moved orphans. Figure
    legends and tables of appendices have separate kinds, because they are not rules."""
    entries: dict[int, LedgerEntry] = {}
    for kind, lines in (
        (LineKind.FRONT_MATTER, regions.front),
        (LineKind.ORPHAN, regions.orphans),
        (LineKind.CONTENTS, regions.contents),
        (LineKind.HISTORY, regions.history),
        (LineKind.PAGE_MARKER, regions.markers),
        (LineKind.RUBY, regions.ruby),
        *((LineKind.APPENDIX, group) for group in regions.appendices),
    ):
        for line in lines:
            entries[line.number] = LedgerEntry(line.number, kind, moved.get(line.number))
    for clause in clauses:
        for number in clause.lines:  # an orphan moved to a clause keeps its kind
            entries.setdefault(number, LedgerEntry(number, LineKind.CLAUSE, clause.number))
        kinds = {BlockKind.FIGURE_LEGEND: LineKind.FIGURE_LEGEND}
        if (clause.title or "").startswith("付録"):
            kinds[BlockKind.TABLE] = LineKind.APPENDIX  # of 付録, an appendix: no rules
        for block in (block for block in clause.blocks if block.kind in kinds):
            for number in block.lines:
                entries[number] = LedgerEntry(number, kinds[block.kind], clause.number)
    return tuple(entries[number] for number in sorted(entries))

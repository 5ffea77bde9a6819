"""Apply the repairs of ``edition.toml``, each to the one line it names, and report them."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.clauses.drafts import Draft
from rulebook.clauses.finding_words import Wording
from rulebook.clauses.game import Repair, RepairKind
from rulebook.clauses.lines import Line
from rulebook.clauses.model import Finding


def fitting_repairs(
    repairs: Sequence[Repair], lines: Sequence[Line]
) -> tuple[tuple[Repair, ...], tuple[Finding, ...]]:
    """Return the repairs whose line still begins as they say, and a finding for each other."""
    texts = {line.number: line.text for line in lines}
    fits = {repair: texts.get(repair.line, "").startswith(repair.starts) for repair in repairs}
    fitting = tuple(repair for repair in repairs if fits[repair])
    stale = tuple(
        Wording.STALE_REPAIR.finding(repair.to, repair.line, repair.line, repair.starts)
        for repair in repairs
        if not fits[repair]
    )
    return fitting, stale


def move_orphans(
    drafts: Sequence[Draft], orphans: Sequence[Line], repairs: Sequence[Repair]
) -> tuple[dict[int, str], tuple[Finding, ...]]:
    """Bring orphans home to the clauses that the repairs name, and report every orphan.

    Returns the clause number for each source line that was moved.
    """
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
            found = Wording.MOVED_BACK.finding(repair.to, line.number, repair.reason, repair.to)
        else:
            found = Wording.ORPHAN.finding(None, line.number, line.text[:20])
        findings.append(found)
    findings += [
        Wording.UNUSED_REPAIR.finding(repair.to, repair.line, repair.line)
        for repair in moves.values()
        if repair.line not in moved
    ]
    return moved, tuple(findings)

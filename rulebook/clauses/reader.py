"""A rule document from source text to clause tree.

The stages, each a pure function in a module of its own::

    split_lines -> split_regions -> number_lines -> draft_clauses -> build_tree

with the repairs of ``edition.toml`` between drafts and tree.  History, ledger and checks read the
results of these stages.
"""

from __future__ import annotations

from rulebook.clauses.checks import check_clauses, check_lines, check_misprints
from rulebook.clauses.drafts import draft_clauses
from rulebook.clauses.game import Game, Layout, RepairKind
from rulebook.clauses.history import read_history
from rulebook.clauses.ledger import keep_ledger
from rulebook.clauses.lines import Line, split_lines
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbering import NumberedLine, number_lines
from rulebook.clauses.regions import (
    Regions,
    read_appendices,
    read_contents,
    split_regions,
    without_head,
)
from rulebook.clauses.repairs import fitting_repairs, move_orphans
from rulebook.clauses.tree import build_tree, index_by_number
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Stages:
    """What the first stages made of a document, for those who want to look inside."""

    lines: tuple[Line, ...]
    regions: Regions
    numbered: tuple[NumberedLine, ...]


def read_stages(source: str, layout: Layout) -> Stages:
    """Return lines, regions and clause starts of ``source``.

    What stands before the first clause is no part of the rules, though it may begin with what
    looks like a number.
    """
    lines = split_lines(source)
    regions = split_regions(lines, layout)
    numbered = number_lines(regions.body, regions.numbers, layout)
    first = next((at for at, line in enumerate(numbered) if line.number), len(numbered))
    return Stages(lines, without_head(regions, first), numbered[first:])


def read_rules(source: str, game: Game) -> Rulebook:
    """Read the rule document ``source`` of ``game``.

    Never raises on damaged text: what cannot be placed shows in the findings and the ledger,
    which accounts for every non-blank line.
    """
    layout = game.edition.layout
    stages = read_stages(source, layout)
    regions = stages.regions
    repairs, stale = fitting_repairs(game.edition.repairs, stages.lines)
    legends = {r.line for r in repairs if r.kind is RepairKind.LEGEND}
    drafts = draft_clauses(stages.numbered, layout, legends)
    moved, orphaned = move_orphans(drafts, regions.orphans, repairs)
    clauses, misnumbered = build_tree(drafts, layout.numbers)
    by_number = index_by_number(clauses)
    revisions, odd = read_history(regions.history, wrapped=layout.wrapped)
    findings = stale + orphaned + misnumbered + check_misprints(drafts) + check_clauses(clauses)
    findings += check_lines(stages.numbered, clauses, layout.numbers) + odd
    return Rulebook(
        game=game,
        clauses=clauses,
        contents=read_contents(regions.contents, layout),
        revisions=revisions,
        appendices=read_appendices(regions.appendices),
        findings=tuple(sorted(findings, key=lambda finding: (finding.line or 0, finding.code))),
        ledger=keep_ledger(regions, clauses, moved),
        source=tuple(source.split("\n")),
        by_number=by_number,
    )

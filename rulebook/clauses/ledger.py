"""The ledger: what became of every source line.  Its rows add up to the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rulebook.clauses.model import BlockKind, Clause, LedgerEntry, LineKind
from rulebook.clauses.regions import Regions

_BLOCK_LINES = {
    BlockKind.FIGURE_LEGEND: LineKind.FIGURE_LEGEND,
    BlockKind.TABLE: LineKind.APPENDIX,
}


def keep_ledger(
    regions: Regions, clauses: Sequence[Clause], moved: Mapping[int, str]
) -> tuple[LedgerEntry, ...]:
    """Return one entry for each non-blank source line, in their order."""
    entries: dict[int, LedgerEntry] = {}
    for kind, lines in (
        (LineKind.FRONT_MATTER, regions.front),
        (LineKind.ORPHAN, regions.orphans),
        (LineKind.CONTENTS, regions.contents),
        (LineKind.HISTORY, regions.history),
        (LineKind.PAGE_MARKER, regions.markers),
    ):
        for line in lines:
            entries[line.number] = LedgerEntry(line.number, kind, moved.get(line.number))
    for clause in clauses:
        for number in clause.lines:
            entries.setdefault(number, LedgerEntry(number, LineKind.CLAUSE, clause.number))
        for block in clause.blocks:
            special = _BLOCK_LINES.get(block.kind)
            if special is not None:
                for number in block.lines:
                    entries[number] = LedgerEntry(number, special, clause.number)
    return tuple(entries[number] for number in sorted(entries))


def count_kinds(ledger: Sequence[LedgerEntry]) -> Counter[LineKind]:
    """Return how many source lines were read as each kind."""
    return Counter(entry.kind for entry in ledger)

"""The ledger: what became of every source line.  Its rows add up to the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rulebook.clauses.model import Block, BlockKind, Clause, LedgerEntry, LineKind
from rulebook.clauses.regions import Regions

_APPENDIX = "付録"


def keep_ledger(
    regions: Regions, clauses: Sequence[Clause], moved: Mapping[int, str]
) -> tuple[LedgerEntry, ...]:
    """Return an entry for each non-blank source line, in order: proof that none is lost."""
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
        for number in clause.lines:
            entries.setdefault(number, LedgerEntry(number, LineKind.CLAUSE, clause.number))
        for block in clause.blocks:
            kind = _kind_of_block(clause, block)
            for number in block.lines if kind is not LineKind.CLAUSE else ():
                entries[number] = LedgerEntry(number, kind, clause.number)
    return tuple(entries[number] for number in sorted(entries))


def _kind_of_block(clause: Clause, block: Block) -> LineKind:
    """Return the kind under which the ledger counts the lines of a block. Tables of an appendix are
    counted apart, because they are no rules."""
    if block.kind is BlockKind.FIGURE_LEGEND:
        return LineKind.FIGURE_LEGEND
    in_appendix = (clause.title or "").startswith(_APPENDIX)
    return LineKind.APPENDIX if in_appendix and block.kind is BlockKind.TABLE else LineKind.CLAUSE


def count_kinds(ledger: Sequence[LedgerEntry]) -> Counter[LineKind]:
    """Return how many source lines were read as each kind, which add up to the file."""
    return Counter(entry.kind for entry in ledger)

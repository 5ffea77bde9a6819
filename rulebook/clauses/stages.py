"""What the stages of reading make of a rule document, a row at a time, for a look inside."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.reader import read_rules, read_stages

Row = dict[str, object]


def line_rows(source: str, game: Game) -> Iterator[Row]:
    """Yield what each source line was taken for."""
    stages = read_stages(source, game.edition.layout)
    kinds = {entry.line: entry for entry in read_rules(source, game).ledger}
    starts = {entry.line.number: entry.number for entry in stages.numbered}
    for line in stages.lines:
        number = starts.get(line.number)
        entry = kinds[line.number]
        yield {
            "line": line.number,
            "kind": entry.kind,
            "clause": entry.clause,
            "begins": number is not None,
            "mark": line.mark,
            "text": number.text if number else line.text,
        }


def tree_rows(book: Rulebook) -> Iterator[Row]:
    """Yield the clauses with their blocks."""
    for clause in book.clauses:
        yield {
            "number": clause.number,
            "heading": clause.heading(),
            "blocks": [_block_name(clause, i) for i in range(len(clause.blocks))],
            "lines": list(clause.lines),
        }


def _block_name(clause: Clause, index: int) -> str:
    block = clause.blocks[index]
    return f"{block.kind} {block.label}" if block.label else str(block.kind)

"""Where a piece of a clause stands in the source."""

from __future__ import annotations

from rulebook.clauses.model import Clause, Rulebook


def place_of(
    book: Rulebook, clause: Clause, printed: str, at: int
) -> tuple[int | None, int | None]:
    """Return line and column (code points, both from 1) of ``printed`` in the source.

    ``at`` is where it stands in the clause's text, which tells one occurrence from another.  A
    piece that a page break cuts in two has the place of its beginning; one that cannot be found
    has the line of its clause and no column.
    """
    for part in (printed, printed[:2]):
        before = clause.text.count(part, 0, at) if part else 0
        for line in clause.lines if part else ():
            raw = book.source[line - 1]
            here = raw.count(part)
            if before < here:
                column = -1
                for _ in range(before + 1):
                    column = raw.find(part, column + 1)
                return line, column + 1
            before -= here
    return (clause.lines[0] if clause.lines else None), None

"""The tree around a clause: what stands above, beside and right below it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

from rulebook.clauses.model import Clause
from rulebook.website.markup import tree_row

if TYPE_CHECKING:
    from rulebook.website.game_view import GameView

# So many of each level are shown before and behind the way to the clause.
_BESIDE = 10


def neighbours(view: GameView, clause: Clause) -> list[Clause]:
    """Return the chapter of ``clause`` with the clauses around the way to it, in their order."""
    rows = deque(clause.children[:_BESIDE])
    number, parent = clause.number, clause.parent
    while parent is not None:
        beside = view.book.by_number[parent].children
        at = view.places[number]
        rows.appendleft(number)
        rows.extendleft(reversed(beside[max(0, at - _BESIDE) : at]))
        rows.extend(beside[at + 1 : at + 1 + _BESIDE])
        number, parent = parent, view.book.by_number[parent].parent
    rows.appendleft(number)
    return [view.book.by_number[row] for row in rows]


def neighbour_rows(view: GameView, clause: Clause) -> Iterator[Markup]:
    """Yield the rows of the tree around ``clause``, its own marked."""
    for near in neighbours(view, clause):
        if near is clause:
            yield tree_row(clause, view.named[clause.number], is_here=True)
        else:
            yield view.rows[near.number]

"""Pictures of which clauses lean on which: clauses in their order, an arc for each reference.

Arcs over the printed order need no layout: every picture of the same rules is the same, a clause
is found where the rules have it, and a long arc says that one must turn many pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from rulebook.clauses.model import Clause
from rulebook.records import dataclass
from rulebook.text.width import shortened
from rulebook.website.game_view import GameView

# In units of the picture, of which the width has 360: the rows, the dots, how far an arc reaches.
_ROW = 26
_DOTS = 232
_REACH = 165
_LABEL = 11
_THICKEST = 6

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Arc:
    """One reference, or several between the same rows: the path, and how thick it is drawn."""

    path: str
    width: int


@dataclass(frozen=True, slots=True)
class Row:
    """A clause of a picture with the arcs that begin at it; ``is_away``: of another chapter."""

    number: str
    label: str
    y: int
    is_away: bool
    arcs: tuple[Arc, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows with arcs, and the same as a list: each clause with those that it refers to."""

    rows: tuple[Row, ...]
    height: int
    listed: tuple[tuple[str, tuple[str, ...]], ...]


def chapter_picture(view: GameView, chapter: int) -> Picture | None:
    """Return the picture of the references that begin in ``chapter``; None where none do."""
    edges = _edges_of_clauses(view, view.clauses_of(chapter))
    return _picture(view, edges, edges, lambda number: view.chapter_of(number) != chapter)


def book_picture(view: GameView) -> Picture | None:
    """Return the picture of the references of the whole rulebook, joined by section. If no section
    refers to another, clauses that refer to each other are drawn instead."""
    edges = _edges_of_clauses(view, view.book.clauses)
    sections = [(_section_number(view, a), _section_number(view, b)) for a, b in edges]
    drawn = sections if any(a != b for a, b in sections) else edges
    return _picture(view, edges, drawn, lambda _: False)


def _edges_of_clauses(view: GameView, clauses: Iterable[Clause]) -> list[Edge]:
    """Return each reference of ``clauses`` as a pair of numbers, except those to itself."""
    return [
        (clause.number, target)
        for clause in clauses
        for reference in view.linked.references_of(clause)
        for target in reference.targets
        if target != clause.number
    ]


def _section_number(view: GameView, number: str) -> str:
    """Return the section (second level) of a clause, or its chapter if it is one. A rulebook has
    too many clauses to draw each, but few enough sections."""
    above = [*view.book.ancestors(view.book.by_number[number]), view.book.by_number[number]]
    return above[:2][-1].number


def _picture(
    view: GameView, edges: Sequence[Edge], drawn: Sequence[Edge], is_away: Callable[[str], bool]
) -> Picture | None:
    """Return the picture of ``drawn``: a row for each end, an arc for each pair; None without any.
    ``edges`` are listed below it as text for those who do not see it. Rows for which ``is_away`` is
    true are of other chapters."""
    counted = Counter((a, b) for a, b in drawn if a != b)
    ends = {number for edge in counted for number in edge}
    places = {c.number: at for at, c in enumerate(c for c in view.book.clauses if c.number in ends)}
    if not places:
        return None
    rows = tuple(
        Row(
            number,
            shortened(view.headings[number], _LABEL),
            _y(at),
            is_away(number),
            tuple(
                _arc_between(at, places[b], count)
                for (a, b), count in counted.items()
                if a == number
            ),
        )
        for number, at in places.items()
    )
    return Picture(rows, len(rows) * _ROW, _targets_by_clause(edges))


def _y(place: int) -> int:
    """Return the height of the middle of a row, where its dot is and its arcs begin."""
    return place * _ROW + _ROW // 2


def _arc_between(start: int, end: int, count: int) -> Arc:
    """Return an arc to the right of the dots; it reaches farther the more rows are between. So arcs
    of different lengths cross less. It is thicker the more references it stands for."""
    reach = _DOTS + min(_REACH, 24 + 12 * abs(end - start))
    path = f"M{_DOTS} {_y(start)}C{reach} {_y(start)} {reach} {_y(end)} {_DOTS + 5} {_y(end)}"
    return Arc(path, min(count, _THICKEST))


def _targets_by_clause(edges: Sequence[Edge]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each clause with its targets, each once: the picture as a list for screen readers."""
    grouped = groupby(edges, key=lambda edge: edge[0])
    return tuple((number, tuple(dict.fromkeys(b for _, b in some))) for number, some in grouped)

"""Ruled tables: their cells, and the glyphs in each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from rulebook.pdf.pdfium import Box, Glyph, PdfPage, around
from rulebook.pdf.runs import runs_of
from rulebook.records import dataclass
from rulebook.text.joining import joined

# Lines that are nearer than this, in points, touch; so do the edges of neighbouring cells.
_NEAR = 3.0
_FEWEST_CELLS = 2


@dataclass(frozen=True, slots=True)
class Table:
    """A ruled table: the box around it, and its rows of cells."""

    box: Box
    rows: tuple[tuple[str, ...], ...]


def split_tables(page: PdfPage) -> tuple[list[Table], list[Glyph]]:
    """Return the tables of ``page``, and the glyphs outside: cells must not mix with text. Lines
    with too few cells between them are not a table: lines also draw boxes and underlines."""
    frames = []
    for lines in _touching_groups(page.lines):
        columns = _distinct_edges([line.left for line in lines if _NEAR < line.height > line.width])
        rows = _distinct_edges([line.top for line in lines if _NEAR < line.width > line.height])
        cells = (len(columns) - 1) * (len(rows) - 1)
        if min(len(columns), len(rows)) > 1 and cells >= _FEWEST_CELLS:
            frames.append((around(lines), columns, rows))
    inside: list[list[Glyph]] = [[] for _ in frames]
    outside: list[Glyph] = []
    for glyph in page.glyphs:
        home = next((i for i, frame in enumerate(frames) if frame[0].holds(glyph.box)), None)
        (outside if home is None else inside[home]).append(glyph)
    tables = [
        Table(box, tuple(_rows_of_table(columns, rows, glyphs, page.pictures)))
        for (box, columns, rows), glyphs in zip(frames, inside, strict=True)
        if glyphs
    ]
    return tables, outside


def _touching_groups(lines: Sequence[Box]) -> list[list[Box]]:
    """Return drawn ``lines`` in groups that touch, perhaps tables; a grid finds neighbours fast."""
    grid: dict[tuple[int, int], list[int]] = {}
    spots: list[set[tuple[int, int]]] = []
    for index, line in enumerate(lines):
        columns = range(int(line.left / _NEAR), int(line.right / _NEAR) + 2)
        rows = range(int(line.top / _NEAR), int(line.bottom / _NEAR) + 2)
        spots.append({(x, y) for x in columns for y in rows})
        for spot in spots[-1]:
            grid.setdefault(spot, []).append(index)
    groups: list[list[Box]] = []
    seen: set[int] = set()
    for index in range(len(lines)):
        if index in seen:
            continue
        seen.add(index)
        reached, group = [index], []
        while reached:
            at = reached.pop()
            group.append(lines[at])
            near = {other for spot in spots[at] for other in grid[spot]} - seen
            seen |= near
            reached += near
        groups.append(group)
    return groups


def _distinct_edges(places: Sequence[float]) -> tuple[float, ...]:
    """Return where cells of a table end, in order. Nearly equal ``places`` of lines are merged: a
    line drawn twice would make an empty column."""
    edges: list[float] = []
    for place in sorted(places):
        if not edges or place - edges[-1] > _NEAR:
            edges.append(place)
    return tuple(edges)


def _rows_of_table(
    columns: Sequence[float],
    rows: Sequence[float],
    glyphs: Sequence[Glyph],
    pictures: Sequence[Box],
) -> list[tuple[str, ...]]:
    """Return the rows of a table as texts of cells, empty for a cell without glyphs. ``columns``
    and ``rows`` are the places of its lines; all rows have the same number of cells."""
    cells: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in glyphs:
        x, y = glyph.box.center
        place = (bisect_right(rows, y) - 1, bisect_right(columns, x) - 1)
        cells.setdefault(place, []).append(glyph)
    width = 1 + max(column for _, column in cells)
    return [
        tuple(_text_of_cell(cells.get((row, column), ()), pictures) for column in range(width))
        for row in sorted({row for row, _ in cells})
    ]


def _text_of_cell(glyphs: Sequence[Glyph], pictures: Sequence[Box]) -> str:
    """Return the text of a cell as one line, with spaces for tabs, since tabs separate cells."""
    return joined(run.text.replace("\t", " ") for run in runs_of(glyphs, pictures))

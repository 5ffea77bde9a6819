"""The order in which people read the lines of a page, cut at its gutter, then each column at its
own. What crosses a gutter is read after the columns above it and before those below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from statistics import median

from rulebook.pdf.pdfium import Box, around
from rulebook.pdf.runs import Run, Table

Piece = Run | Table

# A gutter lies in the middle part of a page; at most this share of what is there crosses it.
_MARGIN = 0.2
_CROSSING = 0.4
_NARROWEST_GUTTER = 6.0
_STEP = 2.0
# A column has lines, and they fill it; the cells of a table do not.
_FEWEST_LINES = 3
_FILLED = 0.3
SAME_GUTTER = 15.0  # How far apart, in points, the gutters of pages may be and still be one
_SHARE = 0.25  # if this share of pages has a gutter, all pages may have it
# How much white, in parts of the height of a line, separates a heading from the column above.
_PARTED = 0.5


def columns_of(pages: Sequence[Sequence[Piece]]) -> Iterator[tuple[int, float, list[Piece]]]:
    """Yield the columns of all pages in reading order, each with its page and the gutter on its
    right, infinity for the last: a PDF file may store its text in any order."""
    gutters = [_gutter([piece.box for piece in pieces]) for pieces in pages]
    found = [gutter for gutter in gutters if gutter is not None]
    usual = median(found) if found else None
    # Pages with too few lines to show the usual gutter may have it if enough other pages do.
    if usual and sum(abs(at - usual) <= SAME_GUTTER for at in found) < _SHARE * len(pages):
        usual = None
    for number, (pieces, gutter) in enumerate(zip(pages, gutters, strict=True)):
        if gutter is None and usual is not None:
            boxes = [piece.box for piece in pieces]
            crossing = sum(box.left < usual < box.right for box in boxes)
            rows = [len({round(box.bottom) for box in side}) for side in _sides(boxes, usual)]
            is_parted = crossing <= _CROSSING * len(boxes) and min(rows) >= _FEWEST_LINES
            gutter = usual if is_parted or not crossing else None
        for bound, column in _columns_in(pieces, gutter, inf):
            yield number, bound, column


def _columns_in(
    pieces: Sequence[Piece], gutter: float | None, bound: float
) -> Iterator[tuple[float, list[Piece]]]:
    """Yield the columns of a part of a page in reading order, each with the gutter on its right,
    ``bound`` for the last. Sides are cut again, since pages may have three columns."""
    if gutter is None:
        if pieces:
            yield bound, sorted(pieces, key=lambda piece: piece.box.top)
        return
    for band, is_across in _bands(pieces, gutter):
        if is_across:
            yield from _columns_in(band, None, bound)
            continue
        for is_left in (True, False):
            part = [piece for piece in band if (piece.box.center[0] < gutter) == is_left]
            inner = _gutter([piece.box for piece in part])
            yield from _columns_in(part, inner, gutter if is_left else bound)


def _gutter(boxes: Sequence[Box]) -> float | None:
    """Return where two columns meet: in the middle of the gap that the fewest of ``boxes`` cross,
    the widest of several; None without two columns. A few may cross it, because headings do."""
    if len(boxes) < 2 * _FEWEST_LINES:
        return None
    page = around(boxes)
    best: tuple[int, float, float] | None = None
    start, crossing_before = 0.0, -1
    at = page.left + _MARGIN * page.width
    end = page.right - _MARGIN * page.width
    while at <= end:
        crossing = sum(box.left < at < box.right for box in boxes)
        if crossing != crossing_before:
            start, crossing_before = at, crossing
        width = at - start
        if width >= _NARROWEST_GUTTER and (best is None or (crossing, -width) < best[:2]):
            best = (crossing, -width, at - width / 2)
        at += _STEP
    if best is None or best[0] > _CROSSING * len(boxes):
        return None
    return best[2] if _are_columns(boxes, best[2]) else None


def _sides(boxes: Sequence[Box], gutter: float) -> tuple[list[Box], list[Box]]:
    """Return the boxes left and right of ``gutter``, to see whether both sides are columns, of
    which headings across it say nothing."""
    on_left = [box for box in boxes if box.right <= gutter]
    return on_left, [box for box in boxes if box.left >= gutter]


def _are_columns(boxes: Sequence[Box], gutter: float) -> bool:
    """Whether both sides of ``gutter`` have lines that fill them, and are side by side. In an
    outline they are not: there a gap is indentation, and divides no columns."""
    sides = _sides(boxes, gutter)
    for side in sides:
        if len(side) < _FEWEST_LINES:
            return False
        if median(box.width for box in side) < _FILLED * around(side).width:
            return False
    fewer, more = sorted(sides, key=len)
    side_by_side = sum(any(abs(a.center[1] - b.center[1]) < a.height for b in more) for a in fewer)
    return 2 * side_by_side >= len(fewer)


def _bands(pieces: Sequence[Piece], gutter: float) -> Iterator[tuple[list[Piece], bool]]:
    """Yield the runs and tables of a page in bands from top to bottom, each with whether it crosses
    ``gutter``: such a band is read, with its headings, between the columns above and below it."""
    band: list[Piece] = []
    was_across = False
    reach = float("-inf")  # how far down crossing pieces reach
    for piece in sorted(pieces, key=lambda piece: piece.box.top):
        box = piece.box
        crosses = box.left < gutter < box.right or _separates_columns(piece, pieces, gutter)
        is_across = crosses or box.center[1] < reach
        if band and is_across != was_across:
            headings = _headings(band, gutter) if is_across else []
            yield [other for other in band if other not in headings], was_across
            band = headings
        if crosses:
            reach = max(reach, box.bottom)
        band.append(piece)
        was_across = is_across
    if band:
        yield band, was_across


def _separates_columns(piece: Piece, pieces: Sequence[Piece], gutter: float) -> bool:
    """Whether a table in one column ends both columns: on the other side there is text above and
    below it, but none next to it. All columns above are then read first."""
    if not isinstance(piece, Table):
        return False
    table, boxes = piece.box, (other.box for other in pieces)
    opposite = [box for box in boxes if (box.center[0] < gutter) != (table.center[0] < gutter)]
    side_by_side = any(box.top < table.bottom and table.top < box.bottom for box in opposite)
    above = any(box.bottom <= table.top for box in opposite)
    return above and not side_by_side and any(box.top >= table.bottom for box in opposite)


def _headings(band: Sequence[Piece], gutter: float) -> list[Piece]:
    """Return the last runs and tables of a column of ``band`` that are below the other column and
    set off by a gap: headings of what crosses next, else read too early with the column."""
    if not band:
        return []
    on_left = band[-1].box.center[0] < gutter
    same = [piece for piece in band if (piece.box.center[0] < gutter) == on_left]
    opposite = [p.box.bottom for p in band if (p.box.center[0] < gutter) != on_left]
    if not opposite:
        return []
    headings: list[Piece] = []
    for before, piece in zip(reversed(same[:-1]), reversed(same), strict=False):
        box = piece.box
        if box.top < max(opposite):
            break
        headings.insert(0, piece)
        if box.top - before.box.bottom > _PARTED * box.height:
            return headings
    return []

"""What every page prints at its edge: running headers, footers and page numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from rulebook.pdf.reading_order import Piece
from rulebook.pdf.runs import Run

# In the outer parts of a page, at one height and, but for their digits, alike.
_EDGE = 0.12
_SAME_HEIGHT = 4.0
_FEWEST = 3
_DIGITS = re.compile(r"[0-9０-９]+")


def split_furniture(
    pages: Sequence[tuple[Sequence[Piece], float]],
) -> list[tuple[list[Piece], list[Run]]]:
    """Return for each page, given with its height, what is its own and what all pages have."""
    places: dict[tuple[str, int], list[tuple[int, Run]]] = defaultdict(list)
    for number, (pieces, height) in enumerate(pages):
        for piece in pieces:
            if isinstance(piece, Run) and not _EDGE < piece.baseline / height < 1 - _EDGE:
                key = _DIGITS.sub("#", piece.text)
                places[key, round(piece.baseline / _SAME_HEIGHT)].append((number, piece))
    again = {
        id(run)
        for found in places.values()
        if len({number for number, _ in found}) >= _FEWEST
        for _, run in found
    }
    return [
        (
            [piece for piece in pieces if id(piece) not in again],
            [piece for piece in pieces if isinstance(piece, Run) and id(piece) in again],
        )
        for pieces, _ in pages
    ]

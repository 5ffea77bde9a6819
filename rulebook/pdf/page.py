"""What a page of a PDF holds: glyphs, pictures and ruled lines with their places.

Places are points from the left and the top edge of the page.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.records import NamedTuple, dataclass


class Box(NamedTuple):
    """A rectangle on a page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From the left to the right edge."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the top to the bottom edge."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """Half-way between the edges."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, other: Box) -> bool:
        """Whether the center of ``other`` is inside: glyphs may reach over the edge of a cell."""
        x, y = other.center
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Glyph(NamedTuple):
    """A printed character: its advance box, its baseline, and its size (the em). ``bold`` is
    whether it is of a bold font, or drawn bold."""

    char: str
    box: Box
    baseline: float
    size: float
    bold: bool = False


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page: glyphs in the order in which the file prints them, pictures, and ruled lines."""

    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    pictures: tuple[Box, ...]
    rules: tuple[Box, ...]


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around ``boxes``, of which there is at least one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))

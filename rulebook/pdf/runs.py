"""Join glyphs to runs (parts of one printed line), with marks where icons are. Ruby, the reading of
a word in small kana above it, is kept with its word."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median, median_high

from rulebook.pdf.pdfium import LOST, Box, Glyph, PdfPage, around
from rulebook.records import NamedTuple, dataclass, field
from rulebook.text.extraction import joined

# In parts of the letter size: how far apart glyphs of a run may be, and from which gap on there is
# a space (next to a narrow sign, or not) or a tab between them.
_APART = 0.8
_SPACE = 0.18
_WIDE_SPACE = 0.3
_TAB = 2.0
_FEWEST_GAPS = 8
_SAME_LINE = 0.3
# Ruby is half as large as its word, and directly above it.
_RUBY = 0.65
_ABOVE = 0.5
_SMALLEST_ICON, _LARGEST_ICON = 0.5, 2.2  # An icon is about as high as the letters around it
_MOST_ICONS = 500
_KANA = re.compile(r"[ぁ-ヺー・]+")
# What labels the text after it: a number, a bullet.
_LABEL = re.compile(r"[0-9]+(?:[.‐-][0-9]+)*[a-z]?[.．]?|[*●■◆▪➢・※•✔①-⑳]")
_LABEL_APART = 4.0
_NARROW = re.compile(r"[!-~‘’“”●■◆▪➢※•✔①-⑳]")


@dataclass()
class Run:
    """Adjacent glyphs on a line; each of ``ruby`` is start, end (exclusive) and reading."""

    glyphs: list[Glyph]
    ruby: list[tuple[int, int, str]] = field(default_factory=list)

    @cached_property
    def box(self) -> Box:
        """The box around the glyphs, computed once: a run that gets more glyphs is replaced."""
        return around(glyph.box for glyph in self.glyphs)

    @property
    def baseline(self) -> float:
        """The baseline of the run, which shows on which line it is: that of its first glyph."""
        return self.glyphs[0].baseline

    @property
    def size(self) -> float:
        """The median size of the glyphs, by which gaps are measured: some may be smaller."""
        return median_high(glyph.size for glyph in self.glyphs)

    @property
    def text(self) -> str:
        """The printed text, with spaces for gaps and readings in Unicode's marks for ruby. The
        marks do not nest: of several readings of a glyph, the first is kept."""
        opens = {start: (end, reading) for start, end, reading in self.ruby}
        out, closing = "", (-1, "")
        gaps = sorted(_gap(one, other) for one, other in pairwise(self.glyphs))
        # The usual gap is not a space: justified lines are stretched.
        usual = max(0.0, gaps[len(gaps) // 2]) if len(gaps) >= _FEWEST_GAPS else 0.0
        for at, glyph in enumerate(self.glyphs):
            if at:
                out += gap_between(self.glyphs[at - 1], glyph, usual)
            if at in opens and closing[0] < at:
                closing = opens[at]
                out += "\ufff9"
            out += glyph.char
            if at + 1 == closing[0]:
                out += f"\ufffa{closing[1]}\ufffb"
        return out.strip(" ")


def gap_between(one: Glyph, other: Glyph, usual: float = 0.0) -> str:
    """Return a space or tab for a wide gap between glyphs, since files often print none, else "".
    ``usual`` is the gap between letters, which justified type enlarges. A space next to a
    narrow sign (a Latin letter, a bullet) is narrower than one between Japanese letters."""
    if one.char.isspace() or other.char.isspace():
        return ""
    # The edges of a picture are not those of a letter, so only a gap after a bullet counts.
    if one.char == LOST or (other.char == LOST and not _LABEL.fullmatch(one.char)):
        return ""
    gap = _gap(one, other) - usual
    if gap >= _TAB:
        return "\t"
    is_narrow = _NARROW.match(one.char) or _NARROW.match(other.char)
    return " " if gap >= (_SPACE if is_narrow else _WIDE_SPACE) else ""


def _gap(one: Glyph, other: Glyph) -> float:
    """Return the gap between two glyphs in parts of their size: limits then fit any print."""
    return (other.box.left - one.box.right) / max(one.size, other.size, 1)


def runs_of(glyphs: Sequence[Glyph], pictures: Sequence[Box]) -> list[Run]:
    """Return ``glyphs`` as runs, with marks for pictures, which may be icons. Ruby is between two
    lines and would break them, so it becomes ``ruby`` of the run with its word."""
    printed: list[Run] = []  # in the order of the file; ruby is a run of its own
    for glyph in glyphs:
        if printed and _is_adjacent(printed[-1].glyphs[-1], glyph):
            printed[-1].glyphs.append(glyph)
        elif not glyph.char.isspace():
            printed.append(Run([glyph]))
    rest = _without_ruby(printed)
    return _merge_lines([*rest, *_icons(pictures, rest)])


def _is_adjacent(one: Glyph, other: Glyph) -> bool:
    """Whether two glyphs are on one line, close together, and of similar size: ruby is smaller."""
    size = max(one.size, other.size)
    gap = other.box.left - one.box.right
    return (
        abs(one.baseline - other.baseline) <= _SAME_LINE * size
        and -_APART * size <= gap <= _APART * min(one.size, other.size)
        and min(one.size, other.size) > _RUBY * size
    )


def _without_ruby(runs: Sequence[Run]) -> list[Run]:
    """Return ``runs`` without ruby, kept as the reading of its word: it would break sentences."""
    by_line = sorted(runs, key=lambda run: run.baseline)
    usual = median(run.size for run in runs) if runs else 0
    rest = []
    for run in runs:
        box, reading = run.box, "".join(glyph.char for glyph in run.glyphs).replace(" ", "")
        may_be_ruby = run.size < usual and _KANA.fullmatch(reading)
        for word in by_line if may_be_ruby else ():
            if run.size > _RUBY * word.size or word.baseline <= run.baseline:
                continue
            if abs(word.box.top - box.bottom) > _ABOVE * word.size:
                continue
            reach = word.size / 4  # a short reading is narrower than its word
            left, right, row = box.left - reach, box.right + reach, enumerate(word.glyphs)
            over = ((at, g) for at, g in row if left <= g.box.center[0] <= right)
            under = [at for at, glyph in over if not glyph.char.isspace()]
            if under:
                word.ruby.append((under[0], under[-1] + 1, reading))
                break
        else:
            rest.append(run)
    return rest


def _icons(pictures: Sequence[Box], runs: Sequence[Run]) -> Iterator[Run]:
    """Put a mark into ``runs`` for each picture inside a run, which may be an icon; for a picture
    next to a run, yield a new run with the mark. Lost icons would change the sentence."""
    boxes = [(run, run.box) for run in runs]
    usual = median(run.size for run in runs) if runs else 0
    small = [box for box in _whole_drawings(pictures) if box.height <= 2 * _LARGEST_ICON * usual]
    # As small as icons, even in larger letters; very many on a page are parts of a drawing.
    for picture in small if len(small) <= _MOST_ICONS else ():
        aligned = [(run, box) for run, box in boxes if _is_aligned(picture, run, box)]
        glyphs = [glyph for run, _ in aligned for glyph in run.glyphs if not glyph.char.isspace()]
        if not aligned or any(picture.holds(glyph.box) for glyph in glyphs):
            continue  # it is not in a line, or it is a frame around letters
        middle = picture.center[0]
        run, box = next((e for e in aligned if e[1].left < middle < e[1].right), aligned[0])
        icon = Glyph(LOST, picture, run.baseline, run.size)
        if not box.left < middle < box.right:
            yield Run([icon])
            continue
        # The document left spaces for it.
        left, right = picture.left, picture.right
        over = [g.char.isspace() and g.box.left < right and left < g.box.right for g in run.glyphs]
        kept = [glyph for glyph, is_over in zip(run.glyphs, over, strict=True) if not is_over]
        at = sum(glyph.box.center[0] < middle for glyph in kept)
        # Readings refer to places of glyphs, which may have moved.
        moved = {id(glyph): place + (place >= at) for place, glyph in enumerate(kept)}
        run.ruby = [
            (moved[id(run.glyphs[start])], moved[id(run.glyphs[end - 1])] + 1, reading)
            for start, end, reading in run.ruby
        ]
        run.glyphs[:] = [*kept[:at], icon, *kept[at:]]


def _is_aligned(picture: Box, run: Run, box: Box) -> bool:
    """Whether ``picture`` may be an icon in the line of ``run``: as high (perhaps twice as wide,
    with a word in it), and in or next to it."""
    return (
        _SMALLEST_ICON <= picture.height / run.size <= _LARGEST_ICON
        and picture.width <= 2 * _LARGEST_ICON * run.size
        and box.top <= picture.center[1] <= box.bottom
        and box.left - _APART * run.size <= picture.right
        and picture.left <= box.right + _APART * run.size
    )


def _whole_drawings(pictures: Sequence[Box]) -> list[Box]:
    """Return ``pictures`` with those inside one another merged: an icon may have several parts."""
    whole: list[Box] = []
    for picture in sorted(pictures, key=lambda box: (box.left, box.top)):
        if whole and (whole[-1].holds(picture) or picture.holds(whole[-1])):
            whole[-1] = around((whole[-1], picture))
        else:
            whole.append(picture)
    return whole


def _merge_lines(runs: Sequence[Run]) -> list[Run]:
    """Return ``runs`` with adjacent ones on a line joined: files print a line in many pieces."""
    result: list[Run] = []
    for line in _runs_by_line(runs):
        row: list[Run] = []
        for run in sorted(line, key=lambda run: run.glyphs[0].box.left):
            glyphs = row[-1].glyphs if row else []
            is_near = row and _is_adjacent(glyphs[-1], run.glyphs[0])
            if row and not is_near and _LABEL.fullmatch(row[-1].text):
                # A label has a wider gap before its text.
                gap = run.glyphs[0].box.left - glyphs[-1].box.right
                is_near = 0 <= gap <= _LABEL_APART * row[-1].size
            if not is_near:
                row.append(run)
                continue
            if gap_between(glyphs[-1], run.glyphs[0]) == "\t":
                # A text far from its label is still its text, not the next cell of a table.
                glyphs.append(glyphs[-1]._replace(char=" "))
            shift = len(glyphs)  # of ruby, which refers to glyphs by place
            row[-1].ruby += [(a + shift, b + shift, text) for a, b, text in run.ruby]
            glyphs += run.glyphs
        result += row
    for run in result:
        while run.glyphs[-1].char.isspace():
            run.glyphs.pop()
    return [Run(run.glyphs, run.ruby) for run in result]  # old ones may have stored older boxes


def _runs_by_line(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """Yield the runs that share a line, across all columns: only these can continue each other."""
    line: list[Run] = []
    for run in sorted(runs, key=lambda run: run.baseline):
        if line and run.baseline - line[0].baseline > _SAME_LINE * run.size:
            yield line
            line = []
        line.append(run)
    if line:
        yield line


# ---- Ruled tables

# Lines that are nearer than this, in points, touch; so do the edges of neighbouring cells.
_NEAR = 3.0
_FEWEST_CELLS = 2


class Table(NamedTuple):
    """A ruled table: the box around it, and its rows of cells."""

    box: Box
    rows: tuple[tuple[str, ...], ...]


def split_tables(page: PdfPage) -> tuple[list[Table], list[Glyph]]:
    """Return the tables of ``page`` and the glyphs outside; a frame of one cell is not a table."""
    frames = []
    for lines in _touching_groups(page.lines):
        columns = _distinct_edges([line.left for line in lines if _NEAR < line.height > line.width])
        rows = _distinct_edges([line.top for line in lines if _NEAR < line.width > line.height])
        if (len(columns) - 1) * (len(rows) - 1) >= _FEWEST_CELLS:
            frames.append((around(lines), columns, rows))
    inside: list[list[Glyph]] = [[] for _ in frames]
    outside: list[Glyph] = []
    for glyph in page.glyphs:
        home = next((i for i, frame in enumerate(frames) if frame[0].holds(glyph.box)), None)
        (outside if home is None else inside[home]).append(glyph)
    tables = [
        Table(box, tuple(_rows_of_table(columns, rows, glyphs, page)))
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
    """Return ``places`` of lines in order, nearly equal ones merged, such as a double line."""
    edges: list[float] = []
    for place in sorted(places):
        if not edges or place - edges[-1] > _NEAR:
            edges.append(place)
    return tuple(edges)


def _rows_of_table(
    columns: Sequence[float], rows: Sequence[float], glyphs: Sequence[Glyph], page: PdfPage
) -> list[tuple[str, ...]]:
    """Return the rows of a table, all with the same number of cells, as texts, perhaps empty."""
    cells: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in glyphs:
        x, y = glyph.box.center
        place = (bisect_right(rows, y) - 1, bisect_right(columns, x) - 1)
        cells.setdefault(place, []).append(glyph)
    texts = {
        # On one line, without tabs, since tabs separate cells.
        place: joined(run.text.replace("\t", " ") for run in runs_of(printed, page.pictures))
        for place, printed in cells.items()
    }
    width = 1 + max(column for _, column in cells)
    numbers = sorted({row for row, _ in cells})
    return [tuple(texts.get((row, column), "") for column in range(width)) for row in numbers]

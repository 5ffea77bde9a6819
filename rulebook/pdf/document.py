"""Make pages a document: columns in reading order, lines and paragraphs, headers and footers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby, pairwise, takewhile
from math import inf
from statistics import median

from rulebook.errors import DocumentError
from rulebook.pdf.pdfium import LOST, Box, around, read_pages
from rulebook.pdf.runs import Run, Table, gap_between, runs_of, split_tables
from rulebook.records import NamedTuple
from rulebook.text.extraction import joined

Piece = Run | Table

# A gutter is in the middle part of a page; at most this share of the runs and tables crosses it.
_MARGIN = 0.2
_CROSSING = 0.4
_NARROWEST_GUTTER = 6.0
_STEP = 2.0
# A column has lines, and they fill it; the cells of a table do not.
_FEWEST_LINES = 3
_FILLED = 0.3
SAME_GUTTER = 15.0  # Gutters of two pages at most this many points apart are the same
_SHARE_OF_PAGES = 0.25  # if this share of pages has a gutter, all pages may have it
# The space, in heights of a line, that separates a heading from the column above.
_PARTED = 0.5
# Headers and footers are in the outer parts of a page, at one height, and differ only in digits.
_EDGE = 0.12
_SAME_HEIGHT = 4.0
_FEWEST = 3
_DIGITS = re.compile(r"[0-9０-９]+")


def columns_of(pages: Sequence[Sequence[Piece]]) -> Iterator[tuple[int, float, list[Piece]]]:
    """Yield the columns of all pages in reading order, each with its page and the gutter on its
    right, infinity for the last: a PDF file may store its text in any order."""
    gutters = [_gutter([piece.box for piece in pieces]) for pieces in pages]
    found = [gutter for gutter in gutters if gutter is not None]
    usual = median(found) if found else None
    # Pages with too few lines to show the usual gutter may have it if enough other pages do.
    if usual and sum(abs(at - usual) <= SAME_GUTTER for at in found) < _SHARE_OF_PAGES * len(pages):
        usual = None
    for number, (pieces, gutter) in enumerate(zip(pages, gutters, strict=True)):
        if gutter is None and usual is not None:
            boxes = [piece.box for piece in pieces]
            crossing = sum(box.left < usual < box.right for box in boxes)
            rows = [len({round(box.bottom) for box in side}) for side in _sides(boxes, usual)]
            is_parted = crossing <= _CROSSING * len(boxes) and min(rows) >= _FEWEST_LINES
            gutter = usual if is_parted or not crossing else None  # else it would cut lines
        for bound, column in _columns_in(pieces, gutter, inf):
            yield number, bound, column


def _columns_in(
    pieces: Sequence[Piece], gutter: float | None, bound: float
) -> Iterator[tuple[float, list[Piece]]]:
    """Yield the columns of a part of a page, and bands across its gutter, each with its right edge,
    the gutter or the ``bound`` of the part: a line that ends far before it ends a paragraph."""
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
            inner = _gutter([piece.box for piece in part])  # of three columns
            yield from _columns_in(part, inner, gutter if is_left else bound)


def _gutter(boxes: Sequence[Box]) -> float | None:
    """Return where two columns meet, in the widest gap that the fewest boxes cross, or None."""
    if len(boxes) < 2 * _FEWEST_LINES:
        return None
    page = around(boxes)
    end = page.right - _MARGIN * page.width
    places = takewhile(lambda at: at <= end, count(page.left + _MARGIN * page.width, _STEP))
    gaps = []
    for crossing, run in groupby(places, lambda at: sum(b.left < at < b.right for b in boxes)):
        stretch = [*run]
        width = stretch[-1] - stretch[0]
        if width >= _NARROWEST_GUTTER:
            gaps.append((crossing, -width, stretch[-1] - width / 2))
    fewest, _, middle = min(gaps, default=(inf, 0.0, 0.0))
    return middle if fewest <= _CROSSING * len(boxes) and _are_columns(boxes, middle) else None


def _sides(boxes: Sequence[Box], gutter: float) -> tuple[list[Box], list[Box]]:
    """Return the boxes left and right of ``gutter``; headings across it are in neither."""
    on_left = [box for box in boxes if box.right <= gutter]
    return on_left, [box for box in boxes if box.left >= gutter]


def _are_columns(boxes: Sequence[Box], gutter: float) -> bool:
    """Whether both sides of ``gutter`` are full and at the same height: not an indent."""
    sides = _sides(boxes, gutter)
    for side in sides:
        is_long = len(side) >= _FEWEST_LINES
        if not is_long or median(box.width for box in side) < _FILLED * around(side).width:
            return False
    fewer, more = sorted(sides, key=len)
    side_by_side = sum(any(abs(a.center[1] - b.center[1]) < a.height for b in more) for a in fewer)
    return 2 * side_by_side >= len(fewer)


def _bands(pieces: Sequence[Piece], gutter: float) -> Iterator[tuple[list[Piece], bool]]:
    """Yield runs and tables of a page in bands from top to bottom, each with whether it crosses
    ``gutter``, as wide tables do. Columns above that band are read before it and its headings."""
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
    """Whether ``piece`` is a table that ends both columns: the other column has text above and
    below it, but not at its height."""
    if not isinstance(piece, Table):
        return False
    table, boxes = piece.box, (other.box for other in pieces)
    opposite = [box for box in boxes if (box.center[0] < gutter) != (table.center[0] < gutter)]
    side_by_side = any(box.top < table.bottom and table.top < box.bottom for box in opposite)
    above = any(box.bottom <= table.top for box in opposite)
    return above and not side_by_side and any(box.top >= table.bottom for box in opposite)


def _headings(band: Sequence[Piece], gutter: float) -> list[Piece]:
    """Return the last pieces of the longer column, after a gap and below the other column. They are
    headings of the text across the page below, and must be read right before it."""
    on_left = band[-1].box.center[0] < gutter
    same = [piece for piece in band if (piece.box.center[0] < gutter) == on_left]
    lowest = max((p.box.bottom for p in band if (p.box.center[0] < gutter) != on_left), default=inf)
    headings: list[Piece] = []
    for before, piece in zip(reversed(same[:-1]), reversed(same), strict=False):
        box = piece.box
        if box.top < lowest:
            break
        headings.insert(0, piece)
        if box.top - before.box.bottom > _PARTED * box.height:
            return headings
    return []


# In parts of the letter size: how far apart the baselines of one line may be, how ragged a right
# edge is, how far apart lines usually are, how much more, or what indent, begins a paragraph.
_SAME_LINE = 0.3
_RAGGED = 1.2
_USUAL_PITCH = 1.2
_FARTHER = 0.6
_INDENT = 0.8
_SAME_SIZE = 0.03
_NEARLY_ALL = 0.95
# What begins a paragraph: numbers, steps, bullets, notes, examples, appendices.
_OPENS = re.compile(
    r"第?[0-9０-９]{1,3}(?:[.．](?![0-9０-９])|(?:[.．‐-][0-9０-９]{1,3})+[a-z]?[.．\s]|[章条])"
    r"|[●■◆▪➢・※○◎▲★☆✔•]|[*＊-][ \u3000]|[①-⑳]|例[ \u3000]?[:：]|[IVXⅠ-Ⅻ]+[.．]|[A-Z][.．] "
    r"|(?:付録|別表|Appendix)[ \u3000]?[0-9A-ZＡ-Ｚ]|(?:更新|改訂|改定|変更)履歴$"
)
# What continues a sentence after a number: 「10.5.1.を実行した」.
_RUNNING_ON = re.compile(r"[0-9.．‐-]+[a-z]?[.．]?\s*(?:[をにのへでがはと、。）)」～~]|から|まで)")
_OPEN_BRACKET = re.compile(r"[（(][^（）()]*$")
_LEADER = re.compile(r"[.．…‥・･·]{3,}[ \t]*[0-9]{1,4}$")
_FIRST_WORD = re.compile(
    r"[「『（(‘“【《]*(?:[A-Za-z0-9'-]+(?:[.,][A-Za-z0-9'-]+)*|.)[、。，．）)」』’”】》ー,.;:]*"
)


class PrintedLine(NamedTuple):
    """A line of a column: text, place, size of letters, and whether all of them are bold."""

    text: str
    box: Box
    baseline: float
    size: float
    bold: bool = False


Column = tuple[int, float, Sequence[PrintedLine | Table]]
"""A column: its page, the gutter on its right (infinity for the last), what it prints."""


def _printed_lines(pieces: Iterable[Piece]) -> Iterator[PrintedLine | Table]:
    """Yield the tables and lines of a column; a line is bold, so a heading, if all of it is."""
    row: list[Run] = []
    for piece in (*pieces, None):
        # Letters of other sizes may be set a little higher on a line.
        if row and not (
            isinstance(piece, Run)
            and abs(row[0].baseline - piece.baseline) <= _SAME_LINE * max(row[0].size, piece.size)
        ):
            row.sort(key=lambda run: run.box.left)
            text = row[0].text
            for before, run in pairwise(row):
                text += (gap_between(before.glyphs[-1], run.glyphs[0]) or " ") + run.text
            glyphs = [glyph for run in row for glyph in run.glyphs]
            size, bold = median(g.size for g in glyphs), all(g.bold for g in glyphs)
            yield PrintedLine(text, around(r.box for r in row), row[0].baseline, size, bold)
            row = []
        if isinstance(piece, Run):
            row.append(piece)
        elif piece is not None:
            yield piece


def paragraphs(columns: Sequence[Column]) -> Iterator[tuple[str, int]]:
    """Yield the paragraphs of ``columns``, each on one line with its first page; rows of tables
    have tabs. The rule reader needs whole sentences, which a page breaks at its right edge."""
    # How far nearly all lines before each gutter of any page reach: a shorter one ends a paragraph.
    edges: dict[float, float] = {}
    for bound in {bound for _, bound, _ in columns}:
        # Two infinite bounds have no difference.
        alike = (c[2] for c in columns if c[1] == bound or abs(c[1] - bound) <= SAME_GUTTER)
        parts = (part for each in alike for part in each)
        rights = sorted(part.box.right for part in parts if isinstance(part, PrintedLine))
        edges[bound] = rights[int(_NEARLY_ALL * len(rights))] if rights else 0.0
    # The usual line distance: a larger one begins a paragraph.
    ways = [
        (other.baseline - one.baseline) / one.size
        for *_, column in columns
        for one, other in pairwise(column)
        if isinstance(one, PrintedLine) and isinstance(other, PrintedLine) and one.size
    ]
    pitch = median(ways) if ways else _USUAL_PITCH  # no two lines to measure
    lines: list[PrintedLine] = []
    first, edge = 0, 0.0
    for page, bound, column in columns:
        for part in column:
            if isinstance(part, PrintedLine) and lines and _is_continued(lines, part, edge, pitch):
                lines.append(part)
                edge = edges[bound]
                continue
            if lines:
                yield joined(line.text for line in lines), first
            first, edge = page, edges[bound]
            lines = [part] if isinstance(part, PrintedLine) else []
            if isinstance(part, Table):
                yield from (("\t".join(row), first) for row in part.rows if any(row))
    if lines:
        yield joined(line.text for line in lines), first


def _is_continued(
    lines: Sequence[PrintedLine], line: PrintedLine, edge: float, pitch: float
) -> bool:
    """Whether ``line`` continues the paragraph ``lines``: its first word had no room before
    ``edge``. A line of another size or indent, farther down than ``pitch``, with a tab, or with a
    number or bullet first begins another one, unless the number is inside a sentence."""
    before = lines[-1]
    if _LEADER.search(before.text) or "\t" in before.text or "\t" in line.text:
        return False  # an entry of the contents, or a row of a table
    goes_on = _OPEN_BRACKET.search(before.text) or _RUNNING_ON.match(line.text)
    if _OPENS.match(line.text) and not goes_on:
        return False
    if abs(before.size - line.size) > _SAME_SIZE * before.size:
        return False
    if before.bold and not line.bold:
        return False  # a heading
    way = (line.baseline - before.baseline) / before.size
    if way > pitch + _FARTHER:
        return False
    if len(lines) > 1 and way > 0 and line.box.left - before.box.left > _INDENT * line.size:
        return False  # text may hang below a first line; another column begins elsewhere
    word = _FIRST_WORD.match(line.text)
    width = line.box.width * len(word[0]) / max(len(line.text), 1) if word else 0.0
    return width > edge - before.box.right - _RAGGED * before.size


def split_furniture(
    pages: Sequence[tuple[Sequence[Piece], float]],
) -> list[tuple[list[Piece], list[Run]]]:
    """Return for each page the body and, apart, headers and footers: they would cut paragraphs."""
    places: dict[tuple[str, int], list[tuple[int, Run]]] = defaultdict(list)
    for number, (pieces, height) in enumerate(pages):
        for piece in pieces:
            if isinstance(piece, Run) and not _EDGE < piece.baseline / height < 1 - _EDGE:
                key = _DIGITS.sub("#", piece.text)  # numbers of pages differ
                places[key, round(piece.baseline / _SAME_HEIGHT)].append((number, piece))
    repeated = (f for f in places.values() if len({number for number, _ in f}) >= _FEWEST)
    again = {id(run): run for found in repeated for _, run in found}
    own = [[piece for piece in pieces if id(piece) not in again] for pieces, _ in pages]
    others = [[again[id(piece)] for piece in pieces if id(piece) in again] for pieces, _ in pages]
    return list(zip(own, others, strict=True))


def pdf_text(raw: bytes, name: str) -> str:
    """Return the text of the PDF file ``raw`` as a document: one paragraph per line, a form feed
    between pages, tabs between cells, furigana after their word in Unicode's marks (U+FFF9 to
    U+FFFB), 〓 for an icon. Raises :class:`DocumentError`, which calls the file ``name``."""
    pages = read_pages(raw, name)
    if not any(not glyph.char.isspace() for page in pages for glyph in page.glyphs):
        hint = "It is scanned: have its text recognised (OCR) first, or use another copy."
        raise DocumentError(name, "the PDF file has pictures but no text", hint=hint)
    pieces: list[tuple[list[Piece], float]] = []
    for page in pages:
        tables, glyphs = split_tables(page)
        pieces.append(([*tables, *runs_of(glyphs, page.pictures)], page.height))
    parted = split_furniture(pieces)
    found = columns_of([own for own, _ in parted])
    columns = [(number, bound, [*_printed_lines(column)]) for number, bound, column in found]
    bodies: list[list[str]] = [[] for _ in pages]
    for text, number in paragraphs(columns):  # one over two pages belongs to the first
        bodies[number].append(text)
    texts = []
    for body, (own, furniture), page in zip(bodies, parted, pages, strict=True):
        # Headers and footers stay around the page: a later step removes them.
        above = [run.text for run in furniture if run.baseline < page.height / 2]
        below = [run.text for run in furniture if run.baseline >= page.height / 2]
        # A scanned page must not look as if nothing were printed there.
        lost = [LOST] if page.pictures and not own else []
        texts.append("".join(f"{line}\n" for line in (*above, *body, *below, *lost)))
    return "\f".join(texts)

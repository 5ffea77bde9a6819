"""A PDF file as the text of a rule document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from rulebook.errors import DocumentError
from rulebook.pdf.pdfium import Box, around, read_pages
from rulebook.pdf.reading_order import SAME_GUTTER, Piece, columns_of
from rulebook.pdf.runs import Run, Table, gap_between, runs_of, split_tables
from rulebook.records import dataclass
from rulebook.text.extraction import joined

# In parts of the letter size: how far apart the baselines of one line may be, how ragged the right
# edge of a column is, how much more than the usual line distance separates two paragraphs, and how
# large an indent begins one.
_SAME_LINE = 0.3
_RAGGED = 1.2
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


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of a column: text, place, size of letters, and whether all of them are bold."""

    text: str
    box: Box
    baseline: float
    size: float
    bold: bool = False

    @property
    def first_word(self) -> float:
        """The approximate width of the first word. If it did not fit on the line above, that line
        was wrapped, and this one continues its paragraph."""
        match = _FIRST_WORD.match(self.text)
        return self.box.width * len(match[0]) / max(len(self.text), 1) if match else 0.0


@dataclass(frozen=True, slots=True)
class Column:
    """What a column of a page prints: lines and tables; ``bound`` is the gutter on its right."""

    parts: tuple[PrintedLine | Table, ...]
    page: int
    bound: float


def column_of(pieces: Sequence[Piece], page: int, bound: float) -> Column:
    """Return ``pieces``, the runs and tables of a column from top to bottom, with the runs joined
    to lines, from which paragraphs are made. ``bound`` is the gutter on its right."""
    parts: list[PrintedLine | Table] = []
    row: list[Run] = []
    for piece in pieces:
        if row and (isinstance(piece, Table) or not _is_on_the_line_of(row[0], piece)):
            parts.append(_printed_line(row))
            row = []
        if isinstance(piece, Table):
            parts.append(piece)
        else:
            row.append(piece)
    if row:
        parts.append(_printed_line(row))
    return Column(tuple(parts), page, bound)


def _is_on_the_line_of(run: Run, other: Run) -> bool:
    """Whether two runs are on one line: letters of other sizes may be set a little higher."""
    return abs(run.baseline - other.baseline) <= _SAME_LINE * max(run.size, other.size)


def _printed_line(row: list[Run]) -> PrintedLine:
    """Return the runs of ``row``, which is sorted, as one line from left to right, with spaces or
    tabs for gaps. It is bold only if all of it is, since headings are recognised by that."""
    row.sort(key=lambda run: run.box.left)
    text = row[0].text
    for before, run in pairwise(row):
        text += (gap_between(before.glyphs[-1], run.glyphs[0]) or " ") + run.text
    glyphs = [glyph for run in row for glyph in run.glyphs]
    size = median(glyph.size for glyph in glyphs)
    bold = all(glyph.bold for glyph in glyphs)
    return PrintedLine(text, around(run.box for run in row), row[0].baseline, size, bold)


def paragraphs(columns: Iterable[Column]) -> Iterator[tuple[str, int]]:
    """Yield the paragraphs of ``columns``, each on one line with its first page; rows of tables
    have tabs. The rule reader needs whole sentences, which a page breaks at its right edge."""
    columns = list(columns)
    edges = _right_edges(columns)
    # The usual line distance: a larger one begins a paragraph.
    ways = [
        (other.baseline - one.baseline) / one.size
        for column in columns
        for one, other in pairwise(column.parts)
        if isinstance(one, PrintedLine) and isinstance(other, PrintedLine) and one.size
    ]
    pitch = median(ways) if ways else _RAGGED  # no two lines to measure: a common value
    lines: list[PrintedLine] = []
    first, edge = 0, 0.0
    for column in columns:
        for part in column.parts:
            if isinstance(part, PrintedLine) and lines and _is_continued(lines, part, edge, pitch):
                lines.append(part)
                edge = edges[column.bound]
                continue
            if lines:
                yield joined(line.text for line in lines), first
            first, edge = column.page, edges[column.bound]
            lines = [part] if isinstance(part, PrintedLine) else []
            if isinstance(part, Table):
                yield from (("\t".join(row), first) for row in part.rows if any(row))
    if lines:
        yield joined(line.text for line in lines), first


def _right_edges(columns: Sequence[Column]) -> dict[float, float]:
    """Return how far nearly all lines of columns with each ``bound`` (the gutter after them) reach:
    a line that ends much earlier ends its paragraph. Columns of all pages count together."""
    edges: dict[float, float] = {}
    for bound in {column.bound for column in columns}:
        # The last column of a page has no gutter on its right: its bound is infinite.
        alike = (c for c in columns if c.bound == bound or abs(c.bound - bound) <= SAME_GUTTER)
        parts = (part for column in alike for part in column.parts)
        rights = sorted(part.box.right for part in parts if isinstance(part, PrintedLine))
        edges[bound] = rights[int(_NEARLY_ALL * len(rights))] if rights else 0.0
    return edges


def _is_continued(
    lines: Sequence[PrintedLine], line: PrintedLine, edge: float, pitch: float
) -> bool:
    """Whether ``line`` continues the paragraph ``lines``: its first word had no room before
    ``edge``. Another size, weight or indent, a number or bullet, a tab, or a distance larger than
    ``pitch`` begins something new."""
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
    is_indented = line.box.left - before.box.left > _INDENT * line.size
    if len(lines) > 1 and way > 0 and is_indented:
        return False  # text may hang below a first line; another column begins elsewhere
    room = edge - before.box.right - _RAGGED * before.size
    return line.first_word > room


# ---- The whole file


# Headers and footers are in the outer parts of a page, at one height, and alike but for digits.
_EDGE = 0.12
_SAME_HEIGHT = 4.0
_FEWEST = 3
_DIGITS = re.compile(r"[0-9０-９]+")


def split_furniture(
    pages: Sequence[tuple[Sequence[Piece], float]],
) -> list[tuple[list[Piece], list[Run]]]:
    """Return, for each of ``pages`` (its runs and tables, and its height), the body and, apart, the
    headers and footers. These repeat at one height on several pages, and would cut paragraphs."""
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
    columns = [column_of(p, n, bound) for n, bound, p in columns_of([own for own, _ in parted])]
    bodies: list[list[str]] = [[] for _ in pages]
    for text, number in paragraphs(columns):  # one over two pages belongs to the first
        bodies[number].append(text)
    texts = []
    for body, (_, furniture), page in zip(bodies, parted, pages, strict=True):
        # Headers and footers stay around the page: a later step removes them.
        above = [run.text for run in furniture if run.baseline < page.height / 2]
        below = [run.text for run in furniture if run.baseline >= page.height / 2]
        texts.append("".join(f"{line}\n" for line in (*above, *body, *below)))
    return "\f".join(texts)

"""A PDF file as the text of a rule document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from rulebook.errors import DocumentError
from rulebook.pdf.paragraphs import column_of, paragraphs
from rulebook.pdf.pdfium import read_pages
from rulebook.pdf.reading_order import Piece, columns_of
from rulebook.pdf.runs import Run, runs_of
from rulebook.pdf.tables import split_tables

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

"""The only module that knows the PDF library (pypdfium2): a file to pages."""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from rulebook.errors import DocumentError
from rulebook.messages import Message
from rulebook.records import NamedTuple

MAX_PAGES = 2000
_MAX_DRAWN = 250_000  # Texts and lines of a page
_SIZE = "A rulebook is a text of a few hundred kilobytes."
_INSTALL = "Install the extra: pip install 'rulebook[pdf]'."
_FETCH = "Fetch it from its source again."
_HAS_PASSWORD, _UNKNOWN_ENCRYPTION = 4, 5  # FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY
# Bullets that symbol fonts keep in the private use area, as they look in print.
_SYMBOLS = str.maketrans(
    "\uf0b7\uf06c\uf09f\uf06e\uf0a7\uf075\uf076\uf077\uf0d8\uf0fc", "●●●■▪◆◆◆➢✔"
)
LOST = "〓"  # The mark that Japanese print sets for a character that it does not have (geta)
_THIN = 2.5  # a line of a table is at most this many points thick
_NESTED_FORMS = 8
# What word processors leave of deleted cross-references is smaller than anyone can read.
_LEGIBLE = 2.0
_BOLD = 600  # the weight from which on a font is bold


def read_pages(raw: bytes, name: str) -> tuple[PdfPage, ...]:
    """Return the pages of the PDF file ``raw`` as values. Raises :class:`DocumentError`, which
    calls it ``name``, if the library is missing or the file is broken, encrypted or too long."""
    document = _open_pdf(raw, name)
    import pypdfium2  # optional: if it is missing, the line above raises

    try:
        if len(document) > MAX_PAGES:
            what = Message("a PDF file of {count} pages", count=len(document))
            hint = Message("A rulebook has at most {most}.", most=MAX_PAGES)
            raise DocumentError(name, what, hint=hint)
        pages = []
        for page in document:
            height = page.get_height()
            if pypdfium2.raw.FPDFPage_CountObjects(page) > _MAX_DRAWN:
                raise DocumentError(name, "the PDF file has more text than a rulebook", hint=_SIZE)
            text = page.get_textpage()
            pictures, lines = _pictures_and_lines(page, height)
            glyphs = tuple(_glyphs(text, height))
            text.close()
            page.close()
            pages.append(PdfPage(height, glyphs, tuple(pictures), tuple(lines)))
        return tuple(pages)
    except pypdfium2.PdfiumError as error:
        raise DocumentError(name, "the PDF file is broken", hint=_FETCH) from error
    finally:
        document.close()


def outline_pages(raw: bytes, name: str) -> list[int]:
    """Return the page, from 1, of each outline entry of the PDF file ``raw`` that has one. The
    printed contents show these pages, which are known after Chromium has made the file ``name``."""
    document = _open_pdf(raw, name)
    try:
        places = [entry.get_dest() for entry in document.get_toc()]
        return [place.get_index() + 1 for place in places if place]
    finally:
        document.close()


def _open_pdf(raw: bytes, name: str) -> Any:
    """Return the PDF file ``raw`` opened, or raise :class:`DocumentError` with a remedy."""
    try:
        import pypdfium2
    except ImportError as error:
        raise DocumentError(name, "reading PDF files needs pypdfium2", hint=_INSTALL) from error
    try:
        return pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) in (_HAS_PASSWORD, _UNKNOWN_ENCRYPTION):
            hint = "Open it with its password and save or print it as a PDF without one."
            raise DocumentError(name, "the PDF file is encrypted", hint=hint) from error
        raise DocumentError(name, "the PDF file is broken", hint=_FETCH) from error


def _glyphs(text: Any, height: float) -> Iterator[Glyph]:
    """Yield the glyphs of a page, but no spaces that pdfium guesses (gaps between glyphs show them)
    and no glyphs too small to be read, which some programs leave on a page. Boxes are as high as
    the font (loose), not as the ink, so that those of one line are alike."""
    import pypdfium2.raw as pdfium

    loose, matrix = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
    x, y = ctypes.c_double(), ctypes.c_double()
    high = ""
    for index in range(text.count_chars()):
        if pdfium.FPDFText_IsGenerated(text, index) == 1:
            continue
        char, high = _character(pdfium.FPDFText_GetUnicode(text, index), high)
        if not char:
            continue
        pdfium.FPDFText_GetLooseCharBox(text, index, loose)
        pdfium.FPDFText_GetCharOrigin(text, index, x, y)
        pdfium.FPDFText_GetMatrix(text, index, matrix)
        scale = math.hypot(matrix.c, matrix.d)  # many files have fonts of size 1, drawn larger
        size = pdfium.FPDFText_GetFontSize(text, index) * scale
        if size < _LEGIBLE:
            continue
        box = Box(loose.left, height - loose.top, loose.right, height - loose.bottom)
        # Programs that lack the bold font fill the letters and draw their outlines.
        drawn = pdfium.FPDFTextObj_GetTextRenderMode(pdfium.FPDFText_GetTextObject(text, index))
        is_bold = drawn == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
        is_bold = is_bold or pdfium.FPDFText_GetFontWeight(text, index) >= _BOLD
        yield Glyph(char, box, height - y.value, size, is_bold)


def _character(code: int, high: str) -> tuple[str, str]:
    """Return the character for a UTF-16 unit, "" for controls, and the ``high`` half for the next
    call. Unknown ones become ``LOST``: an icon may be there, which readers must not miss."""
    if 0xD800 <= code < 0xDC00:
        return "", chr(code)
    # PDFium gives U+FFFE for the hyphen at the end of a line.
    char = "-" if code == 0xFFFE else chr(code).translate(_SYMBOLS)
    if 0xDC00 <= code < 0xE000:
        char = (high + char).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if char in ("\0", "\ufffd") or unicodedata.category(char) == "Co":
        return LOST, ""
    return ("" if char < " " else char), ""


def _pictures_and_lines(page: Any, height: float) -> tuple[list[Box], list[Box]]:
    """Return the boxes of pictures, perhaps icons, and of lines and frames, perhaps of tables."""
    import pypdfium2.raw as pdfium

    pictures: list[Box] = []
    lines: list[Box] = []
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    kinds = (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_SHADING)
    for drawn in page.get_objects(filter=kinds, max_depth=_NESTED_FORMS):
        left, bottom, right, top = drawn.get_bounds()
        box = Box(left, height - top, right, height - bottom)
        is_path = drawn.type == pdfium.FPDF_PAGEOBJ_PATH
        is_frame = is_path and pdfium.FPDFPath_CountSegments(drawn) <= 5  # a rectangle
        if is_frame:
            pdfium.FPDFPath_GetDrawMode(drawn, fill, stroke)
        if is_path and min(box.width, box.height) <= _THIN:
            lines.append(box)
        elif is_frame and stroke.value and not fill.value:
            # Many tables are drawn as rectangles, outlines without a fill.
            lines += (box._replace(bottom=box.top), box._replace(top=box.bottom))
            lines += (box._replace(right=box.left), box._replace(left=box.right))
        else:
            pictures.append(box)
    return pictures, lines


class Box(NamedTuple):
    """A rectangle on a page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width in points, by which icons and lines are recognised among drawings."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height in points: a picture about as high as the letters may be an icon."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """The middle of the box, which decides on its column or cell: edges may reach out of it."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, other: Box) -> bool:
        """Whether the center of ``other`` is inside: glyphs may reach over the edge of a cell."""
        x, y = other.center
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Glyph(NamedTuple):
    """A printed character: its advance box, baseline, size (the em), and whether it is bold."""

    char: str
    box: Box
    baseline: float
    size: float
    bold: bool = False


class PdfPage(NamedTuple):
    """A page: glyphs in the order in which the file prints them, pictures, and drawn lines."""

    height: float
    glyphs: tuple[Glyph, ...]
    pictures: tuple[Box, ...]
    lines: tuple[Box, ...]


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that contains all of ``boxes`` (at least one), such as a table's."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))

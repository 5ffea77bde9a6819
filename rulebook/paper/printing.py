"""Rules for paper: a rulebook or a part of it as a PDF file, made by Chromium.

Contents need the pages of headings, which are known once the document is laid out, so it is laid
out at least twice.  The pages are those of the outline that Chromium writes into the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.api.clause_ranges import subtree
from rulebook.errors import PrintError
from rulebook.paper.chromium import pdf_of
from rulebook.pdf.pdfium import outline_pages
from rulebook.website.print_page import headings_of, print_page

if TYPE_CHECKING:
    from rulebook.api import Rules
    from rulebook.clauses.model import Clause, Rulebook

_PASSES = 4


def print_rules(rules: Rules, name: str, number: str | None = None) -> bytes:
    """Return the rules of a game as a PDF file, or the clause ``number`` and all below it.

    ``name`` is a game, at an edition if need be.  It has a title page, contents with page numbers,
    running heads and an outline.  Raises :class:`PrintError` where there is no Chromium or it
    fails, :class:`UnknownGame`, :class:`UnknownClause`, and :class:`DocumentError` where pypdfium2
    is missing.
    """
    linked = rules.linked(name)
    clauses = _printed(rules, name, linked.book, number)
    headings = list(headings_of(clauses))
    pages: list[int] = []
    for _ in range(_PASSES):
        pdf = pdf_of(print_page(linked, clauses, pages))
        _, *found = outline_pages(pdf, "the printed rules")
        if len(found) != len(headings):
            raise PrintError("Chromium does not report the page of each heading.")
        if found == pages:
            break
        pages = found
    return pdf


def _printed(rules: Rules, name: str, book: Rulebook, number: str | None) -> list[Clause]:
    if number is None:
        return list(book.clauses)
    return list(subtree(book, rules.clause(name, number).place.clause))

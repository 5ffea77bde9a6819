"""Rules for paper: a PDF file by Chromium, laid out twice to know the pages for the contents."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from markupsafe import Markup

from rulebook.api.clause_ranges import parse_ranges, subtree
from rulebook.clauses.model import Clause
from rulebook.errors import InvalidNumber, PrintError
from rulebook.links.model import LinkedRulebook
from rulebook.messages import Message
from rulebook.pdf.pdfium import outline_pages
from rulebook.website.markup import clause_html, heading_levels
from rulebook.website.rendering import JAPANESE, environment

if TYPE_CHECKING:
    from rulebook.api import Rules


# The headless shell, the same engine without windows, prints in half the time.
NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    *("google-chrome-stable", "chrome", "msedge"),
)
_MAC = "/Applications/{0}.app/Contents/MacOS/{0}"
_ARGUMENTS = (
    *("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-extensions"),
    *("--no-pdf-header-footer", "--generate-pdf-document-outline"),
)
_SECONDS = 300  # a rulebook takes seconds
_PASSES = 4  # More than the page numbers in the contents need to settle
_LISTED = 3  # headings below this level are not in the contents
_LINK = re.compile(r'<a class="[^"]*" href="#([^"]*)"[^>]*>(.*?)</a>')


def find_chromium() -> str:
    """Return the path of the program that prints pages as PDF: ``$RULEBOOK_CHROMIUM``, else a
    Chromium of this machine. Raises :class:`PrintError` with the remedy if there is none."""
    named = os.environ.get("RULEBOOK_CHROMIUM")
    programs = [named] if named else list(NAMES)
    if sys.platform == "darwin" and not named:
        programs += [_MAC.format(each) for each in ("Chromium", "Google Chrome", "Microsoft Edge")]
    for program in programs:
        if found := shutil.which(program):
            return found
    if named:
        raise PrintError("$RULEBOOK_CHROMIUM: {named} is not a program", named=named)
    raise PrintError("Chromium, which prints the pages, was not found")


def pdf_of(html: str) -> bytes:
    """Return the page ``html``, which needs no other files, as a PDF file made by Chromium, whose
    profile is in a temporary folder. Raises :class:`PrintError` if it fails or takes minutes."""
    program = find_chromium()
    with TemporaryDirectory(prefix="rulebook-print-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        page, made = folder / "rules.html", folder / "rules.pdf"
        page.write_bytes(html.encode())
        root = hasattr(os, "geteuid") and os.geteuid() == 0  # the sandbox refuses root
        command = [
            program,
            *_ARGUMENTS,
            *(["--no-sandbox"] if root else []),
            f"--user-data-dir={folder / 'profile'}",
            f"--print-to-pdf={made}",
            page.as_uri(),
        ]
        try:
            done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
        except OSError as error:
            reason = error.strerror or error
            what = Message("{program} does not run ({reason})", program=program, reason=reason)
            raise PrintError(what) from error
        except subprocess.TimeoutExpired as error:
            form = "{program} did not finish in {seconds} seconds"
            raise PrintError(form, program=program, seconds=_SECONDS) from error
        if done.returncode or not made.is_file():
            said = done.stderr.decode("utf-8", "replace").split("\n")
            last = next(filter(None, (line.strip() for line in reversed(said))), "")
            words = f": {last[:200]}" if last else ""  # why it failed
            raise PrintError("{program} printed nothing{words}", program=program, words=words)
        return made.read_bytes()


def print_rules(rules: Rules, name: str, number: str | None = None) -> bytes:
    """Return the rules of a game ``name``, perhaps at an edition, or the clause ``number`` and all
    below it, as a PDF file with a title page, contents, running heads and an outline. Raises
    :class:`UnknownGame`, :class:`UnknownClause`, :class:`InvalidNumber` for a range,
    :class:`PrintError` without Chromium, :class:`DocumentError` without pypdfium2."""
    linked = rules.linked(name)
    clauses: Sequence[Clause] = linked.book.clauses
    if number is not None:
        if parse_ranges(number)[0].last:  # it would be read as one long number
            raise InvalidNumber(number)
        clauses = subtree(linked.book, rules.clause(name, number).place.clause)
    headings = list(headings_of(clauses))
    pages: list[int] = []
    for _ in range(_PASSES):
        pdf = pdf_of(print_page(linked, clauses, pages))
        _, *found = outline_pages(pdf, "the printed rules")  # the first is the title
        if len(found) != len(headings):
            raise PrintError("Chromium does not report the page of each heading.")
        if found == pages:  # the contents show these pages
            break
        pages = found
    return pdf


def headings_of(clauses: Sequence[Clause]) -> Iterator[tuple[Clause, int]]:
    """Yield the clauses with a heading on paper, and its level in HTML, from 2 (the title has 1) to
    6. :func:`print_rules` raises if Chromium does not report as many pages, for the contents."""
    for clause, level in zip(clauses, heading_levels(clauses), strict=True):
        if clause.title:
            yield clause, min(level + 1, 6)


def print_page(linked: LinkedRulebook, clauses: Sequence[Clause], pages: Sequence[int]) -> str:
    """Return ``clauses`` as HTML for paper. The contents show the ``pages`` of headings, known from
    the previous printing: the first one has none, so all is printed again with them."""
    here = {clause.number for clause in clauses}
    defined = {term.word: term.clause for term in linked.terms}
    levels = {clause.number: level for clause, level in headings_of(clauses)}
    chapters = groupby(clauses, lambda clause: linked.book.chapter(clause.number).number)

    def text_of(clause: Clause) -> Markup:
        """Return the text of ``clause``; links to clauses not printed become plain words."""
        text = clause_html(linked, clause, defined, "#{}".format)
        return Markup(_LINK.sub(lambda link: link[0] if link[1] in here else link[2], text))

    def css_text(text: str) -> Markup:
        """Return ``text`` for a string of CSS in HTML, escaped: a quotation mark would end it."""
        return Markup("".join(char if char.isalnum() else f"\\{ord(char):x} " for char in text))

    template = environment(JAPANESE).get_template("print.html")
    return template.render(
        game=linked.book.game,
        contents=[clause for clause in clauses if 0 < levels.get(clause.number, 0) <= _LISTED],
        levels=levels,
        pages=dict(zip(levels, pages, strict=False)),
        chapters=[list(printed) for _, printed in chapters],
        part=clauses[0] if len(clauses) < len(linked.book.clauses) else None,
        text_of=text_of,
        css=css_text,
    )

"""A rulebook, or a part of it, as a document for paper: the HTML that a browser prints.

Its headings are in the order of the document, so that whoever knows the page of each can fill in
the page numbers of the contents.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from markupsafe import Markup

from rulebook.clauses.model import Clause
from rulebook.links.model import LinkedRulebook
from rulebook.records import dataclass
from rulebook.website.language import JAPANESE, environment
from rulebook.website.markup import clause_html, heading_levels

# Headings below this level are not in the contents.
_LISTED = 3
_LINK = re.compile(r'<a class="[^"]*" href="#([^"]*)"[^>]*>(.*?)</a>')


@dataclass(frozen=True, slots=True)
class PrintedClause:
    """A clause on paper: its text, and the level of its heading, 0 where it has none."""

    clause: Clause
    text: Markup
    level: int


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter on paper, or what is printed of it; ``head`` runs above its pages, as CSS."""

    name: str
    head: Markup
    clauses: tuple[PrintedClause, ...]


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents: a heading, and its page as far as it is known."""

    clause: Clause
    level: int
    page: str


def headings_of(clauses: Sequence[Clause]) -> Iterator[tuple[Clause, int]]:
    """Yield the clauses that are headings on paper, with their levels below that of the title."""
    for clause, level in zip(clauses, heading_levels(clauses), strict=True):
        if clause.title:
            yield clause, min(level + 1, 6)


def print_page(linked: LinkedRulebook, clauses: Sequence[Clause], pages: Sequence[int]) -> str:
    """Return ``clauses`` of a rulebook, in its order, as a document for paper.

    ``pages`` are the pages of their headings; without any, the contents have no page numbers.
    """
    game, headings = linked.book.game, list(headings_of(clauses))
    shown = pages or [0] * len(headings)
    contents = [
        ContentsLine(clause, level, str(page or ""))
        for (clause, level), page in zip(headings, shown, strict=True)
        if level <= _LISTED
    ]
    part = clauses[0] if len(clauses) < len(linked.book.clauses) else None
    return (
        environment(JAPANESE)
        .get_template("print.html")
        .render(
            game=game,
            running=Markup(_css_text(game.name)),
            contents=contents,
            chapters=list(_chapters(linked, clauses)),
            part=part,
        )
    )


def _chapters(linked: LinkedRulebook, clauses: Sequence[Clause]) -> Iterator[PrintedChapter]:
    levels = {clause.number: level for clause, level in headings_of(clauses)}
    defined = {term.word: term.clause for term in linked.terms}
    here = {clause.number for clause in clauses}
    chapters: dict[int, list[PrintedClause]] = {}
    for clause in clauses:
        text = clause_html(linked, clause, defined, "#{}".format)
        shown = PrintedClause(clause, _links_within(text, here), levels.get(clause.number, 0))
        chapters.setdefault(clause.parts[0], []).append(shown)
    for number, printed in chapters.items():
        first = printed[0].clause
        head = _css_text(f"{first.number} {first.heading(30)}")
        yield PrintedChapter(f"chapter-{number}", Markup(head), tuple(printed))


def _links_within(text: Markup, here: Container[str]) -> Markup:
    """Return ``text`` without links to clauses that are not printed."""

    def kept(match: re.Match[str]) -> str:
        return match[0] if match[1] in here else match[2]

    return Markup(_LINK.sub(kept, text))


def _css_text(text: str) -> str:
    """Return ``text`` as it may stand in a string of CSS inside of HTML."""
    return "".join(char if char.isalnum() else f"\\{ord(char):x} " for char in text)

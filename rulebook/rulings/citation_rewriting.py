"""Rewrite the citations in a text: as numbers of another edition, or as links."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from html import escape

from rulebook.records import dataclass
from rulebook.rulings.citations import Citation
from rulebook.rulings.citing import CheckedCitation
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.text.spans import Span

_FULL_WIDTH = {ord("0") + digit: chr(ord("０") + digit) for digit in range(10)} | {
    ord("."): "．",
    ord("-"): "－",
}
# Spans in which nothing may become a link: code, links, the header of the file.
_NO_LINKS_IN = {
    "markdown": re.compile(
        r"^(?:```|~~~).*?^(?:```|~~~)|`[^`\n]*`|!?\[[^\[\]\n]*\]\([^)\[\n]*\)|<[^<>\n]*>|\A---\n.*?^---$",
        re.S | re.M,
    ),
    "html": re.compile(
        r"<(a|script|style|title|textarea|option)(?![\w-]).*?(?:</\1\s*>|\Z)", re.S | re.I
    ),
    "text": re.compile(r"(?!)"),
}


class LinkForm(StrEnum):
    """The format of a text, and so of the links in it."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class RewrittenText:
    """A text with its citations rewritten; ``left`` are those that could not be.

    ``reworded`` are those whose clause has other words now, and how they changed.
    """

    text: str
    rewritten: int
    left: tuple[Citation, ...]
    reworded: tuple[tuple[Citation, tuple[str, ...]], ...] = ()


def upgrade_citations(
    text: str, citations: Sequence[Citation], routes: EditionRoutes, since: str
) -> RewrittenText:
    """Return ``text`` with the numbers of the edition that ``routes`` lead to. ``citations`` are
    those of this game; ``since`` is the edition of those that name none. What was split, is gone,
    never was there or is not sure to be the same is left as it is."""
    target = routes.game.edition.name
    edits: dict[Span, str] = {}
    left: list[Citation] = []
    reworded: list[tuple[Citation, tuple[str, ...]]] = []
    count = 0
    for citation in citations:
        was = citation.edition or since
        number = routes.number_in(was, citation.number)
        if was == target and number:
            continue
        now = routes.now(was, number) if number else ()
        if number is None or len(now) != 1 or not routes.is_sure(was, number):
            left.append(citation)
            continue
        if words := routes.changed_words(was, now[0]):
            reworded.append((citation, words))
        new = _as_printed(citation.span.of(text), citation.number, now[0])
        is_edition_named = citation.edition is not None and citation.edition_span is not None
        count += new != citation.span.of(text) or is_edition_named
        edits[citation.span] = new
        if citation.edition_span is not None:
            edits[citation.edition_span] = target
    return RewrittenText(_with_edits(text, edits), count, tuple(left), tuple(reworded))


def _as_printed(printed: str, number: str, new: str) -> str:
    """Return ``new`` as the text writes numbers: in its width, and as short after 7.5.6~."""
    is_short = len(printed) < len(number)
    if is_short and new.rpartition(".")[0] == number.rpartition(".")[0]:
        new = new.rpartition(".")[2]
    return new if printed.isascii() else new.translate(_FULL_WIDTH)


def link_citations(
    text: str, checked: Sequence[CheckedCitation], base: str, form: LinkForm
) -> RewrittenText:
    """Return ``text`` with each citation as a link to its page in the site at ``base``. Left are
    those that are wrong, or might be of several games; what is a link or code already stays as it
    is."""
    closed = [Span(*match.span()) for match in _NO_LINKS_IN[form].finditer(text)]
    edits: dict[Span, str] = {}
    left: list[Citation] = []
    for each in checked:
        span = each.citation.span
        if _is_in(closed, span):
            continue
        number = each.now or ((each.number,) if each.edition else ())
        if len(number) != 1 or len(each.games) != 1:
            left.append(each.citation)
            continue
        address = f"{base.rstrip('/')}/{each.games[0]}/{number[0]}.html"
        edits[span] = _link(span.of(text), address, form)
    return RewrittenText(_with_edits(text, edits), len(edits), tuple(left))


def _is_in(closed: Sequence[Span], span: Span) -> bool:
    """Whether ``span`` is in one of ``closed``, such as a link, which a link inside would break."""
    at = bisect_right(closed, span.start, key=lambda each: each.start)
    return at > 0 and closed[at - 1].holds(span)


def _link(printed: str, address: str, form: LinkForm) -> str:
    """Return a printed citation as a link in the form of its text. Plain text has no links, so the
    address is behind it."""
    match form:
        case LinkForm.HTML:
            return f'<a href="{escape(address)}">{printed}</a>'
        case LinkForm.MARKDOWN:
            return f"[{printed}]({address})"
        case _:
            return f"{printed} <{address}>"


def _with_edits(text: str, edits: dict[Span, str]) -> str:
    """Return ``text`` with the text at each span replaced; everything else stays as it is."""
    out, at = [], 0
    for span in sorted(edits):
        out += [text[at : span.start], edits[span]]
        at = span.end
    return "".join([*out, text[at:]])

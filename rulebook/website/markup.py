"""The text of a clause as HTML: escaped, with references and terms as links."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from markupsafe import Markup, escape

from rulebook.clauses.model import Block, BlockKind, Clause
from rulebook.clauses.numbers import roman_value
from rulebook.data import data_folder
from rulebook.links.defects import named_icons
from rulebook.links.model import LinkedRulebook, Reference, ReferenceStatus
from rulebook.records import NamedTuple

# An icon without its own drawing is shown as a frame.
_DRAWINGS = tomllib.loads((data_folder("site") / "icons.toml").read_text(encoding="utf-8"))
_SVG = Markup('<svg class="icon" role="img" aria-label="{}アイコン" viewBox="0 0 24 24">{}</svg>')
_LINES = Markup('<path d="{}"/>')
_FRAME = "M4 3h16v18H4ZM9 12h6"

Href = Callable[[str], str]  # returns the address of a clause, relative to the page

_NOTHING = Markup("")
_ROW = Markup('<li class="d{}"><a href="{}.html"{}>{}</a></li>')
_HERE = Markup(' aria-current="page"')
_NUMBERED = Markup('<span class="num">{}</span> <span class="words" lang="ja">{}</span>')
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_LETTER = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
# Japanese words, with or without quotation marks around them.
_JAPANESE = re.compile(rf"(?<=“)[^”]*{_LETTER}[^”]*(?=”)|{_LETTER}+")


class MarkedPiece(NamedTuple):
    """A span of a text with the tags to put around it."""

    start: int
    end: int
    opening: Markup
    closing: Markup


def clause_html(
    linked: LinkedRulebook,
    clause: Clause,
    defined: Mapping[str, str],
    href: Href,
    language: str = "ja",
) -> Markup:
    """Return ``clause`` as HTML, with links for references, steps and uses of ``defined`` terms."""
    steps = {
        step_id(clause.number, block.label)
        for block in clause.blocks
        if block.kind is BlockKind.STEP and block.label
    }
    pieces = list(pieces_of(linked.references_of(clause), href, steps, language))
    for use in linked.uses_of(clause):
        pieces.append(_link_piece("term", href(defined[use.term]), use.span.start, use.span.end))
    for place, icon in named_icons(clause.text):  # screen readers cannot read what is printed
        picture = _SVG.format(icon, _LINES.format(_DRAWINGS.get(icon, _FRAME)))
        pieces.append(MarkedPiece(place, place + 1, picture, _NOTHING))
    lines = iter(marked_up(clause.text, pieces).split("\n"))
    taken = ((block, islice(lines, block.text.count("\n") + 1)) for block in clause.blocks)
    return Markup("\n").join(_block_html(clause, block, list(rows)) for block, rows in taken)


def pieces_of(
    references: Iterable[Reference], href: Href, steps: Container[str] = (), language: str = "ja"
) -> Iterator[MarkedPiece]:
    """Yield the link for each reference, or for each target in its words, for :func:`marked_up`.
    Those to ``steps``, ids on the page, stay there; without a target, a tooltip says why."""
    for reference in references:
        start, end = reference.span.start, reference.span.end
        why = reference.why(language)
        printed = ".*?".join(f"({re.escape(target)})" for target in reference.targets)
        if not reference.targets and language == "ja":
            opening = Markup('<span class="dangling" title="{}">').format(why)
            yield MarkedPiece(start, end, opening, Markup("</span>"))
        elif not reference.targets:  # two marks: tooltip in English, words in Japanese
            opening = Markup('<span class="dangling" lang="{}" title="{}"><span lang="ja">')
            yield MarkedPiece(start, end, opening.format(language, why), Markup("</span></span>"))
        elif len(reference.targets) > 1 and (named := re.search(printed, reference.text, re.S)):
            for place, target in enumerate(reference.targets, start=1):
                at, behind = named.span(place)
                yield _link_piece("ref", href(target), start + at, start + behind)
        elif (step := step_id(reference.targets[0], reference.text)) in steps:
            yield _link_piece("ref", f"#{step}", start, end)
        else:
            kind = "ref" if reference.status is ReferenceStatus.RESOLVED else "ref corrected"
            data = _NOTHING
            # Print has no links, so the style sheet prints targets that the words do not name.
            if not all(target in reference.text for target in reference.targets):
                data += Markup(' data-to="{}"').format("、".join(reference.targets))
            if why:
                data += Markup(' data-note="{}"').format(why)
            yield _link_piece(kind, href(reference.targets[0]), start, end, data)


def marked_up(text: str, pieces: Iterable[MarkedPiece]) -> Markup:
    """Return ``text`` escaped, with the tags of ``pieces``; of overlapping ones only the first and
    longest, since tags may not cross. None crosses a line break, where callers split."""
    out: list[str] = []
    at = 0
    for piece in sorted(pieces, key=lambda piece: (piece.start, -piece.end)):
        inside = text[piece.start : piece.end]
        if piece.start < at or not inside or "\n" in inside:
            continue
        out += escape(text[at : piece.start]), piece.opening, escape(inside), piece.closing
        at = piece.end
    return Markup("".join([*out, escape(text[at:])]))


def numbered(number: str, heading: str) -> Markup:
    """Return number and heading of a clause as HTML, marked as Japanese for screen readers."""
    return _NUMBERED.format(number, heading)


def tree_row(clause: Clause, named: Markup, *, is_here: bool = False) -> Markup:
    """Return ``clause`` as a row of the contents, indented by its depth; ``named`` is its number
    and heading, ``is_here`` marks the clause whose page it is."""
    return _ROW.format(clause.depth, clause.number, _HERE if is_here else _NOTHING, named)


def heading_levels(clauses: Sequence[Clause]) -> Iterator[int]:
    """Yield the level of each clause's heading, one below its parent's, but from 1 to 6 as in HTML.
    Untitled clauses take the level above: screen readers navigate by levels without gaps."""
    levels: dict[str | None, int] = {}
    for clause in clauses:
        above = levels.get(clause.parent, 0)
        levels[clause.number] = above + 1 if clause.title else above
        yield min(levels[clause.number], 6) or 1


def step_id(number: str, label: str) -> str:
    """Return the id of a step, such as ``5.5.1.VI``, for links: numerals (Ⅵ, vi) become Roman."""
    value = roman_value(label)
    return f"{number}.{_ROMAN[value] if value and value < len(_ROMAN) else label}"


def _link_piece(kind: str, href: str, start: int, end: int, data: Markup = _NOTHING) -> MarkedPiece:
    """Return a link to ``href`` with the CSS class ``kind``, which :func:`marked_up` inserts."""
    opening = Markup('<a class="{}" href="{}"{}>').format(kind, href, data)
    return MarkedPiece(start, end, opening, Markup("</a>"))


def _block_html(clause: Clause, block: Block, lines: list[Markup]) -> Markup:
    """Return ``block`` as HTML of its kind, from its ``lines``, which are already marked up."""
    match block.kind:
        case BlockKind.TABLE:
            # Cells are separated by tabs; the first line is the head.
            rows = [line.split("\t") for line in lines]
            head = Markup("").join(Markup('<th scope="col">{}</th>').format(c) for c in rows[0])
            cells = ([Markup("<td>{}</td>").format(cell) for cell in row] for row in rows[1:])
            body = Markup("").join(Markup("<tr>{}</tr>").format(Markup("").join(r)) for r in cells)
            table = "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>"
            return Markup(table).format(head, body)
        case BlockKind.STEP if block.label:
            html = Markup('<p class="step" id="{}">{}</p>')
            return html.format(step_id(clause.number, block.label), Markup("<br>").join(lines))
        case BlockKind.PARAGRAPH:
            return Markup("<p>{}</p>").format(Markup("<br>").join(lines))
        case kind:
            return Markup('<p class="{}">{}</p>').format(kind, Markup("<br>").join(lines))


def message_html(text: str, language: str, number: str | None = None) -> Markup:
    """Return the ``text`` of a finding as HTML; the first mention of ``number`` becomes a link, and
    Japanese words in an English text are marked as such, for screen readers."""
    pieces: list[MarkedPiece] = []
    if language == "en":
        opening, closing = Markup('<span lang="ja">'), Markup("</span>")
        pieces += (MarkedPiece(*w.span(), opening, closing) for w in _JAPANESE.finditer(text))
    # Not inside a longer number.
    if number and (found := re.search(rf"(?<![0-9.-]){re.escape(number)}(?![0-9])", text)):
        opening = Markup('<a class="num" href="{}.html">').format(number)
        pieces.append(MarkedPiece(*found.span(), opening, Markup("</a>")))
    return marked_up(text, pieces)

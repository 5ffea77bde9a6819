"""The pages of one game: contents, chapters, clauses, terms, revisions, editions, findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from markupsafe import Markup

from rulebook.cards.annotating.annotator import Annotation, stretches
from rulebook.cards.spelling.canonical_form import LONGEST_CARD
from rulebook.clauses.findings import FindingCode
from rulebook.clauses.model import Clause, Revision
from rulebook.links.furigana import row_of
from rulebook.links.model import LinkedRulebook, Reference, Term
from rulebook.messages import render
from rulebook.records import NamedTuple
from rulebook.text.display import shortened
from rulebook.text.normal import fold
from rulebook.website.addresses import chapter_address, game_address, relative
from rulebook.website.clause_pages import clause_page, edition_pages
from rulebook.website.game_view import GameView
from rulebook.website.language import JAPANESE, LABELS, environment
from rulebook.website.markup import heading_levels, marked_up, pieces_of
from rulebook.website.rendering import Page, Renderer


def governing(annotation: Annotation) -> dict[str, str]:
    """Return the number of each clause that governs a card, in a judge's order, with the first
    words that it governs ("" for a whole ability), which the page lists next to the card."""
    found: dict[str, str] = {}
    for clauses in annotation.governing:
        for clause in clauses:
            found.setdefault(clause.number, annotation.words_for(clause))
    return found


def render_card(annotation: Annotation, headings: Mapping[str, str]) -> str:
    """Return ``annotation`` as an HTML fragment to embed in other pages, all text escaped.
    ``headings`` has the heading to show for each clause, by its number."""
    values = {"annotation": annotation, "stretches": list(stretches(annotation))}
    values |= {"governing": governing(annotation), "headings": headings}
    return environment(JAPANESE).get_template("card.html").render(values).removesuffix("\n")


_LINK = Markup('<a class="ref" href="{}.html">{}</a>')


def annotated_text(card: Annotation) -> Markup:
    """Return the card text as HTML, each part linked to the first of its clauses, which says most
    about it. Readers can go from a card's words straight to the rule. Spaces are not linked."""
    parts = [
        _LINK.format(stretch.clauses[0], stretch.text)
        if stretch.clauses and stretch.text.strip()
        else Markup.escape(stretch.text)
        for stretch in stretches(card)
    ]
    return Markup("").join(parts)


def game_pages(
    renderer: Renderer, view: GameView, others: Mapping[str, GameView]
) -> Iterator[Page]:
    """Yield every page of a game, except those of its cards and rulings. ``others`` are the views
    of all games by id, since the page of a clause compares it with the rules of other games."""
    notes = revision_notes(view)
    yield renderer.page("game", game_address(view.game.id), view=view, notes=notes)
    yield renderer.game_page("clauses", view)
    key = view.readings.key
    rows = [(row, list(terms)) for row, terms in groupby(view.terms, lambda t: row_of(key(t.word)))]
    yield renderer.game_page("terms", view, rows=rows, definition=partial(_definition, view))
    # Readers look up a Japanese term on one page, an English name on the other.
    by_english = sorted(view.terms, key=lambda term: view.english[term.word].lower())
    terms = view.terms if view.language is JAPANESE else by_english
    yield renderer.game_page("glossary", view, terms=terms, spoken=_reading)
    yield renderer.game_page("revisions", view, notes=notes)
    yield renderer.game_page("findings", view, codes=FindingCode, render=render)
    yield renderer.game_page("graph", view, picture=book_picture(view))
    if view.cards:
        yield card_page(renderer, view)
    for place in range(len(view.chapters)):
        yield chapter_page(renderer, view, place)
    for place in range(len(view.book.clauses)):
        yield clause_page(renderer, view, place, others)
    yield from edition_pages(renderer, view)


def card_page(renderer: Renderer, view: GameView) -> Page:
    """Return the page of a game's example cards. It has a form for annotating a pasted card if the
    site has a card reader with this game's tables."""
    reader = renderer.reader
    return renderer.game_page(
        "cards",
        view,
        cards=[(card.id, annotated_text(card), governing(card)) for card in view.cards],
        longest=LONGEST_CARD,
        reader=reader if reader and view.game.id in reader.tables else None,
        roles={role: renderer.translate(name) for role, name in LABELS["card-roles"].items()},
    )


def _reading(view: GameView, word: str) -> str:
    """Return the reading of ``word``, which the glossary shows next to it. Empty if the word is
    already in kana, so that the reading would only repeat it, or if no reading is known."""
    reading = view.readings.reading_of(word) or ""
    return "" if reading == fold(word) else reading


def _definition(view: GameView, term: Term) -> str:
    """Return the definition of ``term`` for the list of terms: the text of its defining clause,
    shortened to fit into a list, or the heading of that clause if it has no text."""
    said = view.book.first_rule_text(view.book.by_number[term.clause])
    return shortened(said, 160) or view.headings[term.clause]


def chapter_page(renderer: Renderer, view: GameView, place: int) -> Page:
    """Return the reading view of the chapter at index ``place``: all its clauses on one page, with
    an outline, a picture of references and links to the chapters before and after."""
    chapter = view.chapters[place]
    number = view.chapter_of[chapter.number]
    clauses = view.clauses_of(number)
    # In chapters whose clauses have no titles, the outline lists the sections.
    below = [clause for clause in clauses if clause.parent]
    headings = [clause for clause in below if clause.title and clause.depth <= 3]
    return renderer.page(
        "chapter",
        chapter_address(view.game.id, number),
        view=view,
        chapter=chapter,
        clauses=list(zip(clauses, heading_levels(clauses), strict=True)),
        picture=chapter_picture(view, number),
        outline=headings or [clause for clause in below if clause.depth == 2],
        before=view.chapters[place - 1] if place else None,
        after=next(iter(view.chapters[place + 1 :]), None),
    )


def revision_notes(view: GameView) -> Callable[[Revision], Iterator[Markup]]:
    """Return the function from a revision to its notes as HTML, with the clauses that they name as
    links. If the corpus has their edition, numbers lead to the clauses that they became."""
    here, page = _references_by_note(view.linked), game_address(view.game.id)
    # Of several editions with one version the latest is taken, which comes first in ``others``.
    editions = {
        other.game.edition.version: (other, _references_by_note(other.linked))
        for other in reversed(view.others)
    }

    def html(revision: Revision) -> Iterator[Markup]:
        """Yield the notes of ``revision`` as HTML, with links to what its old numbers became."""
        other, references = editions.get(revision.version, (None, here))

        def href(number: str) -> str:
            """Return the link to the current clause that ``number`` became after ``other``, the
            edition of the revision; without it, ``number`` is taken as a current one."""
            return relative(other.address(number), page) if other else f"{number}.html"

        for note in revision.notes:
            found = references.get((revision.version, note), ())
            yield marked_up(note, pieces_of(found, href, language=view.language.code))

    return html


def _references_by_note(linked: LinkedRulebook) -> Mapping[tuple[str, str], Sequence[Reference]]:
    """Return the references in the change history, by version and text of the note. The text is the
    key because the same note may be at a different place in the history of another edition."""
    found: defaultdict[tuple[str, str], list[Reference]] = defaultdict(list)
    for entry in linked.history:
        found[entry.version, entry.note].append(entry.reference)
    return found


# Rows, dots and reach of an arc, in units of the picture, which is 360 units wide.
_ROW = 26
_DOTS = 232
_REACH = 165
_LABEL = 11
_THICKEST = 6

Edge = tuple[str, str]
Arc = tuple[str, int]
"""One reference, or several between the same rows: the path, and the thickness of its line."""


class Row(NamedTuple):
    """A clause in a picture with the arcs that begin at it; ``is_away`` if of another chapter."""

    number: str
    label: str
    y: int
    is_away: bool
    arcs: list[Arc]


class Picture(NamedTuple):
    """Rows with arcs and, for those who cannot see them, a list of each clause with its targets."""

    rows: list[Row]
    height: int
    listed: dict[str, list[str]]


def chapter_picture(view: GameView, chapter: str) -> Picture | None:
    """Return the picture of the references that begin in ``chapter``, with clauses of other
    chapters marked; None if there are none, so that no empty picture is shown."""
    edges = _edges_of_clauses(view, view.clauses_of(chapter))
    return _picture(view, edges, edges, lambda number: view.chapter_of[number] != chapter)


def book_picture(view: GameView) -> Picture | None:
    """Return the picture of the references of the whole rulebook, None without any: between
    sections, since there are too many clauses; if no section refers to another, between clauses."""
    edges = _edges_of_clauses(view, view.book.clauses)
    sections = [(_section_number(view, a), _section_number(view, b)) for a, b in edges]
    drawn = sections if any(a != b for a, b in sections) else edges
    return _picture(view, edges, drawn, lambda _: False)  # no chapter is away


def _edges_of_clauses(view: GameView, clauses: Iterable[Clause]) -> list[Edge]:
    """Return each reference of ``clauses`` as a pair of numbers, from which pictures draw an arc.
    References of a clause to itself are left out, since an arc needs two ends."""
    return [
        (clause.number, target)
        for clause in clauses
        for reference in view.linked.references_of(clause)
        for target in reference.targets
        if target != clause.number
    ]


def _section_number(view: GameView, number: str) -> str:
    """Return the number of the section that contains the clause ``number``, else of its chapter.
    The picture of a rulebook joins references by section, since it has too many clauses."""
    above = [*view.book.ancestors(view.book.by_number[number]), view.book.by_number[number]]
    return above[:2][-1].number


def _picture(
    view: GameView, edges: Sequence[Edge], drawn: Sequence[Edge], is_away: Callable[[str], bool]
) -> Picture | None:
    """Return the picture of ``drawn``: the references ``edges``, or the same between sections; None
    if it would have no arcs. ``edges`` are also listed, for those who cannot see it. Rows for which
    ``is_away`` is true, those of other chapters, look different."""
    counted = Counter((a, b) for a, b in drawn if a != b)
    ends = {number for edge in counted for number in edge}
    places = {c.number: at for at, c in enumerate(c for c in view.book.clauses if c.number in ends)}
    if not places:
        return None
    rows = []
    for number, at in places.items():
        arcs = [_arc_between(at, places[b], n) for (a, b), n in counted.items() if a == number]
        label = shortened(view.headings[number], _LABEL)
        rows.append(Row(number, label, _y(at), is_away(number), arcs))
    grouped = groupby(edges, key=lambda edge: edge[0])
    listed = {number: list(dict.fromkeys(b for _, b in some)) for number, some in grouped}
    return Picture(rows, len(rows) * _ROW, listed)


def _y(place: int) -> int:
    """Return how far down in the picture the middle of row ``place`` is, for its dot and arcs."""
    return place * _ROW + _ROW // 2


def _arc_between(start: int, end: int, count: int) -> Arc:
    """Return an arc to the right of the dots. The more rows it spans, the farther it reaches, so
    that arcs of different lengths cross less; the more references, the thicker it is."""
    reach = _DOTS + min(_REACH, 24 + 12 * abs(end - start))
    path = f"M{_DOTS} {_y(start)}C{reach} {_y(start)} {reach} {_y(end)} {_DOTS + 5} {_y(end)}"
    return path, min(count, _THICKEST)

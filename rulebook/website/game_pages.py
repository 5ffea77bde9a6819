"""The pages of one game: contents, chapters, clauses, terms, revisions, editions, findings."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from markupsafe import Markup

from rulebook.cards.annotating.annotator import Annotation, stretches
from rulebook.cards.spelling.canonical_form import LONGEST_CARD
from rulebook.clauses.findings import FindingCode
from rulebook.clauses.game import Game, is_later
from rulebook.clauses.model import Clause, Revision
from rulebook.editions.changes import ChangeKind
from rulebook.editions.comparison import EditionComparison
from rulebook.grouping import grouped
from rulebook.links.furigana import row_of
from rulebook.links.model import LinkedRulebook, Reference, used_in
from rulebook.messages import render
from rulebook.text.display import shortened
from rulebook.text.normal import fold
from rulebook.website.addresses import edition_address, game_address, relative
from rulebook.website.changes import list_of_changes
from rulebook.website.game_view import GameView
from rulebook.website.markup import heading_levels, marked_up, pieces_of
from rulebook.website.own_cards import governed_cards
from rulebook.website.rendering import JAPANESE, LABELS, Page, Renderer, environment

_LINK = Markup('<a class="ref" href="{}.html">{}</a>')
_MOST_SIBLINGS = 10  # on each level of the tree, before and after the path to the clause
_MOST_RULINGS = 20  # on the page of a clause; the list of rulings has all
# What pages of other editions lack, since it belongs to the current numbers.
_OF_CURRENT_CLAUSES = ("elsewhere", "words", "formerly", "governed", "rulings")
_SAME_WORDS = (ChangeKind.KEPT, ChangeKind.MOVED)
# Rows, dots and reach of an arc, in units of the picture, which is 360 units wide.
_ROW, _DOTS, _REACH, _LABEL, _THICKEST = 26, 232, 165, 11, 6
# How far an arc reaches over no row, what each row adds, and how far from a dot it ends.
_NEAREST, _FARTHER, _BESIDE = 24, 12, 5
Views = Mapping[str, GameView]  # of all games by id, to compare their rules


def governing(annotation: Annotation) -> dict[str, str]:
    """Return the clauses that govern a card, each once, with the words it governs, for a list below
    its text: of each ability the deciding one first, the others as judges do (trigger, cost …)."""
    found: dict[str, str] = {}
    for clause in chain.from_iterable(annotation.governing):
        found.setdefault(clause.number, annotation.words_for(clause))
    return found


def render_card(annotation: Annotation, headings: Mapping[str, str]) -> str:
    """Return ``annotation`` as HTML to embed, in Japanese as its text; ``headings`` by number."""
    values = {"annotation": annotation, "stretches": list(stretches(annotation))}
    values |= {"governing": governing(annotation), "headings": headings}
    return environment(JAPANESE).get_template("card.html").render(values).removesuffix("\n")


def annotated_text(card: Annotation) -> Markup:
    """Return the card text as HTML, each part linked to its first clause, the most specific one."""
    parts = [
        _LINK.format(stretch.clauses[0], stretch.text)
        if stretch.clauses and stretch.text.strip()
        else Markup.escape(stretch.text)
        for stretch in stretches(card)
    ]
    return Markup("").join(parts)


def game_pages(renderer: Renderer, view: GameView, others: Views) -> Iterator[Page]:
    """Yield a game's pages, but not of its library and rulings. ``others`` are all games' views."""
    notes = revision_notes(view)
    yield renderer.page("game", game_address(view.game.id), view=view, notes=notes)
    yield renderer.game_page("clauses", view)
    key = view.readings.key
    rows = [(row, list(terms)) for row, terms in groupby(view.terms, lambda t: row_of(key(t.word)))]
    yield renderer.game_page("terms", view, rows=rows, used_in=used_in(view.linked.uses))
    # A Japanese term is looked up on one of these pages, an English name on the other.
    by_english = sorted(view.terms, key=lambda term: view.english[term.word].lower())
    terms = view.terms if view.language is JAPANESE else by_english
    yield renderer.game_page("glossary", view, terms=terms, spoken=_reading)
    yield renderer.game_page("revisions", view, notes=notes)
    yield renderer.game_page("findings", view, codes=FindingCode, render=render)
    yield renderer.game_page("graph", view, picture=references_picture(view))
    if view.cards:
        yield card_page(renderer, view)
    for place in range(len(view.chapters)):
        yield chapter_page(renderer, view, place)
    for place in range(len(view.book.clauses)):
        yield clause_page(renderer, view, place, others)
    yield from edition_pages(renderer, view)


def card_page(renderer: Renderer, view: GameView) -> Page:
    """Return the page of example cards, with a form for a pasted card if there is a card reader."""
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
    """Return the reading of ``word`` for the glossary; empty if unknown or the same as the word."""
    reading = view.readings.reading_of(word) or ""
    return "" if reading == fold(word) else reading


def chapter_page(renderer: Renderer, view: GameView, place: int) -> Page:
    """Return the reading view of the chapter at index ``place``: all its clauses on one page."""
    chapter = view.chapters[place]
    number = view.chapter_of[chapter.number]
    clauses = view.clauses_of(number)
    # The outline has titles down to the level of 1.2.3; in chapters without titles, sections.
    below = [clause for clause in clauses if clause.parent]
    headings = [clause for clause in below if clause.title and clause.depth <= 3]
    return renderer.page(
        "chapter",
        game_address(view.game.id, f"chapter-{number}"),
        view=view,
        chapter=chapter,
        clauses=list(zip(clauses, heading_levels(clauses), strict=True)),
        picture=references_picture(view, number),
        outline=headings or [clause for clause in below if clause.depth == 2],
        before=view.chapters[place - 1] if place else None,
        after=next(iter(view.chapters[place + 1 :]), None),
    )


def revision_notes(view: GameView) -> Callable[[Revision], Iterator[Markup]]:
    """Return the function from a revision to its notes as HTML, linked to the current clauses."""
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
            edition of the revision (None: the current one); if there is none, to the old clause."""
            now = other.today(number) if other else (number,)
            if other and not now:
                return relative(edition_address(other.game, number), page)
            return f"{now[0]}.html"

        for note in revision.notes:
            found = references.get((revision.version, note), ())
            yield marked_up(note, pieces_of(found, href, language=view.language.code))

    return html


def _references_by_note(linked: LinkedRulebook) -> Mapping[tuple[str, str], Sequence[Reference]]:
    """Return the references in the notes of the history by version and note. The page of revisions
    looks up a current note in the document of an older edition, where its line differs."""
    return grouped(((each.version, each.note), each.reference) for each in linked.history)


def neighbours(view: GameView, clause: Clause) -> list[Clause]:
    """Return the clauses in the tree on a clause's page: ancestors, near siblings and children."""
    rows = deque(clause.children[:_MOST_SIBLINGS])  # the levels above are put around these
    number, parent = clause.number, clause.parent
    while parent is not None:
        siblings = view.book.by_number[parent].children
        at = siblings.index(number)
        rows.appendleft(number)
        rows.extendleft(reversed(siblings[max(0, at - _MOST_SIBLINGS) : at]))
        rows.extend(siblings[at + 1 : at + 1 + _MOST_SIBLINGS])
        number, parent = parent, view.book.by_number[parent].parent
    rows.appendleft(number)
    return [view.book.by_number[row] for row in rows]


def clause_page(renderer: Renderer, view: GameView, place: int, others: Views) -> Page:
    """Return the page of the clause at index ``place``; ``others`` are the views of all games."""
    clause = view.book.clauses[place]
    concepts = view.rules_at.get(clause.number, ())
    # Each edition that has the clause, with its number there, by which it may have been cited.
    found = ((other, other.alignment.by_new[clause.number]) for other in view.others)
    formerly = [(other, change) for other, change in found if change.old]
    before = next((o for o in view.others if is_later(view.game.edition, o.game.edition)), None)
    reworded = [(o, c) for o, c in formerly if o is before and c.kind not in _SAME_WORDS]
    # A clause that belongs to several concepts is listed once for each game, with the first rule.
    rules = {
        (game, rule.clause): (others[game], rule)
        for concept in reversed(concepts)
        for game, rule in concept.rules.items()
        if game != view.game.id
    }
    return renderer.page(
        "clause",
        game_address(view.game.id, clause.number),
        **_shared_values(view, place),
        concepts=concepts,
        elsewhere=[rules[at] for at in sorted(rules, key=lambda at: list(others).index(at[0]))],
        words=dict.fromkeys(use.term for use in view.linked.uses_of(clause)),
        formerly=formerly,
        reworded=next(iter(reworded), None),  # since the edition before: said at the head
        governed=[*governed_cards(view.own_cards, clause.number)] if view.own_cards else (),
        rulings=view.rulings.by_clause.get(clause.number, ()) if view.rulings else (),
        most_rulings=_MOST_RULINGS,
    )


def _shared_values(view: GameView, place: int) -> dict[str, Any]:
    """Return the values that the page of a clause needs in current and older editions alike."""
    clause = view.book.clauses[place]
    distinct: dict[object, Reference] = {}  # each is listed once: by targets, or text if dangling
    for reference in view.linked.references_of(clause):
        distinct.setdefault(reference.targets or reference.text, reference)
    said = clause.text or "、".join(view.headings[number] for number in clause.children)
    return {
        "description": shortened(said, 110) or view.headings[clause.number],  # search engines
        "view": view,
        "clause": clause,
        "place": place,
        "around": neighbours(view, clause),
        "references": list(distinct.values()),
    }


def edition_pages(renderer: Renderer, view: GameView) -> Iterator[Page]:
    """Yield the pages to which citations may link: editions, old clauses, gone numbers."""
    for edition in view.editions:
        yield changes_page(renderer, view, edition)
    for other in view.others:
        there = GameView(other.linked, view.concepts, view.readings, language=view.language)
        comparison = EditionComparison(other.book, view.book, other.alignment)
        for place, clause in enumerate(other.book.clauses):
            change = other.alignment.by_old[clause.number]
            # For other changes the link to the current clause is enough.
            is_edited = change.kind in (ChangeKind.EDITED, ChangeKind.MOVED_EDITED)
            marked = [tuple(comparison.with_differences(change).segments())] if is_edited else []
            yield renderer.page(
                "old_clause",
                edition_address(other.game, clause.number),
                **_shared_values(there, place) | dict.fromkeys(_OF_CURRENT_CLAUSES, ()),
                change=change,
                today=view,
                marked=marked,
            )
    for number in view.gone:
        uses, address = view.former_uses(number), game_address(view.game.id, number)
        yield renderer.page("gone", address, view=view, number=number, uses=uses)


def lasting_pages(renderer: Renderer, view: GameView) -> Iterator[Page]:
    """Yield the current clauses, only text and links, at addresses that new editions keep valid."""
    game, book = view.game, view.book
    folder = edition_address(game).rpartition("/")[0]
    frame = renderer.frame("lasting_clause", folder, view, ".html")
    for clause in book.clauses:
        number = clause.number
        yield frame(
            renderer.language.folder + edition_address(game, number),
            title=f"{number} {shortened(view.headings[number], 30)}｜{game.name}",
            description=shortened(clause.text, 110) or view.headings[number],
            game=game,
            clause=clause,
            view=view,
            children=list(book.children(clause)),
        )


def changes_page(renderer: Renderer, view: GameView, edition: Game) -> Page:
    """Return the page of an edition, to see when rules changed: chapters, changes, next edition."""
    step, here = view.step_to(edition), edition_address(edition)

    def page_in(game: Game) -> Callable[[str], str]:
        """Return the function from a clause number of ``game``, an edition of the game of ``view``,
        to the link to its page. Only addresses in the current edition do not name the edition."""
        if game.key == view.game.key:
            return lambda number: relative(game_address(game.id, number), here)
        return lambda number: relative(edition_address(game, number), here)

    books = {view.game.key: view.book} | {other.game.key: other.book for other in view.others}
    return renderer.page(
        "edition",
        here,
        game=edition,
        view=view,
        chapters=[clause for clause in books[edition.key].clauses if clause.parent is None],
        step=step,
        following=next((s for s in view.steps if s.old.game.key == edition.key), None),
        changes=list_of_changes(step) if step else None,
        page_in=page_in,
    )


def references_picture(view: GameView, chapter: str | None = None) -> dict[str, Any] | None:
    """Return the picture of the references from ``chapter``, with a row for each clause and its
    arcs, each a path and a thickness; None if there are none. A whole rulebook has too many
    clauses, so its rows are sections if any section refers to another. ``listed``, the references
    as text for those who cannot see arcs, names clauses in both cases."""
    clauses = view.book.clauses if chapter is None else view.clauses_of(chapter)
    edges = [
        (clause.number, target)
        for clause in clauses
        for reference in view.linked.references_of(clause)
        for target in reference.targets
        if target != clause.number  # an arc needs two ends
    ]
    drawn = edges
    if chapter is None:
        sections = [(_section_number(view, a), _section_number(view, b)) for a, b in edges]
        drawn = sections if any(a != b for a, b in sections) else edges
    counted = Counter((a, b) for a, b in drawn if a != b)
    ends = {number for edge in counted for number in edge}
    shown = (clause.number for clause in view.book.clauses if clause.number in ends)
    # The height of the middle of each row, for its dot and arcs, measured from the top.
    heights = {number: at * _ROW + _ROW // 2 for at, number in enumerate(shown)}
    rows = []
    for number, y in heights.items():
        arcs = []
        for (_, other), n in (each for each in counted.items() if each[0][0] == number):
            # An arc over more rows reaches farther, so that fewer cross. It begins in the dot of
            # the citing clause and ends next to that of the cited one, so that the two differ.
            end = heights[other]
            reach = _DOTS + min(_REACH, _NEAREST + _FARTHER * abs(end - y) // _ROW)
            path = f"M{_DOTS} {y}C{reach} {y} {reach} {end} {_DOTS + _BESIDE} {end}"
            arcs.append((path, min(n, _THICKEST)))
        is_away = chapter is not None and view.chapter_of[number] != chapter
        label = shortened(view.headings[number], _LABEL)
        row = {"number": number, "label": label, "y": y, "is_away": is_away, "arcs": arcs}
        rows.append(row)
    grouped = groupby(edges, key=lambda edge: edge[0])
    listed = {number: list(dict.fromkeys(b for _, b in some)) for number, some in grouped}
    return {"rows": rows, "height": len(rows) * _ROW, "listed": listed} if rows else None


def _section_number(view: GameView, number: str) -> str:
    """Return the number of the section, else chapter, that has the clause ``number``: sections are
    the rows of :func:`references_picture` for a whole rulebook."""
    above = [*view.book.ancestors(view.book.by_number[number]), view.book.by_number[number]]
    return above[:2][-1].number

"""The pages of one game: contents, chapters, clauses, terms, revisions, editions, findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from markupsafe import Markup

from rulebook.cards.annotating.annotator import Annotation, stretches
from rulebook.cards.spelling.limits import LONGEST_CARD
from rulebook.clauses.findings import FindingCode
from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause, Revision
from rulebook.editions.changes import CHANGED, ChangeKind
from rulebook.links.furigana import row_of
from rulebook.links.model import LinkedRulebook, Reference, Term
from rulebook.messages import render
from rulebook.text.normal import fold
from rulebook.text.width import shortened
from rulebook.website.addresses import (
    chapter_address,
    edition_address,
    edition_feed,
    game_address,
    relative,
)
from rulebook.website.clause_pages import clause_page, edition_pages
from rulebook.website.diff_page import labelled_counts
from rulebook.website.game_view import GameView
from rulebook.website.labels import CARD_ROLES, CONFIDENCES, TERM_KINDS
from rulebook.website.language import JAPANESE, environment
from rulebook.website.markup import (
    Href,
    cause_html,
    finding_html,
    heading_levels,
    marked_up,
    pieces_of,
)
from rulebook.website.reference_arcs import book_picture, chapter_picture
from rulebook.website.rendering import Page, Renderer


def governing(annotation: Annotation) -> dict[str, str]:
    """Return the governing clauses of a card in a judge's order, each with the words it is for. A
    clause that governs a whole ability has no words. It is listed once, for its first ability."""
    found: dict[str, str] = {}
    for clauses in annotation.governing:
        for clause in clauses:
            found.setdefault(clause.number, annotation.words_for(clause))
    return found


def render_card(annotation: Annotation, headings: Mapping[str, str]) -> str:
    """Return ``annotation`` as an HTML fragment to embed in other pages, all text escaped.
    ``headings`` has what is shown of each clause, by its number."""
    template = environment(JAPANESE).get_template("card.html")
    return template.render(
        annotation=annotation,
        stretches=list(stretches(annotation)),
        governing=governing(annotation),
        headings=headings,
    ).removesuffix("\n")


_LINK = Markup('<a class="ref" href="{}.html">{}</a>')


def card_page(renderer: Renderer, view: GameView) -> Page:
    """Return the page of a game's example cards, with the form that annotates a pasted card."""
    reader = renderer.reader
    cards = [(card.id, annotated_text(card), governing(card)) for card in view.cards]
    return renderer.game_page(
        "cards",
        view,
        title=renderer.translate("カードテキストの読みかた"),
        description=renderer.translate(
            "{title}のカードテキストの例と、それを定める条文。", title=view.game.title
        ),
        cards=cards,
        longest=LONGEST_CARD,
        reader=reader if reader and view.game.id in reader.tables else None,
        roles={role: renderer.translate(name) for role, name in CARD_ROLES.items()},
    )


def annotated_text(card: Annotation) -> Markup:
    """Return the card text as HTML, each part linked to the clause that says most about it."""
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
    """Yield every page of a game; ``others`` are the views of all games by id."""
    yield contents_page(renderer, view)
    yield clauses_page(renderer, view)
    yield terms_page(renderer, view)
    yield glossary_page(renderer, view)
    yield revisions_page(renderer, view)
    yield findings_page(renderer, view)
    yield graph_page(renderer, view)
    if view.cards:
        yield card_page(renderer, view)
    for place in range(len(view.chapters)):
        yield chapter_page(renderer, view, place)
    for place in range(len(view.book.clauses)):
        yield clause_page(renderer, view, place, others)
    yield from edition_pages(renderer, view)


def contents_page(renderer: Renderer, view: GameView) -> Page:
    """Return the front page of a game: contents, newest revision, terms."""
    sections: defaultdict[str, list[Clause]] = defaultdict(list)
    for clause in view.book.clauses:
        if clause.title and clause.parent and len(clause.parts) == 2:
            sections[clause.parent].append(clause)
    notes = _RevisionNotes(view).html(view.latest) if view.latest else []
    return renderer.page(
        "game",
        game_address(view.game.id),
        title=view.game.name,
        description=renderer.translate("{dated}の目次、用語、改訂。", dated=view.game.dated_name),
        view=view,
        sections=sections,
        latest_notes=notes,
    )


def clauses_page(renderer: Renderer, view: GameView) -> Page:
    """Return the list of all clauses, for readers who have no script to search with."""
    return renderer.game_page(
        "clauses",
        view,
        title=renderer.translate("条文一覧"),
        description=renderer.translate("{dated}の条文を番号の順に。", dated=view.game.dated_name),
    )


def terms_page(renderer: Renderer, view: GameView) -> Page:
    """Return the terms in the order of the fifty sounds and by kind, for two ways of looking."""
    key = view.readings.key
    rows = [(row, list(terms)) for row, terms in groupby(view.terms, lambda t: row_of(key(t.word)))]
    kinds = [
        (name, [term for term in view.terms if term.kind is kind])
        for kind, name in TERM_KINDS.items()
    ]
    return renderer.game_page(
        "terms",
        view,
        title=renderer.translate("用語"),
        description=renderer.translate(
            "{dated}が定める用語{count}語。", dated=view.game.dated_name, count=len(view.terms)
        ),
        rows=rows,
        kinds=[(name, terms) for name, terms in kinds if terms],
        kind_names=TERM_KINDS,
        definitions={term.word: _definition(view, term) for term in view.terms},
    )


def glossary_page(renderer: Renderer, view: GameView) -> Page:
    """Return the terms with readings and English names, in the order of the page's language. A
    reader looks up a Japanese term on one page, an English name on the other."""
    terms = list(view.terms)
    if view.language is not JAPANESE:
        terms.sort(key=lambda term: view.english[term.word].lower())
    return renderer.game_page(
        "glossary",
        view,
        title=renderer.translate("日英用語集"),
        description=renderer.translate(
            "{dated}の用語{count}語と、その読み、英語名、条文。",
            dated=view.game.dated_name,
            count=len(terms),
        ),
        entries=[(term, _reading(view, term.word)) for term in terms],
    )


def _reading(view: GameView, word: str) -> str:
    """Return the reading of ``word``, or "" if it is in kana already or has no known reading."""
    reading = view.readings.reading_of(word) or ""
    return "" if reading == fold(word) else reading


def _definition(view: GameView, term: Term) -> str:
    """Return the shortened text of the clause that defines ``term``; its heading if it has none."""
    said = view.book.said_at(view.book.by_number[term.clause])
    return shortened(said, 160) or view.headings[term.clause]


def revisions_page(renderer: Renderer, view: GameView) -> Page:
    """Return the change history, the newest first, with the editions that the site has. Revisions
    of such an edition link to the page of its changes."""
    notes = _RevisionNotes(view)
    return renderer.game_page(
        "revisions",
        view,
        title=renderer.translate("改訂履歴"),
        description=renderer.translate("{dated}の改訂履歴。", dated=view.game.dated_name),
        revisions=[(revision, notes.html(revision)) for revision in view.revisions],
        editions=_editions(view),
        pages={game.edition.version: edition_address(game) for game in view.editions},
        feed=edition_feed(view.game.id),
    )


def _editions(view: GameView) -> list[tuple[Game, list[tuple[ChangeKind, str, int]]]]:
    """Return the editions, the newest first, each with the counts of its changes."""
    changes = {step.new.game.key: labelled_counts(step.alignment, CHANGED) for step in view.steps}
    return [(game, changes.get(game.key, [])) for game in reversed(view.editions)]


def findings_page(renderer: Renderer, view: GameView) -> Page:
    """Return the page of doubtful places in the document, by kind, for readers to judge them."""
    found = view.linked.findings
    groups = [
        (code, [finding for finding in found if finding.code is code]) for code in FindingCode
    ]
    return renderer.game_page(
        "findings",
        view,
        title=renderer.translate("原文の疑問点"),
        description=renderer.translate(
            "{dated}の原文にある、誤りや疑わしい箇所{count}件。",
            dated=view.game.dated_name,
            count=len(found),
        ),
        groups=[group for group in groups if group[1]],
        confidences=CONFIDENCES,
        message=finding_html,
        render=render,
        cause=cause_html,
    )


def graph_page(renderer: Renderer, view: GameView) -> Page:
    """Return the page with the picture of the references between sections, with a list of them."""
    return renderer.game_page(
        "graph",
        view,
        title=renderer.translate("参照の図"),
        description=renderer.translate(
            "{name}の、どの節がどの節を参照しているかの図。", name=view.game.dated_name
        ),
        picture=book_picture(view),
    )


def chapter_page(renderer: Renderer, view: GameView, place: int) -> Page:
    """Return the reading view of the chapter at ``place``, which has all its clauses."""
    chapters = view.chapters
    chapter = chapters[place]
    number = chapter.parts[0]
    clauses = view.clauses_of(number)
    before = chapters[place - 1] if place else None
    after = chapters[place + 1] if place + 1 < len(chapters) else None
    return renderer.page(
        "chapter",
        chapter_address(view.game.id, number),
        title=f"{chapter.number} {view.headings[chapter.number]}｜{view.game.name}",
        description=renderer.translate(
            "{dated}の第{number}章、{count}条。",
            dated=view.game.dated_name,
            number=number,
            count=len(clauses),
        ),
        view=view,
        clauses=list(zip(clauses, heading_levels(clauses), strict=True)),
        texts=view.reading_text(number),
        picture=chapter_picture(view, number),
        outline=_outline(clauses),
        before=before and chapter_address(view.game.id, before.parts[0]),
        before_title=before and view.headings[before.number],
        after=after and chapter_address(view.game.id, after.parts[0]),
        after_title=after and view.headings[after.number],
    )


class _RevisionNotes:
    """The notes of the revisions of a game as HTML, their references as links. References are
    looked up by version and note: a history may have thousands of notes."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._here = _references_by_note(view.linked)
        # Of several editions of one version, the latest is the first.
        self._editions = {
            other.game.edition.version: (other, _references_by_note(other.linked))
            for other in reversed(view.others)
        }

    def html(self, revision: Revision) -> list[Markup]:
        """Return the notes of ``revision`` with the clauses that they name as links."""
        language = self._view.language.code
        return [
            marked_up(
                note,
                pieces_of(*self._references_and_links(revision.version, note), language=language),
            )
            for note in revision.notes
        ]

    def _references_and_links(self, version: str, note: str) -> tuple[Sequence[Reference], Href]:
        """Return the references in a note, and the function from their numbers to links. Numbers in
        the note of an old edition are that edition's; if the corpus has it, they lead to the
        clauses that these became."""
        if version not in self._editions:
            return self._here.get((version, note), ()), lambda number: f"{number}.html"
        edition, references = self._editions[version]
        here, found = game_address(self._view.game.id), references.get((version, note), ())
        return found, lambda number: relative(edition.address(number), here)


def _references_by_note(linked: LinkedRulebook) -> Mapping[tuple[str, str], Sequence[Reference]]:
    """Return the references in the change history by version and text of a note. The same note is
    found by them in the history of another edition, where it has another place."""
    notes = {
        (revision.version, place): note
        for revision in linked.book.revisions
        for place, note in enumerate(revision.notes)
    }
    found: defaultdict[tuple[str, str], list[Reference]] = defaultdict(list)
    for entry in linked.history:
        found[entry.version, notes[entry.version, entry.note]].append(entry.reference)
    return found


def _outline(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses in the outline of a chapter: its headings, or else its sections. Chapters
    whose clauses have no titles would otherwise have no outline to jump from."""
    below = [clause for clause in clauses if clause.parent]
    headings = [clause for clause in below if clause.title and len(clause.parts) <= 3]
    return headings or [clause for clause in below if len(clause.parts) == 2]

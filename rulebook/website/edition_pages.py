"""The pages of editions: what changed in each, and every clause of each at its lasting address.

A game of which there is one edition has no page of changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.clauses.game import Game
from rulebook.editions.changes import CHANGED
from rulebook.text.width import shortened
from rulebook.website.addresses import clause_address, edition_address, relative
from rulebook.website.clause_pages import gone_page, old_clause_page
from rulebook.website.diff_page import labelled_counts, shown_chapters, shown_sections
from rulebook.website.game_view import GameView
from rulebook.website.rendering import Page, Renderer


def edition_pages(renderer: Renderer, view: GameView) -> Iterator[Page]:
    """Yield a page for each edition, each clause of another edition, and each number now gone."""
    for edition in view.editions:
        yield changes_page(renderer, view, edition)
    for other in view.others:
        there = GameView(other.linked, view.concepts, view.readings, language=view.language)
        for place in range(len(other.book.clauses)):
            yield old_clause_page(renderer, view, other, there, place)
    for number in view.gone:
        yield gone_page(renderer, view, number)


def lasting_pages(renderer: Renderer, view: GameView) -> Iterator[Page]:
    """Yield the clauses of the current edition at the addresses that they keep after the next one.

    They are light: text and links, for the page of the clause has the rest.
    """
    game, book = view.game, view.book
    folder = edition_address(game).rpartition("/")[0]
    frame = renderer.frame("lasting_clause", folder, view, ".html")
    label = renderer.language.edition_label(game.edition)
    for clause in book.clauses:
        number = clause.number
        yield frame.page(
            renderer.language.folder + edition_address(game, number),
            title=f"{number} {shortened(view.headings[number], 30)}｜{game.name}",
            description=shortened(clause.text, 110) or view.headings[number],
            game=game,
            label=label,
            clause=clause,
            texts=view.on_pages,
            view=view,
            children=list(book.children(clause)),
        )


def changes_page(renderer: Renderer, view: GameView, edition: Game) -> Page:
    """Return what changed in ``edition``, clause by clause, and its chapters."""
    step = next((step for step in view.steps if step.new.game.key == edition.key), None)
    following = next((step for step in view.steps if step.old.game.key == edition.key), None)
    books = {view.game.key: view.book} | {other.game.key: other.book for other in view.others}
    label = renderer.language.edition_label(edition.edition)
    chapters = [clause for clause in books[edition.key].clauses if clause.parent is None]
    return renderer.page(
        "edition",
        edition_address(edition),
        title=renderer.translate(
            "{label}で変わった条文｜{title}", label=label, title=view.game.title
        ),
        description=renderer.translate(
            "{dated}で変わった条文を、変わった文言に印をつけて示す。",
            dated=renderer.language.game(edition).dated_name,
        ),
        game=edition,
        view=view,
        label=label,
        chapters=chapters,
        step=step,
        following=following,
        sections=list(shown_sections(step, CHANGED)) if step else [],
        changed_chapters=list(shown_chapters(step, CHANGED)) if step else [],
        counts=labelled_counts(step.alignment, CHANGED) if step else [],
        page_in=lambda game: lambda number: _link(view, edition, game, number),
    )


def _link(view: GameView, here: Game, edition: Game, number: str) -> str:
    """Return how the page of ``here`` links to a clause of ``edition``."""
    if edition.key == view.game.key:
        return relative(clause_address(edition.id, number), edition_address(here))
    return relative(edition_address(edition, number), edition_address(here))

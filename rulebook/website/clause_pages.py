"""The pages of single clauses, for citing and sharing, in the current and all other editions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulebook.clauses.game import Game, is_later
from rulebook.clauses.model import Clause
from rulebook.editions.changes import ChangeKind
from rulebook.editions.comparison import EditionComparison
from rulebook.links.model import Reference
from rulebook.text.display import shortened
from rulebook.website.addresses import clause_address, edition_address, relative
from rulebook.website.diff_page import MarkedPieces, list_of_changes
from rulebook.website.game_view import GameView, OtherEdition
from rulebook.website.own_cards import governed_cards, using_address
from rulebook.website.rendering import Page, Renderer
from rulebook.website.ruling_pages import ruling_link

_MOST_SIBLINGS = 10  # on each level of the tree, before and after the path to the clause


def neighbours(view: GameView, clause: Clause) -> list[Clause]:
    """Return the clauses in the tree on the page of ``clause``: its ancestors, siblings at each
    level and children. It stays short with at most ``_MOST_SIBLINGS`` on either side."""
    rows = deque(clause.children[:_MOST_SIBLINGS])
    number, parent = clause.number, clause.parent
    while parent is not None:
        siblings = view.book.by_number[parent].children
        at = view.places[number]
        rows.appendleft(number)
        rows.extendleft(reversed(siblings[max(0, at - _MOST_SIBLINGS) : at]))
        rows.extend(siblings[at + 1 : at + 1 + _MOST_SIBLINGS])
        number, parent = parent, view.book.by_number[parent].parent
    rows.appendleft(number)
    return [view.book.by_number[row] for row in rows]


_MOST_RULINGS = 20  # on the page of a clause; the list of rulings has all
# What pages of other editions lack, since it belongs to the current numbers.
_OF_CURRENT_CLAUSES = ("elsewhere", "words", "formerly", "governed", "rulings")
_SAME_WORDS = (ChangeKind.KEPT, ChangeKind.MOVED)


def clause_page(
    renderer: Renderer, view: GameView, place: int, others: Mapping[str, GameView]
) -> Page:
    """Return the page of the clause at index ``place``, with all that concerns it: earlier
    wordings, rulings, cards, and rules of other games, whose views by id are ``others``."""
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
        clause_address(view.game.id, clause.number),
        **_shared_values(view, place),
        concepts=concepts,
        elsewhere=[rules[at] for at in sorted(rules, key=lambda at: list(others).index(at[0]))],
        words=dict.fromkeys(use.term for use in view.linked.uses_of(clause)),
        formerly=formerly,
        reworded=next(iter(reworded), None),
        governed=[*governed_cards(view.own_cards, clause.number)] if view.own_cards else (),
        using_address=using_address,
        rulings=view.rulings.by_clause.get(clause.number, ()) if view.rulings else (),
        most_rulings=_MOST_RULINGS,
        ruling_link=ruling_link,
    )


def old_clause_page(
    renderer: Renderer, view: GameView, other: OtherEdition, there: GameView, place: int
) -> Page:
    """Return the page of the clause at index ``place`` of the old edition ``other``, so that
    citations of it can be checked, with its changes until the current edition, which ``view`` has.
    ``there`` is the view of the old edition."""
    number = other.book.clauses[place].number
    change = other.alignment.by_old[number]
    marked: list[MarkedPieces] = []
    # For other changes the link to the current clause is enough.
    if change.kind in (ChangeKind.EDITED, ChangeKind.MOVED_EDITED):
        names = other.game.name, view.game.name
        comparison = EditionComparison(other.book, view.book, *names, other.alignment)
        marked.append(tuple(comparison.with_differences(change).segments()))
    return renderer.page(
        "old_clause",
        edition_address(other.game, number),
        **_shared_values(there, place) | dict.fromkeys(_OF_CURRENT_CLAUSES, ()),
        label=renderer.language.edition_label(other.game.edition),
        change=change,
        today=view,
        marked=marked,
    )


def _shared_values(view: GameView, place: int) -> dict[str, Any]:
    """Return the template values that the page of the clause at index ``place`` needs in the
    current edition of the rules and in older ones alike; ``view`` is of one of them. The page lists
    the clauses referred to, so each is there once; search engines show the description."""
    clause = view.book.clauses[place]
    distinct: dict[object, Reference] = {}  # by targets, or by text if dangling
    for reference in view.linked.references_of(clause):
        distinct.setdefault(reference.targets or reference.text, reference)
    said = clause.text or "、".join(view.headings[number] for number in clause.children)
    return {
        "description": shortened(said, 110) or view.headings[clause.number],
        "view": view,
        "clause": clause,
        "place": place,
        "around": neighbours(view, clause),
        "references": list(distinct.values()),
    }


def edition_pages(renderer: Renderer, view: GameView) -> Iterator[Page]:
    """Yield a page for each edition, for each clause of other editions and for each number that no
    longer exists, so that links in old citations still lead somewhere."""
    for edition in view.editions:
        yield changes_page(renderer, view, edition)
    for other in view.others:
        there = GameView(other.linked, view.concepts, view.readings, language=view.language)
        for place in range(len(other.book.clauses)):
            yield old_clause_page(renderer, view, other, there, place)
    for number in view.gone:
        uses, address = view.former_uses(number), clause_address(view.game.id, number)
        yield renderer.page("gone", address, view=view, number=number, uses=uses)


def lasting_pages(renderer: Renderer, view: GameView) -> Iterator[Page]:
    """Yield the clauses of the current edition at addresses that stay valid after the next edition.
    These pages have only text and links, because the page of the clause has everything else."""
    game, book = view.game, view.book
    folder = edition_address(game).rpartition("/")[0]
    frame = renderer.frame("lasting_clause", folder, view, ".html")
    label = renderer.language.edition_label(game.edition)
    for clause in book.clauses:
        number = clause.number
        yield frame(
            renderer.language.folder + edition_address(game, number),
            title=f"{number} {shortened(view.headings[number], 30)}｜{game.name}",
            description=shortened(clause.text, 110) or view.headings[number],
            game=game,
            label=label,
            clause=clause,
            view=view,
            children=list(book.children(clause)),
        )


def changes_page(renderer: Renderer, view: GameView, edition: Game) -> Page:
    """Return the page of ``edition``: its chapters, its changes from the previous edition (none for
    the oldest), and a link to the next. It shows readers when a rule changed."""
    step, here = view.step_to(edition), edition_address(edition)

    def page_in(game: Game) -> Callable[[str], str]:
        """Return the function from a clause number of ``game`` to the link to its page. Clauses of
        editions other than the current one only have pages in their edition."""
        if game.key == view.game.key:
            return lambda number: relative(clause_address(game.id, number), here)
        return lambda number: relative(edition_address(game, number), here)

    books = {view.game.key: view.book} | {other.game.key: other.book for other in view.others}
    return renderer.page(
        "edition",
        here,
        game=edition,
        view=view,
        label=renderer.language.edition_label(edition.edition),
        chapters=[clause for clause in books[edition.key].clauses if clause.parent is None],
        step=step,
        following=next((s for s in view.steps if s.old.game.key == edition.key), None),
        changes=list_of_changes(step) if step else None,
        page_in=page_in,
    )

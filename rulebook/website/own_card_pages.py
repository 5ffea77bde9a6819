"""The pages of a library of cards: search, lists, a page for each card, cards of each clause."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup, escape

from rulebook.cards.annotating.rules import CLAUSE_ROLES
from rulebook.records import NamedTuple
from rulebook.website.addresses import library_address, own_card
from rulebook.website.game_view import GameView
from rulebook.website.labels import CARD_ROLES, RULING_STATES
from rulebook.website.own_cards import CardText, OwnCard, OwnCards
from rulebook.website.rendering import Page, Renderer

# The number of cards of each role on the page of a clause, and of cards on a page of a list.
ON_CLAUSE, ON_LIST = 20, 500

_EXAMPLE = re.compile("[・※]?例")
"""The beginning of a line of a clause that is an example."""

_MARK = Markup('<a class="ref" href="{}">{}</a>')


class GovernedCards(NamedTuple):
    """The cards that a clause governs in one role: their number, and the first ones, to show."""

    role: str
    number: int
    cards: tuple[OwnCard, ...]


def governed_cards(view: GameView, number: str) -> tuple[GovernedCards, ...]:
    """Return the first cards that a clause governs, by role, for the page of the clause."""
    own = view.own_cards
    roles = own.using.get(number, {}) if own else {}
    return tuple(
        GovernedCards(
            CARD_ROLES[role],
            len(roles[role]),
            tuple(own.cards[place] for place in roles[role][:ON_CLAUSE]),
        )
        for role in CLAUSE_ROLES
        if own and role in roles
    )


def library_pages(renderer: Renderer, view: GameView, own: OwnCards) -> Iterator[Page]:
    """Yield the pages of a library except single cards: search, lists, cards of each clause."""
    translate = renderer.translate
    lists = [own.cards[at : at + ON_LIST] for at in range(0, len(own.cards), ON_LIST)]
    yield renderer.page(
        "own_cards",
        library_address(own.game),
        title=translate("カード検索｜{title}", title=view.game.title),
        description=translate(
            "{title}のカード{count}枚を、名前とテキストから探す。",
            title=view.game.title,
            count=len(own.cards),
        ),
        view=view,
        own=own,
        lists=lists,
    )
    for place, cards in enumerate(lists, start=1):
        yield renderer.page(
            "own_card_list",
            library_address(own.game, f"list-{place}"),
            title=translate("カード一覧 {place}｜{title}", place=place, title=view.game.title),
            description=translate(
                "{first}から{last}まで。", first=cards[0].title, last=cards[-1].title
            ),
            view=view,
            cards=cards,
            place=place,
            last=len(lists),
        )
    for number in own.using:
        if number in view.book.by_number:
            yield from _pages_of_governed_cards(renderer, view, own, number)


def using_address(game: str, number: str, place: int = 1) -> str:
    """Return the address of page ``place`` of the cards of a clause, which may be thousands."""
    return library_address(game, f"using-{number}" + (f"-page{place}" if place > 1 else ""))


def _pages_of_governed_cards(
    renderer: Renderer, view: GameView, own: OwnCards, number: str
) -> Iterator[Page]:
    """Yield pages of all cards that a clause governs, by role, ``ON_LIST`` cards on each. A clause
    may govern thousands of cards; its own page shows only the first."""
    roles = own.using[number]
    role_labels = {role: renderer.translate(CARD_ROLES[role]) for role in CLAUSE_ROLES}
    rows = [(role_labels[role], place) for role in CLAUSE_ROLES for place in roles.get(role, ())]
    last = (len(rows) - 1) // ON_LIST + 1
    for place in range(1, last + 1):
        shown = rows[(place - 1) * ON_LIST : place * ON_LIST]
        groups = [
            (role, [own.cards[at] for _, at in group])
            for role, group in groupby(shown, lambda row: row[0])
        ]
        yield renderer.page(
            "own_card_using",
            using_address(own.game, number, place),
            title=renderer.translate(
                "{number}が働くカード｜{title}", number=number, title=view.game.title
            ),
            description=renderer.translate(
                "{name} {number}が働くカード。", name=view.game.name, number=number
            ),
            view=view,
            number=number,
            groups=groups,
            count=len(rows),
            place=place,
            last=last,
            using_address=using_address,
        )


def single_card_pages(renderer: Renderer, view: GameView, own: OwnCards) -> Iterator[Page]:
    """Yield the page of each card, or of each set of cards, one at a time to save memory. What all
    pages share is rendered once: a library may have 100,000 cards."""
    frame = renderer.frame("own_card", f"{own.game}-cards", view)
    for cards in own.pages():
        first, last = cards[0], cards[-1]
        address, _, place = first.address.partition("#")
        title = f"{first.id}～{last.id}" if place else first.title
        named = title if place else f"{first.id} {first.title}"
        yield frame.page(
            own_card(own.game, address),
            title=f"{title}｜{view.game.title}",
            description=f"{named}を定める条文と、その解決。",
            view=view,
            cards=((card, content, CardPage(content, view)) for card, content in own.texts(cards)),
            heading=title if place else "",
            roles=CARD_ROLES,
            states=RULING_STATES,
            known=view.book.by_number,
        )


class CardPage:
    """The texts and clauses of one card, as markup that the template of its page asks for."""

    def __init__(self, content: CardText, view: GameView) -> None:
        self._content, self._view = content, view
        self._in_full: set[str] = set()
        clauses = [""] * len(content.text)
        # Inner marks are more specific, so they overwrite those around them: longest first.
        for starts, ends, clause in sorted(content.marks, key=lambda mark: mark[0] - mark[1]):
            if clause in view.book.by_number:
                clauses[starts:ends] = [clause] * (ends - starts)
        self._clauses = clauses

    def text(self, span: slice = slice(None)) -> list[Markup]:
        """Return the lines at ``span`` of the card text, each part linked to its closest clause."""
        lines, at = [], span.start or 0
        for line in self._content.text[span].split("\n"):
            clauses = self._clauses[at : at + len(line)]
            lines.append(_linked_line(line, clauses, f"../{self._view.game.id}/"))
            at += len(line) + 1
        return lines

    def is_first(self, number: str) -> bool:
        """Whether this is the first call for ``number``: a page shows each clause in full once."""
        is_first = number not in self._in_full
        self._in_full.add(number)
        return is_first

    def clause(self, number: str) -> str:
        """Return the text of a clause without its examples, which are about other cards. For a
        heading, that is the text below it."""
        book = self._view.book
        found = book.by_number.get(number)
        text = (book.said_at(found) or found.title or "") if found else ""
        return "\n".join(row for row in text.splitlines() if not _EXAMPLE.match(row))

    def sections(self, numbers: Sequence[str]) -> dict[str, list[str]]:
        """Return ``numbers`` by the title above each: numbers alone say nothing to a reader."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for number in numbers:
            found[self._view.book.section_title(number)].append(number)
        return found

    def general(self) -> tuple[list[str], list[str]]:
        """Return the texts and clauses of the general steps, which the page shows only once. They
        are the same for all abilities. Clauses of a step that is shown above are left out."""
        steps = [step for ability in self._content.abilities for step in ability.steps]
        own = {step.clause for step in steps}
        numbers = (n for step in steps if step.part != "between" for n in step.clauses)
        texts = dict.fromkeys(step.text for step in steps if step.is_general)
        return [*texts], [n for n in dict.fromkeys(numbers) if n not in own]


def _linked_line(line: str, clauses: Sequence[str], folder: str) -> Markup:
    """Return ``line`` with a link for each run of characters that have the same clause. ``clauses``
    has the clause of each character, or ""."""
    out, at = [], 0
    for clause, group in groupby(clauses):
        end = at + sum(1 for _ in group)
        part = line[at:end]
        is_link = clause and part.strip()
        out.append(_MARK.format(f"{folder}{clause}.html", part) if is_link else escape(part))
        at = end
    return Markup("").join(out)

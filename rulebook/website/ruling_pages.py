"""The pages of rulings: each ruling, lists by date, clause and card, and a feed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from urllib.parse import quote

from markupsafe import Markup

from rulebook.grouping import grouped
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.rulings.model import Ruling, Rulings
from rulebook.rulings.ruling_files import row_of
from rulebook.text.display import shortened
from rulebook.website.addresses import feed_address, game_address, ruling_address, ruling_link
from rulebook.website.changes import EARLIEST, feed_page
from rulebook.website.game_view import GameView
from rulebook.website.markup import MarkedPiece, marked_up
from rulebook.website.rendering import JAPANESE, LABELS, Page, Renderer

_ON_PAGE, _IN_FEED = 500, 50  # the most rulings on a page of a list, and in the feed
_END, _BREAK = Markup("</a>"), Markup("<br>")
_LISTS = {"rulings": "日付順", "rulings-by-clause": "条文順", "rulings-by-card": "カード順"}
# A heading in a list, where it leads (if anywhere), and the rulings below it.
Group = tuple[str, str, Sequence[Ruling]]


def ruling_lists(renderer: Renderer, view: GameView, rulings: Rulings) -> Iterator[Page]:
    """Yield the lists of a game's rulings and, in Japanese like the rulings, their feed."""
    found, headings = rulings.by_clause, view.headings
    by_card = grouped((card, each) for each in rulings.all for card in dict.fromkeys(each.cards))

    def month_label(ruling: Ruling) -> str:
        """Return the month of a ruling, by which a list is grouped, in the page's language."""
        if not (day := ruling.date):
            return renderer.translate("日付なし")
        return renderer.translate("{year}年{month}月", year=day.year, month=day.month)

    groups: dict[str, list[Group]] = {
        "rulings": [(month, "", [*some]) for month, some in groupby(rulings.all, month_label)],
        "rulings-by-clause": [
            (f"{n} {headings[n]}", f"{n}.html", found[n]) for n in view.book.by_number if n in found
        ],
        "rulings-by-card": [(shortened(card, 60), "", by_card[card]) for card in sorted(by_card)],
    }
    row, game, translate = renderer.macro("parts", "ruling_row"), view.game.id, renderer.translate
    # The link is a form, since the path from one folder to the other is the same for all.
    page = renderer.language.folder + game_address(game, "rulings")
    href = renderer.link(ruling_address(game, "{}"), page)
    states = {key: translate(name) for key, name in LABELS["ruling-states"].items()}
    # A ruling is in five lists on average, so its row is rendered only once.
    rows = {}
    for each in rulings.all:
        numbers = translate("、").join(each.numbers)
        rows[each.id] = row(each, href.format(quote(each.id)), numbers, states[each.state])
    for name in _LISTS:
        yield from _list_pages(renderer, view, name, groups[name], rows)
    if renderer.language is JAPANESE:
        yield _feed(view, rulings, renderer.base_url)


def single_rulings(
    renderer: Renderer, view: GameView, rulings: Rulings, routes: EditionRoutes
) -> Iterator[Page]:
    """Yield the page of each ruling; tables of links and cards are made once for all. ``routes``
    has the numbers of the game, which rulings cite."""
    game, frame = view.game, renderer.frame("ruling", view.game.id, view)
    opening, link = Markup('<a class="ref" href="{}.html">'), Markup('<a href="{}.html">{}</a>')
    openings = {number: opening.format(number) for number in view.book.by_number}
    named = {number: link.format(number, each) for number, each in view.named.items()}
    own = {card.name: card for card in view.own_cards.cards} if view.own_cards else {}

    def with_links(text: str, moved: Mapping[str, str]) -> Markup:
        """Return ``text`` as HTML lines with links to clauses, by new numbers where ``moved``."""
        pieces = [
            MarkedPiece(each.span.start, each.span.end, opening, _END)
            for each in routes.cited(text)
            if (opening := openings.get(moved.get(each.number, each.number)))
        ]
        return marked_up(text, pieces).replace("\n", _BREAK)

    for ruling in rulings.all:
        moved, confidences = dict(ruling.moved), {}
        if ruling.is_suggested:
            labels = LABELS["ruling-confidences"]
            confidences = {each.clause: labels[each.confidence] for each in ruling.suggested}
        yield frame(
            ruling_address(game.id, ruling.id),
            title=f"{shortened(ruling.question, 40)}｜{game.name}",
            description=shortened(ruling.answer, 110),
            game=game,
            ruling=ruling,
            question=with_links(ruling.question, moved),
            answer=with_links(ruling.answer, moved),
            clauses=[(n, named[n]) for n in ruling.numbers if n in named],
            confidences=confidences,
            cards=[(card, own.get(card)) for card in ruling.cards],
        )


def rulings_key(rulings: Rulings) -> str:
    """Return a digest of all rulings, a part of the site's version, by which browsers reload its
    files: pages show the version, so it is needed before those of the rulings are made."""
    key = blake2b(digest_size=16)
    for ruling in rulings.all:
        key.update(f"{row_of(ruling)} {ruling.moved}".encode())
    return key.hexdigest()


def _list_pages(
    renderer: Renderer, view: GameView, name: str, groups: list[Group], rows: dict[str, Markup]
) -> Iterator[Page]:
    """Yield the pages of a list, short to load fast; even an empty one has one, for links to it."""
    every = [(at, ruling) for at, group in enumerate(groups) for ruling in group[2]]
    pages = [every[at : at + _ON_PAGE] for at in range(0, len(every), _ON_PAGE)] or [[]]
    names = [name, *(f"{name}-{number}" for number in range(2, len(pages) + 1))]
    for index, (page_name, page) in enumerate(zip(names, pages, strict=True)):
        # A group that does not fit on a page goes on on the next.
        parts = [(at, [each for _, each in some]) for at, some in groupby(page, lambda row: row[0])]
        yield renderer.page(
            "rulings",
            game_address(view.game.id, page_name),
            view=view,
            label=_LISTS[name],
            groups=[(*groups[at][:2], shown) for at, shown in parts],
            rows=rows,
            lists=[(f"{other}.html", text, other == name) for other, text in _LISTS.items()],
            before=names[index - 1] if index else None,
            after=next(iter(names[index + 1 :]), None),
            feed=feed_address(view.game.id, "rulings"),
        )


def _feed(view: GameView, rulings: Rulings, base_url: str) -> Page:
    """Return the feed of the newest rulings. Atom requires dates: undated ones get the latest."""
    game = view.game
    newest = rulings.all[:_IN_FEED]
    dated = (ruling.date for ruling in newest if ruling.date)
    latest = max(dated, default=game.edition.effective or EARLIEST)
    entries = [
        {
            "name": f"{game.id}/rulings/{ruling.id}",
            "title": shortened(ruling.question, 100),
            "day": ruling.date or latest,
            "page": ruling_link(game.id, ruling.id),
            "text": f"{ruling.question}\n\n{ruling.answer}",
            "author": ruling.source.name,
        }
        for ruling in newest
    ]
    here, page = feed_address(game.id, "rulings"), game_address(game.id, "rulings")
    name, title = f"{game.id}/rulings", f"{game.title}の裁定"
    return feed_page(base_url, here, page, name, title, entries)

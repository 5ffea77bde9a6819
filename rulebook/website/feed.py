"""The Atom feed of a game: an entry for each edition of its rules (RFC 4287)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from rulebook.clauses.game import Game
from rulebook.website.addresses import edition_feed, edition_page, game_page, relative
from rulebook.website.diff_page import CHANGED, labelled_counts
from rulebook.website.game_view import GameView

_SPACE = "http://www.w3.org/2005/Atom"


def render_feed(view: GameView, base_url: str) -> str:
    """Return the feed of the editions of a game, the newest first.

    Its addresses are relative where ``base_url`` is empty.  The ids stay what they are, wherever
    the site is.
    """
    here = edition_feed(view.game.id)

    def address(target: str) -> str:
        return f"{base_url}{target}" if base_url else relative(target, here)

    games = view.editions or (view.game,)
    dates = list(_dates(games))
    feed = Element("feed", {"xmlns": _SPACE, "xml:lang": "ja"})
    _add(feed, "id", _id(view.game.id))
    _add(feed, "title", f"{view.game.title} 総合ルールの版")
    _add(feed, "updated", _instant(max(dates)))
    SubElement(feed, "link", rel="self", href=address(here))
    SubElement(feed, "link", rel="alternate", href=address(game_page(view.game.id, "revisions")))
    _add(SubElement(feed, "author"), "name", "Rulebook")
    for game, day in reversed(list(zip(games, dates, strict=True))):
        entry = SubElement(feed, "entry")
        page = edition_page(game) if view.editions else game_page(game.id)
        _add(entry, "id", _id(game.key))
        _add(entry, "title", game.name)
        _add(entry, "updated", _instant(day))
        SubElement(entry, "link", rel="alternate", href=address(page))
        _add(entry, "summary", _summary(view, game))
    indent(feed)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(feed, encoding="unicode")}\n'


def _dates(games: tuple[Game, ...]) -> Iterator[date]:
    """Yield a date for each edition, which Atom wants even where the document states none.

    Such an edition has that of the one before it, and its summary says that it states none.
    """
    last = date(1970, 1, 1)
    for game in games:
        last = game.edition.effective or last
        yield last


def _summary(view: GameView, game: Game) -> str:
    effective = game.edition.effective
    since = f"{effective}から適用" if effective else "適用日の記載なし"
    step = next((step for step in view.steps if step.new.game.key == game.key), None)
    told = labelled_counts(step.alignment, CHANGED) if step else []
    changes = "、".join(f"{label}{count}" for _, label, count in told)
    return f"{since}。{changes}" if changes else f"{since}。"


def _id(name: str) -> str:
    return uuid5(NAMESPACE_URL, f"rulebook:{name}").urn


def _instant(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = text

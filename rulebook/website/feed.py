"""Atom feeds (RFC 4287), of whatever the site has news of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from rulebook.clauses.game import Game
from rulebook.editions.changes import CHANGED
from rulebook.editions.comparison import EditionComparison
from rulebook.records import NamedTuple
from rulebook.text.controls import visible
from rulebook.website.addresses import edition_address, edition_feed, game_address, relative
from rulebook.website.diff_page import ShownSection, labelled_counts, shown_sections
from rulebook.website.game_view import GameView
from rulebook.website.language import JAPANESE, environment

EARLIEST = date(1970, 1, 1)
"""The day of what states none, for Atom wants one."""
_SPACE = "http://www.w3.org/2005/Atom"


class FeedEntry(NamedTuple):
    """A piece of news with a lasting name; ``html`` where there is more to read than the text."""

    name: str
    title: str
    day: date
    page: str
    text: str
    author: str = ""
    html: str = ""


class Feed(NamedTuple):
    """A feed: what names it for good, its path, and the page that has the same."""

    name: str
    title: str
    here: str
    page: str
    entries: Sequence[FeedEntry]


def render_feed(feed: Feed, base_url: str) -> str:
    """Return ``feed`` as XML with lasting ids; addresses are relative without ``base_url``."""

    def address(target: str) -> str:
        """Return a link that works where the feed is, also in a site without a base address."""
        return f"{base_url}{target}" if base_url else relative(target, feed.here)

    root = Element("feed", {"xmlns": _SPACE, "xml:lang": "ja"})
    _add(root, "id", _id(feed.name))
    _add(root, "title", feed.title)
    _add(root, "updated", _instant(max((entry.day for entry in feed.entries), default=EARLIEST)))
    SubElement(root, "link", rel="self", href=address(feed.here))
    SubElement(root, "link", rel="alternate", href=address(feed.page))
    _add(SubElement(root, "author"), "name", "Rulebook")
    for entry in feed.entries:
        _add_entry(root, entry, address(entry.page))
    indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'


def _add_entry(root: Element, entry: FeedEntry, address: str) -> None:
    """Add an entry to the feed ``root``, with the elements that Atom requires."""
    element = SubElement(root, "entry")
    _add(element, "id", _id(entry.name))
    _add(element, "title", entry.title)
    _add(element, "updated", _instant(entry.day))
    SubElement(element, "link", rel="alternate", href=address)
    if entry.author:
        _add(SubElement(element, "author"), "name", entry.author)
    _add(element, "summary", entry.text)
    if entry.html:
        SubElement(element, "content", type="html").text = visible(entry.html)


def _id(name: str) -> str:
    """Return an id made of ``name`` alone: with it readers of feeds know what they have shown."""
    return uuid5(NAMESPACE_URL, f"rulebook:{name}").urn


def _instant(day: date) -> str:
    """Return ``day`` as a point in time, which Atom requires in place of a date."""
    return f"{day.isoformat()}T00:00:00Z"


def _add(parent: Element, tag: str, text: str) -> None:
    """Add an element with ``text``, its control characters replaced: XML allows none."""
    SubElement(parent, tag).text = visible(text)


# More changes than this are counted in a summary.
_MOST = 40


def feed_of_editions(view: GameView) -> Feed:
    """Return the feed of the editions of a game, the newest first as feed readers expect."""
    games = view.editions or (view.game,)
    entries = [_entry_of(view, game, day) for game, day in zip(games, _dates(games), strict=True)]
    id = view.game.id
    title = f"{view.game.title} 総合ルールの版"
    return Feed(id, title, edition_feed(id), game_address(id, "revisions"), entries[::-1])


def _dates(games: tuple[Game, ...]) -> Iterator[date]:
    """Yield the date of each edition, which Atom requires, else that of the one before it."""
    last = EARLIEST
    for game in games:
        last = game.edition.effective or last
        yield last


def _entry_of(view: GameView, game: Game, day: date) -> FeedEntry:
    """Return the feed's entry for an edition, with its changes since the previous one."""
    step = next((step for step in view.steps if step.new.game.key == game.key), None)
    return FeedEntry(
        name=game.key,
        title=game.name,
        day=day,
        page=edition_address(game) if view.editions else game_address(game.id),
        text=_summary(game, step),
        html=_changes_html(step) if step else "",
    )


def _summary(game: Game, step: EditionComparison | None) -> str:
    """Return an entry as text, as readers of feeds may show no HTML: date, counts, changes."""
    effective = game.edition.effective
    since = f"{effective}から適用" if effective else "適用日の記載なし"
    counts = labelled_counts(step.alignment, CHANGED) if step else []
    sections = list(shown_sections(step, CHANGED)) if step else []
    parts = [
        since,
        "、".join(f"{label}{count}" for _, label, count in counts),
        *(
            f"{section.label}：{_listed_changes(section)}"
            for section in sections
            if section.changes
        ),
        *(
            f"{each.substitution.old}を{each.substitution.new}に（{len(each.changes)}条）"
            for section in sections
            for each in section.substitutions
        ),
    ]
    return "".join(f"{part}。" for part in parts if part)


def _listed_changes(section: ShownSection) -> str:
    """Return the changes of a section by their numbers; those after ``_MOST`` are only counted."""
    named = [f"{each.label} {each.change.arrow}" for each in section.changes[:_MOST]]
    more = len(section.changes) - len(named)
    return "、".join(named) + (f"、ほか{more}" if more else "")


def _changes_html(step: EditionComparison) -> str:
    """Return the changes between two editions with all their texts, as a feed reader shows them."""
    sections = environment(JAPANESE).get_template("changes.html").module.sections  # type: ignore[attr-defined]
    return str(sections(list(shown_sections(step, CHANGED))))

"""Atom feeds (RFC 4287) of the news on the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

from markupsafe import Markup

from rulebook.editions.changes import ChangeKind
from rulebook.editions.comparison import EditionComparison
from rulebook.records import NamedTuple
from rulebook.text.display import visible
from rulebook.website.addresses import edition_address, edition_feed, game_address, relative
from rulebook.website.diff_page import ListedSection, list_of_changes
from rulebook.website.game_view import GameView
from rulebook.website.language import JAPANESE, LABELS, environment

EARLIEST = date(1970, 1, 1)  # of entries that state no date, because Atom requires one


class FeedEntry(NamedTuple):
    """A piece of news. Its ``name`` never changes; ``html``, if any, says more than ``text``."""

    name: str
    title: str
    day: date
    page: str
    text: str
    author: str = ""
    html: str = ""


class Feed(NamedTuple):
    """A feed: its permanent name, its path, and the page with the same content."""

    name: str
    title: str
    here: str
    page: str
    entries: Sequence[FeedEntry]


def render_feed(feed: Feed, base_url: str) -> str:
    """Return ``feed`` as XML. Ids are made from names, so that feed readers show no entry twice if
    the site moves. Without ``base_url``, links are relative. XML forbids control characters."""
    template = environment(JAPANESE).get_template("feed.xml")
    return template.render(
        feed=feed,
        updated=max((entry.day for entry in feed.entries), default=EARLIEST),
        address=lambda to: f"{base_url}{to}" if base_url else relative(to, feed.here),
        lasting_id=lambda name: uuid5(NAMESPACE_URL, f"rulebook:{name}").urn,
        xml=lambda text: Markup(escape(visible(text))),
    )


_MOST = 40  # changes in a summary; more are only counted


def feed_of_editions(view: GameView) -> Feed:
    """Return the feed of the editions of a game, the newest first as feed readers expect. An entry
    has the changes since the previous edition, as HTML and, for readers without it, plain text."""
    entries, day = [], EARLIEST
    for game in view.editions or (view.game,):
        effective = game.edition.effective
        # Atom requires a date: if none is stated, it is that of the edition before.
        day = effective or day
        parts, html = [f"{effective}から適用" if effective else "適用日の記載なし"], ""
        if step := view.step_to(game):
            changes = list_of_changes(step)
            parts += _summary(step, changes["sections"])
            html = str(environment(JAPANESE).get_template("changes.html").module.sections(changes))  # type: ignore[attr-defined]
        text = "".join(f"{part}。" for part in parts if part)
        page = edition_address(game) if view.editions else game_address(game.id)
        entries.append(FeedEntry(game.key, game.name, day, page, text, html=html))
    id = view.game.id
    title = f"{view.game.title} 総合ルールの版"
    return Feed(id, title, edition_feed(id), game_address(id, "revisions"), entries[::-1])


def _summary(step: EditionComparison, sections: Sequence[ListedSection]) -> Iterator[str]:
    """Yield the parts of an entry's plain text, for feed readers that show no HTML: the counts of
    changes by kind, then the changes by section, then the substitutions of words."""
    counts, labels = step.counts().items(), LABELS["change-kinds"]
    yield "、".join(f"{labels[kind]}{n}" for kind, n in counts if kind != ChangeKind.KEPT)
    for section, _, changes in sections:
        if changes:
            named = [f"{labels[each.change.kind]} {each.change.arrow}" for each in changes[:_MOST]]
            more = f"、ほか{len(changes) - _MOST}" if len(changes) > _MOST else ""
            yield f"{LABELS['change-sections'][section]}：{'、'.join(named)}{more}"
    for _, substitutions, _ in sections:
        for each in substitutions:
            yield f"{each.old}を{each.new}に（{len(each.changes)}条）"

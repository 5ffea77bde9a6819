"""The feed of a game: an entry for each edition of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from rulebook.clauses.game import Game
from rulebook.editions.changes import CHANGED
from rulebook.website.addresses import edition_address, edition_feed, game_address
from rulebook.website.diff_page import labelled_counts
from rulebook.website.feed import EARLIEST, Feed, FeedEntry
from rulebook.website.game_view import GameView


def feed_of_editions(view: GameView) -> Feed:
    """Return the feed of the editions of a game, the newest first."""
    games = view.editions or (view.game,)
    entries = [
        FeedEntry(
            name=game.key,
            title=game.name,
            day=day,
            page=edition_address(game) if view.editions else game_address(game.id),
            text=_summary(view, game),
        )
        for game, day in zip(games, _dates(games), strict=True)
    ]
    id = view.game.id
    title = f"{view.game.title} 総合ルールの版"
    return Feed(id, title, edition_feed(id), game_address(id, "revisions"), entries[::-1])


def _dates(games: tuple[Game, ...]) -> Iterator[date]:
    """Yield a date for each edition, which Atom wants even where the document states none.

    Such an edition has that of the one before it, and its summary says that it states none.
    """
    last = EARLIEST
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

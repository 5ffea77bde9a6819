"""The feed of a game: an entry for each edition of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from rulebook.clauses.game import Game
from rulebook.editions.changes import CHANGED
from rulebook.editions.comparison import EditionComparison
from rulebook.website.addresses import edition_address, edition_feed, game_address
from rulebook.website.diff_page import ShownSection, labelled_counts, shown_sections
from rulebook.website.feed import EARLIEST, Feed, FeedEntry
from rulebook.website.game_view import GameView
from rulebook.website.language import JAPANESE, environment

# More changes than this are counted in a summary.
_MOST = 40


def feed_of_editions(view: GameView) -> Feed:
    """Return the feed of the editions of a game, the newest first."""
    games = view.editions or (view.game,)
    entries = [_entry_of(view, game, day) for game, day in zip(games, _dates(games), strict=True)]
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


def _entry_of(view: GameView, game: Game, day: date) -> FeedEntry:
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
    """Return the day of an edition, its counts, and the clauses whose meaning changed."""
    effective = game.edition.effective
    since = f"{effective}から適用" if effective else "適用日の記載なし"
    counts = labelled_counts(step.alignment, CHANGED) if step else []
    sections = list(shown_sections(step, CHANGED)) if step else []
    parts = [
        since,
        "、".join(f"{label}{count}" for _, label, count in counts),
        *(f"{section.label}：{_named(section)}" for section in sections if section.changes),
        *(
            f"{each.substitution.old}を{each.substitution.new}に（{len(each.changes)}条）"
            for section in sections
            for each in section.substitutions
        ),
    ]
    return "".join(f"{part}。" for part in parts if part)


def _named(section: ShownSection) -> str:
    """Return the changes of ``section`` by their numbers, those beyond a bound counted."""
    named = [f"{each.label} {each.change.arrow}" for each in section.changes[:_MOST]]
    more = len(section.changes) - len(named)
    return "、".join(named) + (f"、ほか{more}" if more else "")


def _changes_html(step: EditionComparison) -> str:
    """Return the changes with all their texts, as HTML."""
    sections = environment(JAPANESE).get_template("changes.html").module.sections  # type: ignore[attr-defined]
    return str(sections(list(shown_sections(step, CHANGED))))

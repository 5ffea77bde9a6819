"""The changes between editions: on pages, in one file, and with other news as feeds (Atom)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

from markupsafe import Markup

from rulebook.clauses.game import edition_names
from rulebook.clauses.model import Rulebook
from rulebook.editions.changes import CHANGED, ChangeKind, ClauseChange, ListedChange, WordMark
from rulebook.editions.comparison import EditionComparison
from rulebook.text.display import visible
from rulebook.website.addresses import edition_address, feed_address, game_address, relative
from rulebook.website.rendering import JAPANESE, LABELS, Page, environment

if TYPE_CHECKING:
    from rulebook.website.game_view import GameView

EARLIEST = date(1970, 1, 1)  # of entries that state no date, because Atom requires one
_MOST = 40  # changes in a summary; more are only counted
# A clause of a change: its number, the id of its element, and its text in pieces with their roles.
ShownClause = tuple[str, str, tuple[tuple[WordMark, str], ...]]


def render_diff(comparison: EditionComparison, wanted: Sequence[ChangeKind], base: str) -> str:
    """Return the changes as one HTML page, in Japanese like the clauses. It needs no other file, so
    that what ``diff --html`` prints can be sent to others. Without ``wanted`` kinds, unchanged
    ones are left out. Numbers link to the site at ``base``."""
    template = environment(JAPANESE).get_template("diff.html")
    return template.render(
        changes=list_of_changes(comparison, wanted or CHANGED),
        old_address=_address_maker(comparison.old, base),
        new_address=_address_maker(comparison.new, base),
    )


def list_of_changes(
    comparison: EditionComparison, kinds: Sequence[ChangeKind] = CHANGED
) -> dict[str, Any]:
    """Return the template values for a list of the changes of ``kinds``. Words exchanged in many
    clauses are one entry, a substitution with its clauses. A clause may be in several entries, but
    its id only once on a page: ``first`` names for each clause the substitution that has the id."""
    counts, sections = comparison.counts(), list(comparison.listing(kinds).sections())
    found = [each for _, substitutions, _ in sections for each in substitutions]
    return {
        "comparison": comparison,
        "counts": {kind: counts[kind] for kind in kinds if kind in counts},
        "chapters": comparison.chapter_counts(kinds),
        "sections": sections,
        "first": {change_id(c): each for each in reversed(found) for c in each.changes},
        "sides": _old_and_new_texts,
        "change_id": change_id,
    }


def _address_maker(book: Rulebook, base: str) -> Callable[[str], str] | None:
    """Return the function from a clause number of ``book`` to its address; None without a site. A
    document that is not an edition in the corpus also has no pages."""
    if not base or book.game.edition.name not in edition_names(book.game.folder):
        return None
    return lambda number: f"{base.rstrip('/')}/{edition_address(book.game, number)}"


def change_id(change: ClauseChange) -> str:
    """Return the id to link to ``change``: its new number or, if removed, the old with a mark."""
    return change.new[0] if change.new else f"removed-{change.old[0]}"


def _old_and_new_texts(listed: ListedChange) -> tuple[list[ShownClause], list[ShownClause]]:
    """Return the texts for both columns of a change, with clauses below an added or removed one.
    Old texts are left out if only the number changed; one next to a new text has no id."""
    kind = listed.change.kind
    old: list[ShownClause] = []
    new: list[ShownClause] = []
    is_whole = kind in (ChangeKind.ADDED, ChangeKind.REMOVED)
    for each in (listed.marked, *(listed.followers if is_whole else ())):
        has_both = bool(each.old and each.new)
        sides = (old, each.old, WordMark.REMOVED), (new, each.new, WordMark.INSERTED)
        for column, texts, mark in sides:
            for text in texts:
                pieces = tuple(text.segments(mark)) if has_both else ((mark, text.text),)
                former = "" if each.new else f"removed-{text.number}"
                id = text.number if column is new else former
                column.append((text.number, id, pieces))
    return [] if kind in (ChangeKind.KEPT, ChangeKind.MOVED) else old, new


def feed_page(
    base_url: str, here: str, page: str, name: str, title: str, entries: Sequence[Mapping[str, Any]]
) -> Page:
    """Return the feed ``name`` at the path ``here``, with the same content as ``page``, as XML.
    ``entries`` are news with name, title, day, page, text, and perhaps author and ``html``. Ids are
    made from names, so they stay the same if the site moves."""
    template = environment(JAPANESE).get_template("feed.xml")
    xml = template.render(
        {"name": name, "title": title, "here": here, "page": page, "entries": entries},
        updated=max((entry["day"] for entry in entries), default=EARLIEST),
        address=lambda to: f"{base_url}{to}" if base_url else relative(to, here),
        lasting_id=lambda name: uuid5(NAMESPACE_URL, f"rulebook:{name}").urn,
        xml=lambda text: Markup(escape(visible(text))),
    )
    return Page(here, xml)


def feed_of_editions(view: GameView, base_url: str) -> Page:
    """Return the feed of a game's editions, newest first, with changes as HTML and plain text."""
    entries, day, labels = [], EARLIEST, LABELS["change-kinds"]
    for game in view.editions or (view.game,):
        effective = game.edition.effective
        # Atom requires a date: if none is stated, it is that of the edition before.
        day = effective or day
        parts, html = [f"{effective}から適用" if effective else "適用日の記載なし"], ""
        if step := view.step_to(game):
            changes = list_of_changes(step)
            counts = step.counts().items()
            parts.append("、".join(f"{labels[k]}{n}" for k, n in counts if k != ChangeKind.KEPT))
            for section, _, listed in changes["sections"]:
                named = [f"{labels[each.change.kind]} {each.change.arrow}" for each in listed]
                more = f"、ほか{len(named) - _MOST}" if len(named) > _MOST else ""
                if named:
                    title = LABELS["change-sections"][section]
                    parts.append(f"{title}：{'、'.join(named[:_MOST])}{more}")
            for each in chain.from_iterable(found for _, found, _ in changes["sections"]):
                parts.append(f"{each.old}を{each.new}に（{len(each.changes)}条）")
            html = str(environment(JAPANESE).get_template("changes.html").module.sections(changes))  # type: ignore[attr-defined]
        text = "".join(f"{part}。" for part in parts if part)
        page = edition_address(game) if view.editions else game_address(game.id)
        entry = {"name": game.key, "title": game.name, "day": day, "page": page, "text": text}
        entries.append(entry | {"html": html})
    id = view.game.id
    title, here = f"{view.game.title} 総合ルールの版", feed_address(id, "editions")
    return feed_page(base_url, here, game_address(id, "revisions"), id, title, entries[::-1])

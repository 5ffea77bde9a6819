"""Prepare the changes between two editions for pages, and render them as a page in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulebook.clauses.game import edition_names
from rulebook.clauses.model import Rulebook
from rulebook.editions.changes import (
    CHANGED,
    ChangeKind,
    ClauseChange,
    ListedChange,
    MarkedChange,
    MarkedText,
    Section,
    Substitution,
    WordMark,
)
from rulebook.editions.comparison import EditionComparison
from rulebook.records import NamedTuple
from rulebook.website.addresses import edition_address
from rulebook.website.language import JAPANESE, environment

MarkedPieces = tuple[tuple[WordMark, str], ...]  # a text in pieces, each with its role

ListedSection = tuple[Section, list[Substitution], list[ListedChange]]
"""A section of the list of changes, with its substitutions and its other changes."""


class ShownClause(NamedTuple):
    """A clause of a change: its number, the id of its element, and its text in marked pieces."""

    number: str
    id: str
    pieces: MarkedPieces


def render_diff(
    comparison: EditionComparison, wanted: Sequence[ChangeKind] = (), base: str = ""
) -> str:
    """Return the changes as one HTML page that needs no other file, to be sent to others. Without
    ``wanted`` kinds, unchanged clauses are left out. Numbers link to the site at ``base``."""
    template = environment(JAPANESE).get_template("diff.html")
    return template.render(
        changes=list_of_changes(comparison, wanted or CHANGED),
        old_address=_address_maker(comparison.old, base),
        new_address=_address_maker(comparison.new, base),
    )


def list_of_changes(
    comparison: EditionComparison, kinds: Sequence[ChangeKind] = CHANGED
) -> dict[str, Any]:
    """Return the template values for a list of the changes of ``kinds``. ``first`` has for each
    clause the one substitution that may use its id, as an id may only be on a page once."""
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
    """Return the id of ``change`` on a page, to which links lead: its new number or, for a removed
    clause, its old one with a prefix, since another clause may now have that number."""
    return change.new[0] if change.new else f"removed-{change.old[0]}"


def _old_and_new_texts(listed: ListedChange) -> tuple[list[ShownClause], list[ShownClause]]:
    """Return the texts for the old and the new column of a change; no old ones if only the number
    changed, since they are the same. Clauses below an added or removed one are included."""
    whole = listed.change.kind in (ChangeKind.ADDED, ChangeKind.REMOVED)
    changes = (listed.marked, *listed.followers) if whole else (listed.marked,)
    old = [c for each in changes for c in _clauses_of_side(each.old, WordMark.REMOVED, each)]
    new = [c for each in changes for c in _clauses_of_side(each.new, WordMark.INSERTED, each)]
    return [] if listed.change.kind in (ChangeKind.KEPT, ChangeKind.MOVED) else old, new


def _clauses_of_side(
    texts: Sequence[MarkedText], mark: WordMark, marked: MarkedChange
) -> Iterator[ShownClause]:
    """Yield the old (REMOVED) or new (INSERTED) ``texts`` of a change with ids for links: numbers,
    with a prefix if removed. Old texts next to new ones have none, since ids are unique."""
    is_whole = not (marked.old and marked.new)
    for text in texts:
        pieces = ((mark, text.text),) if is_whole else tuple(text.segments(mark))
        id = f"removed-{text.number}" if not marked.new else text.number
        own = mark is WordMark.INSERTED or not marked.new
        yield ShownClause(text.number, id if own else "", pieces)

"""The changes between two editions as pages show them, and a page of them in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulebook.clauses.model import Rulebook
from rulebook.editions.changes import CHANGED, Alignment, ChangeKind, ClauseChange, counts_of
from rulebook.editions.comparison import EditionComparison
from rulebook.editions.listing import (
    Aspect,
    ListedChange,
    MarkedChange,
    MarkedText,
    Substitution,
    WordMark,
)
from rulebook.records import NamedTuple, dataclass
from rulebook.website.addresses import edition_address
from rulebook.website.labels import ASPECT_LABELS, KIND_LABELS, SECTION_LABELS
from rulebook.website.language import JAPANESE, environment

MarkedPieces = tuple[tuple[WordMark, str], ...]
"""A text in pieces, each with what it is in a comparison."""


class ShownClause(NamedTuple):
    """A clause of a change: its number, the id of its element, and its text in marked pieces."""

    number: str
    id: str
    pieces: MarkedPieces


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change as a page shows it: ``old`` and ``new`` texts side by side, one empty where the
    other has all; ``followers`` are changes of numbers alone that follow."""

    id: str
    change: ClauseChange
    label: str
    aspects: tuple[str, ...]
    old: tuple[ShownClause, ...]
    new: tuple[ShownClause, ...]
    followers: tuple[tuple[str, ClauseChange], ...]


class ShownSubstitution(NamedTuple):
    """A substitution, the id of its element, and its changes with the ids of theirs."""

    id: str
    substitution: Substitution
    aspects: tuple[str, ...]
    changes: tuple[tuple[str, ClauseChange], ...]


class ShownSection(NamedTuple):
    """A section of the list of changes."""

    id: str
    label: str
    substitutions: list[ShownSubstitution]
    changes: list[ShownChange]


class ShownChapter(NamedTuple):
    """A chapter in the summary: its counts with their labels, and the id of its first change."""

    number: str
    heading: str
    counts: list[tuple[str, int]]
    first: str


def render_diff(
    comparison: EditionComparison, wanted: Sequence[ChangeKind] = (), base: str = ""
) -> str:
    """Return the changes as a page of HTML, all text escaped; only kinds that are ``wanted``.
    Without any, all but those of clauses that stayed. Numbers link to the site at ``base``."""
    kinds = wanted or CHANGED
    return (
        environment(JAPANESE)
        .get_template("diff.html")
        .render(
            comparison=comparison,
            sections=list(shown_sections(comparison, kinds)),
            chapters=list(shown_chapters(comparison, kinds)),
            counts=labelled_counts(comparison.alignment, kinds),
            old_address=_address_maker(comparison.old, base),
            new_address=_address_maker(comparison.new, base),
        )
    )


def _address_maker(book: Rulebook, base: str) -> Callable[[str], str] | None:
    """Return the function from a clause number of ``book`` to its address; None without a site. A
    document that is not in the corpus has no pages either."""
    if not base or not book.game.id:
        return None
    return lambda number: f"{base.rstrip('/')}/{edition_address(book.game, number)}"


def labelled_counts(
    alignment: Alignment, kinds: Sequence[ChangeKind]
) -> list[tuple[ChangeKind, str, int]]:
    """Return which of ``kinds`` occur, each with its label and count, for the summary of a page."""
    found = counts_of(alignment.changes)
    return [(kind, KIND_LABELS[kind], found[kind]) for kind in kinds if kind in found]


def change_id(change: ClauseChange) -> str:
    """Return the id of ``change``: its new number, or the old one, marked as others may have it."""
    return change.new[0] if change.new else f"removed-{change.old[0]}"


def shown_chapters(
    comparison: EditionComparison, kinds: Sequence[ChangeKind]
) -> Iterator[ShownChapter]:
    """Yield each chapter that has changes of ``kinds``: their counts, and a link to the first."""
    for each in comparison.chapter_counts(kinds):
        labelled = [(KIND_LABELS[ChangeKind(kind)], count) for kind, count in each.counts.items()]
        chapter = each.chapter
        yield ShownChapter(chapter.number, chapter.heading(), labelled, change_id(each.first))


def shown_sections(
    comparison: EditionComparison, kinds: Sequence[ChangeKind]
) -> Iterator[ShownSection]:
    """Yield the sections of the changes of ``kinds``, those that change the meaning first."""
    # A clause has its element in the first of several substitutions, and links in the others.
    placed: set[str] = set()
    at = 0
    for section, substitutions, changes in comparison.listing(kinds).sections():
        shown = []
        for substitution in substitutions:
            at += 1
            shown.append(_shown_substitution(f"substitution-{at}", substitution, placed))
        yield ShownSection(
            section, SECTION_LABELS[section], shown, list(map(_shown_change, changes))
        )


def _shown_substitution(id: str, found: Substitution, placed: set[str]) -> ShownSubstitution:
    """Return a substitution with its clauses; those in ``placed`` get no id and are added to it. A
    clause may be part of several substitutions, but an id may be on a page only once."""
    rows = []
    for change in found.changes:
        own = change_id(change)
        rows.append(("" if own in placed else own, change))
        placed.add(own)
    return ShownSubstitution(id, found, _aspects(found.aspects), tuple(rows))


def _aspects(aspects: Sequence[Aspect]) -> tuple[str, ...]:
    """Return what changed in the meaning (number, person, time, …) in the words of the page."""
    return tuple(ASPECT_LABELS[aspect] for aspect in aspects)


def _shown_change(listed: ListedChange) -> ShownChange:
    """Return one change for the template, with the texts of both sides. Clauses below an added or
    removed one are shown in full; below others they are only linked."""
    change, followers = listed.change, listed.followers
    whole = change.kind in (ChangeKind.ADDED, ChangeKind.REMOVED)
    old, new = _old_and_new_texts((listed.marked, *followers) if whole else (listed.marked,))
    return ShownChange(
        id=change_id(change),
        change=change,
        label=KIND_LABELS[change.kind],
        aspects=_aspects(listed.aspects),
        old=old,
        new=new,
        followers=()
        if whole
        else tuple((change_id(each.change), each.change) for each in followers),
    )


def _old_and_new_texts(
    changes: Sequence[MarkedChange],
) -> tuple[tuple[ShownClause, ...], tuple[ShownClause, ...]]:
    """Return old and new texts of ``changes``; no old ones where they would be the same twice."""
    old = [c for each in changes for c in _clauses_of_side(each.old, WordMark.REMOVED, each)]
    new = [c for each in changes for c in _clauses_of_side(each.new, WordMark.INSERTED, each)]
    if changes[0].change.kind in (ChangeKind.KEPT, ChangeKind.MOVED):
        old = []
    return tuple(old), tuple(new)


def _clauses_of_side(
    texts: Sequence[MarkedText], mark: WordMark, marked: MarkedChange
) -> Iterator[ShownClause]:
    """Yield the texts of one side; a new clause has its number as id, a removed one a marked one.
    Links lead to it there. Old texts next to new ones get no id: an id may be on a page once."""
    is_whole = not (marked.old and marked.new)
    for text in texts:
        pieces = ((mark, text.text),) if is_whole else tuple(text.segments(mark))
        id = f"removed-{text.number}" if not marked.new else text.number
        own = mark is WordMark.INSERTED or not marked.new
        yield ShownClause(text.number, id if own else "", pieces)

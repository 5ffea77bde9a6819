"""The report on an edition that was taken in: printed, and kept beside it as ``report.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange
from rulebook.editions.summary import counts, without_followers
from rulebook.editions.taking_in import NewEdition

_TOLD = (
    ChangeKind.ADDED,
    ChangeKind.REMOVED,
    ChangeKind.MOVED,
    ChangeKind.EDITED,
    ChangeKind.MOVED_EDITED,
    ChangeKind.SPLIT,
    ChangeKind.MERGED,
)


def write_report(new: NewEdition) -> str:
    """Return the report on ``new``, in Markdown."""
    return "\n".join(_lines(new)) + "\n"


def _lines(new: NewEdition) -> Iterator[str]:
    game, edition = new.book.game, new.edition
    yield f"# {game.title} {edition.name}"
    yield ""
    effective = edition.effective.isoformat() if edition.effective else "not stated"
    yield f"- version {edition.version or 'not stated'}, effective {effective}"
    yield f"- {new.book.printed_count} numbered clauses, {len(new.book.revisions)} revisions"
    yield f"- {len(new.book.findings)} findings in the document: rulebook check {game.key}"
    if new.base is None or new.alignment is None:
        yield "- the first edition of this game; there are no tables yet"
        return
    yield f"- compared with {new.base.game.edition.name}"
    if not new.is_current:
        yield "- kept beside the current edition"
    yield from _changes(new)
    yield from _tables(new)


def _changes(new: NewEdition) -> Iterator[str]:
    assert new.alignment is not None
    assert new.base is not None
    yield from ("", "## Changes", "")
    for kind, count in counts(new.alignment).items():
        yield f"- {count} {kind}"
    for kind in _TOLD:
        told = [
            (change, following)
            for change, following in without_followers(new.alignment, new.base, new.book)
            if change.kind is kind
        ]
        if told:
            yield from ("", f"### {kind.value.capitalize()}", "")
            yield from (_told(new, change, following) for change, following in told)
    yield from _unsure(new.alignment)


def _told(new: NewEdition, change: ClauseChange, following: int) -> str:
    assert new.base is not None
    below = f" and {following} below" if following else ""
    book, number = (new.book, change.new[0]) if change.new else (new.base, change.old[0])
    heading = book.by_number[number].heading()
    return f"- {change.arrow}{below}: {heading}"


def _unsure(alignment: Alignment) -> Iterator[str]:
    unsure = [change for change in alignment.changes if not change.sure]
    if unsure:
        yield from ("", "### Not sure", "")
        yield "Another pairing would do nearly as well. Settle them with --settle FILE."
        yield ""
        yield from (f"- {change.arrow} ({change.kind})" for change in unsure)


def _tables(new: NewEdition) -> Iterator[str]:
    yield from ("", "## Tables", "")
    for name, (carried, reported) in table_counts(new).items():
        yield f"- {name}: {carried + reported} places, {carried} carried, {reported} to look at"
    for name in new.left:
        yield f"- {name} names an edition and was not carried: carry it by hand"
    if new.reported:
        yield from ("", "### To look at", "")
    for place in new.reported:
        now = f"{place.old} → {place.new}" if place.new else place.old
        entry = f" {place.key}" if place.key else ""
        yield f"- {place.table} line {place.line}{entry}: {now}: {place.doubt}"


def table_counts(new: NewEdition) -> dict[str, tuple[int, int]]:
    """Return for each table how many places were carried, and how many are reported."""
    carried = Counter(place.table for place in new.places if place.doubt is None)
    reported = Counter(place.table for place in new.reported)
    names = dict.fromkeys((*(table.name for table in new.tables), *carried, *reported))
    return {name: (carried[name], reported[name]) for name in names}

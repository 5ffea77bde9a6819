"""The report on an edition that was taken in: printed, and kept beside it as ``report.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulebook.editions.changes import Alignment, ChangeKind, ClauseChange
from rulebook.editions.planning import EditionPlan
from rulebook.editions.summary import counts, without_followers

_TOLD = (
    ChangeKind.ADDED,
    ChangeKind.REMOVED,
    ChangeKind.MOVED,
    ChangeKind.EDITED,
    ChangeKind.MOVED_EDITED,
    ChangeKind.SPLIT,
    ChangeKind.MERGED,
)


def write_report(plan: EditionPlan) -> str:
    """Return the report on ``plan``, in Markdown."""
    return "\n".join(_lines(plan)) + "\n"


def _lines(plan: EditionPlan) -> Iterator[str]:
    game, edition = plan.book.game, plan.edition
    yield f"# {game.title} {edition.name}"
    yield ""
    effective = edition.effective.isoformat() if edition.effective else "not stated"
    yield f"- version {edition.version or 'not stated'}, effective {effective}"
    yield f"- {plan.book.printed_count} numbered clauses, {len(plan.book.revisions)} revisions"
    yield f"- {len(plan.book.findings)} findings in the document: rulebook check {game.key}"
    if plan.base is None or plan.alignment is None:
        yield "- the first edition of this game; there are no tables yet"
        return
    yield f"- compared with {plan.base.game.edition.name}"
    if not plan.is_current:
        yield "- kept beside the current edition"
    yield from _changes(plan)
    yield from _tables(plan)


def _changes(plan: EditionPlan) -> Iterator[str]:
    assert plan.alignment is not None
    assert plan.base is not None
    yield from ("", "## Changes", "")
    for kind, count in counts(plan.alignment).items():
        yield f"- {count} {kind}"
    for kind in _TOLD:
        told = [
            (change, following)
            for change, following in without_followers(plan.alignment, plan.base, plan.book)
            if change.kind is kind
        ]
        if told:
            yield from ("", f"### {kind.value.capitalize()}", "")
            yield from (_told(plan, change, following) for change, following in told)
    yield from _unsure(plan.alignment)


def _told(plan: EditionPlan, change: ClauseChange, following: int) -> str:
    assert plan.base is not None
    below = f" and {following} below" if following else ""
    book, number = (plan.book, change.new[0]) if change.new else (plan.base, change.old[0])
    heading = book.by_number[number].heading()
    return f"- {change.arrow}{below}: {heading}"


def _unsure(alignment: Alignment) -> Iterator[str]:
    unsure = [change for change in alignment.changes if not change.sure]
    if unsure:
        yield from ("", "### Not sure", "")
        yield "Another pairing would do nearly as well. Settle them with --settle FILE."
        yield ""
        yield from (f"- {change.arrow} ({change.kind})" for change in unsure)


def _tables(plan: EditionPlan) -> Iterator[str]:
    yield from ("", "## Tables", "")
    for name, (carried, reported) in table_counts(plan).items():
        yield f"- {name}: {carried + reported} places, {carried} carried, {reported} to look at"
    for name in plan.left:
        yield f"- {name} names an edition and was not carried: carry it by hand"
    if plan.reported:
        yield from ("", "### To look at", "")
    for place in plan.reported:
        now = f"{place.old} → {place.new}" if place.new else place.old
        entry = f" {place.key}" if place.key else ""
        yield f"- {place.table} line {place.line}{entry}: {now}: {place.doubt}"


def table_counts(plan: EditionPlan) -> dict[str, tuple[int, int]]:
    """Return for each table how many places were carried, and how many are reported."""
    carried = Counter(place.table for place in plan.places if place.doubt is None)
    reported = Counter(place.table for place in plan.reported)
    names = dict.fromkeys((*(table.name for table in plan.tables), *carried, *reported))
    return {name: (carried[name], reported[name]) for name in names}

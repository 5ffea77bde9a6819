"""The report on an edition that was taken in: printed, and kept beside it as ``report.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

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


Say = Callable[..., str]
"""What says a form, with values in its gaps, in a language."""


def write_report(plan: EditionPlan, say: Say = str.format) -> str:
    """Return the report on ``plan``, in Markdown, in English or as ``say`` has it."""
    return "\n".join(_lines(plan, say)) + "\n"


def _lines(plan: EditionPlan, say: Say) -> Iterator[str]:
    game, edition = plan.book.game, plan.edition
    yield f"# {game.title} {edition.name}"
    yield ""
    unstated = say("not stated")
    effective = edition.effective.isoformat() if edition.effective else unstated
    yield say("- version {}, effective {}", edition.version or unstated, effective)
    clauses, revisions = plan.book.printed_count, len(plan.book.revisions)
    yield say("- {} numbered clauses, {} revisions", clauses, revisions)
    yield say("- {} findings in the document: rulebook check {}", plan.findings, game.key)
    if plan.base is None or plan.alignment is None:
        yield say("- the first edition of this game; there are no tables yet")
        return
    yield say("- compared with {}", plan.base.game.edition.name)
    if not plan.is_current:
        yield say("- kept beside the current edition")
    yield from _changes(plan, say)
    yield from _tables(plan, say)


def _changes(plan: EditionPlan, say: Say) -> Iterator[str]:
    assert plan.alignment is not None
    assert plan.base is not None
    yield from ("", say("## Changes"), "")
    for kind, count in counts(plan.alignment).items():
        yield f"- {count} {say(kind)}"
    leading = list(without_followers(plan.alignment, plan.base, plan.book))
    for kind in _TOLD:
        told = [(change, following) for change, following in leading if change.kind is kind]
        if told:
            yield from ("", f"### {say(kind.value).capitalize()}", "")
            yield from (_told(plan, change, following, say) for change, following in told)
    yield from _unsure(plan.alignment, say)


def _told(plan: EditionPlan, change: ClauseChange, following: int, say: Say) -> str:
    assert plan.base is not None
    below = say(" and {} below", following) if following else ""
    book, number = (plan.book, change.new[0]) if change.new else (plan.base, change.old[0])
    heading = book.by_number[number].heading()
    return f"- {change.arrow}{below}: {heading}"


def _unsure(alignment: Alignment, say: Say) -> Iterator[str]:
    unsure = [change for change in alignment.changes if not change.sure]
    if unsure:
        yield from ("", say("### Not sure"), "")
        yield say("Another pairing would do nearly as well. Settle them with --settle FILE.")
        yield ""
        yield from (f"- {change.arrow} ({say(change.kind)})" for change in unsure)


def _tables(plan: EditionPlan, say: Say) -> Iterator[str]:
    yield from ("", say("## Tables"), "")
    for name, (carried, reported) in table_counts(plan).items():
        form = "- {}: {} places, {} carried, {} to look at"
        yield say(form, name, carried + reported, carried, reported)
    for name in plan.left:
        yield say("- {} names an edition and was not carried: carry it by hand", name)
    if plan.reported:
        yield from ("", say("### To look at"), "")
    for place in plan.reported:
        now = f"{place.old} → {place.new}" if place.new else place.old
        entry = f" {place.key}" if place.key else ""
        doubt = say(place.doubt or "")
        yield say("- {} line {}{}: {}: {}", place.table, place.line, entry, now, doubt)


def table_counts(plan: EditionPlan) -> dict[str, tuple[int, int]]:
    """Return for each table how many places were carried, and how many are reported."""
    carried = Counter(place.table for place in plan.places if place.doubt is None)
    reported = Counter(place.table for place in plan.reported)
    names = dict.fromkeys((*(table.name for table in plan.tables), *carried, *reported))
    return {name: (carried[name], reported[name]) for name in names}

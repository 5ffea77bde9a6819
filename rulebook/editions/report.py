"""The report on an edition that was added: printed, and stored with it as ``report.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulebook.editions.alignment import EditionPair
from rulebook.editions.changes import ChangeKind, counts_of
from rulebook.editions.comparison import EditionComparison
from rulebook.editions.differences import MarkedChange, Section, WordMark
from rulebook.editions.planning import EditionPlan, Say

_SECTIONS = {
    Section.MEANING: "Changes of meaning",
    Section.WORDS: "Changes of wording",
    Section.NUMBERS: "New numbers only",
}
_MARKS = {WordMark.SAME: "{}", WordMark.REMOVED: "[-{}-]", WordMark.INSERTED: "{{+{}+}}"}


def write_report(plan: EditionPlan, say: Say = str.format) -> str:
    """Return the report on a new edition in Markdown: what its ``plan`` changed in the tables of
    the game, and what an editor must review. ``say`` translates it for a terminal; files are
    English."""
    return "\n".join(_report_lines(plan, say)) + "\n"


def _report_lines(plan: EditionPlan, say: Say) -> Iterator[str]:
    """Yield the lines of the report in Markdown: the edition, what changed, what is to check."""
    game, edition = plan.book.game, plan.edition
    yield f"# {game.title} {edition.name}"
    yield ""
    unstated = say("not stated")
    effective = edition.effective.isoformat() if edition.effective else unstated
    version = edition.version or unstated
    yield say("- version {version}, effective {effective}", version=version, effective=effective)
    count = {"clauses": plan.book.printed_count, "revisions": len(plan.book.revisions)}
    yield say("- {clauses} numbered clauses, {revisions} revisions", **count)
    count = {"findings": plan.findings}
    yield say("- {findings} findings in the document: rulebook check {key}", key=game.key, **count)
    if plan.aligned is None:
        yield say("- the first edition of this game; there are no tables yet")
        yield from plan.guide(say) if plan.guide else ()
        return
    yield say("- compared with {name}", name=plan.aligned.old.game.edition.name)
    if not plan.is_current:
        yield say("- kept alongside the current edition")
    yield from _change_lines(plan.aligned, say)
    yield from _table_lines(plan, say)


def _change_lines(aligned: EditionPair, say: Say) -> Iterator[str]:
    """Yield the changes since the previous edition: counts by kind and chapter, then each change,
    then unsure ones. An author sees how the rules changed and which pairings to settle by hand."""
    yield from ("", say("## Changes"), "")
    for kind, count in counts_of(aligned.alignment.changes).items():
        yield f"- {count} {say(kind)}"
    names = aligned.old.game.edition.name, aligned.new.game.edition.name
    comparison = EditionComparison(aligned.old, aligned.new, *names, aligned.alignment)
    if chapters := comparison.chapter_counts():
        yield from ("", f"### {say('By chapter')}", "")
    for chapter in chapters:
        counts = ", ".join(f"{count} {say(kind)}" for kind, count in chapter.counts.items())
        yield f"- {chapter.chapter.number} {chapter.chapter.heading()}: {counts}"
    for section, substitutions, changes in comparison.listing().sections():
        yield from ("", f"### {say(_SECTIONS[section])}", "")
        for each in substitutions:
            where = ", ".join(change.arrow for change in each.changes)
            values = {"old": each.old, "new": each.new, "where": where}
            count = len(each.changes)
            yield say("- {old} → {new} in {count} clauses: {where}", count=count, **values)
        for listed in changes:
            change = listed.change
            yield f"- {say(change.kind.value)} {change.arrow}: {_marked_text(listed.marked)}"
            for follower in listed.followers:
                # A clause that only moved along gets no text: its numbers say everything.
                is_moved = follower.change.kind is ChangeKind.MOVED
                said = "" if is_moved else f": {_marked_text(follower)}"
                yield f"  - {follower.change.arrow}{said}"
    if unsure := [change for change in aligned.alignment.changes if not change.sure]:
        yield from ("", say("### Uncertain"), "")
        yield say("Another alignment would fit nearly as well. Settle these with --settle FILE.")
        yield ""
        yield from (f"- {change.arrow} ({say(change.kind)})" for change in unsure)


def _marked_text(marked: MarkedChange) -> str:
    """Return the text of a change in one line, with [-removed-] and {+new+} for want of colors."""
    match marked.change.kind:
        case ChangeKind.EDITED | ChangeKind.MOVED_EDITED:
            text = "".join(_MARKS[mark].format(piece) for mark, piece in marked.segments() if piece)
        case ChangeKind.SPLIT | ChangeKind.MERGED:
            text = " / ".join(each.text for each in (*marked.old, *marked.new))
        case _:
            text = (marked.new or marked.old)[0].text
    return text.replace("\n", " ")


def _table_lines(plan: EditionPlan, say: Say) -> Iterator[str]:
    """Yield how many numbers of each table were carried, then the doubtful ones, for the author."""
    yield from ("", say("## Tables"), "")
    for name, (carried, reported) in table_counts(plan).items():
        values = {"places": carried + reported, "carried": carried, "reported": reported}
        what = "- {table}: {places} places, {carried} carried, {reported} to review"
        yield say(what, table=name, **values)
    for name in plan.left:
        yield say("- {name} names an edition and was not carried: carry it by hand", name=name)
    if plan.reported:
        yield from ("", say("### To review"), "")
    for place in plan.reported:
        now = f"{place.old} → {place.new}" if place.new else place.old
        entry = f" {place.key}" if place.key else ""
        doubt = say(place.doubt or "")
        where = {"table": place.table, "line": str(place.line), "entry": entry}
        yield say("- {table} line {line}{entry}: {now}: {doubt}", now=now, doubt=doubt, **where)


def table_counts(plan: EditionPlan) -> dict[str, tuple[int, int]]:
    """Return, for each table, how many places were carried, and how many its author must check."""
    carried = Counter(place.table for place in plan.places if place.doubt is None)
    reported = Counter(place.table for place in plan.reported)
    names = dict.fromkeys((*(table.name for table in plan.tables), *carried, *reported))
    return {name: (carried[name], reported[name]) for name in names}

"""A new edition worked out before anything is written: its files, carried tables, its report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import FindingCode
from rulebook.clauses.game import Edition, Game, edition_names, is_later, natural_order
from rulebook.clauses.history import date_in, version_in
from rulebook.clauses.model import LineKind, Rulebook
from rulebook.clauses.sentences import GrowingText, is_broken_off
from rulebook.editions.alignment import load_settled
from rulebook.editions.carrying import CarriedPlace, CarriedTable, Doubt, TableKinds, carry_tables
from rulebook.editions.changes import ChangeKind, MarkedChange, Section, WordMark
from rulebook.editions.citations import CitationFinder
from rulebook.editions.comparison import EditionComparison, align_from_base, read_as_edition
from rulebook.editions.content import content_of
from rulebook.errors import CorpusError, EditionError
from rulebook.messages import Message
from rulebook.records import dataclass, replace
from rulebook.toml_files.kinds import EditionName, fits
from rulebook.toml_files.loader import line_of_key, load_toml

Say = Callable[..., str]  # Renders a message form, with values in its gaps, in one language
GuideLines = Callable[[Say], Iterator[str]]  # What to do with a new game, in Markdown

_END = 12  # Characters of the last clause that an error shows
# Games of one publisher share up to a third of their clauses, editions of a game most of them.
_SAME_GAME = 0.5
_WHOLE = 0.6  # a document with fewer of the current clauses is taken for a part of one
# No sentence or last item of a list ends so: a particle (から, from), half a word (シャッ, shuff).
_INSIDE = re.compile(
    r"(?:(?<!も)の|[もや]|から|より|[いっ]て|[いきぎしちにびみりえけげせてねべめれ]ま[しせ]?|くださ?|[っッ])$"
)
_SECTIONS = dict(
    zip(Section, ("Changes of meaning", "Changes of wording", "New numbers only"), strict=True)
)
_MARKS = {WordMark.SAME: "{}", WordMark.REMOVED: "[-{}-]", WordMark.INSERTED: "{{+{}+}}"}


@dataclass(frozen=True, slots=True)
class NewGame:
    """The names of a game that is to be made, and its publisher."""

    title: str
    title_en: str = ""
    alias: str = ""
    publisher: str = ""


@dataclass(frozen=True, slots=True)
class EditionRequest:
    """A request to ``edition add``: to add a document as an edition of the game ``name``."""

    name: str
    document: str
    folder: Path  # The corpus that it goes into
    is_overlay: bool  # Whether ``folder`` has only changes to the open corpus
    version: str | None
    effective: date | None
    not_current: bool
    force_smaller: bool
    settlement: Path | None  # A file of what was settled by hand
    new_game: NewGame | None  # The game to be made if there is none of that name


@dataclass(frozen=True, slots=True)
class EditionPlan:
    """An edition that can be added, and what comes with it; a first edition has no ``aligned``."""

    book: Rulebook
    stated: Stated
    aligned: EditionComparison | None = None  # From the current edition to the book
    tables: tuple[CarriedTable, ...] = ()
    repairs: tuple[CarriedPlace, ...] = ()
    left: tuple[str, ...] = ()  # Tables that name an edition and could not be carried
    is_current: bool = True
    settlement: str | None = None  # The text of what was settled by hand
    findings: int = 0  # How many `rulebook check` reports, known after reading back
    guide: GuideLines | None = None  # What to do with a new game, known then too

    @property
    def edition(self) -> Edition:
        """The edition to be added, which has all that is written into its ``edition.toml``."""
        return self.book.game.edition

    @property
    def places(self) -> tuple[CarriedPlace, ...]:
        """What became of every place that names a clause or a line: none is lost unnoticed."""
        return (*(place for table in self.tables for place in table.places), *self.repairs)

    @property
    def reported(self) -> tuple[CarriedPlace, ...]:
        """The places with a doubt: the report lists them, because a person should check them."""
        return tuple(place for place in self.places if place.doubt is not None)


def plan_edition(
    corpus: Corpus, game: Game, document: Rulebook, request: EditionRequest, kinds: TableKinds
) -> EditionPlan:
    """Return the plan to add ``document`` as an edition of ``game``, aligned with its current one,
    so all faults are found before a file is written. ``kinds`` are the types of its tables. Raises
    :class:`EditionError` or :class:`CorpusError`."""
    base = corpus.read(game)
    stated = _stated(document, request)
    name = checked_name(stated, request.version, game)
    named = replace(base.game.edition, name=name, effective=stated.effective)
    is_older = not is_later(named, game.edition)
    if is_older and not request.not_current:
        hint = "To keep it alongside the current one, add --not-current."
        what = "{name} is older than {name2}, the current edition of {title}"
        raise EditionError(what, hint=hint, name=name, name2=game.edition.name, title=game.title)
    aligned = read_as_edition(document, base, is_older=is_older)
    refuse_foreign(aligned, corpus, game)
    if not (request.not_current or request.force_smaller):  # half a file is not made current
        refuse_smaller(aligned, game)
        refuse_broken_off(aligned.new)
    aligned = replace(aligned, new=_as_edition(aligned.new, name, stated))
    if (settlement := request.settlement) is not None:
        books = (aligned.new, base) if is_older else (base, aligned.new)  # the older one first
        # It names clauses and the edition, so it can be checked only after the document was read.
        settled = load_settled(settlement, *books)
        aligned = replace(aligned, alignment=align_from_base(base, aligned.new, is_older, settled))
    tables = carry_tables(aligned, CitationFinder([*corpus.games.values()]), kinds)
    repairs = tuple(_carried_repairs(aligned))
    # Tables that name an edition but are unknown to Rulebook must be carried by hand.
    known = {"game.toml", *(table.name for table in tables)}
    others = (path for path in sorted(game.folder.glob("*.toml")) if path.name not in known)
    left = tuple(path.name for path in others if "edition" in load_toml(path, dict))
    by_hand = settlement.read_bytes().decode() if settlement else None
    return EditionPlan(
        aligned.new, stated, aligned, tables, repairs, left, not request.not_current, by_hand
    )


def plan_first_edition(game: Game, document: Rulebook, request: EditionRequest) -> EditionPlan:
    """Return the plan to add ``document`` as the first edition of the new ``game``, refused if it
    ends inside a sentence, probably cut off, unless ``request`` forces it."""
    stated = _stated(document, request)
    name = checked_name(stated, request.version)
    if not request.force_smaller:
        refuse_broken_off(document)
    book = replace(document, game=replace(game, edition=document.game.edition))
    return EditionPlan(_as_edition(book, name, stated), stated)


def _stated(document: Rulebook, request: EditionRequest) -> Stated:
    """Return the version and date of the new edition, which name it, from ``request``, else from
    ``document``: from the text above the first clause, else from the newest entry of the change
    history. If ``request`` gives another version, the date in the document is not its date. The
    line that states them is cited in ``edition.toml``."""
    version = effective = line = None
    for entry in document.ledger:
        if entry.kind is LineKind.FRONT_MATTER:
            text = document.source[entry.line - 1]
            version = version or version_in(text)
            effective = effective or date_in(text)
            line = line or (entry.line if version or effective else None)
    history = [
        Stated(r.version or None, date.fromisoformat(r.date) if r.date else None, r.line)
        for r in document.revisions
    ]
    if version is not None:
        effective = effective or {each.version: each.effective for each in history}.get(version)
    elif history:
        keys = [(each.effective or date.min, natural_order(each.version or "")) for each in history]
        newest = history[keys.index(max(keys))]
        if newest.name:
            version, effective, line = newest.version, newest.effective, newest.line
    if request.version in (None, version):
        return Stated(version, request.effective or effective, line)
    return Stated(request.version or version, request.effective, None)


def _as_edition(book: Rulebook, name: str, stated: Stated) -> Rulebook:
    """Return ``book`` with the edition's name, version and date, known only after reading it."""
    version, effective = stated.version, stated.effective
    edition = replace(book.game.edition, name=name, version=version, effective=effective)
    return replace(book, game=replace(book.game, edition=edition))


def _carried_repairs(aligned: EditionComparison) -> Iterator[CarriedPlace]:
    """Yield what became of each corrected line of the document, for the report: it may be gone."""
    carried = {(r.starts, r.reason): r for r in aligned.new.game.edition.repairs}
    path = aligned.old.game.edition.path.with_name("edition.toml")
    for at, repair in enumerate(aligned.old.game.edition.repairs):
        now = carried.get((repair.starts, repair.reason))
        line, old = line_of_key(path, "repair", at) or 1, f"line {repair.line}"
        new, doubt = (f"line {now.line}", None) if now else (None, Doubt.LINE_GONE)
        yield CarriedPlace("edition.toml", line, f"repair.{at}", old, new, doubt)


def checked_name(stated: Stated, given: str | None, game: Game | None = None) -> str:
    """Return the name of the new edition: its version (``given`` by the user, if any), else its
    date. Raises :class:`EditionError` if it has neither, no file can have it, or ``game`` has
    it."""
    if (name := stated.name) is None:
        hint = "Give --version V (as in 1.111) or --effective DATE (as in 2026-06-09)."
        raise EditionError("the document states neither a version nor a date", hint=hint)
    # An empty ``given`` is refused, although a date may name the edition then.
    for called in (name if given is None else given, name):
        if not fits(called, EditionName):
            hint = (
                "Write letters, digits, points and hyphens, as in --version 1.111, without .html "
                "or .atom at the end."
            )
            what = "{called} cannot be the name of an edition"
            raise EditionError(what, hint=hint, called=repr(called))
    # Folders whose names differ only in capitals are one folder on some systems.
    there = {each.lower(): each for each in edition_names(game.folder)} if game else {}
    if game is not None and name.lower() in there:
        which = "another version" if given else "its version with --version"
        hint = Message("If this is a later document, give {which}.", which=which)
        what = "{title} already has an edition {name} with another document"
        raise EditionError(what, hint=hint, title=game.title, name=there[name.lower()])
    return name


def refuse_broken_off(book: Rulebook) -> None:
    """Raise :class:`EditionError` if the file surely ends inside a sentence: the download was cut
    off. A noun at the end (“the act of …”) is only a finding: some lists end so."""
    last = book.by_number.get(book.ledger[-1].clause or "")
    found = {finding.number for finding in book.findings if finding.code is FindingCode.TRUNCATED}
    if last is None or last.number not in found or last.lines[-1] != book.ledger[-1].line:
        return
    text = last.blocks[-1].text
    if is_broken_off(text) or _INSIDE.search(text) or GrowingText(text).open_brackets:
        hint = "Check that the file is complete. To add it anyway, add --force-smaller."
        what, end = "the document breaks off in {number}: “…{end}”", last.text[-_END:]
        raise EditionError(what, hint=hint, number=last.number, end=end)


def refuse_smaller(aligned: EditionComparison, game: Game) -> None:
    """Raise if the document lacks many clauses of the current edition: it may be half a file."""
    kept = {old for change in aligned.alignment.changes if change.new for old in change.old}
    found, clauses = len(kept), len(aligned.old.clauses)
    if found < _WHOLE * clauses:
        what = "only {found} of {clauses} clauses of {key} are in this document"
        hint = (
            "Check that the file is complete. To make it the current edition anyway, add "
            "--force-smaller; to keep it alongside the current one, add --not-current."
        )
        raise EditionError(what, hint=hint, found=found, clauses=clauses, key=game.key)


def refuse_foreign(aligned: EditionComparison, corpus: Corpus, game: Game) -> None:
    """Raise if the document is more like another game, or like none: the wrong game was named."""
    document = aligned.new
    words = [content_of(each.wording, document.separator).words for each in document.clauses]

    def share_in(other: Rulebook) -> float:
        """Return the share of the document's clauses in ``other``: high only for its own game."""
        known = {content_of(each.wording, other.separator).words for each in other.clauses}
        return sum(map(known.__contains__, words)) / max(1, len(words))

    most, title = 0.0, ""
    for other in corpus.games.values():
        with suppress(CorpusError):  # the fault of another game, reported where that one is used
            if other.id != game.id:
                most, title = max((most, title), (share_in(corpus.read(other)), other.title))
    if most > max(share_in(aligned.old), _SAME_GAME):
        hint = "Name the game that it belongs to."
        what = "this is a document of {title}, not of {title2}"
        raise EditionError(what, hint=hint, title=title, title2=game.title)
    if aligned.similarity < _SAME_GAME:
        part = f"{aligned.similarity:.0%} of the clauses are like those of {aligned.old.game.name}"
        hint = "To make it a new game, give a new name and --title."
        what = "this does not look like {title}: only {part}"
        raise EditionError(what, hint=hint, title=game.title, part=part)


@dataclass(frozen=True, slots=True)
class Stated:
    """A version and a date, as far as a document states them, and the first line that does."""

    version: str | None
    effective: date | None
    line: int | None

    @property
    def name(self) -> str | None:
        """The version, else the date, else None: what the edition is called by default."""
        return self.version or (self.effective.isoformat() if self.effective else None)


def write_report(plan: EditionPlan, say: Say = str.format) -> str:
    """Return the report on a new edition in Markdown, in English unless ``say`` translates it."""
    return "\n".join(_report_lines(plan, say)) + "\n"


def _report_lines(plan: EditionPlan, say: Say) -> Iterator[str]:
    """Yield the lines of the report in Markdown: the edition, what changed, what is to check."""
    game, edition = plan.book.game, plan.edition
    yield from (f"# {game.title} {edition.name}", "")
    none = say("not stated")
    stated = {"version": edition.version or none, "effective": str(edition.effective or none)}
    yield say("- version {version}, effective {effective}", **stated)
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


def _change_lines(aligned: EditionComparison, say: Say) -> Iterator[str]:
    """Yield the changes since the previous edition: counts, each change, and the unsure ones."""
    yield from ("", say("## Changes"), "")
    for kind, count in aligned.counts().items():
        yield f"- {count} {say(kind)}"
    if chapters := aligned.chapter_counts():
        yield from ("", f"### {say('By chapter')}", "")
    for chapter in chapters:
        counts = ", ".join(f"{count} {say(kind)}" for kind, count in chapter.counts.items())
        yield f"- {chapter.chapter.number} {chapter.chapter.heading()}: {counts}"
    for section, substitutions, changes in aligned.listing().sections():
        yield from ("", f"### {say(_SECTIONS[section])}", "")
        for each in substitutions:
            where = ", ".join(change.arrow for change in each.changes)
            values = {"old": each.old, "new": each.new, "where": where, "count": len(each.changes)}
            yield say("- {old} → {new} in {count} clauses: {where}", **values)
        for listed in changes:
            change = listed.change
            yield f"- {say(change.kind.value)} {change.arrow}: {_marked_text(listed.marked)}"
            for follower in listed.followers:
                # A clause that only moved with its parent gets no text: its numbers say everything.
                is_moved = follower.change.kind is ChangeKind.MOVED
                said = "" if is_moved else f": {_marked_text(follower)}"
                yield f"  - {follower.change.arrow}{said}"
    if unsure := [change for change in aligned.alignment.changes if not change.sure]:
        yield from ("", say("### Uncertain"), "")
        yield say("Another alignment would fit nearly as well. Settle these with --settle FILE.")
        yield ""
        yield from (f"- {change.arrow} ({say(change.kind)})" for change in unsure)


def _marked_text(marked: MarkedChange) -> str:
    """Return the text of a change in one line, with [-removed-] and {+new+} instead of colors."""
    match marked.change.kind:
        case ChangeKind.EDITED | ChangeKind.MOVED_EDITED:
            text = "".join(_MARKS[mark].format(piece) for mark, piece in marked.segments() if piece)
        case ChangeKind.SPLIT | ChangeKind.MERGED:
            text = " / ".join(each.text for each in (*marked.old, *marked.new))
        case _:
            text = (marked.new or marked.old)[0].text
    return text.replace("\n", " ")


def _table_lines(plan: EditionPlan, say: Say) -> Iterator[str]:
    """Yield how many numbers of each table were carried, then the doubtful ones with reasons."""
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
    rewritten = [each for each in plan.places if each.is_prose and each.new not in (None, each.old)]
    if rewritten:
        yield from ("", say("### Rewritten in texts and comments"), "")
    for (table, line, entry), places in groupby(rewritten, key=attrgetter("table", "line", "key")):
        now = ", ".join(f"{each.old} → {each.new}" for each in places)
        where = {"table": table, "line": str(line), "entry": f" {entry}" if entry else ""}
        yield say("- {table} line {line}{entry}: {now}", now=now, **where)


def table_counts(plan: EditionPlan) -> dict[str, tuple[int, int]]:
    """Return, for the report, how many places (clause numbers in a table) of each table were
    carried to the new edition without doubt, and how many its author must check."""
    carried = Counter(place.table for place in plan.places if place.doubt is None)
    reported = Counter(place.table for place in plan.reported)
    names = dict.fromkeys((*(table.name for table in plan.tables), *carried, *reported))
    return {name: (carried[name], reported[name]) for name in names}

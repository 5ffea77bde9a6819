"""The change history of a document, read as revisions.

Two forms occur: date and version on one line (``2019 年 5 月 23 日 ver.1.82``), and a date
(``2025/04/07``) with the version on the next line (``総合ルールver1.0.03``). Many notes are not
sentences (“8.13.5 curses added”), so a line begins a new note unless it plainly continues one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Any

from rulebook.clauses.findings import FindingForm, Findings
from rulebook.clauses.lines import Line
from rulebook.clauses.model import Revision
from rulebook.clauses.numbering import RUNNING_ON
from rulebook.clauses.sentences import GrowingText
from rulebook.records import dataclass, field
from rulebook.text.display import columns
from rulebook.text.normal import nfkc

_DATE = re.compile(r"([0-9]{4}) ?[年/.-] ?([0-9]{1,2}) ?[月/.-] ?([0-9]{1,2}) ?日?")
_VERSION = re.compile(r"(?:総合ルール)? ?[Vv](?:er(?:sion)?)?\.? ?([0-9]+(?:\.[0-9]+)+) ?(.*)")
_STATED_VERSION = re.compile(
    r"(?:[Vv]er(?:sion)?|\b[Vv]|バージョン)[. ]{0,2}([0-9]+(?:\.[0-9]+)+[a-z]?)"
)
_NUMBERED_NOTE = re.compile(r"[0-9]+(?:[.-][0-9]+)+")
_BULLET = "・"
# A note that ends with one of these stops in the middle.
_STOPS_INSIDE = re.compile("[、をにはがのでとへ]$")
_FULL_LINE = 0.8  # of the longest line: a line of this length may go on in the next


@dataclass(slots=True)
class _RevisionDraft:
    """A revision to which notes are added; the end of ``last``, a line, shows if it goes on."""

    line: int
    date: str | None
    version: str = ""
    remark: str = ""
    notes: list[GrowingText] = field(default_factory=list)
    note_lines: list[int] = field(default_factory=list)
    last: str = ""


def read_history(lines: Sequence[Line], *, wrapped: bool) -> tuple[tuple[Revision, ...], Findings]:
    """Return the revisions in the order of the document, to show when rules changed, and findings
    on odd dates. ``lines`` begin with the heading (更新履歴, change history). A preface before any
    date is left out; without dates, all is one revision. A date after a list mark is in a note."""
    full = _FULL_LINE * max((columns(line.text, ambiguous=2) for line in lines), default=0)
    entries: list[_RevisionDraft] = []
    texts = [nfkc(line.text) for line in lines]
    starts = (at for at, text in enumerate(texts) if _DATE.match(text) or _VERSION.fullmatch(text))
    for line in lines[next(starts, 1) :]:  # the heading is not a revision
        flat = nfkc(line.text)
        dated = _DATE.match(flat) if line.mark is None else None
        if dated:
            entries.append(_RevisionDraft(line.number, _iso(dated)))
            flat = flat[dated.end() :].strip()
        if not entries:
            entries.append(_RevisionDraft(line.number, None))
        entry = entries[-1]
        named = _VERSION.fullmatch(flat) if line.mark is None and not entry.version else None
        if named:
            entry.version, entry.remark = named[1], named[2]
        elif flat and not dated:
            _add_note(entry, line, full if wrapped else None)
        elif flat:
            entry.remark = flat
    revisions = tuple(
        Revision(e.version, e.date, e.remark, tuple(map(str, e.notes)), e.line, tuple(e.note_lines))
        for e in entries
    )
    return revisions, _odd_dates(revisions)


def date_in(text: str) -> date | None:
    """Return the first date in ``text``, the front page of a document, as the effective date of a
    new edition whose date was not given. None if there is no date or it does not exist."""
    found = _DATE.search(nfkc(text))
    stated = _iso(found) if found else None
    return date.fromisoformat(stated) if stated else None


def version_in(text: str) -> str | None:
    """Return the version in ``text``, a front page, to name a new edition for which none was given;
    None if there is none. A number without “ver.” may cite a clause, so it is ignored."""
    found = _STATED_VERSION.search(nfkc(text))
    return found[1] if found else None


def _iso(match: re.Match[str]) -> str | None:
    """Return a matched date in ISO 8601; None for a day that does not exist, as in a misprint."""
    try:
        return date(int(match[1]), int(match[2]), int(match[3])).isoformat()
    except ValueError:
        return None


def _add_note(entry: _RevisionDraft, line: Line, full: float | None) -> None:
    """Add ``line`` to ``entry`` as a new note without its bullet, or join it to the last note if
    that goes on in it. Most notes have no full stop, so the width decides: a line as wide as
    ``full`` was wrapped. Where that is None, a note goes on after a particle or across a page."""
    text = line.text.strip()
    is_new = line.mark is not None or text.startswith(_BULLET) or _NUMBERED_NOTE.match(text)
    note = entry.notes[-1] if entry.notes and not is_new else None
    goes_on = note is not None and not note.ends_sentence
    if goes_on and note and not note.open_brackets:
        cut = _STOPS_INSIDE.search(entry.last) or RUNNING_ON.match(text)
        is_cut = line.page_break or cut is not None
        goes_on = is_cut if full is None else columns(entry.last, ambiguous=2) >= full
    if goes_on and note:
        note.add(text)
    else:
        entry.notes.append(GrowingText(text.removeprefix(_BULLET).strip()))
        entry.note_lines.append(line.number)
    entry.last = text


def _odd_dates(revisions: Sequence[Revision]) -> Findings:
    """Return findings on versions without a readable date, dates out of order and repeated entries:
    all are likely misprints. The first and last dates show whether dates rise or fall."""
    form, undated = FindingForm.NO_DATE, [each for each in revisions if each.date is None]
    findings = [form.finding(None, r.line, version=r.version) for r in undated if r.version]
    dates = [revision.date for revision in revisions if revision.date is not None]
    falling = bool(dates) and dates[0] > dates[-1]
    repeated = []
    for one, other in pairwise(revisions):
        versions: dict[str, Any] = {"version": other.version, "other": one.version}
        if one.date and other.date and one.date != other.date:
            if (one.date < other.date) == falling:
                values = versions | {"date": other.date, "other_date": one.date}
                form = FindingForm.DATE_OUT_OF_ORDER
                findings.append(form.finding(None, other.line, **values))
        elif other.notes and (other.date, other.notes) == (one.date, one.notes):
            repeated.append(FindingForm.SAME_ENTRY.finding(None, other.line, **versions))
    return (*findings, *repeated)

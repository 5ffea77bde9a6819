"""Titles that the contents page or a reference gives differently from the heading."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache

from rulebook.clauses.findings import Confidence, Finding, FindingForm
from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.model import Reference, ReferenceKind
from rulebook.links.place import Places
from rulebook.records import dataclass
from rulebook.text.normal import fold

_ENDINGS = "処理|フェイズ|ステップ|タイミング"
_ENDING = re.compile(_ENDINGS)
_LONGEST = 16
# A name of the sort that headings have, right before a number in parentheses.
_NAME = re.compile(rf"([ァ-ヺー一-龠々のA-Za-z]{{2,{_LONGEST}}}(?:{_ENDINGS}))[(（]$")
# No name begins further before the number.
_REACH = _LONGEST + 8


def find_title_mismatches(
    book: Rulebook, places: Places, references: Mapping[str, Sequence[Reference]]
) -> Iterator[Finding]:
    """Yield a finding where a number is called by another title: it may be wrong."""
    yield from _contents_findings(book)
    named = list(_named_references(book, references))
    names_in = _NameSearch(book, {ending for call in named for ending in call.endings})
    for call in named:
        target = book.by_number[call.reference.targets[0]]
        if not any(names_in.around(target, ending) for ending in call.endings):
            yield _mismatch_finding(book, places, call, target)


@dataclass(frozen=True, slots=True)
class _Call:
    """A reference by number, and what its clause calls the target: ルール処理(9.1)."""

    clause: Clause
    reference: Reference
    name: str
    at: int

    @property
    def endings(self) -> list[str]:
        """The name and its parts behind each の: the heading may be only the last of them."""
        starts = [0, *(at + 1 for at, char in enumerate(self.name) if char == "の")]
        return [self.name[start:] for start in starts]


def _named_references(
    book: Rulebook, references: Mapping[str, Sequence[Reference]]
) -> Iterator[_Call]:
    """Yield each reference to a clause with the name printed before its number, to compare them."""
    for clause in book.clauses:
        text = clause.text
        for reference in references.get(clause.number, ()):
            if reference.kind is ReferenceKind.NUMBER and reference.targets:
                start = reference.span.start
                match = _NAME.search(text, max(0, start - _REACH), start)
                if match:
                    yield _Call(clause, reference, match[1], match.start())


class _NameSearch:
    """Which of the names asked for stand in the clauses; each clause is looked through once."""

    def __init__(self, book: Rulebook, names: Container[str]) -> None:
        self._book = book
        self._names = names
        self._names_in = cache(self._found_in)

    def around(self, clause: Clause, name: str) -> bool:
        """Whether ``name`` is in ``clause``, above it or right below: any of these may be named."""
        near = (clause, *self._book.children(clause), *self._book.ancestors(clause))
        return any(name in self._names_in(each.number) for each in near)

    def _found_in(self, number: str) -> set[str]:
        """Return the names in a clause, looked for before one of their few endings."""
        text = self._book.by_number[number].wording
        found = (
            text[start : ending.end()]
            for ending in _ENDING.finditer(text)
            for start in range(max(0, ending.start() - _LONGEST), ending.start() + 1)
        )
        return {name for name in found if name in self._names}


def _contents_findings(book: Rulebook) -> Iterator[Finding]:
    """Yield a finding for each title in the contents that is not the heading of its number."""
    for entry in book.contents:
        clause = book.by_number.get(entry.number or "")
        if entry.number is None or (
            clause is not None and _flat(clause.title) == _flat(entry.title)
        ):
            continue
        form = FindingForm.CONTENTS_TITLE if clause else FindingForm.CONTENTS_ONLY
        heading = clause.heading() if clause else ""
        yield form.finding(entry.number, entry.line, printed=entry.title, heading=heading)


def _mismatch_finding(book: Rulebook, places: Places, call: _Call, target: Clause) -> Finding:
    """Return the finding on a reference whose target, or what is above, has another heading."""
    above = book.ancestors(target)
    heading = next((c.title for c in (target, *reversed(above)) if c.title), "")
    form, likely, printed = FindingForm.CALLED_OTHERWISE, Confidence.LIKELY, call.reference.text
    values = {"reference": printed, "heading": heading}
    return places.finding(form, call.clause, call.at, call.name, likely, **values)


def _flat(title: str | None) -> str:
    """Return a title as it is compared: width and spaces differ between contents and heading."""
    return fold(title or "").replace(" ", "")

"""Where a document disagrees with itself: titles in contents and references, spellings of words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache

from rulebook.clauses.findings import Confidence, Finding, FindingForm
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.regions import flat_title
from rulebook.links.model import Reference, ReferenceKind
from rulebook.links.place import Places
from rulebook.links.terms import Slip
from rulebook.records import dataclass
from rulebook.text.word_finder import WordFinder

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
    """Yield a finding where a title in the contents or before a number is not that of the clause.
    The number may be the wrong one, left from an older edition."""
    yield from _contents_findings(book)
    called = []  # each reference after a name such as ルール処理(9.1), and what the name may be
    for clause in book.clauses:
        text = clause.text
        for reference in references.get(clause.number, ()):
            if reference.kind is ReferenceKind.NUMBER and reference.targets:
                start = reference.span.start
                if match := _NAME.search(text, max(0, start - _REACH), start):
                    # The heading may be only the last part of the name, after a の.
                    starts = [0, *(at + 1 for at, char in enumerate(match[1]) if char == "の")]
                    called.append((clause, reference, match, [match[1][at:] for at in starts]))
    names = {ending for *_, endings in called for ending in endings}
    names_in = cache(lambda number: _names_in(book.by_number[number].wording, names))
    for clause, reference, match, endings in called:
        target = book.by_number[reference.targets[0]]
        above = book.ancestors(target)
        # The clause itself may be named, one above it or one right below.
        near = (target.number, *target.children, *(clause.number for clause in above))
        there = set().union(*map(names_in, near))
        if there.isdisjoint(endings):
            heading = next((c.title for c in (target, *reversed(above)) if c.title), "")
            form, likely = FindingForm.CALLED_OTHERWISE, Confidence.LIKELY
            values = {"reference": reference.text, "heading": heading}
            yield places.finding(form, clause, match.start(), match[1], likely, **values)


def _names_in(text: str, names: Container[str]) -> set[str]:
    """Return which of ``names`` (ルール処理 and the like) occur in ``text``. All end in one of a
    few words, and looking only before these is faster than searching for each name."""
    found = (
        text[start : ending.end()]
        for ending in _ENDING.finditer(text)
        for start in range(max(0, ending.start() - _LONGEST), ending.start() + 1)
    )
    return {name for name in found if name in names}


def _contents_findings(book: Rulebook) -> Iterator[Finding]:
    """Yield a finding for each entry of the contents whose number has another heading: contents
    that were not updated lead readers astray. An untitled clause may begin with the title. Of
    entries in a row whose numbers no clause has, only the first is reported."""
    is_missing = False
    for entry in book.contents:
        clause, was_missing = book.by_number.get(entry.number or ""), is_missing
        is_missing = clause is None and entry.number is not None
        title = flat_title(entry.title)
        is_right = clause and (
            not clause.printed
            or flat_title(clause.title) == title
            or (not clause.title and flat_title(clause.text).startswith(title))
        )
        if entry.number is None or is_right or (is_missing and was_missing):
            continue
        form = FindingForm.CONTENTS_TITLE if clause else FindingForm.CONTENTS_ONLY
        heading = clause.heading() if clause else ""
        yield form.finding(entry.number, entry.line, printed=entry.title, heading=heading)


_WORD = re.compile(r"[ァ-ヺー]{3,}|(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")
_RARE = 0.34
# Shorter words are too similar to each other, and longer runs are not words.
_SHORTEST_WORD, _LONGEST_WORD = 4, 40


def find_variants(book: Rulebook, places: Places, slips: Sequence[Slip]) -> Iterator[Finding]:
    """Yield a finding for the rarer of two spellings of a word, and for listed misprints.
    The rarer one is likely a mistake, which search and links would miss."""
    texts = [_Text(clause, None, clause.text) for clause in book.clauses]
    for each in book.revisions:  # notes have slips too
        notes = zip(each.notes, each.note_lines, strict=True)
        texts += (_Text(None, line, note) for note, line in notes)
    # Comparing words finds slips only in katakana and capitals; listed ones are of any kind.
    finder = WordFinder(slip.printed for slip in slips)
    listed: defaultdict[str, list[tuple[_Text, int]]] = defaultdict(list)
    for text in texts:
        for at, printed in finder.all_in(text.text):
            listed[printed].append((text, at))
    known = (
        _finding(places, *each, slip.printed, slip.intended, misprint=slip.misprint)
        for slip in slips
        for each in listed[slip.printed]
    )
    words = [(text, m.start(), m[0]) for text in texts for m in _WORD.finditer(text.text)]
    # A rare word a letter apart from a common one is a likely misprint.
    intended = _intended(Counter(word for _, _, word in words))
    likely = (_finding(places, *each, intended[each[2]]) for each in words if each[2] in intended)
    # A known slip may be found by similarity as well, but it is reported once.
    found: set[tuple[int | None, int | None, str]] = set()
    for finding in (*known, *likely):
        place = (finding.line, finding.column, finding.printed)
        if place not in found:
            found.add(place)
            yield finding


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that may have misprints: of a clause, or of a note in the history at ``line``."""

    clause: Clause | None
    line: int | None
    text: str


def _intended(counts: Counter[str]) -> dict[str, str]:
    """Return for each rare word of a rulebook the common word that it is likely a misprint for, to
    be reported: a letter apart, or with a final ー. That must be much more frequent, since two
    common words a letter apart are both right."""
    commonest: dict[str, str] = {}
    for word, count in counts.items():
        for shape in _shapes(word):
            if count > counts[commonest.setdefault(shape, word)]:
                commonest[shape] = word
    order = {word: place for place, word in enumerate(counts)}
    intended = {}
    for word, count in counts.items():
        near = [commonest[shape] for shape in _shapes(word)]
        if near and f"{word}ー" in counts:
            near.append(f"{word}ー")
        common = [other for other in near if counts[other] * _RARE > count]
        if common:
            intended[word] = min(common, key=lambda other: (-counts[other], order[other]))
    return intended


def _shapes(word: str) -> Iterator[str]:
    """Yield the keys that ``word`` shares with words one slip away: all letters but one, the first
    always included; in Latin, its sorted letters. Equal keys avoid comparing all pairs."""
    if word.isascii():
        yield "".join(sorted(word))
    elif _SHORTEST_WORD <= len(word) <= _LONGEST_WORD:
        yield from (f"{word[:at]} {word[at + 1 :]}" for at in range(1, len(word)))


def _finding(
    places: Places, text: _Text, at: int, printed: str, intended: str, *, misprint: bool = False
) -> Finding:
    """Return the finding that ``printed`` should likely be ``intended``, with the line and, in a
    clause, the column where a reader finds it; a note of the change history has only a line."""
    likely = Confidence.LIKELY
    if text.clause is not None:
        form = FindingForm.MISPRINT if misprint else FindingForm.OTHER_SPELLING
        return places.finding(form, text.clause, at, printed, likely, intended=intended)
    form = FindingForm.MISPRINT_IN_HISTORY if misprint else FindingForm.OTHER_SPELLING_IN_HISTORY
    return form.finding(None, text.line, printed=printed, confidence=likely, intended=intended)

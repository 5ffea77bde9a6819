"""One thing spelt two ways within a document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from rulebook.clauses.findings import Confidence, Finding, FindingForm
from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.place import Places
from rulebook.links.terms import Slip
from rulebook.records import dataclass
from rulebook.text.word_finder import WordFinder

_WORD = re.compile(r"[ァ-ヺー]{3,}|(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")
_RARE = 0.34
# Shorter words are too like each other, longer ones are none.
_SHORTEST, _LONGEST = 4, 40


def find_variants(book: Rulebook, places: Places, slips: Sequence[Slip]) -> Iterator[Finding]:
    """Yield a finding for the rarer of two spellings of a word, and for listed misprints."""
    texts = list(_texts_to_compare(book))
    # A known slip may be found by likeness as well: it is reported once.
    found: set[tuple[int | None, int | None, str]] = set()
    for finding in (
        *_known_slip_findings(places, texts, slips),
        *_compared_word_findings(places, texts),
    ):
        place = (finding.line, finding.column, finding.printed)
        if place not in found:
            found.add(place)
            yield finding


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that a reader sees: of a clause, or of a note in the change history."""

    clause: Clause | None
    line: int | None
    text: str


def _texts_to_compare(book: Rulebook) -> Iterator[_Text]:
    """Yield the texts of all clauses and of the notes in the change history: both have slips."""
    for clause in book.clauses:
        yield _Text(clause, None, clause.text)
    for revision in book.revisions:
        for note, line in zip(revision.notes, revision.note_lines, strict=True):
            yield _Text(None, line, note)


def _known_slip_findings(
    places: Places, texts: Sequence[_Text], slips: Sequence[Slip]
) -> Iterator[Finding]:
    """Yield a finding for each place of listed ``slips``, which comparing cannot find."""
    finder = WordFinder(slip.printed for slip in slips)
    found: defaultdict[str, list[tuple[_Text, int]]] = defaultdict(list)
    for text in texts:
        for at, printed in finder.all_in(text.text):
            found[printed].append((text, at))
    for slip in slips:
        for text, at in found[slip.printed]:
            yield _finding(places, text, at, slip.printed, slip.intended, misprint=slip.misprint)


def _compared_word_findings(places: Places, texts: Sequence[_Text]) -> Iterator[Finding]:
    """Yield a finding for each rare word that differs by a letter from a common one."""
    words = [(text, m.start(), m[0]) for text in texts for m in _WORD.finditer(text.text)]
    intended = _intended(Counter(word for _, _, word in words))
    for text, at, word in words:
        if word in intended:
            yield _finding(places, text, at, word, intended[word])


def _intended(counts: Counter[str]) -> dict[str, str]:
    """Return the much more common word, a letter apart, that each rare word is a slip for."""
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
    """Yield what ``word`` has in common with words one slip away from it. That is all but one
    letter, the first letter always right; or, in Latin letters, the letters in any order."""
    if word.isascii():
        yield "".join(sorted(word))
    elif _SHORTEST <= len(word) <= _LONGEST:
        yield from (f"{word[:at]} {word[at + 1 :]}" for at in range(1, len(word)))


def _finding(
    places: Places, text: _Text, at: int, printed: str, intended: str, *, misprint: bool = False
) -> Finding:
    """Return the finding on another spelling of a word; a note of the history has only a line."""
    likely = Confidence.LIKELY
    if text.clause is not None:
        form = FindingForm.MISPRINT if misprint else FindingForm.OTHER_SPELLING
        return places.finding(form, text.clause, at, printed, likely, intended=intended)
    form = FindingForm.MISPRINT_IN_HISTORY if misprint else FindingForm.OTHER_SPELLING_IN_HISTORY
    return form.finding(None, text.line, printed=printed, confidence=likely, intended=intended)

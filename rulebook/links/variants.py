"""One thing spelt two ways within a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebook.clauses.model import Clause, Confidence, Finding, FindingCode, Rulebook
from rulebook.links.place import place_of
from rulebook.links.terms import Slip

_WORD = re.compile(r"[ァ-ヺー]{3,}|(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")
_RARE = 0.34
_SHORTEST = 4


def find_variants(book: Rulebook, slips: Sequence[Slip]) -> Iterator[Finding]:
    """Yield the rarer spelling of words that the document has in two, and the known ``slips``."""
    texts = list(_texts(book))
    # A known slip may be found by likeness as well: it is reported once.
    places: set[tuple[int | None, int | None, str]] = set()
    for finding in (*_known(book, texts, slips), *_slips(book, texts)):
        place = (finding.line, finding.column, finding.printed)
        if place not in places:
            places.add(place)
            yield finding


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that a reader sees: of a clause, or of a note in the change history."""

    clause: Clause | None
    line: int | None
    text: str


def _texts(book: Rulebook) -> Iterator[_Text]:
    for clause in book.clauses:
        yield _Text(clause, None, clause.text)
    for revision in book.revisions:
        for note, line in zip(revision.notes, revision.note_lines, strict=True):
            yield _Text(None, line, note)


def _known(book: Rulebook, texts: Sequence[_Text], slips: Sequence[Slip]) -> Iterator[Finding]:
    for slip in slips:
        for text in texts:
            for match in re.finditer(re.escape(slip.printed), text.text):
                yield _finding(book, text, match, slip.meant, misprint=slip.misprint)


def _slips(book: Rulebook, texts: Sequence[_Text]) -> Iterator[Finding]:
    """Compare the words of the document: a rare one a letter off a common one is a slip."""
    places = [(text, match) for text in texts for match in _WORD.finditer(text.text)]
    counts = Counter(match[0] for _, match in places)
    meant = {word: _meant(word, count, counts) for word, count in counts.items()}
    for text, match in places:
        if meant[match[0]]:
            yield _finding(book, text, match, meant[match[0]])


def _meant(word: str, count: int, counts: Counter[str]) -> str:
    """Return the commoner word that ``word`` is a slip of, or the empty string."""
    near = [other for other in counts if counts[other] * _RARE > count and _one_off(word, other)]
    return max(near, key=lambda other: counts[other], default="")


def _one_off(word: str, other: str) -> bool:
    """Whether ``word`` has one wrong letter, lacks a final ー, or has its Latin letters mixed."""
    if word.isascii() or other.isascii():
        return word != other and sorted(word) == sorted(other)
    if len(word) < _SHORTEST or word[0] != other[0]:
        return False
    if len(word) != len(other):
        return other == f"{word}ー"
    return sum(a != b for a, b in zip(word, other, strict=True)) == 1


def _finding(
    book: Rulebook, text: _Text, match: re.Match[str], meant: str, *, misprint: bool = False
) -> Finding:
    if text.clause is None:
        where, line, column = "更新履歴", text.line, None
    else:
        where = text.clause.number
        line, column = place_of(book, text.clause, match[0], match.start())
    said = f"は「{meant}」の誤り" if misprint else f"は、ほかの箇所では「{meant}」と書かれている"
    return Finding(
        FindingCode.MISPRINT if misprint else FindingCode.INCONSISTENT_TERM,
        text.clause.number if text.clause else None,
        line,
        f"{where}の「{match[0]}」{said}。",
        column,
        match[0],
        Confidence.LIKELY,
    )

"""References in a change history: they mean the numbering of their own version.

Such a number is linked only where today's clause of that number speaks of what the note speaks
of; otherwise it keeps its text and is marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.heading_index import HeadingIndex
from rulebook.links.model import HistoryReference, Reference, ReferenceKind, ReferenceStatus
from rulebook.links.number_references import find_numbers
from rulebook.messages import Message
from rulebook.text.spans import Span

_BRACKETED = re.compile(r"\[([^\]]{2,40})\]")
_STEP = re.compile(r"\.[Ⅰ-Ⅻ]")
# What notes are made of besides their subject.
_FILLER = re.compile(
    r"について|に関する|における|する事|すること|される|した|しました"
    r"|を?(?:追加|修正|追記|記載|変更|明確化|明記|統一|調整|定義|更新|制定)"
    r"|一部|表記|処理|挙動|[をのはがにでと、。・~～0-9.()「」\[\] 　]"
)
_SPOKEN_OF = 0.99


def history_references(book: Rulebook, headings: HeadingIndex) -> Iterator[HistoryReference]:
    """Yield the references in the notes of the change history of ``book``."""
    if not book.clauses:
        return
    said = _Subjects(book)
    for revision in book.revisions:
        for place, note in enumerate(revision.notes):
            for reference in _in_note(book, headings, said, note, revision.version):
                yield HistoryReference(revision.version, revision.line, place, reference)


def _in_note(
    book: Rulebook, headings: HeadingIndex, said: _Subjects, note: str, version: str
) -> Iterator[Reference]:
    numbers = list(find_numbers(book, book.clauses[0], note))
    current = version == book.game.edition.version
    subject = _subject(note, numbers)
    for reference in numbers:
        agrees = reference.status is ReferenceStatus.RESOLVED and (
            current or said.speaks_of(reference.targets[0], subject)
        )
        yield reference if agrees else _unlinked(reference, version)
    for match in _BRACKETED.finditer(note):
        found = headings.exact(match[1])
        if len(found) == 1:
            span = Span(*match.span(1))
            yield Reference(span, match[1], ReferenceKind.TITLE, (found[0].number,))


def _subject(note: str, numbers: Sequence[Reference]) -> set[str]:
    """Return the pairs of neighbouring characters of what the note is about."""
    ends = [0, *(reference.span.end for reference in numbers)]
    starts = [*(reference.span.start for reference in numbers), len(note)]
    text = " ".join(note[end:start] for end, start in zip(ends, starts, strict=True))
    return {
        pair for word in _FILLER.sub(" ", _STEP.sub(" ", text)).split() for pair in _pairs(word)
    }


def _pairs(text: str) -> Iterator[str]:
    return (f"{one}{other}" for one, other in pairwise(text))


class _Subjects:
    """What the clauses of a book speak of, as pairs of neighbouring characters."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._texts: dict[str, set[str]] = {}
        self._titles: dict[str, set[str]] = {}

    def speaks_of(self, number: str, subject: set[str]) -> bool:
        """Whether a clause, with the headings above it, speaks of nearly all of ``subject``."""
        clause = self._book.by_number[number]
        shared = subject & self._text(clause)
        for above in self._book.ancestors(clause):
            shared |= subject & self._title(above)
        return bool(subject) and len(shared) >= _SPOKEN_OF * len(subject)

    def _text(self, clause: Clause) -> set[str]:
        if clause.number not in self._texts:
            self._texts[clause.number] = set(_pairs(clause.wording))
        return self._texts[clause.number]

    def _title(self, clause: Clause) -> set[str]:
        if clause.number not in self._titles:
            self._titles[clause.number] = set(_pairs(clause.title or ""))
        return self._titles[clause.number]


def _unlinked(reference: Reference, version: str) -> Reference:
    reason = Message(
        "A number of ver. {version}, which may be another clause today.", version=version
    )
    return Reference.dangling(reference.span, reference.text, reference.kind, reason)

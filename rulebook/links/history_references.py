"""References in a change history: they mean the numbering of their own version.

Such a number is linked only where today's clause of that number speaks of what the note speaks
of; otherwise it keeps its text and is marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.heading_index import HeadingIndex
from rulebook.links.model import HistoryReference, Reference, ReferenceKind, ReferenceStatus
from rulebook.links.number_references import find_numbers
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
    for revision in book.revisions:
        for place, note in enumerate(revision.notes):
            for reference in _in_note(book, headings, note, revision.version):
                yield HistoryReference(revision.version, revision.line, place, reference)


def _in_note(
    book: Rulebook, headings: HeadingIndex, note: str, version: str
) -> Iterator[Reference]:
    numbers = list(find_numbers(book, book.clauses[0], note))
    current = version == book.game.edition.version
    subject = _subject(note, numbers)
    for reference in numbers:
        spoken_of = reference.status is ReferenceStatus.RESOLVED and (
            current or _speaks_of(book, reference.targets[0], subject)
        )
        yield reference if spoken_of else _unlinked(reference, version)
    for match in _BRACKETED.finditer(note):
        found = headings.find(match[1])
        if found is not None and found.exact:
            span = Span(*match.span(1))
            yield Reference(span, match[1], ReferenceKind.TITLE, (found.clause.number,))


def _subject(note: str, numbers: list[Reference]) -> set[str]:
    """Return the pairs of neighbouring characters of what the note is about."""
    text = note
    for reference in reversed(numbers):
        text = text[: reference.span.start] + " " + text[reference.span.end :]
    words = _FILLER.sub(" ", _STEP.sub(" ", text)).split()
    return {word[i : i + 2] for word in words for i in range(len(word) - 1)}


def _speaks_of(book: Rulebook, number: str, subject: set[str]) -> bool:
    clause = book.by_number[number]
    if not subject:
        return False
    said = _said(book, clause)
    return sum(pair in said for pair in subject) >= _SPOKEN_OF * len(subject)


def _said(book: Rulebook, clause: Clause) -> str:
    headings = "\n".join(above.title or "" for above in book.ancestors(clause))
    return f"{headings}\n{clause.title or ''}\n{clause.text}"


def _unlinked(reference: Reference, version: str) -> Reference:
    reason = f"ver.{version}当時の番号で、今の条文と同じとは限らない。"
    return Reference(
        reference.span, reference.text, reference.kind, (), ReferenceStatus.DANGLING, reason
    )
